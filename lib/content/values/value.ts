import type { ApiError } from '../../errors';
import { type ArgRequest, compileStrictly, type ReadValue, readAs, type Schema } from '../../registry';
import { unread } from './read-once';

/** Any value, unchanged. */
export const anything = { validate: () => true, sanitize: (value: unknown): unknown => value } as const;

/** Rules of a value: how it is read, which schema it must meet, and how it is refused. */
interface Rules {
  /** Converts the sent value to what the schema describes; by default unchanged. */
  read?(sent: unknown): unknown;
  /** The schema of the converted value. */
  readonly schema: Schema;
  /** The published schema of the sent value; by default `schema`. */
  readonly sent?: Schema;
  /** True if a text that is too long for the schema's pattern is accepted. */
  readonly anyLength?: true;
  /** Makes the refusal of a value. */
  refuse(sent: unknown, name: string): ApiError;
}

/** Rules of a value that the handler gets in its converted form. */
interface ReadingRules<V> extends Rules {
  read(sent: unknown): V | undefined;
  /** The meaning of null, which only bodies can contain. */
  readonly none: V;
}

/** The keywords of an arg whose value stays as it was sent. */
interface Judged {
  validate(value: unknown, request: ArgRequest, name: string): true;
  readonly accepts: Schema;
}

interface JudgedAndRead<V> extends Pick<Judged, 'accepts'> {
  validate(value: unknown, request: ArgRequest, name: string): ReadValue<V>;
  sanitize(value: unknown): V;
}

/** Makes the arg keywords of a value that a schema describes. The refusal uses the value's own words, not those of ajv. */
export function judged<V>(rules: ReadingRules<V>): JudgedAndRead<V>;
export function judged(rules: Rules): Judged;
export function judged(rules: Rules | ReadingRules<unknown>): Judged | JudgedAndRead<unknown> {
  const { read = (value) => value, schema, sent = schema, anyLength, refuse } = rules;
  // Compiled at the first use, since a starting service needs few.
  let compiledSchema: ((value: unknown) => boolean) | undefined;
  const fits = (value: unknown): boolean => {
    compiledSchema ??= compiled(schema, anyLength);
    return compiledSchema(value);
  };
  if ('none' in rules)
    return {
      validate(value, _, name) {
        const converted = read(value);
        if (fits(converted)) return readAs(converted);
        throw refuse(value, name);
      },
      sanitize: unread(rules.none),
      accepts: sent,
    };
  return {
    validate(value, _, name) {
      if (fits(read(value))) return true;
      throw refuse(value, name);
    },
    accepts: sent,
  };
}

const compiled = (schema: Schema, anyLength = false): ((value: unknown) => boolean) => {
  const { check } = compileStrictly(schema);
  return (value) => {
    const wrong = check(value);
    return wrong === undefined ? anyLength : wrong.length === 0;
  };
};

/** Makes a schema that accepts what any of the schemas accepts. */
export const either = (...schemas: readonly Schema[]): Schema => ({
  anyOf: schemas.flatMap((schema) => (schema.anyOf && schema.title === undefined ? schema.anyOf : [schema])),
});

/** True for empty values that are no texts. The CMS' validators accept them, and its types refuse them. */
export const isEmptyOtherwise = (value: unknown): boolean => value === 0 || value === false || (Array.isArray(value) && value.length === 0);

/** True for a single value that the CMS takes for empty. Null is not included: it has its own meaning in updates. */
export const isEmptyScalar = (value: unknown): boolean => value === '' || value === '0' || value === 0 || value === false;

/** True for values that the CMS takes for empty if it declares no type. */
export const isNothing = (value: unknown): boolean => isEmptyScalar(value) || isEmptyOtherwise(value);

/** True for the same values, null and undefined. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || isNothing(value);
