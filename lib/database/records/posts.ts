import type { ClientSession } from 'mongodb';
import { type Counted, createCounting } from '../counting';
import type { Connection } from '../driver/connection';
import type { Groups } from './groups';
import type { Link } from './links';
import type { Post } from './record';
import type { LinkedFrom, Relinked } from './relinking';
import { createStore, type Store } from './store';
import type { Draft, StoredType } from './store-types';

/** A post-like type as the database layer knows it. */
export interface StoredPostType<R extends Post> extends StoredType<R> {
  /** The links whose targets store counts of the public records that name them. */
  readonly counted: readonly Counted[];
}

export interface Posts<R extends Post>
  extends Pick<
      Store<R>,
      | 'collection'
      | 'byId'
      | 'bySlug'
      | 'byFormerSlug'
      | 'many'
      | 'preload'
      | 'page'
      | 'pageOrder'
      | 'count'
      | 'find'
      | 'findToShow'
      | 'shownOf'
    >,
    Groups {
  /** Stores a new record. Passes errors of the driver. */
  create(draft: Draft<R>, session: ClientSession): Promise<R>;
  /** Stores many new records; see `Store.insertGroups`. */
  createGroups(groups: readonly (readonly Draft<R>[])[], session: ClientSession): Promise<R[]>;
  /** Stores new records that do not link to each other, in few round trips. */
  createAll(drafts: readonly Draft<R>[], session: ClientSession): Promise<R[]>;
  /** Changes a record that was read in the same session. */
  update(current: R, changes: Partial<R>, session: ClientSession): Promise<R>;
  /** Replaces links in records and recomputes the counts. The edition of the records stays. */
  relink(link: Link, relinked: Relinked, session: ClientSession): Promise<void>;
  /** Deletes a record for good. */
  remove(current: R, at: Date, session: ClientSession): Promise<void>;
}

/** Creates the posts of a type. Post-like types and media share one sequence of IDs. */
export function createPosts<R extends Post>(connection: Connection, type: StoredPostType<R>, linkedFrom: LinkedFrom): Posts<R> {
  const store = createStore(connection, type, { sequence: 'posts', linkedFrom });

  const { lock, recount, countAll, recompute } = createCounting(connection, type.counted, store.collection);
  const { complete, insert, insertGroups, replace, relink, remove, ...reads } = store;
  return {
    ...reads,
    async create(draft, session) {
      lock(undefined, draft as unknown as R, session);
      const record = await complete(draft, session);
      // The counts may conflict with other transactions, so they come first: then little work is lost.
      await recount(undefined, record, session);
      await insert(record, session);
      return record;
    },
    createAll(drafts, session) {
      const groups = drafts.map((draft) => [draft]);
      // The counts come first, as above.
      return insertGroups(groups, session, (records) => countAll(records as readonly R[], session));
    },
    async createGroups(groups, session) {
      const records = await insertGroups(groups, session);
      await countAll(records, session);
      return records;
    },
    async update(current, changes, session) {
      lock(current, { ...current, ...changes }, session);
      const next = await replace(current, changes, session);
      await recount(current, next, session);
      return next;
    },
    async relink(link, relinked, session) {
      const languages = await relink(link, relinked, session);
      await recompute(link.field, [...relinked.from, relinked.to], languages, session);
    },
    async remove(current, at, session) {
      lock(current, undefined, session);
      await remove(current, at, session);
      await recount(current, undefined, session);
    },
  };
}
