import type { ClientSession, Filter } from 'mongodb';
import { canRead } from '../../access';
import { fieldAt, linkedIds, type Posts, PROPOSED, type Store, type Stored, type Term, type Terms } from '../../database';
import { ALL_LANGUAGES, isServed, type Language, servesAll } from '../../language';
import type { ArgRequest } from '../../registry';
import { ALL_VISIBLE, type LinkedIds, ownedAs, shownMembers, type Visibility, visibleLinks } from '../records';
import { ownedBy, type PostRecord, type Services, type Site, type TermDeclaration, type User, type View } from '../types';
import { canReadWhole } from './visibility';

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
  const { hidden } = await visibleLinks(terms, { ids: parents.filter((id) => id > 0) }, ALL_VISIBLE, served);
  return [...hidden];
}

/** The stored fields that decide whether and in which language a user sees a record. */
export const READERS = ['slug', 'language', 'translations', 'status', 'author', 'password', 'trashed', 'proposedBy'] as const;

/** Makes the check for linked posts: a user sees those that he may read, except in the trash. */
export const readableTo = (user: User | undefined, plural: string): Visibility<PostRecord> => ({
  siblingVisible: (sibling) => sibling.status !== 'trash' && canRead(user, plural, ownedAs(sibling)),
  recordVisible: (record) => record.status !== 'trash' && canRead(user, plural, ownedBy(record)),
});

/** Makes the check for linked posts that also hides protected posts. */
export const readableBy = (user: User | undefined, plural: string): Visibility<PostRecord> => ({
  ...readableTo(user, plural),
  recordVisible: (record) => record.status !== 'trash' && canReadWhole(user, plural, record),
});

/** Returns a record, or undefined if the site does not serve its language. */
export const servedRecord = <R extends Pick<Stored, 'language'>>(record: R | undefined, { served }: Pick<Site, 'served'>): R | undefined =>
  record !== undefined && isServed(record.language, served) ? record : undefined;

/** Reads records by ID, without those in languages that the site does not serve. */
export const servedRecords = async <R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  ids: Iterable<number>,
  { served }: Pick<Site, 'served'>,
  session?: ClientSession,
): Promise<ReadonlyMap<number, R>> =>
  new Map([...(await records.many(ids, session))].filter(([, { language }]) => isServed(language, served)));

/** The visible translation of a linked record: its ID, name and language. */
export interface ShownName {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
}

/** IDs of linked records, and the language of the reader. `whole` hides protected records. */
export interface NamedRecords extends Required<LinkedIds> {
  readonly whole?: boolean | undefined;
}

/** Makes a store that reads only the fields for visibility and those in `more`. Whole records would take several times as long. */
export const namesIn = <R extends Stored>(
  { collection }: Pick<Store<R>, 'collection'>,
  ...more: readonly string[]
): Pick<Store<R>, 'many'> => ({
  async many(ids) {
    const requested = [...new Set(ids)];
    if (requested.length === 0) return new Map();
    const projection = Object.fromEntries([...READERS, ...more].map((field) => [field, 1]));
    const filter: object = { _id: { $in: requested } };
    // A batch size of one more than needed saves a request for the next batch.
    const options = { projection, batchSize: requested.length + 1 };
    const found = await collection()
      .find<R>(filter as Filter<R>, options)
      .toArray();
    return new Map(found.map((record) => [record._id, record]));
  },
});

/** Finds the visible translation and its name for each linked ID. IDs without a visible record are left out. */
export async function shownNames(
  { stores, site: { served }, postLikes, termLikes }: Services,
  plural: string,
  { ids, language, whole }: NamedRecords,
  user: User | undefined,
): Promise<ReadonlyMap<number, ShownName>> {
  const links = ids.map((id) => ({ ids: [id], language }));
  const titled = postLikes.get(plural)?.titled ?? 'name';
  const visibility = (whole ? readableBy : readableTo)(user, plural);
  const shown = termLikes.has(plural)
    ? await shownMembers(namesIn(stores.terms(plural), titled), links, termsVisibleTo({ termLikes }, plural, user), served)
    : await shownMembers(namesIn(stores.posts<PostRecord>(plural), titled), links, visibility, served);
  const names = new Map<number, ShownName>();
  for (const [index, id] of ids.entries()) {
    const record = shown[index]?.[0];
    if (record) names.set(id, { id: record._id, name: String(fieldAt(record, titled)), language: record.language });
  }
  return names;
}

/** Finds the translation of a readable record in a list's language, or the record itself without a readable one. */
export async function postOfLanguage(
  posts: Pick<Posts<PostRecord>, 'many'>,
  plural: string,
  id: number,
  { user, language }: Pick<View, 'user' | 'language'>,
): Promise<PostRecord | undefined> {
  const visibility = readableBy(user, plural);
  const recordVisible = (one: PostRecord) => one._id === id || visibility.recordVisible(one);
  const [[record] = []] = await shownMembers<PostRecord>(posts, [{ ids: [id], language }], { ...visibility, recordVisible }, ALL_LANGUAGES);
  return record;
}

/** Reads the IDs of a record's terms. The record may be of any content type with such terms, since these types share their IDs. */
export async function assignedTermIds({ stores }: Services, plural: string, id: number, view: View): Promise<readonly number[]> {
  for (const { collection, field } of stores.linksTo(plural)) {
    const record = await postOfLanguage(stores.posts<PostRecord>(collection), collection, id, view);
    if (record) return linkedIds(record, field);
  }
  return [];
}

/** Makes the check that an ID names a record which the user may read with its protected parts. Hidden records count as unknown. */
export const visiblePost =
  (services: Services, types: readonly { readonly collection: string }[]) =>
  async (id: number, { user }: Pick<ArgRequest, 'user'>): Promise<boolean> => {
    for (const { collection } of types) {
      const record = servedRecord(await services.stores.posts<PostRecord>(collection).byId(id), services.site);
      if (record) return canReadWhole(user as User | undefined, collection, record);
    }
    return false;
  };
