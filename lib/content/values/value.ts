import { type ApiError, errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, compileStrictly, type ReadValue, readAs, type Schema } from '../../registry';

/** An arg that accepts any value unchanged. */
export const anything = { validate: () => true, sanitize: (value: unknown): unknown => value } as const;

/** Makes the `sanitize` of a value that `validate` converts. Only nulls and defaults reach this `sanitize`. */
const unread =
  <V>(none: V) =>
  (value: unknown): V =>
    value === null ? none : (value as V);

/**
 * Makes an arg whose validation also converts the value. `read` returns undefined to refuse the value, `none` is the result for null, and
 * `refuse` returns the text of the refusal.
 */
export const readOnce = <V>({
  read,
  none,
  refuse,
}: {
  read(sent: unknown, request: ArgRequest): V | undefined | Promise<V | undefined>;
  readonly none: V;
  readonly refuse: Text | ((request: ArgRequest) => Text);
}) => ({
  async validate(value: unknown, request: ArgRequest): Promise<ReadValue<V>> {
    const converted = await read(value, request);
    if (converted === undefined) throw errors.invalidValue(typeof refuse === 'function' ? refuse(request) : refuse);
    return readAs(converted);
  },
  sanitize: unread(none),
});

interface Rules {
  /** Converts the sent value before the schema check; by default unchanged. */
  read?(sent: unknown): unknown;
  /** The schema of the converted value. */
  readonly schema: Schema;
  /** The published schema of the sent value; by default `schema`. */
  readonly sent?: Schema;
  /** True if a text passes unchecked when it is longer than a pattern may read. */
  readonly anyLength?: true;
  /** The error for an invalid value, or the text of the error. */
  readonly refuse: Text | ((sent: unknown, name: string) => ApiError);
}

/** Rules of a value that the route handler gets in converted form. */
interface ReadingRules<V> extends Rules {
  read(sent: unknown): V | undefined;
  /** The result for null, which only bodies can contain. */
  readonly none: V;
}

interface Judged {
  validate(value: unknown, request: ArgRequest, name: string): true;
  readonly accepts: Schema;
}

interface JudgedAndRead<V> {
  validate(value: unknown, request: ArgRequest, name: string): ReadValue<V>;
  sanitize(value: unknown): V;
  readonly accepts: Schema;
}

/** Makes the arg keywords of a value with a schema and its own errors. Without `none`, the route handler gets the value as sent. */
export function judged<V>(rules: ReadingRules<V>): JudgedAndRead<V>;
export function judged(rules: Rules): Judged;
export function judged(rules: Rules | ReadingRules<unknown>): Judged | JudgedAndRead<unknown> {
  const { read = (value) => value, schema, sent = schema, anyLength = false, refuse } = rules;
  // Compiled at the first use, since few validators run soon after startup.
  let compiled: ReturnType<typeof compileStrictly> | undefined;
  const judge = (value: unknown, name: string): unknown => {
    compiled ??= compileStrictly(schema);
    const converted = read(value);
    const wrong = compiled.check(converted);
    if (wrong === undefined ? anyLength : wrong.length === 0) return converted;
    throw typeof refuse === 'function' ? refuse(value, name) : errors.invalidValue(refuse);
  };
  if ('none' in rules) return { validate: (value, _, name) => readAs(judge(value, name)), sanitize: unread(rules.none), accepts: sent };
  return {
    validate(value, _, name) {
      judge(value, name);
      return true;
    },
    accepts: sent,
  };
}

/** Makes a schema that accepts a value if any of the given schemas accepts the value. */
export const either = (...schemas: readonly Schema[]): Schema => ({
  anyOf: schemas.flatMap((schema) => (schema.anyOf && schema.title === undefined ? schema.anyOf : [schema])),
});

/** The schema of values that WordPress treats as empty if an arg declares no type. */
export const NOTHING: Schema = {
  anyOf: [
    { type: ['string', 'integer', 'boolean', 'null'], enum: ['', '0', 0, false, null] },
    { type: 'array', maxItems: 0 },
  ],
};

/** True for empty values other than texts. WordPress' validators accept such values, and its declared types refuse them. */
export const isEmptyOtherwise = (value: unknown): boolean => value === 0 || value === false || (Array.isArray(value) && value.length === 0);

/** True for a scalar that WordPress treats as empty. Null is excluded, since null has its own meaning in updates. */
export const isEmptyScalar = (value: unknown): boolean => value === '' || value === '0' || value === 0 || value === false;

/** True for undefined, null and values that WordPress treats as empty if an arg declares no type. */
export const isEmpty = (value: unknown): boolean => (value ?? null) === null || isEmptyScalar(value) || isEmptyOtherwise(value);
