import type { IndexDescription } from 'mongodb';
import type { Capability } from '../../access';
import type { Term } from '../../database';
import type { ContentType } from '../../errors';
import type { Text } from '../../language';
import type { Args, CompiledArgs } from '../../registry';
import type { TermContext, View } from './context';
import type { OwnField, TypeField } from './field';
import type { ListFilter } from './post-like';
import type { Taxonomy } from './taxonomy';

/** What is said of a term-like kind: routes, storage, permissions and pages are made of it. */
export interface TermDeclaration extends ContentType, Omit<Taxonomy, 'namespace'> {
  readonly names: Text;
  /** The singular with its article, “a category”: French has to know the gender. */
  readonly one?: Text;
  /** What one must be allowed to do to create, change and delete terms. */
  readonly capability: Capability;
  readonly fields: Readonly<Record<'name' | 'description' | 'slug' | 'parent', OwnField<Term, TermContext>>>;
  /** Judges what is about to be stored of a plugin's fields; throws `rest_invalid_param`. */
  check?(fields: Readonly<Record<string, unknown>>, context: TermContext): void | Promise<void>;
}

/** How a term-like kind treats a field. */
export type TermTypeField = TypeField<Term, TermContext>;

/** A term-like kind, made once all kinds and the fields that were added to them are known; frozen. */
export interface TermLike extends Omit<TermDeclaration, 'fields'>, Taxonomy {
  /** What the schema of a term is called. */
  readonly title: string;
  readonly filters: readonly ListFilter[];
  /** The indexes of its fields: the first of these that a filter asks for serves the list. */
  readonly indexes: readonly IndexDescription[];
  /** The kind's own fields, and behind these what plugins have added. */
  readonly fields: readonly TermTypeField[];
  /** The fields that clients send, by the names of their args. */
  readonly taken: ReadonlyMap<string, TermTypeField>;
  /** The fields that plugins have added. */
  readonly added: readonly TermTypeField[];
  /** The stored fields that translations have in common, and those that a new translation begins with: these and some more. */
  readonly shared: readonly string[];
  readonly inherited: readonly string[];
  readonly args: { readonly create: Args; readonly update: Args; readonly list: Args };
  /** What judges updates, and of what is sent for a new term that which plugins have added. */
  readonly checks: { readonly added: CompiledArgs; readonly update: CompiledArgs };
  /** Answers the terms as their own lists show them; where several languages stand side by side, each as it is in its own. */
  present(terms: readonly Term[], view: View, isSideBySide?: boolean): Promise<Record<string, unknown>[]>;
}
