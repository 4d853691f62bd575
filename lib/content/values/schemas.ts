import type { Schema } from '../../registry';

/** Makes a schema that accepts what any of the schemas accepts. */
export const either = (...schemas: readonly Schema[]): Schema => ({
  anyOf: schemas.flatMap((schema) => (schema.anyOf && schema.title === undefined ? schema.anyOf : [schema])),
});
