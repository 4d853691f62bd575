import type { ClientSession } from 'mongodb';
import { type Connection, type Counted, countField, fieldAt, latestField, linkedIds, type Post } from '../../database';
import type { CheckedRecord } from './context';

/** A counted link with the collection that holds it. */
export interface CountedEnd extends Counted {
  readonly source: string;
}

/** The correct counts and latest dates of a record, by the field that stores them. */
export interface LinkCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly lasts: ReadonlyMap<string, Date>;
}

/** A record that others link to. */
type Target = Pick<CheckedRecord, '_id' | 'language'>;

/** The field of a target that counts linking records of a language. */
const countOf = ({ as }: CountedEnd, target: Target, language: string): string => as ?? countField(target, language);

/** Counts the public records that link to others. */
export interface LinkCounter {
  /** Counts for one target, with the indexes, however many link to it. */
  one(target: Target, session?: ClientSession): Promise<LinkCounts>;
  /** Counts for several targets with few links each. Targets without links are missing in the result. */
  many(targets: readonly Target[]): Promise<ReadonlyMap<number, LinkCounts>>;
}

const OPEN = { status: 'publish', password: '' } as const;
const BATCH = 1000;

const keepLater = (lasts: Map<string, Date>, field: string, moment: unknown): void => {
  if (moment instanceof Date && Number(moment) > Number(lasts.get(field) ?? -1 / 0)) lasts.set(field, moment);
};

/** Creates the counting of links to one type. */
export function createLinkCounter({ collection }: Pick<Connection, 'collection'>, ends: readonly CountedEnd[]): LinkCounter {
  return {
    async one(target, session) {
      const within = session ? { session } : {};
      const counts = new Map<string, number>();
      const lasts = new Map<string, Date>();
      for (const end of ends) {
        const { source, field, latest } = end;
        const named = { [field]: target._id, ...OPEN };
        for (const language of await collection<Post>(source).distinct('language', named, within)) {
          const as = countOf(end, target, language);
          counts.set(as, (counts.get(as) ?? 0) + (await collection<Post>(source).countDocuments({ ...named, language }, within)));
          if (latest === undefined) continue;
          const options = { ...within, sort: { [latest.field]: -1 }, projection: { [latest.field]: 1 } } as const;
          const found = await collection<Post>(source).findOne({ ...named, language } as object, options);
          if (found) keepLater(lasts, latestField(target, language), fieldAt(found, latest.field));
        }
      }
      return { counts, lasts };
    },
    async many(targets) {
      const tallies = new Map<number, { readonly counts: Map<string, number>; readonly lasts: Map<string, Date> }>();
      const targetsById = new Map(targets.map((target) => [target._id, target]));
      for (const end of targets.length === 0 ? [] : ends) {
        const { source, field, latest } = end;
        const projection = { _id: 0, language: 1, [field]: 1, ...(latest && { [latest.field]: 1 }) };
        const naming = { [field]: { $in: [...targetsById.keys()] }, ...OPEN };
        for await (const record of collection<Post>(source).find(naming, { projection, batchSize: BATCH })) {
          for (const id of new Set(linkedIds(record as Post, field))) {
            const target = targetsById.get(id);
            if (target === undefined) continue;
            const tally = tallies.get(id) ?? { counts: new Map<string, number>(), lasts: new Map<string, Date>() };
            tallies.set(id, tally);
            const as = countOf(end, target, record.language);
            tally.counts.set(as, (tally.counts.get(as) ?? 0) + 1);
            if (latest) keepLater(tally.lasts, latestField(target, record.language), fieldAt(record, latest.field));
          }
        }
      }
      return tallies;
    },
  };
}
