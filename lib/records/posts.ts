import type { ClientSession } from 'mongodb';
import type { Connection } from './connection';
import type { Post } from './record';
import { createStore, type Draft, type Store, type StoredKind } from './store';

/** A post-like kind as it is stored. */
export interface PostKind<R extends Post> extends StoredKind<R> {
  /** Links whose targets keep a `count` of the published, unprotected records that name them. */
  readonly counted: readonly { readonly field: keyof R & string; readonly collection: string }[];
}

export interface Posts<R extends Post> extends Pick<Store<R>, 'collection' | 'byId' | 'bySlug' | 'many' | 'page' | 'find'> {
  /** Stores a new record. Errors of the driver pass through. */
  create(draft: Draft<R>, session: ClientSession): Promise<R>;
  /** Changes a record that was read within the same session. */
  update(current: R, changes: Partial<R>, session: ClientSession): Promise<R>;
  /** Removes a record for good. */
  remove(current: R, session: ClientSession): Promise<void>;
}

/** Makes the posts of a kind: post-like kinds and media share one sequence of IDs. */
export function createPosts<R extends Post>(connection: Connection, kind: PostKind<R>): Posts<R> {
  const store = createStore(connection, kind, 'posts');

  const recount = async (before: R | undefined, after: R | undefined, session: ClientSession) => {
    for (const { field, collection } of kind.counted) {
      const old = targets(before, field);
      const now = targets(after, field);
      const gained = now.filter((id) => !old.includes(id));
      const lost = old.filter((id) => !now.includes(id));
      for (const [ids, step] of [[gained, 1] as const, [lost, -1] as const]) {
        if (ids.length === 0) continue;
        await connection.collection<{ _id: number; count: number }>(collection).updateMany({ _id: { $in: ids } }, { $inc: { count: step } }, { session });
      }
    }
  };

  const { insert, replace, remove, ...reads } = store;
  return {
    ...reads,
    async create(draft, session) {
      const record = await insert(draft, session);
      await recount(undefined, record, session);
      return record;
    },
    async update(current, changes, session) {
      const next = await replace(current, changes, session);
      await recount(current, next, session);
      return next;
    },
    async remove(current, session) {
      await remove(current, session);
      await recount(current, undefined, session);
    },
  };
}

/** Counts tell nothing of hidden or protected records (DIFFERENCES 32). */
function targets<R extends Post>(record: R | undefined, field: keyof R): number[] {
  if (record?.status !== 'publish' || record.password !== '') return [];
  return [...(record[field] as readonly number[])];
}
