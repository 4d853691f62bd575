import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import { type Cache, noteDependencies } from '../../cache';
import { countsKey, keyOf } from '../../database';
import { filledTemplate, type JsonTemplate, jsonTemplate } from '../../registry';
import { revisionOf } from '../records';
import type { PostLike, PostRecord, Services, View } from '../types';
import { countedKey, createCachedCounts } from './cached-counts';

/** A public record as JSON, with placeholders for the counts of its terms. */
interface CachedRecord {
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

/** The public records of a content type, as JSON. */
export interface CachedRecords<R extends PostRecord> {
  /** Returns the JSON of records by ID. Undefined if one is gone or meets the filter no more. */
  page(ids: readonly number[], filter: Filter<R>, view: View): Promise<readonly Buffer[] | undefined>;
  /** Returns the JSON of a record that was just loaded, from the cache if that is as new. */
  one(record: R, view: View): Promise<Buffer | undefined>;
}

interface RecordCache<R extends PostRecord> {
  readonly cache: Cache;
  readonly type: PostLike<R>;
  readonly counts: ReturnType<typeof createCachedCounts>;
}

/** Makes the cache of public records. Each is cached as JSON until something that it shows changes. Use it only while an answer is recorded. */
export function createCachedRecords<R extends PostRecord>(
  { cache, kinds, connection }: Pick<Services, 'cache' | 'kinds' | 'connection'>,
  type: PostLike<R>,
): CachedRecords<R> {
  const own: RecordCache<R> = { cache, type, counts: createCachedCounts(cache, { kinds, connection }) };
  return {
    async page(ids, filter, view) {
      const key = keyIn(type, view);
      const found = new Map(ids.map((id) => [id, cache.find<CachedRecord>(key(id))]));
      const missing = ids.filter((id) => found.get(id) === undefined);
      if (missing.length > 0) {
        // A record may have stopped matching since its ID was read.
        const records = await type.posts.shownOf(missing, filter);
        if (records.length !== missing.length) return undefined;
        for (const [id, cached] of await showRecords(own, records, view)) found.set(id, cached);
      }
      return withCounts(
        own,
        ids.flatMap((id) => found.get(id) ?? []),
      );
    },
    async one(record, view) {
      const found = cache.find<CachedRecord>(keyIn(type, view)(record._id));
      // The loaded record may be newer than the cached one, and the entity tag must match the answer.
      const isCurrent = found?.revision === versionOf(type, record);
      const cached = found && isCurrent ? found : (await showRecords(own, [record], view)).get(record._id);
      return cached && (await withCounts(own, [cached]))[0];
    },
  };
}

const versionOf = ({ plural }: Pick<PostLike, 'plural'>, record: PostRecord) => `${revisionOf(plural, record)} ${record.revision}`;

const keyIn = ({ plural }: Pick<PostLike, 'plural'>, { language, languages, baseUrl, single, passed }: View) => {
  const form = `${single ? 'single' : ''} ${language} ${languages?.join() ?? ''} ${baseUrl} ${passed ? JSON.stringify(passed) : ''}`;
  return (id: number) => `${plural} ${id} ${form}`;
};

const dependencyOn = ({ plural, added }: Pick<PostLike, 'plural' | 'added'>, id: number): string => {
  // A plugin's function may read how many records link to this one.
  const readsCount = added.some(({ showing }) => showing !== undefined);
  return readsCount ? countsKey(keyOf(plural, id)) : keyOf(plural, id);
};

/** Shows records and caches them. They share their dependencies, since they are read together. */
async function showRecords<R extends PostRecord>(
  { cache, type }: RecordCache<R>,
  records: readonly R[],
  view: View,
): Promise<ReadonlyMap<number, CachedRecord>> {
  const work = () => type.present(records, { ...view, hasPlaceholders: true });
  const recorded = await cache.record(work);
  const shown = recorded?.value ?? (await work());
  const key = keyIn(type, view);
  const all = new Map<number, CachedRecord>();
  let written = 0;
  for (const [index, record] of records.entries()) {
    const { _id } = record;
    const json = jsonTemplate(JSON.stringify(shown[index]));
    const value: CachedRecord = { json, revision: versionOf(type, record), counted: json.names.map(countedKey) };
    if (recorded !== undefined) {
      const { dependencies } = recorded;
      const own = { ...recorded, value, dependencies: dependencies && [...dependencies, dependencyOn(type, _id)] };
      cache.keepRecorded(key(_id), own, bytesOf(json));
    }
    all.set(_id, value);
    written += json.bytes;
    if (written < TURN_BYTES) continue;
    // Serves others between records with long texts.
    written = 0;
    await nextTurn();
  }
  return all;
}

async function withCounts<R extends PostRecord>({ cache, counts }: RecordCache<R>, records: readonly CachedRecord[]): Promise<Buffer[]> {
  const begun = cache.begin();
  for (const { counted } of records) noteDependencies(counted);
  // Read now, as another request may store older counts meanwhile.
  const found = records.map((one) => (one.counts && cache.holds(one.counts.begun, one.counted) ? one.counts.values : undefined));
  const stale = records.filter((_, index) => found[index] === undefined);
  const read = await counts.read([...new Set(stale.flatMap(({ json }) => json.names))]);
  return records.map((one, index) => {
    const values = found[index] ?? one.json.names.map((name) => String(read.get(name) ?? 0));
    if (found[index] === undefined && begun !== undefined && (one.counts?.begun ?? -1) < begun) one.counts = { values, begun };
    return filledTemplate(one.json, values);
  });
}
