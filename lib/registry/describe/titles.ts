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

/** The titles of a namespace with their schemas, and the schemas that were checked. */
interface Titles {
  readonly known: Map<string, Schema>;
  readonly checked: Set<Schema>;
}

/**
 * Makes the function that registers the titles in answers of a namespace.
 * It throws an Error for a title that the document itself needs, and for one that two different schemas have.
 */
export const createTitles = (): ((namespace: string, answers: Schema) => void) => {
  const byNamespace = new Map<string, Titles>();

  const claim = (titles: Titles, schema: Schema): void => {
    const { known, checked } = titles;
    if (checked.has(schema)) return;
    checked.add(schema);
    const name = nameOf(schema);
    if (name !== undefined) {
      if ((DOCUMENT_SCHEMAS as readonly string[]).includes(name))
        throw new Error(`answers: the title "${name}" is that of errors: choose another.`);
      const before = known.get(name);
      if (before !== undefined && meaning(before) !== meaning(schema))
        throw new Error(`answers: the title "${name}" is that of another schema already: give each its own, or the same schema.`);
      known.set(name, before ?? schema);
    }
    for (const part of partsOf(schema)) claim(titles, part);
  };

  return (namespace, answers) => {
    const titles = byNamespace.get(namespace) ?? { known: new Map(), checked: new Set() };
    byNamespace.set(namespace, titles);
    claim(titles, answers);
  };
};
