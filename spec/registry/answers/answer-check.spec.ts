import { expect } from 'chai';
import { compileAnswers } from '../../../lib/registry/answers/answer-check';
import type { Answers } from '../../../lib/registry/answers/reply';
import { reply } from '../../../lib/registry/answers/reply';
import { compiledDuring } from '../sample';

const id = { type: 'integer', required: true } as const;
const object = (properties: Answers['properties'], more: Answers = {}): Answers => ({
  type: 'object',
  properties: properties ?? {},
  ...more,
});
const event = object({ id, title: { type: 'string' }, at: { type: 'string', format: 'date-time' }, 'a b': { type: 'null' } });
const list = object({ events: { type: 'array', items: event, minItems: 1, required: true } });
const day = new Date('2030-01-02T03:04:05Z');

const fitting: readonly [string, Answers, unknown][] = [
  ['members that the schema does not name', event, { id: 1, more: () => 1, other: Number.NaN }],
  ['a date for what is text in the format date-time', list, { events: [{ id: 1, at: day }] }],
  ['members that are undefined where they are optional', event, { id: 1, title: undefined }],
  ['undefined members where nothing else is allowed', { ...event, additionalProperties: false }, { id: 1, other: undefined }],
  ['a thing whose toJSON answers what is declared', event, { toJSON: () => ({ id: 1 }) }],
  ['a reply with a body that fits', event, reply({ id: 1 }, { status: 201 })],
  ['a reply with a status that is not of success', event, reply({ error: true }, { status: 404 })],
  ['a reply that has no body', event, reply(undefined, { status: 204 })],
  ['null where that is one of the types', { type: ['integer', 'null'] }, null],
  ['anything where nothing is asked', {}, 'anything'],
  ['a value of an enum, whatever its type', { enum: [1, 'a', null] }, null],
  ['exclusive bounds as booleans', { type: 'number', minimum: 0, exclusiveMinimum: true }, 0.5],
];

const unfit: readonly [Answers, unknown, string][] = [
  [event, undefined, 'body must be of the type object, and is nothing'],
  [event, 'text', 'body must be of the type object, and is a string'],
  [event, [], 'body must be of the type object, and is a list'],
  [event, {}, 'body.id is required, and is missing'],
  [event, { id: undefined }, 'body.id is required, and is missing'],
  [event, { id: '1' }, 'body.id must be of the type integer, and is a string'],
  [event, { id: 1.5 }, 'body.id must be of the type integer, and is 1.5'],
  [event, { id: Number.NaN }, 'body.id must be of the type integer, and is NaN'],
  [event, { id: Number.NEGATIVE_INFINITY }, 'body.id must be of the type integer, and is -Infinity'],
  [event, { id: 1, toJSON: () => ({ id: 'secret' }) }, 'body.id must be of the type integer, and is a string'],
  [event, { id: 1n }, 'body.id must be of the type integer, and is a bigint'],
  [{ type: ['number', 'null'] }, Number.NaN, 'body must be of the type number or null, and is NaN'],
  [event, { id: 1, title: null }, 'body.title must be of the type string, and is null'],
  [event, { id: 1, title: day, at: 'now' }, 'body.at must be of the format date-time, and is a string'],
  [event, { id: 1, at: new Date(Number.NaN) }, 'body.at must be of the type string, and is null'],
  [event, { id: 1, 'a b': 1 }, 'body["a b"] must be of the type null, and is 1'],
  [list, { events: [{ id: 1 }, { id: true }] }, 'body.events[1].id must be of the type integer, and is a boolean'],
  [list, { events: [undefined] }, 'body.events[0] must be of the type object, and is null'],
  [list, { events: [] }, 'body.events must fit minItems 1, and is a list'],
  [list, reply({ events: 5 }), 'body.events must be of the type array, and is 5'],
  [{ ...event, additionalProperties: false }, { id: 1, 'x-y': 2 }, 'body["x-y"] is not declared, and additionalProperties is false'],
  [{ enum: ['a', 'b', null] }, 'c', 'body must be one of "a", "b", null, and is a string'],
  [{ type: 'number', maximum: 5, exclusiveMaximum: true }, 5, 'body must fit exclusiveMaximum 5, and is 5'],
  [{ type: 'string', pattern: '^[a-z/]+$' }, 'A', 'body must fit pattern ^[a-z/]+$, and is a string'],
  [object({ 'a/b~c%': { minLength: 2 } }), { 'a/b~c%': 'x' }, 'body["a/b~c%"] must fit minLength 2, and is a string'],
  [{ type: 'array', uniqueItems: true }, [1, 1], 'body must fit uniqueItems true, and is a list'],
  [{ anyOf: [{ type: 'null' }, event] }, { id: 'x' }, 'body.id must be of the type integer, and is a string'],
  [{ anyOf: [{ type: 'null' }, event] }, 5, 'body must be what one of its anyOf allows, and is 5'],
  [{ oneOf: [{ type: 'integer' }, { minimum: 3 }] }, 5, 'body must be what exactly one of its oneOf allows, and is 5'],
];

describe('answers checked against their schema', () => {
  for (const [what, answers, answer] of fitting) {
    it(`may have ${what}`, () => {
      expect(compileAnswers(answers)(answer)).to.equal(undefined);
    });
  }

  for (const [answers, answer, sentence] of unfit) {
    it(`is not of its schema: ${sentence}`, () => {
      expect(compileAnswers(answers)(answer)).to.equal(sentence);
    });
  }

  it('compiles the schema once, at the first answer', async () => {
    const checks: ReturnType<typeof compileAnswers>[] = [];
    const declare = () => checks.push(...Array.from({ length: 20 }, () => compileAnswers({ type: 'string', maxLength: 88_000 })));
    expect(await compiledDuring(declare)).to.equal(0);
    expect(await compiledDuring(() => expect(checks.map((check) => check('a'))).to.deep.equal(Array(20).fill(undefined)))).to.equal(1);
  });
});
