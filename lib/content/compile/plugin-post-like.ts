import type { Arg, Enumerated, Unknown, Value } from '../../registry';
import type { FieldKeywords, Fields } from '../types';
import type { Description, TitledRecord } from './declared-post-like';

/** Null, if a field may be missing and has no other default. */
type OrNull<A> = A extends { readonly required: true }
  ? never
  : A extends { readonly default: infer D }
    ? D extends null
      ? null
      : never
    : null;

type StoredField<A> = A extends { readonly link: string }
  ? A extends { readonly many: true }
    ? readonly number[]
    : number | null
  : A extends { write: (...given: never[]) => infer W }
    ? Awaited<W> | OrNull<A>
    : Value<A> | OrNull<A>;

/** The type of a record's `fields`, derived from the declared fields. */
export type StoredFields<F> = { readonly [N in keyof F as F[N] extends { readonly stored: false } ? never : N]: StoredField<F[N]> };

/** A record of a type with these fields. */
export type DeclaredRecord<F> = Omit<TitledRecord, 'fields'> & { readonly fields: StoredFields<F> };

type Keyword<A> = A extends { readonly link: string }
  ? 'link' | 'many' | 'back' | 'required' | 'shared' | 'facet' | 'description'
  : keyof Arg | keyof FieldKeywords;

/** Refuses unknown keywords, and defaults outside their `enum`, at compile time. */
export type CheckedField<A> = Unknown<A, Keyword<A>> & Enumerated<A>;

/** A post-like type as plugins declare it. */
export interface PluginPostLike<F extends Fields> extends Omit<Description, 'check'> {
  readonly fields: F & { readonly [N in keyof F]: CheckedField<F[N]> };
  /** Checks the values of the fields before they are stored, for example two that depend on each other. Throws `invalidParam`. */
  check?(fields: StoredFields<F>): void | Promise<void>;
}
