import type { Text } from '../../language';

/** The names of a content type that a plugin declares. */
export interface NamedType {
  /** The singular in error codes and addresses: `ticket`. */
  readonly kind: string;
  /** The plural, which names routes, lists and the collection: `tickets`. */
  readonly plural: string;
  /** Singular and plural for sentences, without article. */
  readonly name: Text;
  readonly names: Text;
  /** The singular with its indefinite article, for summaries of operations: `{ en: 'a ticket', fr: 'un billet' }`. */
  readonly one?: Text;
}
