import type { Term } from '../../database';
import type { Arg, Enumerated, Unknown } from '../../registry';
import type { FieldKeywords, Fields, TermField, TermFields } from '../types';
import type { TermDescription } from './declared-term-like';
import type { CheckedField, StoredFields } from './plugin-post-like';

/** A term of a kind with these fields. */
export type DeclaredTerm<F> = [keyof F] extends [never] ? Term : Omit<Term, 'fields'> & { readonly fields: StoredFields<F> };

/** Refuses unknown keywords, those that no field of terms has, and defaults that are not in their `enum`, at compile time. */
export type CheckedTermField<A> = Unknown<A, Exclude<keyof Arg | keyof FieldKeywords, 'facet' | 'hidden'>> & Enumerated<A>;

/** A term-like kind as a plugin declares it. */
export interface PluginTermLike<F extends TermFields> extends Omit<TermDescription, 'check'> {
  readonly fields?: F & { readonly [N in keyof F]: CheckedTermField<F[N]> };
  /** Judges what is about to be stored of the fields, e.g. where two depend on each other; throws `invalidParam`. */
  check?(fields: StoredFields<F>): void | Promise<void>;
}

/** The plurals of the calendar's term-like kinds. */
type CalendarTerms = 'categories' | 'tags';

/** What can be added to a kind, as far as its plural tells which sort it is of. */
export type AddedTo<P extends string> = P extends CalendarTerms ? TermField : Fields[string];

/** The same, with what is refused at compile time. */
export type CheckedAddition<P extends string, A> = P extends CalendarTerms ? CheckedTermField<A> : CheckedField<A>;
