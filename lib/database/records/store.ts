import type { ClientSession, Collection, Filter } from 'mongodb';
import type { Language } from '../../language';
import type { Connection } from '../driver/connection';
import { createFormerSlugs } from './former-slugs';
import { createGroups, type Groups } from './groups';
import type { Stored } from './record';
import { createRelink, type Relink } from './relinked-records';
import type { LinkedFrom } from './relinking';
import { createSlugs } from './slugs';
import { byFormerSlug, byId, bySlug, count, createLoader, find, findToShow, many, page, pageOrder, preload, shownOf } from './store-reads';
import type { CountedQuery, Draft, PageQuery, RecordPage, StoredType, StoreState } from './store-types';
import { complete, insert, insertGroups, join, part, remove, replace } from './store-writes';

/** Reads and writes of any content type. Writes need the session of a transaction (`Connection.transact`). */
export interface Store<R extends Stored> extends Groups {
  collection(): Collection<R>;
  byId(id: number, session?: ClientSession): Promise<R | undefined>;
  bySlug(language: Language, slug: string, session?: ClientSession): Promise<R | undefined>;
  /** The record that had a slug last and has another one now. */
  byFormerSlug(language: Language, slug: string): Promise<R | undefined>;
  /** The existing records of some IDs, by ID, in one query. Outside a transaction they come without texts for searches. */
  many(ids: Iterable<number>, session?: ClientSession): Promise<ReadonlyMap<number, R>>;
  /**
   * Reads records ahead, so that `many` returns them for the rest of a session. Use it only in transactions that change
   * none of them.
   */
  preload(ids: Iterable<number>, session: ClientSession): Promise<void>;
  /** A page of a list with the total, without texts for searches. */
  page(query: PageQuery<R>): Promise<RecordPage<R>>;
  /** The IDs and sort fields of a page. */
  pageOrder(query: PageQuery<R>): Promise<readonly { readonly _id: number }[]>;
  /** The total of a list. */
  count(query: CountedQuery<R>): Promise<number>;
  find(filter: Filter<R>, session?: ClientSession): Promise<R[]>;
  /** Finds records without their texts for searches. */
  findToShow(filter: Filter<R>): Promise<R[]>;
  /** The records of some IDs that pass a filter, without texts for searches. */
  shownOf(ids: readonly number[], filter: Filter<R>): Promise<R[]>;
  /** Completes a new record with an ID, a free slug and its keys. Throws 413 `rest_content_too_large`, as all writes do. */
  complete(draft: Draft<R>, session: ClientSession): Promise<R>;
  /** Stores a record that was completed in the same session. */
  insert(record: R, session: ClientSession): Promise<void>;
  /**
   * Stores many new records in few round trips. Each group holds translations of each other. `prepare` runs after the
   * slugs are known and before the records are stored.
   */
  insertGroups(
    groups: readonly (readonly Draft<R>[])[],
    session: ClientSession,
    prepare?: (records: readonly Omit<R, 'keys'>[]) => Promise<void>,
  ): Promise<R[]>;
  /** Writes changes to a record that was read in the same session. Its translations are told of a new slug or status. */
  replace(current: R, changes: Partial<R>, session: ClientSession): Promise<R>;
  readonly relink: Relink;
  /** Deletes a record for good. Records that link to it then link to a translation, or to nothing. */
  remove(current: R, at: Date, session: ClientSession): Promise<void>;
}

/** The parts that a store needs. */
interface StoreParts {
  /** The name of the sequence of its IDs. */
  readonly sequence: string;
  readonly linkedFrom: LinkedFrom;
}

/** Creates the store of a content type. */
export function createStore<R extends Stored>(connection: Connection, type: StoredType<R>, { sequence, linkedFrom }: StoreParts): Store<R> {
  const { plural } = type;
  const collection = () => connection.collection<R>(plural);
  const state: StoreState<R> = {
    ...{ connection, type, sequence, linkedFrom, collection },
    groups: createGroups(connection, plural),
    slugs: createSlugs(connection, plural),
    formerSlugs: createFormerSlugs(connection, plural),
    loader: createLoader(collection),
  };
  return {
    collection,
    byId: (id, session) => byId(state, id, session),
    bySlug: (language, slug, session) => bySlug(state, language, slug, session),
    byFormerSlug: (language, slug) => byFormerSlug(state, language, slug),
    many: (ids, session) => many(state, ids, session),
    preload: (ids, session) => preload(state, ids, session),
    page: (query) => page(state, query),
    pageOrder: (query) => pageOrder(state, query),
    count: (query) => count(state, query),
    find: (filter, session) => find(state, filter, session),
    findToShow: (filter) => findToShow(collection, filter),
    shownOf: (ids, filter) => shownOf(state, ids, filter),
    complete: (draft, session) => complete(state, draft, session),
    insert: (record, session) => insert(state, record, session),
    insertGroups: (groups, session, prepare) => insertGroups(state, groups, session, prepare),
    replace: (current, changes, session) => replace(state, current, changes, session),
    join: (record, original, session) => join(state, record, original, session),
    part: (record, session) => part(state, record, session),
    relink: createRelink(connection, plural),
    remove: (current, at, session) => remove(state, current, at, session),
  };
}
