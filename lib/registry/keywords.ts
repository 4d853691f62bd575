import { LANGUAGES } from '../language';
import type { Arg, Schema } from './args';
import { CLEANERS } from './clean';
import { FORMATS } from './formats';
import { areUnique } from './judge';
import { unknownKeyword, useOneOf } from './nearest';

/** What a keyword may be: `allowed` completes “give it …”. */
export interface Keyword {
  readonly allowed: string;
  is(value: unknown): boolean;
}

export const TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isSet = (value: unknown): boolean => Array.isArray(value) && areUnique(value);
const isListOf = (value: unknown, is: (item: unknown) => boolean): boolean => Array.isArray(value) && value.length > 0 && value.every(is);

const text: Keyword = { allowed: 'a text', is: isText };
const flag: Keyword = { allowed: 'true or false', is: (value) => typeof value === 'boolean' };
const number: Keyword = { allowed: 'a number', is: isNumber };
const count: Keyword = { allowed: 'a whole number, 0 or more', is: (value) => Number.isSafeInteger(value) && Number(value) >= 0 };
const schemas: Keyword = { allowed: 'an object with a schema for each name', is: isObject };
const branches: Keyword = { allowed: 'a list of schemas, one or more', is: (value) => isListOf(value, isObject) };
export const called: Keyword = { allowed: 'a function', is: (value) => typeof value === 'function' };

/** The keywords of a schema, and what each may be. */
export const SCHEMA_KEYWORDS = {
  type: { allowed: 'a type, or a list of types, no two alike', is: (value) => isText(value) || (isListOf(value, isText) && isSet(value)) },
  enum: { allowed: 'a list of values, one or more, no two alike', is: (value) => isListOf(value, () => true) && isSet(value) },
  format: text,
  title: text,
  items: { allowed: 'a schema', is: isObject },
  properties: schemas,
  additionalProperties: { allowed: 'true, false or a schema', is: (value) => flag.is(value) || isObject(value) },
  patternProperties: schemas,
  minProperties: count,
  maxProperties: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: flag,
  exclusiveMaximum: flag,
  multipleOf: { allowed: 'a number above 0', is: (value) => isNumber(value) && Number(value) > 0 },
  minLength: count,
  maxLength: count,
  pattern: text,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  oneOf: branches,
  anyOf: branches,
  required: {
    allowed: 'true, false or a list of names, no two alike',
    is: (value) => flag.is(value) || (isSet(value) && [value].flat().every(isText)),
  },
  description: {
    allowed: `a text in each of ${LANGUAGES.join(', ')}`,
    is: (value) => LANGUAGES.every((language) => isText(Object(value)[language]) && Object(value)[language].trim() !== ''),
  },
} as const satisfies Readonly<Record<keyof Schema, Keyword>>;

/** The keywords of an argument, and what each may be. */
export const ARG_KEYWORDS = {
  ...SCHEMA_KEYWORDS,
  default: { allowed: 'a value', is: () => true },
  validate: called,
  sanitize: called,
  accepts: { allowed: 'a schema', is: isObject },
  announced: flag,
} as const satisfies Readonly<Record<keyof Arg, Keyword>>;

/** The formats that inform, beside those that are judged or clean: of JSON Schema and of OpenAPI. */
const HINTS =
  'date time duration hostname idn-hostname idn-email ipv4 ipv6 uri-reference uri-template iri iri-reference json-pointer relative-json-pointer regex'
    .concat(' int32 int64 float double byte binary password')
    .split(' ');
const KNOWN_FORMATS: readonly string[] = [...new Set([...Object.keys(FORMATS), ...CLEANERS.keys()].map(String)), ...HINTS];

/** The keywords that bound the same from both sides. */
const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Says what keywords that are each right make impossible together. */
const wrongTogether = (schema: Schema): string | undefined => {
  const { format, exclusiveMinimum, exclusiveMaximum } = schema;
  if (format !== undefined && !KNOWN_FORMATS.includes(format))
    return `the format "${format}" is unknown: ${useOneOf(format, KNOWN_FORMATS)}`;
  for (const [low, high] of BOUNDS) {
    const [from, to] = [schema[low], schema[high]];
    if (from === undefined || to === undefined) continue;
    const isOpen = low === 'minimum' && (exclusiveMinimum === true || exclusiveMaximum === true);
    if (from > to || (isOpen && from === to)) return `nothing is within "${low}" ${from} and "${high}" ${to}: correct one of them.`;
  }
  return undefined;
};

/** Says what is wrong with the keywords of a declaration, each by itself; undefined where nothing is. */
export const wrongWord = (declared: object, keywords: Readonly<Record<string, Keyword>>): string | undefined => {
  for (const [name, value] of Object.entries(declared)) {
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
    if (keyword === undefined) return unknownKeyword(name, Object.keys(keywords));
    if (value !== undefined && !keyword.is(value)) return `the keyword "${name}" is ${spelt(value)}: give it ${keyword.allowed}.`;
  }
  return undefined;
};

/** Says what is wrong with the keywords of one schema, not with what is inside of it; undefined where nothing is. */
export const wrongKeyword = (schema: object, keywords: Readonly<Record<string, Keyword>>): string | undefined =>
  wrongWord(schema, keywords) ?? wrongTogether(schema);

const spelt = (value: unknown): string => {
  const json = typeof value === 'number' || typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? `a ${typeof value}`);
  return json.length > 60 ? `${json.slice(0, 59)}…` : json;
};
