import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import { noteDependencies } from '../../cache';
import { countsKey, keyOf } from '../../database';
import { filledTemplate, type JsonTemplate, jsonTemplate } from '../../registry';
import { revisionOf } from '../records';
import type { PostLike, PostRecord, Services, View } from '../types';
import { countedKey, createCachedCounts } from './cached-counts';

/** A public record as JSON, with placeholders for the counts of its terms. */
interface KeptRecord {
  readonly json: JsonTemplate;
  readonly revision: string;
  /** The cache keys of the counts, in the order of the placeholders. */
  readonly counted: readonly string[];
  /** The last counts, with the state of changes before they were read. */
  counts?: { readonly values: readonly string[]; readonly begun: number };
}

const STRING_BYTES = 24;
/** Bytes of JSON that one turn of the event loop writes. A single record may have more. */
const TURN_BYTES = 1_048_576;

const bytesOf = ({ bytes, pieces, names }: JsonTemplate): number =>
  names.reduce((sum, name) => sum + 3 * (name.length + STRING_BYTES), bytes + 100 * pieces.length);

export type CachedRecords<R extends PostRecord> = ReturnType<typeof createCachedRecords<R>>;

/**
 * Makes the cache of public records. Each is kept as JSON until something that it shows changes. Use it only while an answer is recorded.
 */
export const createCachedRecords = <R extends PostRecord>(
  { cache, kinds, connection }: Pick<Services, 'cache' | 'kinds' | 'connection'>,
  { plural, posts, present, added }: PostLike<R>,
) => {
  // A plugin's function may read how many records link to this one.
  const isCounted = added.some(({ showing }) => showing !== undefined);
  const keptCounts = createCachedCounts(cache, { kinds, connection });

  const ownKey = (id: number): string => (isCounted ? countsKey(keyOf(plural, id)) : keyOf(plural, id));
  const stateOf = (record: R) => `${revisionOf(plural, record)} ${record.revision}`;
  const keyIn = ({ language, languages, baseUrl, single, handed }: View) => {
    const how = `${single ? 'single' : ''} ${language} ${languages?.join() ?? ''} ${baseUrl} ${handed ? JSON.stringify(handed) : ''}`;
    return (id: number) => `${plural} ${id} ${how}`;
  };

  /** Shows records and caches them. They share their dependencies, since they are read together. */
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
      // Serves others between records with long texts.
      written = 0;
      await nextTurn();
    }
    return made;
  };

  /** Fills the current counts into the placeholders. */
  const counted = async (records: readonly KeptRecord[]): Promise<Buffer[]> => {
    const begun = cache.begin();
    for (const { counted } of records) noteDependencies(counted);
    // Read now, as another request may store older counts meanwhile.
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
    /** Answers records by ID. Undefined if one is gone or meets the filter no more. */
    async page(ids: readonly number[], filter: Filter<R>, view: View): Promise<readonly Buffer[] | undefined> {
      const key = keyIn(view);
      const known = new Map(ids.map((id) => [id, cache.find<KeptRecord>(key(id))]));
      const missing = ids.filter((id) => known.get(id) === undefined);
      if (missing.length > 0) {
        // A record may have stopped matching since its ID was read.
        const records = await posts.shownOf(missing, filter);
        if (records.length !== missing.length) return undefined;
        for (const [id, kept] of await show(records, view)) known.set(id, kept);
      }
      return counted(ids.flatMap((id) => known.get(id) ?? []));
    },
    /** Answers a record that is already loaded. */
    async one(record: R, view: View): Promise<Buffer | undefined> {
      const known = cache.find<KeptRecord>(keyIn(view)(record._id));
      // The loaded record may be newer than the cached one, and the entity tag must match the answer.
      const isSame = known?.revision === stateOf(record);
      const kept = known && isSame ? known : (await show([record], view)).get(record._id);
      return kept && (await counted([kept]))[0];
    },
  };
};
