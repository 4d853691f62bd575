import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import { findSlots, type SlottedPart } from '../../registry/slotted-text';
import type { View } from '../context';
import { createDependencies } from '../dependencies';
import type { PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import type { WrittenRecord } from '../record-answers';
import { revisionOf } from '../revision';
import type { Services } from '../services';
import { countedKey, createKeptCounts } from './kept-counts';

/** A record as it is shown, as JSON, with the names of the counts of its terms, and what it is made of; undefined: of anything. */
interface KeptRecord {
  readonly json: SlottedPart;
  readonly madeOf: readonly string[] | undefined;
  readonly revision: string;
  /** The records whose counts it shows. */
  readonly counted: readonly string[];
  /** What the counts were last, and the change after which they were read. */
  counts?: { readonly values: readonly string[]; readonly begun: number };
}

const STRING_BYTES = 24;
/** Bytes of JSON that are written in one turn of the event loop, unless one record alone has more. */
const TURN_BYTES = 1_048_576;

const bytesOf = ({ bytes, slots, values }: SlottedPart): number =>
  values.reduce((sum, name) => sum + 3 * (name.length + STRING_BYTES), bytes.length + slots.byteLength);

/** What shows records of a kind to everybody. */
export type KeptRecords<R extends PostRecord> = ReturnType<typeof createKeptRecords<R>>;

/** Makes what shows records of a kind to everybody: each is shown once, and then kept until something that it is made of changes. */
export const createKeptRecords = <R extends PostRecord>(
  { cache, kinds, connection }: Pick<Services, 'cache' | 'kinds' | 'connection'>,
  { plural, posts, present }: PostLike<R>,
) => {
  const keptCounts = createKeptCounts(cache, { kinds, connection });

  const stateOf = (record: R) => `${revisionOf(plural, record)} ${record.revision}`;
  const keyIn = ({ language, languages, baseUrl, single, handed }: View) => {
    const how = `${single ? 'single' : ''} ${language} ${languages?.join() ?? ''} ${baseUrl} ${handed ? JSON.stringify(handed) : ''}`;
    return (id: number) => `${plural} ${id} ${how}`;
  };
  const show = async (records: readonly R[], view: View, begun: number): Promise<ReadonlyMap<number, KeptRecord>> => {
    const madeOf = createDependencies();
    const shown = await present(records, { ...view, madeOf });
    const key = keyIn(view);
    const made = new Map<number, KeptRecord>();
    let written = 0;
    for (const [place, record] of records.entries()) {
      const { _id } = record;
      const json = findSlots(JSON.stringify(shown[place]));
      const counted = json.values.map(countedKey);
      const kept: KeptRecord = { json, madeOf: madeOf.of(_id), revision: stateOf(record), counted };
      cache.keep(key(_id), kept, bytesOf(json), begun, kept.madeOf);
      made.set(_id, kept);
      written += json.bytes.length;
      if (written < TURN_BYTES) continue;
      // Others are served between records with long texts.
      written = 0;
      await nextTurn();
    }
    return made;
  };
  const counted = async (records: readonly KeptRecord[], begun: number): Promise<SlottedPart[]> => {
    // Taken before others may put older ones in their place.
    const known = records.map(({ counts, counted }) => (counts && cache.holds(counts.begun, counted) ? counts.values : undefined));
    const stale = records.filter((_, place) => known[place] === undefined);
    const read = await keptCounts.read([...new Set(stale.flatMap(({ json }) => json.values))]);
    return records.map((one, place): SlottedPart => {
      const values = known[place] ?? one.json.values.map((name) => String(read.get(name) ?? 0));
      if (known[place] === undefined && (one.counts?.begun ?? -1) < begun) one.counts = { values, begun };
      return { ...one.json, values };
    });
  };

  /** Apart from the record, which is not to stay. */
  const againOf = (key: string, from: readonly string[]): NonNullable<WrittenRecord['again']> => ({
    from,
    async json() {
      const now = cache.begin();
      const kept = now === undefined ? undefined : cache.find<KeptRecord>(key);
      return now === undefined || kept === undefined ? undefined : (await counted([kept], now))[0];
    },
  });

  return {
    /** Answers the records of these IDs; undefined where one of them is gone, or does not meet the filter any more. */
    async page(ids: readonly number[], filter: Filter<R>, view: View, begun: number): Promise<readonly SlottedPart[] | undefined> {
      const key = keyIn(view);
      const known = new Map(ids.map((id) => [id, cache.find<KeptRecord>(key(id))]));
      const missing = ids.filter((id) => known.get(id) === undefined);
      if (missing.length > 0) {
        // What it met when its ID was read it may not meet any more.
        const records = await posts.findToShow({ $and: [{ _id: { $in: missing } }, filter] } as Filter<R>);
        if (records.length !== missing.length) return undefined;
        for (const [id, kept] of await show(records, view, begun)) known.set(id, kept);
      }
      return counted(
        ids.flatMap((id) => known.get(id) ?? []),
        begun,
      );
    },
    /** Answers a record that has been read. */
    async one(record: R, view: View, begun: number): Promise<WrittenRecord> {
      const known = cache.find<KeptRecord>(keyIn(view)(record._id));
      // What was read may be newer than what has been heard of: its entity tag is to be that of what is shown.
      const isSame = known?.revision === stateOf(record);
      const kept = known && isSame ? known : ((await show([record], view, begun)).get(record._id) as KeptRecord);
      const [json = kept.json] = await counted([kept], begun);
      return { json, ...(kept.madeOf && { again: againOf(keyIn(view)(record._id), kept.madeOf) }) };
    },
  };
};
