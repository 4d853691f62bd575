import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import { errors } from '../../errors';
import type { Schema } from './arg';
import { isMultipleOf } from './coerce';
import { FORMATS } from './formats';
import { partsOf, toJsonSchema } from './json-schema';
import { judgeValue, uniqueItemsKeyword } from './judge';
import { judging, MOST_READ, patternOf } from './pattern';

/** Judges and coerces a value. Answers the value for the handler, or an ApiError with the reason. */
export type SchemaValidator = (value: unknown, name: string) => unknown;

const hasPatterns = (schema: Schema): boolean =>
  schema.pattern !== undefined || schema.patternProperties !== undefined || partsOf(schema).some(hasPatterns);

/** Makes the validator of a checked schema, which decides by the CMS' rules. */
export const compileSchema = (schema: Schema): SchemaValidator => {
  if (!hasPatterns(schema)) return (value, name) => judgeValue(value, schema, name);
  return (value, name) =>
    judging(
      () => judgeValue(value, schema, name),
      () => errors.tooLongToMatch(name, MOST_READ),
    );
};

const ajv = new Ajv({
  messages: false,
  code: { optimize: false, regExp: Object.assign((source: string) => patternOf(source), { code: 'patternOf' }) },
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowMatchingProperties: true,
  formats: FORMATS,
  addUsedSchema: false,
  // The registry and specs have checked these schemas with a meta-schema of their own, since ajv's takes longer to compile than
  // everything else.
  meta: false,
  validateSchema: false,
});
// In decimals: ajv divides, so 1 and 12.5 would be no multiples of 0.01.
ajv.removeKeyword('multipleOf').addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => isMultipleOf(value, step),
});
ajv.removeKeyword('uniqueItems').addKeyword(uniqueItemsKeyword);

/** True for titles and formats that are only hints. ajv refuses keywords that it does not know. */
const isHint = (keyword: string, value: unknown): boolean =>
  typeof value === 'string' && (keyword === 'title' || (keyword === 'format' && !Object.hasOwn(FORMATS, value)));

const withoutHints = (json: string): AnySchemaObject => JSON.parse(json, (keyword, value) => (isHint(keyword, value) ? undefined : value));

/** The functions of ajv by the JSON of their schemas. They cost much time and memory, so each is made once, when first needed. */
const functions = new Map<string, ReturnType<typeof ajv.compile>>();

/**
 * Compiles a checked schema for judging JSON without coercion. `check` answers ajv's errors, which point into `json`.
 * `check` is undefined if a pattern would read more than `MOST_READ` characters.
 */
export const compileStrictly = (schema: Schema): { readonly json: object; check(value: unknown): readonly ErrorObject[] | undefined } => {
  const json = toJsonSchema(schema);
  const key = JSON.stringify(json);
  const validate = functions.get(key) ?? ajv.compile(withoutHints(key));
  functions.set(key, validate);
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

/** The value at the end of a path of keys. Undefined if there is none. */
export const valueBehind = (root: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => Reflect.get(Object(value), key), root);
