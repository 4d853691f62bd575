import type { AnySchemaObject } from 'ajv';
import type { Arg, Schema } from '../args/arg';
import { CLEANERS, FORMATS } from '../args/formats';
import { METHODS } from '../route';

/** The meta parameters, which change the response of any route. Links to other pages of a list repeat them. */
export const META_PARAMS = ['_fields', '_envelope', '_jsonp', '_pretty'] as const;

/** The parameters that every route has in addition to the args. No arg can have such a name. */
export const RESERVED_ARGS: readonly string[] = ['ml_language', ...META_PARAMS, '_method', 'rest_route', '_wpnonce'];

/**
 * A meta-schema, which is a JSON Schema of declarations with additional keywords.
 * `expects` completes “give it …” in messages. `callable` requires a function, `translated` text in each language, `compiles` a valid
 * pattern, `consistent` no contradictions, `known` an error code of the service.
 * `closed` allows only the keywords in `properties`; `needless` has error messages for some other keywords.
 */
export type MetaSchema = AnySchemaObject;

export const metaText: MetaSchema = { type: 'string', expects: 'a text' };
export const metaFlag: MetaSchema = { type: 'boolean', expects: 'true or false' };
const number: MetaSchema = { type: 'number', expects: 'a number' };
const count: MetaSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, expects: 'a whole number, 0 or more' };
const schema: MetaSchema = { $ref: 'schema' };
const schemas: MetaSchema = { type: 'object', additionalProperties: schema, expects: 'an object with a schema for each name' };
const branches: MetaSchema = { type: 'array', minItems: 1, items: schema, expects: 'a list of schemas, one or more' };
export const translated: MetaSchema = { translated: true };
/** Makes a meta-schema that applies `fitting` to values of a JSON type, and `other` to all other values. */
export const ofType = (type: string, fitting: MetaSchema, other: MetaSchema): MetaSchema => ({
  if: { type },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: fitting,
  else: other,
});
const either = (expects: string, ...anyOf: MetaSchema[]): MetaSchema => ({ anyOf, expects });

export const called: MetaSchema = { callable: true, expects: 'a function' };

/** Makes the meta-schema of an object that allows only the keywords in `properties`. */
export const declared = (
  expects: string,
  properties: Readonly<Record<string, MetaSchema>>,
  required: readonly string[] = [],
  more: MetaSchema = {},
): MetaSchema => ({ type: 'object', closed: true, properties, required, expects, ...more });

/** The formats of JSON Schema and OpenAPI that refuse no value. */
const HINTS = ['int64', 'float', 'double', 'binary', 'password'];
const KNOWN_FORMATS: readonly string[] = [...new Set([...Object.keys(FORMATS), ...CLEANERS.keys()].map(String)), ...HINTS];

const type: MetaSchema = { enum: ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] };

const SCHEMA_KEYWORDS: Readonly<Record<keyof Schema, MetaSchema>> = {
  type: ofType('string', type, {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: type,
    expects: 'a type, or a list of types, no two alike',
  }),
  enum: { type: 'array', minItems: 1, uniqueItems: true, expects: 'a list of values, one or more, no two alike' },
  format: ofType('string', { enum: KNOWN_FORMATS }, metaText),
  title: metaText,
  items: schema,
  properties: schemas,
  additionalProperties: ofType('object', schema, { ...metaFlag, expects: 'true, false or a schema' }),
  patternProperties: { ...schemas, propertyNames: { compiles: true } },
  minProperties: count,
  maxProperties: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: metaFlag,
  exclusiveMaximum: metaFlag,
  multipleOf: { type: 'number', exclusiveMinimum: 0, expects: 'a number above 0' },
  minLength: count,
  maxLength: count,
  pattern: { ...metaText, compiles: true },
  patternText: translated,
  minItems: count,
  maxItems: count,
  uniqueItems: metaFlag,
  oneOf: branches,
  anyOf: branches,
  required: either('true, false or a list of names, no two alike', metaFlag, { type: 'array', uniqueItems: true, items: metaText }),
  description: translated,
};

const KEYWORDS: MetaSchema = { $id: 'keywords', properties: SCHEMA_KEYWORDS, consistent: true };
/** The names of schema keywords. `KEYWORDS`, which is compiled once, checks the values. */
const NAMED = Object.fromEntries(Object.keys(SCHEMA_KEYWORDS).map((keyword) => [keyword, {}]));

const schemaWith = (expects: string, properties: Readonly<Record<string, MetaSchema>>): MetaSchema =>
  declared(expects, { ...NAMED, ...properties }, Object.hasOwn(properties, 'description') ? ['description'] : [], { $ref: 'keywords' });

const OF_ARGS: Readonly<Record<Exclude<keyof Arg, keyof Schema> | 'description', MetaSchema>> = {
  description: translated,
  default: {},
  validate: called,
  sanitize: called,
  accepts: schema,
  announced: metaFlag,
  suppliedBy: declared('an object with the name of another arg, and what that accepts then', { arg: metaText, accepts: schema }, [
    'arg',
    'accepts',
  ]),
};

export const argWith = (expects: string, properties: Readonly<Record<string, MetaSchema>>): MetaSchema =>
  schemaWith(expects, { ...OF_ARGS, ...properties });

const SCHEMA = { ...schemaWith("a schema, such as { type: 'string' }", {}), $id: 'schema' };
const ARG = { ...argWith('an arg, with a type and a description', {}), $id: 'arg' };

const ARGS: MetaSchema = {
  type: 'object',
  propertyNames: { not: { const: '__proto__' }, expects: 'it cannot have this name: choose another' },
  additionalProperties: { $ref: 'arg' },
  expects: 'an object with an arg for each name, {} where there is none',
};

const contentType = (example: string): MetaSchema => ({
  type: 'string',
  pattern: String.raw`^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$`,
  expects: `a content type such as "${example}"`,
});

const HEADER = { ...schemaWith('a schema with a description', { description: translated }), $id: 'header' };

const REQUEST_HEADER = {
  ...schemaWith('a schema with a description', { description: translated, validate: called, accepts: schema }),
  $id: 'requestHeader',
};

const HEADERS: MetaSchema = {
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9-]*$', expects: 'it cannot be sent under this name: use letters, digits and hyphens' },
  additionalProperties: { $ref: 'header' },
  expects: 'an object with a schema for each name',
};

const REFUSAL: MetaSchema = {
  $id: 'refusal',
  ...ofType(
    'string',
    { known: true },
    declared(
      'a code, or { code, status, description }',
      {
        code: { type: 'string', minLength: 1, expects: 'a text' },
        status: { type: 'integer', minimum: 400, maximum: 599, expects: 'one from 400 to 599' },
        description: translated,
      },
      ['code', 'status', 'description'],
    ),
  ),
};

const ENDPOINT = declared(
  'an endpoint, with methods, args, permission and handle',
  {
    methods: { enum: Object.keys(METHODS), expects: 'READABLE, CREATABLE, EDITABLE or DELETABLE' },
    args: {
      ...ARGS,
      propertyNames: {
        allOf: [
          ARGS['propertyNames'],
          { not: { enum: RESERVED_ARGS }, expects: 'every route has an arg of this name: choose another name' },
        ],
      },
    },
    permission: either('"public", a capability or a function', called, { type: 'string', minLength: 1 }),
    summary: translated,
    description: translated,
    type: contentType('text/calendar; charset=utf-8'),
    alternatives: {
      type: 'array',
      items: either(
        'a content type such as "text/html", or { type, answers }',
        contentType('text/html'),
        declared('a content type and a schema', { type: contentType('application/geo+json'), answers: schema }, ['type', 'answers']),
      ),
      expects: 'a list of content types such as "text/html"',
    },
    cache: { type: 'boolean' },
    status: { type: 'integer', minimum: 200, maximum: 299, expects: 'one from 200 to 299' },
    answers: schema,
    headers: HEADERS,
    requestHeaders: { ...HEADERS, additionalProperties: { $ref: 'requestHeader' } },
    replay: called,
    errors: { type: 'array', items: { $ref: 'refusal' }, expects: 'a list of codes' },
    handle: called,
  },
  ['methods', 'args', 'permission', 'handle'],
  { $id: 'endpoint' },
);

const ROUTE = declared(
  'a path, or { path, load, otherwise, notFound }',
  { path: metaText, load: called, otherwise: called, notFound: called },
  ['path'],
  { $id: 'route' },
);

const EVERY_ROUTE = declared('an object with "args"', { args: ARGS }, [], { $id: 'everyRoute' });

export const META_SCHEMAS: readonly MetaSchema[] = [KEYWORDS, SCHEMA, ARG, HEADER, REQUEST_HEADER, REFUSAL, ENDPOINT, ROUTE, EVERY_ROUTE];
