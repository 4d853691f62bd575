import { expect } from 'chai';
import fc from 'fast-check';
import { compileSchema, compileStrictly } from '../../../lib/registry/args/schema-validator';
import { DeclarationError } from '../../../lib/registry/declarations/declaration';
import { createRegistry, READABLE } from '../../../lib/registry/registry';
import { runs } from '../../support/runs';
import { described, NAMESPACE, type User } from '../sample';

/** Registers an arg without type checks, as plain JavaScript can. */
const register = (own: object) => {
  const registry = createRegistry<User>();
  const endpoint = { methods: READABLE, args: {}, permission: 'public', handle: () => 'done', ...own };
  registry.forPlugin('one').registerRoute(NAMESPACE, '/events', endpoint as never);
};
const declare = (schema: object) => register({ args: { zip: { ...schema, description: described('zip') } } });

const COUNT = 'a whole number, 0 or more';
const impossible: readonly [object, string, string?][] = [
  [{ type: 5 }, 'the keyword "type" is 5: give it a type, or a list of types, no two alike.'],
  [{ type: [] }, 'the keyword "type" is []: give it a type, or a list of types, no two alike.'],
  [{ type: 'text' }, 'the keyword "type" is "text": use one of string, integer, number, boolean, array, object, null.'],
  [{ type: ['string', 'text'] }, 'it is "text": use one of string, integer, number, boolean, array, object, null.', ', in type.1'],
  [{ enum: 'a' }, 'the keyword "enum" is "a": give it a list of values, one or more, no two alike.'],
  [{ enum: [] }, 'the keyword "enum" is []: give it a list of values, one or more, no two alike.'],
  [{ enum: ['a', 'a'] }, 'the keyword "enum" is ["a","a"]: give it a list of values, one or more, no two alike.'],
  [{ format: 1 }, 'the keyword "format" is 1: give it a text.'],
  [{ title: {} }, 'the keyword "title" is {}: give it a text.'],
  [{ items: 5 }, 'the keyword "items" is 5: give it a schema, such as { type: \'string\' }.'],
  [{ items: [{ type: 'string' }] }, 'the keyword "items" is [{"type":"string"}]: give it a schema, such as { type: \'string\' }.'],
  [{ properties: 'a' }, 'the keyword "properties" is "a": give it an object with a schema for each name.'],
  [{ properties: { city: 'a' } }, 'it is "a": give it a schema, such as { type: \'string\' }.', ', in properties.city'],
  [{ patternProperties: null }, 'the keyword "patternProperties" is null: give it an object with a schema for each name.'],
  [{ patternProperties: { '(': {} } }, 'the pattern ( cannot be compiled: correct it (it is read with the u flag).'],
  [{ additionalProperties: 'no' }, 'the keyword "additionalProperties" is "no": give it true, false or a schema.'],
  [{ minimum: 'x' }, 'the keyword "minimum" is "x": give it a number.'],
  [{ maximum: Number.NaN }, 'the keyword "maximum" is NaN: give it a number.'],
  [{ exclusiveMinimum: 5 }, 'the keyword "exclusiveMinimum" is 5: give it true or false.'],
  [{ multipleOf: 0 }, 'the keyword "multipleOf" is 0: give it a number above 0.'],
  [{ maxLength: -1 }, `the keyword "maxLength" is -1: give it ${COUNT}.`],
  [{ minLength: '1' }, `the keyword "minLength" is "1": give it ${COUNT}.`],
  [{ minItems: 1.5 }, `the keyword "minItems" is 1.5: give it ${COUNT}.`],
  [{ minProperties: null }, `the keyword "minProperties" is null: give it ${COUNT}.`],
  [{ pattern: /a/ }, 'the keyword "pattern" is {}: give it a text.'],
  [{ pattern: 'a', patternText: 'an a' }, 'the keyword "patternText" is "an a": give it a text in each of en, fr.'],
  [{ uniqueItems: 'yes' }, 'the keyword "uniqueItems" is "yes": give it true or false.'],
  [{ anyOf: [] }, 'the keyword "anyOf" is []: give it a list of schemas, one or more.'],
  [{ oneOf: [5] }, "it is 5: give it a schema, such as { type: 'string' }.", ', in oneOf.0'],
  [{ required: 'yes' }, 'the keyword "required" is "yes": give it true, false or a list of names, no two alike.'],
  [{ validate: true }, 'the keyword "validate" is true: give it a function.'],
  [{ items: { maxItems: 'x' } }, `the keyword "maxItems" is "x": give it ${COUNT}.`, ', in items'],
  [
    { items: { properties: { zip: { anyOf: [{}, { items: { minimum: [] } }] } } } },
    'the keyword "minimum" is []: give it a number.',
    ', in items.properties.zip.anyOf.1.items',
  ],
  [{ items: { description: { en: 'A' } } }, 'the keyword "description" is {"en":"A"}: give it a text in each of en, fr.', ', in items'],
  [{ items: { pattern: '^(?<!a)b' } }, 'the pattern ^(?<!a)b has (?<!, which the engine lacks', ', in items'],
  [{ pattern: '(' }, 'the pattern ( cannot be compiled: correct it (it is read with the u flag).'],
  [{ accepts: { pattern: '(?=a)' } }, 'the pattern (?=a) has (?=, which the engine lacks', ', in accepts'],
];

const contradictory: readonly [object, string, string?][] = [
  [{ type: 'integer', minLength: 3 }, 'the keyword "minLength" is for the type string, and the type is integer: correct one of them.'],
  [{ type: 'string', minimum: 1 }, 'the keyword "minimum" is for the type integer or number, and the type is string: correct one of them.'],
  [{ type: 'string', items: {} }, 'the keyword "items" is for the type array, and the type is string: correct one of them.'],
  [
    { type: ['string', 'null'], properties: {} },
    'the keyword "properties" is for the type object, and the type is string or null: correct one of them.',
  ],
  [{ type: 'integer', format: 'email' }, 'the keyword "format" is for the type string, and the type is integer: correct one of them.'],
  [{ type: 'array', required: ['a'] }, 'the keyword "required" is for the type object, and the type is array: correct one of them.'],
  [{ minLength: 5, maxLength: 3 }, 'nothing is within "minLength" 5 and "maxLength" 3: correct one of them.'],
  [
    { type: 'number', minimum: 5, maximum: 5, exclusiveMaximum: true },
    'nothing is within "minimum" 5 and "maximum" 5: correct one of them.',
  ],
  [{ type: 'integer', enum: [1, 'a'] }, '"enum" has "a", which is not of the type integer: correct one of them.'],
  [
    { enum: [9], type: 'integer', maximum: 3 },
    '"enum" has 9, which the rest of the schema refuses (`value` must be at most 3): correct one of them.',
  ],
  [{ type: 'integer', enum: ['1', '2'] }, '"enum" has "1", which is not of the type integer: correct one of them.'],
  [{ type: ['integer', 'null'], enum: [1, Number.NaN] }, '"enum" has NaN, which is not of the type integer or null: correct one of them.'],
  [{ type: 'string', maxLenght: 3 }, 'the keyword "maxLenght" is unknown: did you mean "maxLength"? Use one of type'],
  [{ type: 'string', constructor: 1 }, 'the keyword "constructor" is unknown: use one of type'],
  [{ type: 'string', toString: 1 }, 'the keyword "toString" is unknown: use one of type'],
  [
    { type: 'object', required: ['b'], properties: { a: {} }, additionalProperties: false },
    '"required" names "b", which "additionalProperties" forbids: add it to "properties", or take it out.',
  ],
  [{ items: { type: 'integer', enum: ['a'] } }, '"enum" has "a", which', ', in items'],
];

const consistent: readonly object[] = [
  { type: ['string', 'integer'], minLength: 1, minimum: 3 },
  { minLength: 1, minimum: 3 },
  { type: 'integer', minimum: 5, maximum: 6, exclusiveMinimum: true },
  { type: 'number', minimum: 5, maximum: 6, exclusiveMinimum: true, exclusiveMaximum: true },
  { type: 'integer', minimum: 11, maximum: 20, multipleOf: 10 },
  { type: 'number', minimum: 0.1, maximum: 0.3, multipleOf: 0.1 },
  { type: 'integer', format: 'int32', enum: [1, 2] },
  { type: ['integer', 'string'], enum: [0, '0'] },
  { type: ['string', 'null'], enum: ['a', null] },
  { type: 'object', required: ['b'], patternProperties: { '^b$': {} }, additionalProperties: false, minProperties: 2 },
  { type: 'object', required: ['b'], properties: { a: {} } },
  { type: 'string', enum: ['a b', ' a'] },
  { type: 'string', format: 'uri', enum: ['geo:1,2'] },
  { type: 'integer', minLength: undefined },
  { type: ['number', 'string'], multipleOf: 5, minimum: 1, maximum: 4 },
  ...[
    { type: ['integer', 'string'], enum: ['1', 'auto'] },
    { type: ['boolean', 'string'], enum: ['1', '0', 'yes', 'no'] },
    { type: ['array', 'string'], enum: ['a,b'] },
    { type: 'number', enum: [1, 2.5] },
  ].flatMap((schema) => [schema, { type: 'string', accepts: schema }]),
];

describe('refused JSON Schema keywords', () => {
  for (const [schema, sentence, place = ''] of [...impossible, ...contradictory])
    it(`is refused in one sentence that names the place: ${JSON.stringify(schema)}`, () => {
      expect(() => declare(schema)).to.throw(DeclarationError, `Route cal/events/v1/events: argument "zip"${place}: ${sentence}`);
    });

  for (const schema of consistent) it(`is accepted: ${JSON.stringify(schema)}`, () => declare(schema));

  it('is refused in a variable of the path like elsewhere', () => {
    const add = () =>
      createRegistry<User>().registerRoute(NAMESPACE, '/events/{id}', {
        ...{ methods: READABLE, permission: 'public', handle: () => 'done' },
        args: { id: { type: 'integer', minimum: 'x', description: described('ID') } as never },
      });
    expect(add).to.throw('argument "id": the keyword "minimum" is "x": give it a number.');
  });

  it('is reported if JSON cannot write it', () => {
    const circle: unknown[] = [];
    circle.push(circle, 1n);
    expect(() => declare({ minimum: circle })).to.throw(DeclarationError, 'the keyword "minimum" is an object: give it a number.');
    expect(() => declare({ minimum: 1n })).to.throw(DeclarationError, 'the keyword "minimum" is 1: give it a number.');
  });

  it('is not an inherited member', () => {
    const inherited = Object.create({ helper: () => 1 }, { maxLength: { value: 3, enumerable: true } });
    expect(() => register({ args: { zip: Object.assign(inherited, { description: described('zip') }) } })).not.to.throw();
  });

  it('is shortened if it is long', () => {
    expect(() => declare({ minimum: 'x'.repeat(1000) })).to.throw(/the keyword "minimum" is "x{58}…: give it a number\.$/);
  });

  it('is refused in what an endpoint answers, with the place in it', () => {
    const wrong: readonly [unknown, string][] = [
      [null, 'the keyword "answers" is null: give it a schema'],
      ['object', 'the keyword "answers" is "object": give it a schema'],
      [{ typ: 'object' }, 'in answers: the keyword "typ" is unknown: did you mean "type"? Use one of type, enum'],
      [{ default: 1 }, 'in answers: the keyword "default" is unknown'],
      [
        { type: 'object', properties: { id: { minimum: 'x' } } },
        'in answers.properties.id: the keyword "minimum" is "x": give it a number.',
      ],
      [{ items: { properties: { zip: { pattern: '(' } } } }, 'in answers.items.properties.zip: the pattern ( cannot be compiled'],
      [
        { additionalProperties: { pattern: '^(?!a)' } },
        'in answers.additionalProperties: the pattern ^(?!a) has (?!, which the engine lacks',
      ],
      [{ patternProperties: { '^a': { enum: 'a' } } }, 'in answers.patternProperties.^a: the keyword "enum" is "a"'],
    ];
    for (const [answers, sentence] of wrong)
      expect(() => register({ answers }), JSON.stringify(answers)).to.throw(DeclarationError, `Route cal/events/v1/events: ${sentence}`);
  });

  const value = fc.oneof(
    fc.constantFrom(...['string', 'object', 'array', ['null', 'string'], [], {}, '', 'date-time', '^a', true]),
    fc.jsonValue(),
  );
  const shallow = fc.dictionary(
    fc.constantFrom(
      ...'type enum format title items properties additionalProperties patternProperties minProperties minimum exclusiveMinimum'.split(' '),
      ...'multipleOf minLength pattern patternText minItems uniqueItems oneOf anyOf required'.split(' '),
    ),
    fc.oneof(value, fc.record({ type: value, minimum: value }, { requiredKeys: [] }), fc.record({ a: fc.record({ items: value }) })),
    { maxKeys: 3 },
  );
  it('covers all faults that a validator would only find with the first value', () => {
    let taken = 0;
    fc.assert(
      fc.property(shallow, fc.jsonValue(), (schema, sent) => {
        try {
          declare(schema);
        } catch (error) {
          expect(error).to.be.instanceOf(DeclarationError);
          expect(error)
            .to.have.property('message')
            .that.matches(
              /: (?:give it|(?:did you mean "[a-z]+"\? U|u)se one of|correct (?:it|one of them)|add it|write it)\b(?: a schema, such as)?[^:]*(?:: 'string' })?\.$/,
            );
          return;
        }
        taken += 1;
        compileSchema(schema)(sent, 'zip');
        compileStrictly(schema).check(sent);
      }),
      { numRuns: runs(1000) },
    );
    expect(taken).to.be.above(20);
  });
});
