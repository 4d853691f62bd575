import type { Capability } from '../access/roles';
import type { Kind } from '../errors';
import type { Text } from '../language';
import type { Taxonomy } from './taxonomy';

/** A term-like kind: a description that `registerTermLike` makes routes, storage and permissions of. */
export interface TermLike extends Kind, Taxonomy {
  readonly names: Text;
  /** The singular with its article, “a category”: French has to know the gender. */
  readonly one?: Text;
  /** What one must be allowed to do to create, change and delete terms. */
  readonly capability: Capability;
  /** Descriptions of the args. */
  readonly fields: { readonly name: Text; readonly description: Text; readonly slug: Text; readonly parent?: Text };
}
