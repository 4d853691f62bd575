import type { IndexDescription } from 'mongodb';
import type { Capability } from '../../access';
import type { Term } from '../../database';
import type { ContentType } from '../../errors';
import type { Text } from '../../language';
import type { Args, CompiledArgs } from '../../registry';
import type { TermContext, View } from './context';
import type { OwnField, TypeField } from './field';
import type { ListFilter } from './post-like';

/** The names of a taxonomy in answers. */
export interface Taxonomy {
  readonly namespace: string;
  readonly plural: string;
  /** The name in the CMS: `tribe_events_cat`, `post_tag`. */
  readonly taxonomy: string;
  /** The folder of the terms' pages. */
  readonly segment: string;
  readonly hierarchical: boolean;
}

/** A declaration of a term-like type. Routes, storage, permissions and pages derive from it. */
export interface TermDeclaration extends ContentType, Omit<Taxonomy, 'namespace'> {
  readonly names: Text;
  /** The singular with its article, “a category”. French needs the gender. */
  readonly one?: Text;
  /** The capability to create, change and delete terms. */
  readonly capability: Capability;
  readonly fields: Readonly<Record<'name' | 'description' | 'slug' | 'parent', OwnField<Term, TermContext>>>;
  /** Checks the values of plugin fields before they are stored. Throws `rest_invalid_param`. */
  check?(fields: Readonly<Record<string, unknown>>, context: TermContext): void | Promise<void>;
}

/** A compiled field of terms. */
export type TermTypeField = TypeField<Term, TermContext>;

/** A compiled term-like type. It is frozen, and knows all fields that plugins added. */
export interface TermLike extends Omit<TermDeclaration, 'fields'>, Taxonomy {
  /** The title of the term schema. */
  readonly title: string;
  readonly filters: readonly ListFilter[];
  /** The indexes of its fields. The first one that a filter names serves the list. */
  readonly indexes: readonly IndexDescription[];
  /** The own fields, then those of plugins. */
  readonly fields: readonly TermTypeField[];
  /** The fields that clients can send, by arg. */
  readonly accepted: ReadonlyMap<string, TermTypeField>;
  /** The fields that plugins added. */
  readonly added: readonly TermTypeField[];
  /** Stored fields that translations share, and those that a new translation copies, which include them. */
  readonly shared: readonly string[];
  readonly inherited: readonly string[];
  readonly args: { readonly create: Args; readonly update: Args; readonly list: Args };
  /** Validators: of updates, and of plugin fields in a new term. */
  readonly checks: { readonly added: CompiledArgs; readonly update: CompiledArgs };
  /**
   * Returns the terms as lists show them. `isSideBySide` is true in a list of several languages: each term is then shown as in its own
   * language.
   */
  present(terms: readonly Term[], view: View, options?: { readonly isSideBySide: boolean }): Promise<Record<string, unknown>[]>;
}
