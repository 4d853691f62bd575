import type { ApiError } from '../errors';
import type { ArgRequest, Schema } from '../registry/args';
import { compileStrictly } from '../registry/schema-validator';

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
  /** What passes besides where a record is updated. */
  readonly updates?: Schema;
  /** Whether a text passes that is too long for the pattern of the schema to be read. */
  readonly anyLength?: true;
  /** Why what does not have the schema is refused. */
  refuse(sent: unknown, name: string): ApiError;
}

/** How an arg judges a value, and what it publishes of that. */
interface Judged {
  validate(value: unknown, request: ArgRequest, name: string): true;
  readonly accepts: Schema;
}

/** Makes a value that a schema tells whole: ajv judges, and what it refuses is told in the value's own words. */
export function judged(rules: Rules & { readonly updates: Schema }): Judged & { readonly updates: Schema };
export function judged(rules: Rules): Judged;
export function judged({ read = (sent) => sent, schema, sent = schema, updates, anyLength, refuse }: Rules): Judged {
  // Compiled when first needed: a service that starts needs few.
  let fits: ((value: unknown) => boolean) | undefined;
  let fitsUpdates: typeof fits;
  return {
    validate(value, { record }, name) {
      fits ??= compiled(schema, anyLength);
      if (fits(read(value))) return true;
      if (updates !== undefined && record !== undefined) {
        fitsUpdates ??= compiled(updates);
        if (fitsUpdates(value)) return true;
      }
      throw refuse(value, name);
    },
    accepts: sent,
    ...(updates && { updates }),
  };
}

const compiled = (schema: Schema, anyLength = false): ((value: unknown) => boolean) => {
  const { check } = compileStrictly(schema);
  return (value) => {
    const wrong = check(value);
    return wrong === undefined ? anyLength : wrong.length === 0;
  };
};
