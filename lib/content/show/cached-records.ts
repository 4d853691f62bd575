import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import { noteDependencies } from '../../cache';
import { countsKey, keyOf } from '../../database';
import { filledTemplate, type JsonTemplate, jsonTemplate } from '../../registry';
import { revisionOf } from '../records';
import type { PostLike, PostRecord, Services, View } from '../types';
import { countedKey, createCachedCounts } from './cached-counts';

/** A record as it is shown to everybody: JSON with placeholders for the counts of its terms. */
interface KeptRecord {
  readonly json: JsonTemplate;
  readonly revision: string;
  /** The keys of the counts, in the order of the placeholders. */
  readonly counted: readonly string[];
  /** The counts when they were read last, and the state before. */
  counts?: { readonly values: readonly string[]; readonly begun: number };
}

const STRING_BYTES = 24;
/** Bytes of JSON that are written in one turn of the event loop, unless one record alone has more. */
const TURN_BYTES = 1_048_576;

const bytesOf = ({ bytes, pieces, names }: JsonTemplate): number =>
  names.reduce((sum, name) => sum + 3 * (name.length + STRING_BYTES), bytes + 100 * pieces.length);

/** The JSON of records as everybody sees them. */
export type CachedRecords<R extends PostRecord> = ReturnType<typeof createCachedRecords<R>>;

/** Makes the cache of shown records: each is shown once, as JSON, and again when something that it shows has changed. Call it in recorded work only. */
export const createCachedRecords = <R extends PostRecord>(
  { cache, kinds, connection }: Pick<Services, 'cache' | 'kinds' | 'connection'>,
  { plural, posts, present, added }: PostLike<R>,
) => {
  // A plugin's functions may look at how many name a record.
  const isCounted = added.some(({ showing }) => showing !== undefined);
  const keptCounts = createCachedCounts(cache, { kinds, connection });

  const ownKey = (id: number): string => (isCounted ? countsKey(keyOf(plural, id)) : keyOf(plural, id));
  const stateOf = (record: R) => `${revisionOf(plural, record)} ${record.revision}`;
  const keyIn = ({ language, languages, baseUrl, single, handed }: View) => {
    const how = `${single ? 'single' : ''} ${language} ${languages?.join() ?? ''} ${baseUrl} ${handed ? JSON.stringify(handed) : ''}`;
    return (id: number) => `${plural} ${id} ${how}`;
  };

  /** Shows records and keeps them. What one of them is made of counts for all: they are read together. */
  const show = async (records: readonly R[], view: View): Promise<ReadonlyMap<number, KeptRecord>> => {
    const work = () => present(records, { ...view, hasPlaceholders: true });
    const recorded = await cache.record(work);
    const shown = recorded?.value ?? (await work());
    const key = keyIn(view);
    const made = new Map<number, KeptRecord>();
    let written = 0;
    for (const [place, record] of records.entries()) {
      const { _id } = record;
      const json = jsonTemplate(JSON.stringify(shown[place]));
      const kept: KeptRecord = { json, revision: stateOf(record), counted: json.names.map(countedKey) };
      if (recorded !== undefined) {
        const { dependencies } = recorded;
        const own = { ...recorded, value: kept, dependencies: dependencies && [...dependencies, ownKey(_id)] };
        cache.keepRecorded(key(_id), own, bytesOf(json));
      }
      made.set(_id, kept);
      written += json.bytes;
      if (written < TURN_BYTES) continue;
      // Others are served between records with long texts.
      written = 0;
      await nextTurn();
    }
    return made;
  };

  /** Fills in the counts as they are now. */
  const counted = async (records: readonly KeptRecord[]): Promise<Buffer[]> => {
    const begun = cache.begin();
    for (const { counted } of records) noteDependencies(counted);
    // Taken before others may put older ones in their place.
    const known = records.map(({ counts, counted }) => (counts && cache.holds(counts.begun, counted) ? counts.values : undefined));
    const stale = records.filter((_, place) => known[place] === undefined);
    const read = await keptCounts.read([...new Set(stale.flatMap(({ json }) => json.names))]);
    return records.map((one, place) => {
      const values = known[place] ?? one.json.names.map((name) => String(read.get(name) ?? 0));
      if (known[place] === undefined && begun !== undefined && (one.counts?.begun ?? -1) < begun) one.counts = { values, begun };
      return filledTemplate(one.json, values);
    });
  };

  return {
    /** Answers the records of these IDs; undefined where one of them is gone, or does not meet the filter any more. */
    async page(ids: readonly number[], filter: Filter<R>, view: View): Promise<readonly Buffer[] | undefined> {
      const key = keyIn(view);
      const known = new Map(ids.map((id) => [id, cache.find<KeptRecord>(key(id))]));
      const missing = ids.filter((id) => known.get(id) === undefined);
      if (missing.length > 0) {
        // What it met when its ID was read it may not meet any more.
        const records = await posts.shownOf(missing, filter);
        if (records.length !== missing.length) return undefined;
        for (const [id, kept] of await show(records, view)) known.set(id, kept);
      }
      return counted(ids.flatMap((id) => known.get(id) ?? []));
    },
    /** Answers a record that has been read. */
    async one(record: R, view: View): Promise<Buffer | undefined> {
      const known = cache.find<KeptRecord>(keyIn(view)(record._id));
      // What was read may be newer than what has been heard of: its entity tag is to be that of what is shown.
      const isSame = known?.revision === stateOf(record);
      const kept = known && isSame ? known : (await show([record], view)).get(record._id);
      return kept && (await counted([kept]))[0];
    },
  };
};
