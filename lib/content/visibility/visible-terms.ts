import { PROPOSED, type Term, type Terms } from '../../database';
import { type Language, servesAll } from '../../language';
import { ALL_VISIBLE, shownMembers, type Visibility, visibleLinks } from '../records';
import type { Services, Site, TermDeclaration, User } from '../types';

/*
 * A proposed term is a new term that somebody named in a record without the right to manage terms.
 * It stores its proposers in `proposedBy`. Only they and managers of terms see it; it is absent everywhere else:
 * lists, records, filters, facets, suggestions, searches, calendars, pages and the sitemap.
 * The mark goes for good as soon as a published record without a password has the term (see `recount`).
 * A manager also removes it by changing or translating the term, or by creating a term below it.
 */

type ManagedType = Pick<TermDeclaration, 'capability'>;

/** True if a user manages the terms of a type, and thus sees all of them. */
export const managesTerms = ({ capability }: ManagedType, user: User | undefined): boolean => user?.can(capability) ?? false;

/** True if a user may know a term: it is not proposed, he proposed it, or he manages terms. */
export const isVisibleTerm = (type: ManagedType, user: User | undefined, { proposedBy }: Pick<Term, 'proposedBy'>): boolean =>
  proposedBy === undefined || managesTerms(type, user) || (user !== undefined && proposedBy.includes(user.id));

export const termsVisibleTo = (
  { termLikes }: Pick<Services, 'termLikes'>,
  plural: string,
  user: User | undefined,
): Visibility<Pick<Term, 'proposedBy'> & Term> => ({
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

/** The clauses for a list of terms that a user may see. They list hidden terms by ID, since the indexes of lists lack `proposedBy`. */
export async function visibleTermConditions(
  { kinds }: Pick<Services, 'kinds'>,
  type: ManagedType & Pick<TermDeclaration, 'plural'>,
  user: User | undefined,
): Promise<readonly object[]> {
  if (managesTerms(type, user)) return [];
  const proposed = kinds
    .terms(type.plural)
    .collection()
    .find({ proposedBy: { $exists: true } }, { projection: { proposedBy: 1 }, hint: PROPOSED.name });
  const hidden = (await proposed.toArray()).filter((term) => !isVisibleTerm(type, user, term as Term));
  return hidden.length === 0 ? [] : [{ _id: { $nin: hidden.map(({ _id }) => _id) } }];
}

/** The users who propose a term once another one names it. Undefined if nothing changes. */
export const proposedAlsoBy = ({ proposedBy }: Pick<Term, 'proposedBy'>, { id }: User): readonly number[] | undefined =>
  proposedBy === undefined || proposedBy.includes(id) ? undefined : [...proposedBy, id];

/** Shows terms below a visible parent: a served translation of it, else the root. Needs one query, or none if all languages are served. */
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

/** Finds parents that have no served translation, for terms in these languages. */
export async function hiddenParents(
  terms: Pick<Terms, 'collection' | 'many'>,
  languages: readonly Language[],
  { served }: Pick<Site, 'served'>,
): Promise<number[]> {
  if (servesAll(served)) return [];
  const parents = await terms.collection().distinct('parent', { language: { $in: languages } });
  const { hidden } = await visibleLinks(terms, { ids: parents.filter((id) => id > 0) }, ALL_VISIBLE, served);
  return [...hidden];
}
