import type { AnySchemaObject } from 'ajv';
import { explanationOf } from '../../errors';
import { LANGUAGES } from '../../language';
import type { Arg, Schema, Type } from '../args/arg';
import { CLEANERS, FORMATS, TEXT_FORMATS } from '../args/formats';
import { wrongPattern } from '../args/pattern';
import { METHODS, RESERVED_ARGS } from '../route';
import { contradictionIn } from './consistent-schema';
import { useOneOf } from './messages';

/**
 * A meta-schema, which is a JSON Schema of declarations with additional keywords.
 * `expects` completes “give it …” in messages. `fits` is a predicate for valid values.
 * `faultOfText` and `faultOfObject` are functions that return the fault of a value and a remedy as a sentence, else undefined.
 * `about` lists the types that a keyword of schemas is about.
 */
export type MetaSchema = AnySchemaObject;

export const metaText: MetaSchema = { type: 'string', expects: 'a text' };
export const metaFlag: MetaSchema = { type: 'boolean', expects: 'true or false' };
export const metaFunction: MetaSchema = { fits: (value: unknown) => typeof value === 'function', expects: 'a function' };
export const metaTexts: MetaSchema = {
  fits: (value: unknown) =>
    LANGUAGES.every((language) => {
      const text: unknown = Object(value)[language];
      return typeof text === 'string' && text.trim() !== '';
    }),
  expects: `a text in each of ${LANGUAGES.join(', ')}`,
};

/** Makes a meta-schema that applies `fitting` to values of a JSON type, and `other` to all other values. */
export const metaIfType = (type: string, fitting: MetaSchema, other: MetaSchema): MetaSchema => ({
  if: { type },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: fitting,
  else: other,
});
const either = (expects: string, ...anyOf: MetaSchema[]): MetaSchema => ({ anyOf, expects });

/** Additions to the messages about unknown keywords. */
interface OtherKeywords {
  /** Messages about some keywords that authors may expect, by keyword. */
  readonly needless?: Readonly<Record<string, string>>;
  /** Keywords of other declarations, which authors may mean. */
  readonly beside?: readonly string[];
}

/** Makes the meta-schema of an object that allows only the keywords in `properties`. */
export const metaObject = (
  expects: string,
  properties: Readonly<Record<string, MetaSchema>>,
  required: readonly string[] = [],
  { needless = {}, beside }: OtherKeywords = {},
): MetaSchema => ({
  type: 'object',
  properties,
  required,
  expects,
  faultOfObject(value: object) {
    const unknown = Object.keys(value).find((keyword) => !Object.hasOwn(properties, keyword));
    if (unknown === undefined) return undefined;
    if (Object.hasOwn(needless, unknown)) return needless[unknown];
    return `the keyword "${unknown}" is unknown: ${useOneOf(unknown, Object.keys(properties), beside)}`;
  },
});

const number: MetaSchema = { type: 'number', expects: 'a number' };
const count: MetaSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, expects: 'a whole number, 0 or more' };
const schema: MetaSchema = { $ref: 'schema' };
const schemas: MetaSchema = { type: 'object', additionalProperties: schema, expects: 'an object with a schema for each name' };
const branches: MetaSchema = { type: 'array', minItems: 1, items: schema, expects: 'a list of schemas, one or more' };

/** The formats of JSON Schema and OpenAPI that refuse no value. */
const HINTS = ['int64', 'float', 'double', 'binary', 'password'];
const KNOWN_FORMATS: readonly string[] = [...new Set([...Object.keys(FORMATS), ...CLEANERS.keys()]), ...HINTS];

const type: MetaSchema = { enum: ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] };

const NUMBERS: readonly Type[] = ['integer', 'number'];

const SCHEMA_KEYWORDS: Readonly<Record<keyof Schema, MetaSchema>> = {
  type: metaIfType('string', type, {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: type,
    expects: 'a type, or a list of types, no two alike',
  }),
  enum: { type: 'array', minItems: 1, uniqueItems: true, expects: 'a list of values, one or more, no two alike' },
  format: metaIfType('string', { enum: KNOWN_FORMATS }, metaText),
  title: metaText,
  items: { ...schema, about: ['array'] },
  properties: { ...schemas, about: ['object'] },
  additionalProperties: { ...metaIfType('object', schema, { ...metaFlag, expects: 'true, false or a schema' }), about: ['object'] },
  patternProperties: { ...schemas, propertyNames: { faultOfText: wrongPattern }, about: ['object'] },
  minProperties: { ...count, about: ['object'] },
  maxProperties: { ...count, about: ['object'] },
  minimum: { ...number, about: NUMBERS },
  maximum: { ...number, about: NUMBERS },
  exclusiveMinimum: { ...metaFlag, about: NUMBERS },
  exclusiveMaximum: { ...metaFlag, about: NUMBERS },
  multipleOf: { type: 'number', exclusiveMinimum: 0, expects: 'a number above 0', about: NUMBERS },
  minLength: { ...count, about: ['string'] },
  maxLength: { ...count, about: ['string'] },
  pattern: { ...metaText, faultOfText: wrongPattern, about: ['string'] },
  patternText: { ...metaTexts, about: ['string'] },
  minItems: { ...count, about: ['array'] },
  maxItems: { ...count, about: ['array'] },
  uniqueItems: { ...metaFlag, about: ['array'] },
  oneOf: branches,
  anyOf: branches,
  required: either('true, false or a list of names, no two alike', metaFlag, { type: 'array', uniqueItems: true, items: metaText }),
  description: metaTexts,
};

/** Returns the types that a keyword of a schema is about. The result is empty for a keyword about all types. */
const typesAbout = (keyword: string, { format = '', required }: Schema): readonly Type[] => {
  if (keyword === 'format' && format === 'int32') return NUMBERS;
  if (keyword === 'format') return TEXT_FORMATS.has(format) || CLEANERS.has(format) ? ['string'] : [];
  if (keyword === 'required') return typeof required === 'object' ? ['object'] : [];
  return Object.hasOwn(SCHEMA_KEYWORDS, keyword) ? (SCHEMA_KEYWORDS[keyword as keyof Schema]['about'] ?? []) : [];
};

/** Explains the first keyword that has no effect, since it is about other types than the schema. */
const idleKeyword = (schema: Schema): string | undefined => {
  const types = [schema.type ?? []].flat();
  for (const [keyword, value] of Object.entries(schema)) {
    const about = value === undefined || types.length === 0 ? [] : typesAbout(keyword, schema);
    if (about.length > 0 && !about.some((type) => types.includes(type)))
      return `the keyword "${keyword}" is for the type ${about.join(' or ')}, and the type is ${types.join(' or ')}: correct one of them.`;
  }
  return undefined;
};

const KEYWORDS: MetaSchema = {
  $id: 'keywords',
  properties: SCHEMA_KEYWORDS,
  faultOfObject: (schema: Schema) => idleKeyword(schema) ?? contradictionIn(schema),
};
/** The names of schema keywords. `KEYWORDS`, which is compiled once, checks the values. */
const NAMED = Object.fromEntries(Object.keys(SCHEMA_KEYWORDS).map((keyword) => [keyword, {}]));

const schemaWith = (expects: string, properties: Readonly<Record<string, MetaSchema>>, others?: OtherKeywords): MetaSchema => ({
  ...metaObject(expects, { ...NAMED, ...properties }, Object.hasOwn(properties, 'description') ? ['description'] : [], others),
  $ref: 'keywords',
});

const OF_ARGS: Readonly<Record<Exclude<keyof Arg, keyof Schema> | 'description', MetaSchema>> = {
  description: metaTexts,
  default: {},
  validate: metaFunction,
  sanitize: metaFunction,
  accepts: schema,
  announced: metaFlag,
  suppliedBy: metaObject('an object with the name of another arg, and what that accepts then', { arg: metaText, accepts: schema }, [
    'arg',
    'accepts',
  ]),
};

/** Makes the meta-schema of an arg that may have more keywords. */
export const argWith = (expects: string, properties: Readonly<Record<string, MetaSchema>>, others?: OtherKeywords): MetaSchema =>
  schemaWith(expects, { ...OF_ARGS, ...properties }, others);

const SCHEMA = { ...schemaWith("a schema, such as { type: 'string' }", {}), $id: 'schema' };

const ARGS: MetaSchema = {
  type: 'object',
  propertyNames: {
    allOf: [
      { not: { const: '__proto__' }, expects: 'it cannot have this name: choose another' },
      { not: { enum: RESERVED_ARGS }, expects: 'every route has an arg of this name: choose another name' },
    ],
  },
  additionalProperties: argWith('an arg, with a type and a description', {}),
  expects: 'an object with an arg for each name, {} where there is none',
};

const contentType = (example: string): MetaSchema => ({
  type: 'string',
  pattern: String.raw`^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$`,
  expects: `a content type such as "${example}"`,
});

const headersOf = (properties: Readonly<Record<string, MetaSchema>>): MetaSchema => ({
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9-]*$', expects: 'it cannot be sent under this name: use letters, digits and hyphens' },
  additionalProperties: schemaWith('a schema with a description', { description: metaTexts, ...properties }),
  expects: 'an object with a schema for each name',
});

const REFUSAL = metaIfType(
  'string',
  {
    faultOfText: (code: string) =>
      explanationOf(code) === undefined
        ? `the code "${code}" is not a code of the service: correct it, or give { code, status, description } for one of your own.`
        : undefined,
  },
  metaObject(
    'a code, or { code, status, description }',
    {
      code: { type: 'string', minLength: 1, expects: 'a text' },
      status: { type: 'integer', minimum: 400, maximum: 599, expects: 'one from 400 to 599' },
      description: metaTexts,
    },
    ['code', 'status', 'description'],
  ),
);

export const ENDPOINT = metaObject(
  'an endpoint, with methods, args, permission and handle',
  {
    methods: { enum: Object.keys(METHODS), expects: 'READABLE, CREATABLE, EDITABLE or DELETABLE' },
    args: ARGS,
    permission: either('"public", a capability or a function', metaFunction, { type: 'string', minLength: 1 }),
    summary: metaTexts,
    description: metaTexts,
    type: contentType('text/calendar; charset=utf-8'),
    alternatives: {
      type: 'array',
      items: either(
        'a content type such as "text/html", or { type, answers }',
        contentType('text/html'),
        metaObject('a content type and a schema', { type: contentType('application/geo+json'), answers: schema }, ['type', 'answers']),
      ),
      expects: 'a list of content types such as "text/html"',
    },
    cache: { type: 'boolean' },
    status: { type: 'integer', minimum: 200, maximum: 299, expects: 'one from 200 to 299' },
    answers: schema,
    headers: headersOf({}),
    requestHeaders: headersOf({ validate: metaFunction, accepts: schema }),
    replay: metaFunction,
    errors: { type: 'array', items: REFUSAL, expects: 'a list of codes' },
    handle: metaFunction,
  },
  ['methods', 'args', 'permission', 'handle'],
);

export const ROUTE = metaObject(
  'a path, or { path, load, otherwise, notFound }',
  { path: metaText, load: metaFunction, otherwise: metaFunction, notFound: metaFunction },
  ['path'],
);

/** The meta-schemas that others refer to by `$ref`. */
export const REFERENCES: readonly MetaSchema[] = [KEYWORDS, SCHEMA];
