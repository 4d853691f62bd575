import type { ClientSession, Collection } from 'mongodb';
import type { Connection } from './connection';
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

/** Makes the counting of the links of the records in `source`. */
export function createCounting<R extends Post>(
  connection: Connection,
  links: readonly Counted<R>[],
  source: () => Collection<R>,
): Counting<R> {
  const latest = async (id: number, { field, latest: date }: Counted<R>, session: ClientSession): Promise<Date | null> => {
    if (!date) return null;
    const query = { [field]: id, status: 'publish', password: '' } as object;
    const options = { session, hint: date.index, sort: { [date.field]: -1 }, projection: { [date.field]: 1 } } as const;
    const found = await source().findOne(query, options);
    return ((found as unknown as R | null)?.[date.field] as Date | undefined) ?? null;
  };

  return {
    async recount(before, after, session) {
      for (const link of links) {
        const targets = connection.collection<Target>(link.collection);
        const old = targetsOf(before, link.field);
        const now = targetsOf(after, link.field);
        const moved = link.latest !== undefined && Number(before?.[link.latest.field]) !== Number(after?.[link.latest.field]);
        for (const _id of new Set([...old, ...now])) {
          const count = Number(now.includes(_id)) - Number(old.includes(_id));
          if (count === 0 && !moved) continue;
          // Something of the target always changes: two transactions that look for its latest at once must collide.
          const $inc: Record<string, number> = count === 0 ? { revision: 1 } : { [link.as ?? 'count']: count };
          await targets.updateOne(
            { _id },
            { $inc, ...(link.latest && { $set: { until: await latest(_id, link, session) } }) },
            { session },
          );
        }
      }
    },
    async countAll(records, session) {
      for (const { field, collection, latest: date, as = 'count' } of links) {
        const changes = new Map<number, { count: number; until: number }>();
        for (const record of records) {
          const at = date ? Number(record[date.field]) : 0;
          for (const id of targetsOf(record, field)) {
            const { count, until } = changes.get(id) ?? { count: 0, until: at };
            changes.set(id, { count: count + 1, until: Math.max(until, at) });
          }
        }
        if (changes.size === 0) continue;
        const updates = [...changes].map(([_id, { count, until }]) => ({
          updateOne: {
            filter: { _id },
            update: { $inc: { [as]: count } as Record<string, number>, ...(date && { $max: { until: new Date(until) } }) },
          },
        }));
        await connection.collection<Target>(collection).bulkWrite(updates, { session });
      }
    },
  };
}

/** Counts tell nothing of hidden or protected records (DIFFERENCES 32). */
const targetsOf = (record: Post | undefined, field: string): readonly number[] =>
  record?.status === 'publish' && record.password === '' ? linkedIds(record, field) : [];
