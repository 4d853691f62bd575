import { Ajv2020 } from 'ajv/dist/2020';
import { expect } from 'chai';
import { acceptedSchema, type SchemaPosition } from '../../../lib/openapi/operation';
import type { Arg, Args, Schema } from '../../../lib/registry/args/arg';
import { patternOf } from '../../../lib/registry/args/pattern';
import { sentForms } from '../../../lib/registry/args/sent-forms';
import { describeNamespace } from '../../../lib/registry/describe';
import { CREATABLE, createRegistry, EDITABLE, READABLE } from '../../../lib/registry/registry';
import { described, id, NAMESPACE, READER, type User } from '../sample';
import { documentOf } from './document';

interface Body {
  readonly schema: Readonly<Record<string, unknown>> & { readonly properties: Readonly<Record<string, unknown>> };
  readonly encoding?: object;
}
interface Operation {
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
}

const description = described('arg');
const DAY: Schema = { title: 'DayText', type: 'string', pattern: '^[0-9]{8}$', description: described('day') };
const { patternText: inWords, ...FLAG } = sentForms({ type: 'boolean' });
const BOOLEAN = { ...FLAG, 'x-pattern-text': inWords?.en };
const handle = () => 'done';

const describedRoutes = (args: Args) => {
  const registry = createRegistry<User>();
  const list = { methods: READABLE, args, permission: 'public', handle } as const;
  registry.registerRoute(NAMESPACE, '/a', list, { methods: CREATABLE, args, permission: 'edit_events', handle });
  registry.registerRoute(NAMESPACE, '/a/{id}', { methods: EDITABLE, args: { id, ...args }, permission: 'edit_events', handle });
  const { paths, components } = documentOf(registry);
  const operation = (path: string, method: string) => (paths as Record<string, Record<string, Operation>>)[path]?.[method];
  return {
    registry,
    query: operation('/a', 'get')?.parameters ?? [],
    path: operation('/a/{id}', 'put')?.parameters ?? [],
    creation: operation('/a', 'post')?.requestBody?.content ?? {},
    update: operation('/a/{id}', 'patch')?.requestBody?.content ?? {},
    schemas: (components as { schemas: Record<string, unknown> }).schemas,
  };
};

const VALIDATED: Arg = { type: 'integer', validate: () => true, description };

const PRINTED: readonly (readonly [string, Arg, SchemaPosition, object])[] = [
  ['a boolean in a query', { type: 'boolean', description }, 'query', BOOLEAN],
  ['a boolean in JSON', { type: 'boolean', description }, 'json', BOOLEAN],
  ['an integer in a query', { type: 'integer', minimum: 1, description }, 'query', { type: 'integer', minimum: 1 }],
  ['bounds that no pattern tells, in JSON', { type: 'integer', maximum: 9, description }, 'json', { type: 'integer', maximum: 9 }],
  [
    'an enum of numbers in JSON',
    { type: 'integer', enum: [1, 2], description },
    'json',
    { type: ['integer', 'string'], enum: [1, 2, '1', '2'] },
  ],
  [
    'a list in a form',
    { type: 'array', items: { type: 'string' }, description },
    'form',
    { type: 'array', maxItems: 1000, items: { type: 'string' } },
  ],
  ['a format that is a hint', { type: 'string', format: 'uri', description }, 'json', { type: 'string' }],
  [
    'how large a number can be',
    { ...VALIDATED, accepts: { type: 'integer', format: 'int64' } },
    'query',
    { type: 'integer', format: 'int64' },
  ],
  ['a format that is judged', { type: 'string', format: 'email', description }, 'json', { type: 'string', format: 'email' }],
  ['what `validate` judges and nothing describes', VALIDATED, 'json', { type: 'integer' }],
  ['what `accepts` says', { ...VALIDATED, accepts: { type: ['string', 'null'] } }, 'json', { type: ['string', 'null'] }],
  [
    'a choice that may be null, in text',
    { type: ['string', 'null'], enum: ['a', 'b', null], description },
    'form',
    { type: 'string', enum: ['a', 'b'] },
  ],
  ['what `accepts` says, in text', { ...VALIDATED, accepts: { type: ['string', 'null'] } }, 'form', { type: 'string' }],
  [
    'lists before what stands for one, in text',
    { ...VALIDATED, accepts: { anyOf: [{ type: 'array', items: { type: ['integer', 'null'] } }, { type: 'integer' }, { type: 'null' }] } },
    'query',
    { type: 'array', maxItems: 1000, items: { type: 'integer' } },
  ],
];

describe('OpenAPI document: parameters and request bodies', () => {
  for (const [title, arg, place, schema] of PRINTED)
    it(`acceptedSchema: ${title}`, () => expect(acceptedSchema(arg, place, 'en')).to.deep.equal(schema));

  it('says which arg supplies the default of another', () => {
    const copy = { type: 'integer', description } as const;
    const name = {
      type: 'string',
      required: true,
      suppliedBy: { arg: 'copy', accepts: { type: ['integer', 'string'], minimum: 1, pattern: '[1-9]' } },
      description,
    } as const;
    const isValid = new Ajv2020({ allowUnionTypes: true, strict: false }).compile(
      describedRoutes({ copy, name }).creation['application/json']?.schema ?? {},
    );
    const bodies = [{ name: 'x' }, { copy: 3 }, { copy: '3' }, { name: 'x', copy: 0 }, {}, { copy: 0 }, { copy: '0' }, { copy: '' }];
    expect(bodies.filter((body) => isValid(body))).to.deep.equal(bodies.slice(0, 4));
  });

  const TEXTS: readonly (readonly [Schema, readonly string[], readonly string[]])[] = [
    [{ type: 'boolean' }, ['1', '0', 'true', 'FALSE', 'tRuE'], ['', 'yes', '2', 'truer', ' 1']],
    [{ type: 'integer' }, ['1', '-1', '+03', ' 2.0 ', '1e1'], ['', '1.5', 'a', '1a', '0x1']],
    [{ type: 'integer', minimum: 1 }, ['1', '01', '2.0'], ['0', '-1', '00']],
    [{ type: 'number', minimum: 0 }, ['0', '.5', '1.', '1e-2'], ['-1', '.', '']],
  ];
  for (const [schema, accepted, refused] of TEXTS)
    it(`acceptedSchema lists the texts that mean ${JSON.stringify(schema)}`, () => {
      const { pattern = '$^' } = sentForms(schema);
      expect([...accepted, ...refused].filter((text) => patternOf(pattern).test(text))).to.deep.equal(accepted);
    });

  it('accepts a list as comma-separated text and as an object with numeric keys', () => {
    const [array, text, map] = sentForms({ type: 'array', items: { type: 'integer' } }).anyOf ?? [];
    expect(array?.type).to.equal('array');
    expect(['1,2', ' 3', '', '4 5,', ','].filter((one) => patternOf(text?.pattern ?? '').test(one))).to.have.lengthOf(5);
    expect(['a', '1,a', '1.5'].filter((one) => patternOf(text?.pattern ?? '').test(one))).to.deep.equal([]);
    expect(map).to.include({ type: 'object', additionalProperties: false });
  });

  it('refers to a titled schema that is used several times', () => {
    const { query, creation, schemas } = describedRoutes({ day: { ...VALIDATED, accepts: DAY } });
    const $ref = '#/components/schemas/DayText';
    expect(schemas).to.have.property('DayText').that.deep.equals({ title: 'DayText', type: 'string', pattern: '^[0-9]{8}$' });
    expect(query.find(({ name }) => name === 'day')?.['schema']).to.include({ $ref });
    expect(creation['application/json']?.schema.properties['day']).to.deep.equal({ $ref, description: description.en });
  });

  it('describes patterns in words, in the language of the document', () => {
    const seat: Arg = { type: 'string', pattern: '^[A-H][1-6]$', patternText: { en: 'a seat', fr: 'une place' }, description };
    expect(acceptedSchema(seat, 'json', 'fr')).to.deep.equal({ type: 'string', pattern: '^[A-H][1-6]$', 'x-pattern-text': 'une place' });
    for (const [type, minimum] of [['boolean'], ['integer'], ['integer', 0], ['integer', 1], ['number'], ['number', 0]] as const) {
      const schema = acceptedSchema({ type, ...(minimum !== undefined && { minimum }), description }, 'json', 'fr');
      expect(schema, type).to.have.property('x-pattern-text').that.is.a('string');
    }
    // The `patternText` of the list itself changes nothing.
    const words = { en: 'any', fr: 'tout' };
    const list = sentForms({ type: 'array', patternText: words, items: { type: 'string', patternText: words } });
    expect(list).to.deep.equal(sentForms({ type: 'array', items: { type: 'string', patternText: words } }));
    expect(list.anyOf).to.have.lengthOf(3);
  });

  it('keeps the declared order of properties', () => {
    const text = { type: 'string', description } as const;
    const { creation } = describedRoutes({ b: text, description: text, a: text, default: text, title: text });
    expect(Object.keys(creation['application/json']?.schema.properties ?? {})).to.deep.equal(['b', 'description', 'a', 'default', 'title']);
  });

  it('lists are comma-separated in queries and forms', () => {
    const { query, path, creation } = describedRoutes({ tags: { type: 'array', items: { type: 'integer' }, description } });
    expect(query.find(({ name }) => name === 'tags')).to.include({ style: 'form', explode: false });
    expect(creation['application/x-www-form-urlencoded']?.encoding).to.deep.equal({ tags: { style: 'form', explode: false } });
    expect(creation['application/json']).not.to.have.property('encoding');
    expect(path.find(({ name }) => name === 'id')?.['schema']).to.deep.equal({ type: 'integer', minimum: 0 });
  });

  it('gives updates no defaults, and lets a null clear what is optional, unless accepts says otherwise', () => {
    const { update } = describedRoutes({
      note: { type: 'string', description },
      name: { type: 'string', accepts: { type: 'string' }, description },
      order: { type: 'string', enum: ['asc'], default: 'asc', description },
      title: { type: 'string', required: true, description },
    });
    expect(update['application/json']?.schema.properties).to.deep.equal({
      note: { type: ['string', 'null'], description: description.en },
      name: { type: 'string', description: description.en },
      order: { type: ['string', 'null'], enum: ['asc', null], description: description.en },
      title: { type: 'string', description: description.en },
    });
    expect(update['application/json']?.schema['required']).to.deep.equal(['title']);
    expect(update['multipart/form-data']?.schema.properties['note']).to.deep.equal({ type: 'string', description: description.en });
  });

  it('does not change the index', () => {
    const { registry } = describedRoutes({ day: { ...VALIDATED, accepts: DAY } });
    const [list] = describeNamespace(registry, NAMESPACE, READER).routes[`/${NAMESPACE}/a`]?.endpoints ?? [];
    expect(list?.args['day']).to.deep.equal({ type: 'integer', description: description.en, required: false });
  });

  it('checks accepts at start', () => {
    expect(() => describedRoutes({ day: { ...VALIDATED, accepts: { type: 'date' } as never } })).to.throw(
      'argument "day", in accepts: the keyword "type" is "date"',
    );
    expect(() => describedRoutes({ day: { ...VALIDATED, accepts: 'a date' as never } })).to.throw(
      'the keyword "accepts" is "a date": give it a schema',
    );
  });
});
