import { type ApiError, errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, compileStrictly, type ReadValue, readAs, type Schema } from '../../registry';

/** An arg that accepts any value unchanged. */
export const anything = { validate: () => true, sanitize: (value: unknown): unknown => value } as const;

/**
 * Makes an arg whose validation also converts the value. `read` returns undefined to refuse the value, `none` is the result for null, and
 * `refuse` returns the text of the refusal.
 */
export const convertingArg = <V>({
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
  // Only nulls and defaults get here.
  sanitize: (value: unknown): V => (value === null ? none : (value as V)),
});

interface Rules {
  /** Converts the sent value for the schema check only; by default unchanged. */
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

/** Makes the arg keywords of a value with a schema and its own errors. The route handler gets the value as sent. */
export const checkedArg = ({ read = (value) => value, schema, sent = schema, anyLength, refuse }: Rules) => {
  // Compiled at the first use, since few validators run soon after startup.
  let compiled: ReturnType<typeof compileStrictly> | undefined;
  return {
    validate(value: unknown, _request: ArgRequest, name: string): true {
      compiled ??= compileStrictly(schema);
      const wrong = compiled.check(read(value));
      if (wrong === undefined ? anyLength === true : wrong.length === 0) return true;
      throw typeof refuse === 'function' ? refuse(value, name) : errors.invalidValue(refuse);
    },
    accepts: sent,
  };
};

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
export const isEmptyNonText = (value: unknown): boolean => value === 0 || value === false || (Array.isArray(value) && value.length === 0);

/** True for a scalar that WordPress treats as empty. Null is excluded, since null has its own meaning in updates. */
export const isEmptyScalar = (value: unknown): boolean => value === '' || value === '0' || value === 0 || value === false;

/** True for undefined, null and values that WordPress treats as empty if an arg declares no type. */
export const isEmpty = (value: unknown): boolean => (value ?? null) === null || isEmptyScalar(value) || isEmptyNonText(value);
