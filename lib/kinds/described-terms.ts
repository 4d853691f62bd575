import type { Capability } from '../access/roles';
import type { Text } from '../language';
import type { Services } from './services';
import type { TermDeclaration } from './term-like';
import { noParent, termName, termParent, termSlug, termText } from './terms/term-fields';

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
  readonly hierarchical?: boolean;
  /** What one must be allowed to do to create, change and delete terms; `manage_categories` unless given. */
  readonly capability?: Capability;
  /** What answers call the taxonomy, and the folder of the terms' own pages; the singular unless given. */
  readonly taxonomy?: string;
  readonly segment?: string;
}

/** Declares the term-like kind that a plugin describes. */
export const describedTerms = (
  services: Services,
  { hierarchical, capability = 'manage_categories', ...description }: TermDescription,
): TermDeclaration => {
  const { kind, plural, name, taxonomy = kind, segment = kind } = description;
  const parent = { en: `The ID of the parent ${name.en}`, fr: `L’identifiant du parent (${name.fr})` };
  return {
    ...description,
    taxonomy,
    segment,
    hierarchical: hierarchical === true,
    capability,
    fields: {
      name: termName({ en: `The ${name.en} name`, fr: `Le nom (${name.fr})` }),
      description: termText({ en: `The ${name.en} description`, fr: `La description (${name.fr})` }),
      slug: termSlug({ en: `The ${name.en} slug`, fr: `Le slug (${name.fr})` }),
      parent: hierarchical ? termParent(services, plural, parent) : noParent(name),
    },
  };
};
