import { PROPOSED, type Term, type Terms } from '../../database';
import { type Language, servesAll } from '../../language';
import { ALL_VISIBLE, shownMembers, type Visibility } from '../records';
import type { Services, Site, TermDeclaration, User } from '../types';

/*
 * A proposed term is a new term that somebody named in a record without the right to manage terms.
 * It stores its proposers in `proposedBy`. Only they and managers of terms see it; it is absent everywhere else:
 * lists, records, filters, facets, suggestions, searches, calendars, pages and the sitemap.
 * The mark goes for good as soon as a published record without a password has the term (see `recount`).
 * A manager also removes it by changing or translating the term, or by creating a term below it.
 */

type ManagedType = Pick<TermDeclaration, 'capability'>;

export const managesTerms = ({ capability }: ManagedType, user: User | undefined): boolean => user?.can(capability) ?? false;

/** True if a term is not proposed, or the user proposed it or manages terms. */
export const isVisibleTerm = (type: ManagedType, user: User | undefined, { proposedBy }: Pick<Term, 'proposedBy'>): boolean =>
  proposedBy === undefined || managesTerms(type, user) || (user !== undefined && proposedBy.includes(user.id));

/** Makes the check for linked terms: a user sees all but terms that others proposed. */
export const termsVisibleTo = ({ termLikes }: Pick<Services, 'termLikes'>, plural: string, user: User | undefined): Visibility<Term> => ({
  siblingVisible: () => true,
  recordVisible: (term) => {
    const type = termLikes.get(plural);
    return type === undefined || isVisibleTerm(type, user, term);
  },
});

export const visibleTerm = (type: ManagedType, user: User | undefined, term: Term | undefined): Term | undefined =>
  term !== undefined && isVisibleTerm(type, user, term) ? term : undefined;

/** The clause for terms that everybody may see. */
export const NOT_PROPOSED = { proposedBy: { $exists: false } } as const;

/** Makes the clauses for terms that a user may see. Hidden terms are excluded by ID, since the indexes of lists lack `proposedBy`. */
export async function visibleTermConditions(
  { stores }: Pick<Services, 'stores'>,
  type: ManagedType & Pick<TermDeclaration, 'plural'>,
  user: User | undefined,
): Promise<readonly object[]> {
  if (managesTerms(type, user)) return [];
  const proposed = stores
    .terms(type.plural)
    .collection()
    .find({ proposedBy: { $exists: true } }, { projection: { proposedBy: 1 }, hint: PROPOSED.name });
  const hidden = (await proposed.toArray()).filter((term) => !isVisibleTerm(type, user, term as Term));
  return hidden.length === 0 ? [] : [{ _id: { $nin: hidden.map(({ _id }) => _id) } }];
}

/** Adds a user to those who proposed a term. Undefined if nothing changes. */
export const proposedAlsoBy = ({ proposedBy }: Pick<Term, 'proposedBy'>, { id }: User): readonly number[] | undefined =>
  proposedBy === undefined || proposedBy.includes(id) ? undefined : [...proposedBy, id];

/** Replaces each term's parent by its translation in a served language, or else by the root. Needs at most one query. */
export async function withVisibleParents(
  terms: Pick<Terms, 'many'>,
  list: readonly Term[],
  { served }: Pick<Site, 'served'>,
): Promise<readonly Term[]> {
  if (servesAll(served)) return list;
  const links = list.map(({ parent, language }) => ({ ids: parent > 0 ? [parent] : [], language }));
  const parents = await shownMembers(terms, links, ALL_VISIBLE, served);
  return list.map((term, index) => ({ ...term, parent: parents[index]?.[0]?._id ?? 0 }));
}

/** Finds the parents of terms in some languages. Returns IDs of parents without a translation in a served language. */
export async function hiddenParents(
  terms: Pick<Terms, 'collection' | 'many'>,
  languages: readonly Language[],
  { served }: Pick<Site, 'served'>,
): Promise<number[]> {
  if (servesAll(served)) return [];
  const parents = await terms.collection().distinct('parent', { language: { $in: languages } });
  const ids = parents.filter((id) => id > 0);
  const links = ids.map((id) => ({ ids: [id] }));
  const shown = await shownMembers(terms, links, ALL_VISIBLE, served);
  return ids.filter((_, index) => shown[index]?.length === 0);
}
