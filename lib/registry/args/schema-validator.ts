import { Ajv, type ErrorObject } from 'ajv';
import { errors } from '../../errors';
import type { Schema } from './arg';
import { coerce, isMultipleOf, REFUSED } from './coerce';
import { CLEANERS, FORMATS, TEXT_FORMATS } from './formats';
import { partsOf, toJsonSchema } from './json-schema';
import { judgeValue, uniqueItemsKeyword } from './judge';
import { judging, MOST_READ, patternOf } from './pattern';

/** A function that validates and coerces a value. Returns the value for the handler, or an ApiError with the reason. */
export type SchemaValidator = (value: unknown, name: string) => unknown;

const ajv = new Ajv({
  messages: false,
  code: { optimize: false, regExp: Object.assign((source: string) => patternOf(source), { code: 'patternOf' }) },
  strict: false,
  strictNumbers: true,
  // Formats that refuse no value are unknown to ajv.
  formats: FORMATS,
  logger: false,
  addUsedSchema: false,
  // `lib/registry/declarations` and specs have checked these schemas. The meta-schema of ajv takes longer to compile than
  // everything else.
  meta: false,
  validateSchema: false,
});
// Computed in decimal notation: ajv divides, so that 1 and 12.5 would be no multiples of 0.01.
ajv.removeKeyword('multipleOf').addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => isMultipleOf(value, step),
});
ajv.removeKeyword('uniqueItems').addKeyword(uniqueItemsKeyword);

/** The validators of ajv, by JSON Schema. Equal schemas share one, which the first value compiles. */
const functions = new Map<string, ReturnType<typeof ajv.compile>>();

const functionOf = (json: string): ReturnType<typeof ajv.compile> => {
  const validate = functions.get(json) ?? ajv.compile(JSON.parse(json));
  functions.set(json, validate);
  return validate;
};

const parts = (schema: Schema): Schema[] => [schema, ...partsOf(schema).flatMap(parts)];

const hasPatterns = (schema: Schema): boolean =>
  parts(schema).some(({ pattern, patternProperties }) => pattern !== undefined || patternProperties !== undefined);

/** True if ajv can validate by a schema. Only `judgeValue` chooses branches, cleans texts, and converts lists to objects. */
const isPlain = (schema: Schema): boolean =>
  parts(schema).every(({ type, format = '', oneOf, anyOf }) => {
    const isText = CLEANERS.has(format) || (type === undefined && TEXT_FORMATS.has(format));
    const isListOrObject = typeof type === 'object' && type.includes('object') && type.includes('array');
    return !oneOf && !anyOf && !isText && !isListOrObject;
  });

/** Compiles a checked schema. ajv judges the coerced value. If it refuses, the rules of WordPress decide. */
export const compileSchema = (schema: Schema): SchemaValidator => {
  const json = JSON.stringify(toJsonSchema(schema));
  const byRules: SchemaValidator = (value, name) => judgeValue(value, schema, name);
  const free: SchemaValidator = isPlain(schema)
    ? (value, name) => {
        const coerced = coerce(value, schema);
        return coerced !== REFUSED && functionOf(json)(coerced) ? coerced : byRules(value, name);
      }
    : byRules;
  if (!hasPatterns(schema)) return free;
  return (value, name) =>
    judging(
      () => free(value, name),
      () => errors.tooLongToMatch(name, MOST_READ),
    );
};

/** Compiles a schema without coercion. `check` returns ajv's errors; undefined if a pattern would read too much. */
export const compileStrictly = (schema: Schema): { readonly json: object; check(value: unknown): readonly ErrorObject[] | undefined } => {
  const json = toJsonSchema(schema);
  const validate = functionOf(JSON.stringify(json));
  return {
    json,
    check: (value) =>
      judging(
        () => (validate(value) ? [] : (validate.errors ?? [])),
        () => undefined,
      ),
  };
};

/** Splits a JSON pointer (RFC 6901) into keys: `/paths/~1events` gives `paths` and `/events`. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns the value at a path of keys inside `root`. Undefined if the path does not exist. */
export const valueBehind = (root: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => Reflect.get(Object(value), key), root);
