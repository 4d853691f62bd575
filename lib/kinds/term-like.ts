import type { Capability } from '../access/roles';
import type { Kind } from '../errors';
import type { Text } from '../language';
import type { Args } from '../registry/args';
import type { KindField, OwnField } from './field';
import type { ListFilter } from './post-like';
import type { Taxonomy } from './taxonomy';

/** What is said of a term-like kind: routes, storage, permissions and pages are made of it. */
export interface TermDeclaration extends Kind, Omit<Taxonomy, 'namespace'> {
  readonly names: Text;
  /** The singular with its article, “a category”: French has to know the gender. */
  readonly one?: Text;
  /** What one must be allowed to do to create, change and delete terms. */
  readonly capability: Capability;
  readonly fields: Readonly<Record<'name' | 'description' | 'slug' | 'parent', OwnField>>;
}

/** A term-like kind, made once all kinds are known; frozen. */
export interface TermLike extends TermDeclaration, Taxonomy {
  /** What the schema of a term is called. */
  readonly title: string;
  readonly filters: readonly ListFilter[];
  /** The fields that clients send, by the names of their args. */
  readonly taken: ReadonlyMap<string, KindField>;
  readonly args: { readonly create: Args; readonly update: Args; readonly list: Args };
}
