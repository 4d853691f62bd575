import type { ClientSession } from 'mongodb';
import type { Connection } from '../connection';
import type { Counted } from '../counting';
import { linkedIds } from '../links';
import { fieldAt } from '../paths';
import type { Post } from '../record';

/** A link whose targets are counted, and the collection of those that link. */
export interface CountedEnd extends Counted<Post> {
  readonly source: string;
}

/** How many public records name one, by the field that counts them, and when the last of them is. */
export interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  readonly last: Date | null;
}

/** Counts those that name records. */
export interface Tallying {
  /** Those that name one record, however many they are. */
  one(id: number, session?: ClientSession): Promise<Tally>;
  /** Those that name some records, a few of them at a time; who is named by none is not among them. */
  many(ids: readonly number[]): Promise<ReadonlyMap<number, Tally>>;
}

const OPEN = { status: 'publish', password: '' } as const;
const BATCH = 1000;

const later = (one: Date | null, other: unknown): Date | null =>
  other instanceof Date && Number(other) > Number(one ?? -1 / 0) ? other : one;

/** Makes what counts the records at the other ends of links to one kind. */
export function createTallying({ collection }: Pick<Connection, 'collection'>, ends: readonly CountedEnd[]): Tallying {
  return {
    async one(id, session) {
      const within = session ? { session } : {};
      const counts = new Map<string, number>();
      let last: Date | null = null;
      for (const { source, field, as = 'count', latest } of ends) {
        const query = { [field]: id, ...OPEN };
        counts.set(as, (counts.get(as) ?? 0) + (await collection<Post>(source).countDocuments(query, within)));
        if (latest === undefined) continue;
        const options = { ...within, sort: { [latest.field]: -1 }, projection: { [latest.field]: 1 } } as const;
        const found = await collection<Post>(source).findOne(query, options);
        if (found) last = later(last, fieldAt(found, latest.field));
      }
      return { counts, last };
    },
    async many(ids) {
      const tallies = new Map<number, { readonly counts: Map<string, number>; last: Date | null }>();
      const wanted = new Set(ids);
      for (const { source, field, as = 'count', latest } of ids.length === 0 ? [] : ends) {
        const projection = { _id: 0, [field]: 1, ...(latest && { [latest.field]: 1 }) };
        for await (const record of collection<Post>(source).find(
          { [field]: { $in: [...ids] }, ...OPEN },
          { projection, batchSize: BATCH },
        )) {
          for (const id of new Set(linkedIds(record as Post, field))) {
            if (!wanted.has(id)) continue;
            const tally = tallies.get(id) ?? { counts: new Map<string, number>(), last: null };
            tallies.set(id, tally);
            tally.counts.set(as, (tally.counts.get(as) ?? 0) + 1);
            if (latest) tally.last = later(tally.last, fieldAt(record, latest.field));
          }
        }
      }
      return tallies;
    },
  };
}
