import { expect } from 'chai';
import fc from 'fast-check';
import { ApiError } from '../../../lib/errors/refusal';
import type { Schema } from '../../../lib/registry/args/arg';
import { judgeValue } from '../../../lib/registry/args/judge';
import { compileSchema } from '../../../lib/registry/args/schema-validator';
import { runs } from '../../support/runs';

const person: Schema = { type: 'object', properties: { name: { type: 'string', required: true }, age: { type: 'integer', minimum: 0 } } };

const refusals: readonly [string, Schema, unknown, string][] = [
  ['a multiple before a bound', { type: 'integer', multipleOf: 2, minimum: 10 }, 3, 'rest_invalid_multiple'],
  ['a bound before a fraction', { type: 'integer', minimum: 2 }, 1.5, 'rest_out_of_bounds'],
  ['a fraction after its bounds', { type: 'integer', minimum: 1, maximum: 10 }, 1.5, 'rest_invalid_type'],
  ['a length before the pattern', { type: 'string', minLength: 3, pattern: '^a' }, 'b', 'rest_too_short'],
  ['a pattern before the enumeration', { type: 'string', pattern: '^a', enum: ['b'] }, 'c', 'rest_invalid_pattern'],
  ['an enumeration before the format', { type: 'string', format: 'email', enum: ['a@example.org'] }, 'x', 'rest_not_in_enum'],
  ['an item before the number of items', { type: 'array', items: { type: 'integer' }, minItems: 3 }, ['a'], 'rest_invalid_type'],
  ['the first item that is wrong', { type: 'array', items: { type: 'integer', minimum: 5 } }, [1, 'a'], 'rest_out_of_bounds'],
  ['the number of items before equal ones', { type: 'array', maxItems: 1, uniqueItems: true }, ['a', 'a'], 'rest_too_many_items'],
  [
    'items that are equal once they are numbers',
    { type: 'array', items: { type: 'integer' }, uniqueItems: true },
    ['1', 1],
    'rest_duplicate_items',
  ],
  [
    'equal objects in another order',
    { type: 'array', uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    'rest_duplicate_items',
  ],
  ['a required property before a wrong one', person, { age: 'x' }, 'rest_property_required'],
  ['a property before the number of properties', { ...person, maxProperties: 1 }, { name: 1, age: 2 }, 'rest_invalid_type'],
  ['a value of no form', { anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'x', 'rest_no_matching_schema'],
  ['a value of several forms', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, 1, 'rest_one_of_multiple_matches'],
  ['a keyword beside the forms', { anyOf: [{ type: 'integer' }, { type: 'string' }], minimum: 3 }, 2, 'rest_out_of_bounds'],
  ['a number too large for a double', { type: 'number' }, '1e999', 'rest_invalid_type'],
  ['a fraction that is no multiple in decimals', { type: 'number', multipleOf: 0.01 }, 19.995, 'rest_invalid_multiple'],
  ['a list as an object, where that type comes first', { type: ['object', 'array'], maxProperties: 1 }, [1, 2], 'rest_too_many_properties'],
  [
    'a list with a name that no property has',
    { type: ['object', 'array'], additionalProperties: false },
    [1],
    'rest_additional_properties_forbidden',
  ],
  ['what a list of requirements names', { ...person, required: ['age'] }, { name: 'Ann' }, 'rest_property_required'],
  ['a number that a format without type reads as text', { format: 'email' }, 2.5, 'rest_invalid_email'],
  ['a list where a format without type expects text', { format: 'ip' }, ['::1'], 'rest_invalid_ip'],
  ['a text that cleaning makes too long', { type: 'string', format: 'uri', maxLength: 12 }, 'example.org', 'rest_too_long'],
  ['a list where a format without type would clean text', { format: 'text-field' }, ['a'], 'rest_invalid_type'],
  ['an empty object beside an empty list', { type: 'array', uniqueItems: true }, [[], {}], 'rest_duplicate_items'],
];

const answers: readonly [string, Schema, unknown, unknown][] = [
  ['clamps whole numbers to 64 bits', { type: 'integer' }, '99999999999999999999', 2 ** 63],
  ['clamps whole numbers beyond doubles', { type: 'integer' }, '-1e999', -(2 ** 63)],
  ['counts characters, not units', { type: 'string', maxLength: 2 }, '😀😀', '😀😀'],
  ['judges the text as sent and answers it cleaned', { type: 'string', format: 'text-field', minLength: 5 }, ' <b>a</b> ', 'a'],
  ['keeps the lines of a text area', { type: 'string', format: 'textarea-field' }, 'a\n<i>b</i>', 'a\nb'],
  ['reads a map with whole keys as a list', { type: 'array' }, { 0: 'a', 1: 'b' }, ['a', 'b']],
  ['gives each member its property’s type', person, { name: 'Ann', age: '7' }, { name: 'Ann', age: 7 }],
  ['takes the form that fits', { anyOf: [{ type: 'integer' }, { type: 'string', format: 'uri' }] }, 'example.org', 'http://example.org'],
  [
    'gives members the types of the schema and of the form that fits',
    { type: 'object', properties: { a: { type: 'integer' } }, anyOf: [{ properties: { b: { type: 'integer' } } }] },
    { a: '1', b: '2' },
    { a: 1, b: 2 },
  ],
  ['gives what a form settled the schema’s own type', { type: 'string', anyOf: [{ type: 'integer' }, { type: 'string' }] }, '05', '5'],
  ['does not judge again what the form cleaned', { type: 'string', minLength: 5, anyOf: [{ format: 'text-field' }] }, ' <b>a</b> ', 'a'],
  ['leaves its properties’ own requirements where there is a list of them', { ...person, required: ['age'] }, { age: '7' }, { age: 7 }],
  ['makes text of a number where a format has no type', { format: 'uri' }, 2, 'http://2'],
  ['takes minus zero for zero', { type: 'integer', enum: [0] }, '-0', 0],
  [
    'compares whatever the order of members, the empty object as the empty list',
    { enum: [{ a: 1, b: [] }] },
    { b: {}, a: 1 },
    { b: {}, a: 1 },
  ],
  ['tells an object from a list of its members', { type: 'array', uniqueItems: true }, [{ a: 1 }, [['a', 1]]], [{ a: 1 }, [['a', 1]]]],
  ['takes both kinds of forms together', { anyOf: [{ type: 'integer' }], oneOf: [{ minimum: 3 }, { maximum: 2 }] }, '5', 5],
];

describe('judgeValue', () => {
  for (const [what, schema, value, code] of refusals) {
    it(`refuses ${what}: ${code}`, () => {
      for (const answer of [judgeValue(value, schema, 'x'), compileSchema(schema)(value, 'x')]) {
        expect(answer).to.be.instanceOf(ApiError).with.property('code', code);
      }
    });
  }

  for (const [what, schema, value, expected] of answers) {
    it(what, () => {
      expect(compileSchema(schema)(value, 'x')).to.deep.equal(expected);
    });
  }

  it('names the path of the wrong value, in both languages', () => {
    const answer = judgeValue([{ name: 'Ann' }, { name: 3 }], { type: 'array', items: person }, 'people');
    expect(answer).to.be.instanceOf(ApiError).with.property('text').that.deep.equals({
      en: '`people[1][name]` must be a string.',
      fr: '`people[1][name]` doit être une chaîne de caractères.',
    });
  });

  it('reports the only useful reason of anyOf, with its position', () => {
    const answer = judgeValue(1, { anyOf: [{ type: 'integer', minimum: 2 }, { type: 'null' }] }, 'x');
    expect(answer).to.be.instanceOf(ApiError).with.property('data').that.deep.equals({ position: 0 });
    expect(answer).to.have.property('message', '`x` does not have the allowed form. `x` must be at least 2.');
  });

  it('leaves a member named __proto__ out of the result', () => {
    const answer = judgeValue(JSON.parse('{"__proto__":{"admin":true},"name":"Ann"}'), { type: 'object' }, 'x');
    expect(Object.keys(answer as object)).to.deep.equal(['name']);
    expect(answer).to.not.have.property('admin');
  });

  it('decides alike with and without ajv, for random values', () => {
    const schemas = fc.constantFrom<Schema>(
      { type: 'integer', minimum: -3, maximum: 9, multipleOf: 3 },
      { type: ['integer', 'null', 'string'], minLength: 2, maximum: 5 },
      { type: 'array', items: { type: ['boolean', 'number'] }, uniqueItems: true, maxItems: 3 },
      { type: 'object', properties: { a: { type: 'array', items: person } }, additionalProperties: { type: 'integer' }, minProperties: 1 },
      { type: 'string', format: 'date-time' },
      { type: 'object', patternProperties: { '^a': { type: 'string', enum: ['1', 'b'] } }, maxProperties: 2 },
    );
    const outcome = (answer: unknown) => (answer instanceof ApiError ? answer.code : answer);
    fc.assert(
      fc.property(
        schemas,
        fc.oneof(fc.jsonValue(), fc.integer({ min: -9, max: 12 }), fc.constantFrom('1', 'true', 'a,b', '1,2,2')),
        (schema, value) => {
          expect(outcome(compileSchema(schema)(value, 'x'))).to.deep.equal(outcome(judgeValue(value, schema, 'x')));
        },
      ),
      { numRuns: runs(500), seed: 1 },
    );
  });
});
