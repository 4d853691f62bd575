import type { Schema } from '../args/arg';
import { toJsonSchema } from '../args/json-schema';
import { partsOf } from '../args/schema-parts';

/** The form of titles that the OpenAPI document can use as schema names. */
const NAME = /^[A-Za-z][\w.-]*$/;

/** The names of the OpenAPI document's own schemas. */
export const DOCUMENT_SCHEMAS = ['Error', 'ErrorData', 'Problem'] as const;

/** The name of a schema that the OpenAPI document writes once and refers to. Undefined if its title is no name. */
export const nameOf = ({ title }: { readonly title?: unknown }): string | undefined =>
  typeof title === 'string' && NAME.test(title) ? title : undefined;

/** A schema as text, without its descriptions. */
const meaning = (schema: Schema): string => JSON.stringify(toJsonSchema(schema));

/**
 * Makes the function that registers the titles in answers of a namespace.
 * It throws an Error for a title that the document itself needs, and for one that two different schemas have.
 */
export const createTitles = (): ((namespace: string, answers: Schema) => void) => {
  const byNamespace = new Map<string, Map<string, Schema>>();
  const seen = new WeakMap<Schema, string>();

  const claim = (known: Map<string, Schema>, schema: Schema, namespace: string): void => {
    if (seen.get(schema) === namespace) return;
    seen.set(schema, namespace);
    const name = nameOf(schema);
    if (name !== undefined) {
      if ((DOCUMENT_SCHEMAS as readonly string[]).includes(name))
        throw new Error(`answers: the title "${name}" is that of errors: choose another.`);
      const before = known.get(name);
      if (before !== undefined && meaning(before) !== meaning(schema))
        throw new Error(`answers: the title "${name}" is that of another schema already: give each its own, or the same schema.`);
      known.set(name, before ?? schema);
    }
    for (const part of partsOf(schema)) claim(known, part, namespace);
  };

  return (namespace, answers) => {
    const known = byNamespace.get(namespace) ?? new Map<string, Schema>();
    byNamespace.set(namespace, known);
    claim(known, answers, namespace);
  };
};
