import type { Term } from '../../database';
import type { Arg, Enumerated, Unknown } from '../../registry';
import type { FieldKeywords, Fields, TermField, TermFields } from '../types';
import type { TermDescription } from './declared-term-like';
import type { CheckedField, StoredFields } from './plugin-post-like';

/** A term of a type with these fields. */
export type DeclaredTerm<F> = [keyof F] extends [never] ? Term : Omit<Term, 'fields'> & { readonly fields: StoredFields<F> };

/** Refuses keywords that fields of terms do not have, and defaults outside their `enum`, at compile time. */
export type CheckedTermField<A> = Unknown<A, Exclude<keyof Arg | keyof FieldKeywords, 'facet' | 'hidden'>> & Enumerated<A>;

/** A term-like type as plugins declare it. */
export interface PluginTermLike<F extends TermFields> extends Omit<TermDescription, 'check'> {
  readonly fields?: F & { readonly [N in keyof F]: CheckedTermField<F[N]> };
  /** Checks the values of the fields before they are stored, for example two that depend on each other. Throws `invalidParam`. */
  check?(fields: StoredFields<F>): void | Promise<void>;
}

/** The plurals of the calendar's term-like types. */
type CalendarTerms = 'categories' | 'tags';

/** The fields that can be added to a type. Its plural tells whether it is term-like. */
export type AddedTo<P extends string> = P extends CalendarTerms ? TermField : Fields[string];

/** Refuses wrong keywords of an added field at compile time. */
export type CheckedAddition<P extends string, A> = P extends CalendarTerms ? CheckedTermField<A> : CheckedField<A>;
