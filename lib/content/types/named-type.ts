import type { Text } from '../../language';

/** What a plugin calls a kind that it describes. */
export interface NamedType {
  /** The singular, as error codes and addresses have it: `ticket`. */
  readonly kind: string;
  /** The plural, as routes, lists and the collection are named: `tickets`. */
  readonly plural: string;
  /** Singular and plural in sentences, without article. */
  readonly name: Text;
  readonly names: Text;
  /** The singular with its indefinite article, for summaries of operations: `{ en: 'a ticket', fr: 'un billet' }`. */
  readonly one?: Text;
}
