import { PROPOSED, type Term } from '../../database';
import type { Visibility } from '../records';
import type { Services, TermDeclaration, User } from '../types';

/*
 * Proposed terms are made by naming them in a record, by somebody who may not manage terms of their kind. A proposed term stores who has named it
 * (`proposedBy`) and is hidden from all others but those who manage terms: in lists, by ID and slug, in records, filters, facets, suggestions, searches,
 * calendars, pages and the sitemap. It loses the mark, for good, when a published record without a password names it: the count of that record takes
 * it away (`createCounting`). So does whoever manages terms by changing the term, by translating it, or by putting one below it.
 */

/** Who may manage the terms of a kind. */
type Managed = Pick<TermDeclaration, 'capability'>;

/** True for somebody who sees all terms of a kind. */
export const managesTerms = ({ capability }: Managed, user: User | undefined): boolean => user?.can(capability) ?? false;

/** True for a term that is no secret to a user. */
export const knowsTerm = (kind: Managed, user: User | undefined, { proposedBy }: Pick<Term, 'proposedBy'>): boolean =>
  proposedBy === undefined || managesTerms(kind, user) || (user !== undefined && proposedBy.includes(user.id));

/** The terms that a user is shown where records name them. */
export const termsVisibleTo = (
  { termLikes }: Pick<Services, 'termLikes'>,
  plural: string,
  user: User | undefined,
): Visibility<Pick<Term, 'proposedBy'> & Term> => ({
  told: () => true,
  seen: (term) => {
    const kind = termLikes.get(plural);
    return kind === undefined || knowsTerm(kind, user, term);
  },
});

/** A term if a user may know it; undefined else, as if there were none. */
export const isVisibleTerm = (kind: Managed, user: User | undefined, term: Term | undefined): Term | undefined =>
  term !== undefined && knowsTerm(kind, user, term) ? term : undefined;

/** The clause that terms meet which are hidden from nobody. */
export const NOT_PROPOSED = { proposedBy: { $exists: false } } as const;

/** The conditions that terms of a list meet for a user: those that are hidden from him are named, as the indexes of lists tell IDs alone. */
export async function visibleTermConditions(
  { kinds }: Pick<Services, 'kinds'>,
  kind: Managed & Pick<TermDeclaration, 'plural'>,
  user: User | undefined,
): Promise<readonly object[]> {
  if (managesTerms(kind, user)) return [];
  const proposed = kinds
    .terms(kind.plural)
    .collection()
    .find({ proposedBy: { $exists: true } }, { projection: { proposedBy: 1 }, hint: PROPOSED.name });
  const hidden = (await proposed.toArray()).filter((term) => !knowsTerm(kind, user, term as Term));
  return hidden.length === 0 ? [] : [{ _id: { $nin: hidden.map(({ _id }) => _id) } }];
}

/** The users who propose a term from now on, if one names it anew; undefined where nothing changes. */
export const proposedAlsoBy = ({ proposedBy }: Pick<Term, 'proposedBy'>, { id }: User): readonly number[] | undefined =>
  proposedBy === undefined || proposedBy.includes(id) ? undefined : [...proposedBy, id];

/** The update that removes the mark from a term. */
export const NO_LONGER_PROPOSED = { proposedBy: undefined as never };
