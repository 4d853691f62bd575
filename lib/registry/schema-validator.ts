import { Ajv, type AnySchemaObject } from 'ajv';
import type { Schema } from './args';
import { CLEANERS } from './clean';
import { coerce, REFUSED } from './coerce';
import { FORMATS, isJudged } from './formats';
import { toJsonSchema } from './json-schema';
import { areUnique, settle } from './settle';

/** Judges and coerces one value: answers what the handler gets, or an ApiError that says why not. */
export type SchemaValidator = (value: unknown, name: string) => unknown;

const ajv = new Ajv({
  messages: false,
  code: { optimize: false },
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowMatchingProperties: true,
  formats: FORMATS,
  addUsedSchema: false,
});
// The CMS' remainder, and its linear comparison: ajv's divides, and compares every item with every other.
ajv.removeKeyword('multipleOf').addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => value % step === 0,
});
ajv.removeKeyword('uniqueItems').addKeyword({
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (unique: boolean, items: unknown[]) => !unique || areUnique(items),
});

const parts = (schema: Schema): Schema[] => [
  schema,
  ...[schema.items, schema.additionalProperties].flatMap((part) => (typeof part === 'object' ? parts(part) : [])),
  ...[schema.properties, schema.patternProperties].flatMap((members) => Object.values(members ?? {}).flatMap(parts)),
  ...[schema.oneOf, schema.anyOf].flatMap((branches) => (branches ?? []).flatMap(parts)),
];

/**
 * Coercion alone cannot choose a branch, know what a cleaned text was, or judge a list as an object: there `settle` decides from the start.
 */
const isPlain = (schema: Schema): boolean =>
  parts(schema).every(({ type, format, oneOf, anyOf }) => {
    const isText = CLEANERS.has(format) || (type === undefined && isJudged(format));
    const isListOrObject = typeof type === 'object' && type.includes('object') && type.includes('array');
    return !oneOf && !anyOf && !isText && !isListOrObject;
  });

const known = new Map<string, SchemaValidator>();

/** Titles and formats that are no more than hints are unknown to ajv, which refuses what it does not know. */
const isHint = (keyword: string, value: unknown): boolean =>
  typeof value === 'string' && (keyword === 'title' || (keyword === 'format' && !isJudged(value)));

const withoutHints = (json: string): AnySchemaObject => JSON.parse(json, (keyword, value) => (isHint(keyword, value) ? undefined : value));

/**
 * Compiles a schema once: equal schemas share a validator, whatever their descriptions. A value is coerced and given to ajv; where that
 * does not settle it, the CMS' rules do, which also name the reason. The schema is checked at once and throws an Error where a keyword has an
 * impossible value; the function that ajv makes of it, which costs far more time and memory, is made when a value first needs it.
 */
export const compileSchema = (schema: Schema): SchemaValidator => {
  const key = JSON.stringify(toJsonSchema(schema));
  const shared = known.get(key);
  if (shared !== undefined) return shared;
  ajv.validateSchema(withoutHints(key), true);
  let check: ((value: unknown) => boolean) | undefined;
  const validator: SchemaValidator = isPlain(schema)
    ? (value, name) => {
        const coerced = coerce(value, schema);
        if (coerced === REFUSED) return settle(value, schema, name);
        check ??= ajv.compile(withoutHints(key));
        return check(coerced) ? coerced : settle(value, schema, name);
      }
    : (value, name) => settle(value, schema, name);
  known.set(key, validator);
  return validator;
};
