import type { ClientSession, Filter } from 'mongodb';
import { canRead } from '../../access';
import { fieldAt, type Link, linkedIds, type Store, type Stored } from '../../database';
import { ALL_LANGUAGES, isServed, type Language } from '../../language';
import type { ArgRequest } from '../../registry';
import { type LinkedIds, ownedAs, shownMembers, type Visibility } from '../records';
import { ownedBy, type PostRecord, type Services, type Site, type User, type View } from '../types';
import { canReadUnprotected } from './visibility';
import { termsVisibleTo } from './visible-terms';

/** The stored fields that decide whether and in which language a user sees a record. */
export const VISIBILITY_FIELDS = ['slug', 'language', 'translations', 'status', 'author', 'password', 'trashed', 'proposedBy'] as const;

/** Makes the check for linked posts: a user sees those that the user may read, except in the trash. */
export const readableTo = (user: User | undefined, plural: string): Visibility<PostRecord> => ({
  siblingVisible: (sibling) => sibling.status !== 'trash' && canRead(user, plural, ownedAs(sibling)),
  recordVisible: (record) => record.status !== 'trash' && canRead(user, plural, ownedBy(record)),
});

/** Makes a stricter check than `readableTo`, which also hides posts with a password, unless the user may edit them. */
export const readableWithoutPassword = (user: User | undefined, plural: string): Visibility<PostRecord> => ({
  ...readableTo(user, plural),
  recordVisible: (record) => record.status !== 'trash' && canReadUnprotected(user, plural, record),
});

/** Makes the check for linked records of any type: posts or terms. */
export const visibleInLinks = (services: Pick<Services, 'termLikes'>, plural: string, user: User | undefined): Visibility<Stored> =>
  services.termLikes.has(plural) ? termsVisibleTo(services, plural, user) : readableTo(user, plural);

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

/**
 * Makes read functions for parts of records: the fields that decide who sees them, and those in `more`. Whole records would take several
 * times as long.
 */
export const partialReads = <R extends Stored = Stored>(
  { connection }: Pick<Services, 'connection'>,
  plural: string,
  ...more: readonly string[]
): Pick<Store<R>, 'many'> => ({
  async many(ids) {
    const requested = [...new Set(ids)];
    if (requested.length === 0) return new Map();
    const projection = Object.fromEntries([...VISIBILITY_FIELDS, ...more].map((field) => [field, 1]));
    const filter = { _id: { $in: requested } } as Filter<R>;
    // A batch size of one more than needed saves a request for the next batch.
    const options = { projection, batchSize: requested.length + 1 };
    const found = await connection.collection<R>(plural).find<R>(filter, options).toArray();
    return new Map(found.map((record) => [record._id, record]));
  },
});

/** Finds the visible translation and its name for each linked ID. IDs without one are left out, as are those of protected records. */
export async function shownNames(
  services: Services,
  plural: string,
  { ids, language }: Required<LinkedIds>,
  user: User | undefined,
): Promise<ReadonlyMap<number, ShownName>> {
  const links = ids.map((id) => ({ ids: [id], language }));
  const titled = services.postLikes.get(plural)?.titled ?? 'name';
  const visibility: Visibility<Stored> = services.termLikes.has(plural)
    ? termsVisibleTo(services, plural, user)
    : readableWithoutPassword(user, plural);
  const shown = await shownMembers(partialReads(services, plural, titled), links, visibility, services.site.served);
  const names = new Map<number, ShownName>();
  for (const [index, id] of ids.entries()) {
    const record = shown[index]?.[0];
    if (record) names.set(id, { id: record._id, name: String(fieldAt(record, titled)), language: record.language });
  }
  return names;
}

/**
 * Reads the IDs that a post links to, from its readable translation into a language, or else from the post itself. The post may be of any
 * of the linking types, since these types share their IDs.
 */
export async function idsLinkedBy(
  { stores }: Services,
  links: readonly Pick<Link, 'collection' | 'field'>[],
  id: number,
  { user, language }: Pick<View, 'user' | 'language'>,
): Promise<readonly number[]> {
  for (const { collection, field } of links) {
    const visibility = readableWithoutPassword(user, collection);
    const recordVisible = (one: PostRecord) => one._id === id || visibility.recordVisible(one);
    const posts = stores.posts<PostRecord>(collection);
    const [[post] = []] = await shownMembers<PostRecord>(posts, [{ ids: [id], language }], { ...visibility, recordVisible }, ALL_LANGUAGES);
    if (post) return linkedIds(post, field);
  }
  return [];
}

/** Makes the check that an ID names a record which the user may read with its protected parts. Hidden records count as unknown. */
export const visiblePost =
  (services: Services, types: readonly { readonly collection: string }[]) =>
  async (id: number, { user }: Pick<ArgRequest, 'user'>): Promise<boolean> => {
    for (const { collection } of types) {
      const record = servedRecord(await services.stores.posts<PostRecord>(collection).byId(id), services.site);
      if (record) return canReadUnprotected(user as User | undefined, collection, record);
    }
    return false;
  };
