import type { ApiError } from '../../errors';
import { type ArgRequest, compileStrictly, type ReadValue, readAs, type Schema } from '../../registry';
import { unread } from './read-once';

/** Whatever is sent, as it was sent. */
export const anything = { validate: () => true, sanitize: (value: unknown): unknown => value } as const;

/** What makes a value of what is sent. */
interface Rules {
  /** Gives what was sent the form that the schema is about; as it is unless given. */
  read?(sent: unknown): unknown;
  /** What is held against what was read. */
  readonly schema: Schema;
  /** The forms in which it may be sent, as they are published; the schema itself unless given. */
  readonly sent?: Schema;
  /** Whether a text passes that is too long for the pattern of the schema to be read. */
  readonly anyLength?: true;
  /** Why what does not have the schema is refused. */
  refuse(sent: unknown, name: string): ApiError;
}

/** The same of what the handler gets as it was read. */
interface ReadingRules<V> extends Rules {
  read(sent: unknown): V | undefined;
  /** What a null means, which bodies alone can say, and which the CMS leaves to `sanitize`. */
  readonly none: V;
}

/** How an arg judges a value, and what it publishes of that. */
interface Judged {
  validate(value: unknown, request: ArgRequest, name: string): true;
  readonly accepts: Schema;
}

interface JudgedAndRead<V> extends Pick<Judged, 'accepts'> {
  validate(value: unknown, request: ArgRequest, name: string): ReadValue<V>;
  sanitize(value: unknown): V;
}

/** Makes a value that a schema tells whole: ajv judges, and what it refuses is told in the value's own words. */
export function judged<V>(rules: ReadingRules<V>): JudgedAndRead<V>;
export function judged(rules: Rules): Judged;
export function judged(rules: Rules | ReadingRules<unknown>): Judged | JudgedAndRead<unknown> {
  const { read = (value) => value, schema, sent = schema, anyLength, refuse } = rules;
  // Compiled when first needed: a service that starts needs few.
  let compiledSchema: ((value: unknown) => boolean) | undefined;
  const fits = (value: unknown): boolean => {
    compiledSchema ??= compiled(schema, anyLength);
    return compiledSchema(value);
  };
  if ('none' in rules)
    return {
      validate(value, _, name) {
        const meant = read(value);
        if (fits(meant)) return readAs(meant);
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
