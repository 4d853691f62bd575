import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import { type Connection, keyOf } from './connection';
import { linkedIds } from './links';
import type { Post } from './record';

/** A link whose targets keep a `count` of the public records that name them, and with `latest` also when the last of these is. */
export interface Counted<R extends Post> {
  /** The field that holds the targets' IDs, or one of `fields`, which may hold one ID or none; and their collection. */
  readonly field: (keyof R & string) | `fields.${string}`;
  readonly collection: string;
  /** The field of the targets that counts, `count` unless given. */
  readonly as?: `counts.${string}`;
  /** The date whose latest the targets keep as `until`, and the index of the records by target, status, password and that date. */
  readonly latest?: { readonly field: keyof R & string; readonly index: string };
}

/** Keeps the counts of a kind's links right, within the transactions that change its records. */
export interface Counting<R extends Post> {
  /** Touches every target that `recount` may change. */
  touch(before: R | undefined, after: R | undefined, session: ClientSession): void;
  /** Counts a change: one that stores a new record or adds to it before or after it is stored, any other one after. */
  recount(before: R | undefined, after: R | undefined, session: ClientSession): Promise<void>;
  /** The same for many new records: each target is changed once. */
  countAll(records: readonly R[], session: ClientSession): Promise<void>;
}

interface Target {
  readonly _id: number;
  readonly count: number;
  readonly revision: number;
  readonly until?: Date | null;
}

type Change = AnyBulkWriteOperation<Target>;

/** Makes the counting of the links of the records in `source`. */
export function createCounting<R extends Post>(
  connection: Connection,
  links: readonly Counted<R>[],
  source: () => Collection<R>,
): Counting<R> {
  const latestOf = async (id: number, { field, latest: date }: Counted<R>, session: ClientSession): Promise<Date | null> => {
    if (!date) return null;
    const query = { [field]: id, status: 'publish', password: '' } as object;
    const options = { session, hint: date.index, sort: { [date.field]: -1 }, projection: { [date.field]: 1 } } as const;
    const found = await source().findOne(query, options);
    return ((found as unknown as R | null)?.[date.field] as Date | undefined) ?? null;
  };
  const write = async (collection: string, changes: readonly Change[], session: ClientSession) => {
    if (changes.length > 0) await connection.collection<Target>(collection).bulkWrite([...changes], { session });
  };
  const touch = (records: readonly (R | undefined)[], session: ClientSession) => {
    const keys = links.flatMap(({ field, collection }) =>
      records.flatMap((record) => targetsOf(record, field).map((id) => keyOf(collection, id))),
    );
    connection.touch(keys, session);
  };

  return {
    touch: (before, after, session) => touch([before, after], session),
    async recount(before, after, session) {
      touch([before, after], session);
      for (const link of links) {
        const old = targetsOf(before, link.field);
        const now = targetsOf(after, link.field);
        const [was, is] = [before, after].map((record) => (link.latest && record ? Number(record[link.latest.field]) : 0)) as [
          number,
          number,
        ];
        const changes: Change[] = [];
        for (const _id of new Set([...old, ...now])) {
          const count = Number(now.includes(_id)) - Number(old.includes(_id));
          if (count === 0 && was === is) continue;
          // Something of the target always changes: two transactions that look for its latest at once must collide.
          const $inc: Record<string, number> = count === 0 ? { revision: 1 } : { [link.as ?? 'count']: count };
          // What is added, or moved to a later date, is the latest or it is not; after any other change it has to be looked for.
          const later = count > 0 || (count === 0 && is > was);
          const until =
            link.latest && (later ? { $max: { until: new Date(is) } } : { $set: { until: await latestOf(_id, link, session) } });
          changes.push({ updateOne: { filter: { _id }, update: { $inc, ...until } } });
        }
        await write(link.collection, changes, session);
      }
    },
    async countAll(records, session) {
      touch(records, session);
      for (const { field, collection, latest: date, as = 'count' } of links) {
        const changes = new Map<number, { count: number; until: number }>();
        for (const record of records) {
          const at = date ? Number(record[date.field]) : 0;
          for (const id of targetsOf(record, field)) {
            const { count, until } = changes.get(id) ?? { count: 0, until: at };
            changes.set(id, { count: count + 1, until: Math.max(until, at) });
          }
        }
        const updates = [...changes].map(([_id, { count, until }]) => ({
          updateOne: {
            filter: { _id },
            update: { $inc: { [as]: count } as Record<string, number>, ...(date && { $max: { until: new Date(until) } }) },
          },
        }));
        await write(collection, updates, session);
      }
    },
  };
}

/** Counts tell nothing of hidden or protected records. */
const targetsOf = (record: Post | undefined, field: string): readonly number[] =>
  record?.status === 'publish' && record.password === '' ? linkedIds(record, field) : [];
