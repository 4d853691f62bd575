import type { Capability } from '../access/roles';
import type { Text } from '../language';
import type { TermLike } from './term-like';

/** What a plugin says of a term-like kind. */
export interface TermDescription {
  /** The singular, as error codes and addresses have it: `genre`. */
  readonly kind: string;
  /** The plural, as routes, lists and the collection are named: `genres`. */
  readonly plural: string;
  /** Singular and plural in sentences, without article. */
  readonly name: Text;
  readonly names: Text;
  /** The singular with its indefinite article, for summaries of operations: `{ en: 'a ticket', fr: 'un billet' }`. */
  readonly one?: Text;
  /** Whether terms have parents. */
  readonly hierarchical?: true;
  /** What one must be allowed to do to create, change and delete terms; `manage_categories` unless given. */
  readonly capability?: Capability;
  /** What answers call the taxonomy, and the folder of the terms' own pages; the singular unless given. */
  readonly taxonomy?: string;
  readonly segment?: string;
}

/** Makes the term-like kind that a plugin describes. */
export const describedTerms = (
  namespace: string,
  { kind, plural, name, names, one, hierarchical, capability = 'manage_categories', taxonomy = kind, segment = kind }: TermDescription,
): TermLike => ({
  namespace,
  kind,
  plural,
  name,
  names,
  ...(one && { one }),
  hierarchical: hierarchical === true,
  capability,
  taxonomy,
  segment,
  fields: {
    name: { en: `The ${name.en} name`, fr: `Le nom (${name.fr})` },
    description: { en: `The ${name.en} description`, fr: `La description (${name.fr})` },
    slug: { en: `The ${name.en} slug`, fr: `Le slug (${name.fr})` },
    ...(hierarchical && { parent: { en: `The ID of the parent ${name.en}`, fr: `L’identifiant du parent (${name.fr})` } }),
  },
});
