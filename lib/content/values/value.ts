import { type ApiError, errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, compileStrictly, type ReadValue, readAs, type Schema } from '../../registry';

/** Any value, unchanged. */
export const anything = { validate: () => true, sanitize: (value: unknown): unknown => value } as const;

/** Makes the `sanitize` of a value that `validate` reads. It only gets nulls and defaults. */
const unread =
  <V>(none: V) =>
  (value: unknown): V =>
    value === null ? none : (value as V);

/**
 * Makes a value whose validation also converts it. `read` returns undefined to refuse it, `none` is the meaning of null, and `refuse` gives
 * the text of the refusal.
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
  /** Converts the sent value to what the schema describes; by default unchanged. */
  read?(sent: unknown): unknown;
  /** The schema of the converted value. */
  readonly schema: Schema;
  /** The published schema of the sent value; by default `schema`. */
  readonly sent?: Schema;
  /** True if a text passes unchecked when it is longer than a pattern may read. */
  readonly anyLength?: true;
  /** The refusal, or its text. */
  readonly refuse: Text | ((sent: unknown, name: string) => ApiError);
}

/** Rules of a value that the handler gets in its converted form. */
interface ReadingRules<V> extends Rules {
  read(sent: unknown): V | undefined;
  /** The meaning of null, which only bodies can contain. */
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

/**
 * Makes the arg keywords of a value that a schema describes. The refusal uses the value's own words, not those of ajv. Without `none` the
 * handler gets the value as it was sent.
 */
export function judged<V>(rules: ReadingRules<V>): JudgedAndRead<V>;
export function judged(rules: Rules): Judged;
export function judged(rules: Rules | ReadingRules<unknown>): Judged | JudgedAndRead<unknown> {
  const { read = (value) => value, schema, sent = schema, anyLength = false, refuse } = rules;
  // Compiled at the first use, since a starting service needs few.
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

/** Makes a schema that accepts what any of the schemas accepts. */
export const either = (...schemas: readonly Schema[]): Schema => ({
  anyOf: schemas.flatMap((schema) => (schema.anyOf && schema.title === undefined ? schema.anyOf : [schema])),
});

/** The schema of values that the CMS takes for empty if it declares no type. */
export const NOTHING: Schema = {
  anyOf: [
    { type: ['string', 'integer', 'boolean', 'null'], enum: ['', '0', 0, false, null] },
    { type: 'array', maxItems: 0 },
  ],
};

/** True for empty values that are no texts. The CMS' validators accept them, and its types refuse them. */
export const isEmptyOtherwise = (value: unknown): boolean => value === 0 || value === false || (Array.isArray(value) && value.length === 0);

/** True for a single value that the CMS takes for empty. Null is not included: it has its own meaning in updates. */
export const isEmptyScalar = (value: unknown): boolean => value === '' || value === '0' || value === 0 || value === false;

/** True for undefined, null and values that the CMS takes for empty if it declares no type. */
export const isEmpty = (value: unknown): boolean => (value ?? null) === null || isEmptyScalar(value) || isEmptyOtherwise(value);
