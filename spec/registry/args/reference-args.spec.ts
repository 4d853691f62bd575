import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ApiError } from '../../../lib/errors/refusal';
import type { Schema } from '../../../lib/registry/args/arg';
import { coerce, REFUSED } from '../../../lib/registry/args/coerce';
import { judgeValue } from '../../../lib/registry/args/judge';
import { compileSchema } from '../../../lib/registry/args/schema-validator';

interface Case {
  readonly schema: Schema;
  readonly value: unknown;
  readonly valid: boolean;
  readonly code?: string;
  readonly sanitized?: unknown;
}

const cases: readonly Case[] = JSON.parse(readFileSync('fixtures/reference/args.json', 'utf8'));

/** Writes an empty object as an empty list, like the recording. */
const normal = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.keys(value).length === 0) return [];
  return Array.isArray(value) ? value.map(normal) : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, normal(member)]));
};

const outcome = (answer: unknown) => (answer instanceof ApiError ? { code: answer.code } : { sanitized: normal(answer) });

/** Rounds a text like JavaScript. The recording received 2^53 + 1, which JavaScript reads as 2^53. */
const withRoundedText = (sanitized: unknown): unknown =>
  JSON.parse(JSON.stringify(sanitized ?? null).replaceAll('"9007199254740993"', '"9007199254740992"'));

describe('args as the reference system answers them', () => {
  const bySchema = new Map<string, Case[]>();
  for (const one of cases) bySchema.set(JSON.stringify(one.schema), [...(bySchema.get(JSON.stringify(one.schema)) ?? []), one]);

  for (const [schema, group] of bySchema) {
    it(`judge answers ${group.length} values of ${schema} as recorded`, () => {
      for (const { value, valid, code, sanitized, ...one } of group) {
        const expected = valid ? { sanitized: normal(withRoundedText(sanitized)) } : { code };
        expect(outcome(compileSchema(one.schema)(value, 'x')), JSON.stringify(value)).to.deep.equal(expected);
      }
    });
  }

  it('ajv and the rules of judge decide alike', () => {
    for (const { schema, value } of cases) {
      expect(outcome(compileSchema(schema)(value, 'x')), JSON.stringify({ schema, value })).to.deep.equal(
        outcome(judgeValue(value, schema, 'x')),
      );
    }
  });

  it('ajv never accepts a type that the rules refuse', () => {
    const refused = cases.filter(({ code, schema }) => code === 'rest_invalid_type' && typeof schema.type === 'string' && !schema.minimum);
    expect(refused.filter(({ value, schema }) => coerce(value, schema) !== REFUSED)).to.deep.equal([]);
  });
});
