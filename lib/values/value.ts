import type { ApiError } from '../errors';
import type { ArgRequest, Schema } from '../registry/args';
import { compileStrictly } from '../registry/schema-validator';

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

/** Makes a value that a schema tells whole: ajv judges, and what it refuses is told in the value's own words. */
export const judged = ({ read = (sent) => sent, schema, sent = schema, anyLength, refuse }: Rules) => {
  // Compiled when first needed: a service that starts needs few.
  let check: ReturnType<typeof compileStrictly>['check'] | undefined;
  return {
    validate(value: unknown, _request: ArgRequest, name: string): true {
      check ??= compileStrictly(schema).check;
      const wrong = check(read(value));
      if (wrong === undefined ? anyLength : wrong.length === 0) return true;
      throw refuse(value, name);
    },
    accepts: sent,
  } as const;
};
