import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import { errors } from '../../errors';
import type { Schema } from './arg';
import { CLEANERS } from './cleaners';
import { coerce, REFUSED } from './coerce';
import { FORMATS, isJudged } from './formats';
import { toJsonSchema } from './json-schema';
import { judgeValue, uniqueItemsKeyword } from './judge';
import { isMultipleOf } from './multiples';
import { judging, MOST_READ, patternOf } from './pattern';
import { partsOf } from './schema-parts';

/** Judges and coerces one value: answers what the handler gets, or an ApiError that says why not. */
export type SchemaValidator = (value: unknown, name: string) => unknown;

const ajv = new Ajv({
  messages: false,
  code: { optimize: false, regExp: Object.assign((source: string) => patternOf(source), { code: 'patternOf' }) },
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowMatchingProperties: true,
  formats: FORMATS,
  addUsedSchema: false,
  // The registry and specs have checked what comes here, by a meta-schema of our own; ajv's takes longer to compile than all that a request needs.
  meta: false,
  validateSchema: false,
});
// In decimals: ajv divides, and 1 and 12.5 would be no multiples of 0.01.
ajv.removeKeyword('multipleOf').addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => isMultipleOf(value, step),
});
ajv.removeKeyword('uniqueItems').addKeyword(uniqueItemsKeyword);

const parts = (schema: Schema): Schema[] => [schema, ...partsOf(schema).flatMap(parts)];

/**
 * Coercion alone cannot choose a branch, know what a cleaned text was, or judge a list as an object: there `judgeValue` decides from the start.
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
  typeof value === 'string' && (keyword === 'title' || (keyword === 'format' && !Object.hasOwn(FORMATS, value)));

const withoutHints = (json: string): AnySchemaObject => JSON.parse(json, (keyword, value) => (isHint(keyword, value) ? undefined : value));

const NONE: readonly ErrorObject[] = [];
const functions = new Map<string, (value: unknown) => readonly ErrorObject[]>();

/** The function that ajv makes of a schema, given as JSON; it costs far more time and memory than the rest, so it is made when first needed, once. */
const functionOf = (json: string): ((value: unknown) => readonly ErrorObject[]) => {
  const made = functions.get(json);
  if (made !== undefined) return made;
  const validate = ajv.compile(withoutHints(json));
  const judge = (value: unknown): readonly ErrorObject[] => (validate(value) ? NONE : (validate.errors ?? NONE));
  functions.set(json, judge);
  return judge;
};

const hasPatterns = (schema: Schema): boolean =>
  parts(schema).some(({ pattern, patternProperties }) => pattern !== undefined || patternProperties !== undefined);

/**
 * Compiles a schema, which must have been checked, by the registry or by specs, once: equal schemas share a validator, whatever their descriptions. A value is coerced and
 * given to ajv; where that does not settle it, the CMS' rules do, which also name the reason.
 */
export const compileSchema = (schema: Schema): SchemaValidator => {
  const key = JSON.stringify(toJsonSchema(schema));
  const shared = known.get(key);
  if (shared !== undefined) return shared;
  let judge: ReturnType<typeof functionOf> | undefined;
  const free: SchemaValidator = isPlain(schema)
    ? (value, name) => {
        const coerced = coerce(value, schema);
        if (coerced === REFUSED) return judgeValue(value, schema, name);
        judge ??= functionOf(key);
        return judge(coerced).length === 0 ? coerced : judgeValue(value, schema, name);
      }
    : (value, name) => judgeValue(value, schema, name);
  const validator: SchemaValidator = hasPatterns(schema)
    ? (value, name) =>
        judging(
          () => free(value, name),
          () => errors.tooLongToMatch(name, MOST_READ),
        )
    : free;
  known.set(key, validator);
  return validator;
};

/**
 * Makes of a schema, which must have been checked, what holds JSON against it without coercion: `check` answers ajv's errors, which point into
 * `json`; undefined where a pattern would have to read more than `MOST_READ` characters.
 */
export const compileStrictly = (schema: Schema): { readonly json: object; check(value: unknown): readonly ErrorObject[] | undefined } => {
  const json = toJsonSchema(schema);
  const judge = functionOf(JSON.stringify(json));
  return {
    json,
    check: (value) =>
      judging(
        () => judge(value),
        () => undefined,
      ),
  };
};
