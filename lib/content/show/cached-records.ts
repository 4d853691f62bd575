import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import { type Cache, noteDependencies } from '../../cache';
import { countsKey, keyOf } from '../../database';
import { filledTemplate, type JsonTemplate, jsonTemplate } from '../../registry';
import { revisionOf } from '../records';
import type { PostLike, PostRecord, Services, View } from '../types';
import { countIn, readCountName } from './terms';

/** A public record as JSON, with placeholders for the counts of its terms. */
interface CachedRecord {
  readonly json: JsonTemplate;
  readonly revision: string;
  /** The cache keys of the counts, in the order of the placeholders. */
  readonly counted: readonly string[];
  /** The last counts, and the state of the change log before they were read. They save the look-up of each count. */
  counts?: { readonly values: readonly string[]; readonly state: number };
}

const STRING_BYTES = 24;
/** Estimated bytes of a Buffer besides its content. */
const BUFFER_BYTES = 200;
/** Bytes of JSON that one turn of the event loop writes. A single record may have more. */
const BYTES_BETWEEN_PAUSES = 1_048_576;

const bytesOf = ({ text, names }: JsonTemplate): number =>
  names.reduce((sum, name) => sum + 3 * (name.length + STRING_BYTES), text.length + BUFFER_BYTES);

export interface CachedRecords<R extends PostRecord> {
  /** Returns the JSON of records by ID. Undefined if a record is gone or no longer matches the filter. */
  page(ids: readonly number[], filter: Filter<R>, view: View): Promise<readonly Buffer[] | undefined>;
  /** Returns the JSON of a record that was just loaded, from the cache if the revisions are equal. */
  one(record: R, view: View): Promise<Buffer | undefined>;
}

type CachingServices = Pick<Services, 'cache' | 'stores'>;

/** Makes the cache of public records. JSON is cached until a value in it changes. Use the cache only while a response is tracked. */
export function createCachedRecords<R extends PostRecord>(services: CachingServices, type: PostLike<R>): CachedRecords<R> {
  const { cache } = services;
  return {
    async page(ids, filter, view) {
      const key = keyIn(type, view);
      const found = new Map(ids.map((id) => [id, cache.find<CachedRecord>(key(id))]));
      const missing = ids.filter((id) => found.get(id) === undefined);
      if (missing.length > 0) {
        // A record may have stopped matching since its ID was read.
        const records = await type.posts.shownOf(missing, filter);
        if (records.length !== missing.length) return undefined;
        for (const [id, cached] of await presentAndCache(cache, type, records, view)) found.set(id, cached);
      }
      const cached = ids.flatMap((id) => found.get(id) ?? []);
      return withCounts(services, cached);
    },
    async one(record, view) {
      const found = cache.find<CachedRecord>(keyIn(type, view)(record._id));
      // The loaded record may be newer than the cached JSON, and the ETag must match the response.
      const isCurrent = found?.revision === versionOf(type, record);
      const cached = found && isCurrent ? found : (await presentAndCache(cache, type, [record], view)).get(record._id);
      return cached && (await withCounts(services, [cached]))[0];
    },
  };
}

const versionOf = ({ plural }: Pick<PostLike, 'plural'>, record: PostRecord) => `${revisionOf(plural, record)} ${record.revision}`;

const keyIn = ({ plural }: Pick<PostLike, 'plural'>, { language, languages, baseUrl, single, passed }: View) => {
  const form = `${single ? 'single' : ''} ${language} ${languages?.join() ?? ''} ${baseUrl} ${passed ? JSON.stringify(passed) : ''}`;
  return (id: number) => `${plural} ${id} ${form}`;
};

const dependencyOn = ({ plural, pluginFields }: Pick<PostLike, 'plural' | 'pluginFields'>, id: number): string =>
  // A plugin's function may read how many records link to this one.
  pluginFields.some(({ showing }) => showing !== undefined) ? countsKey(keyOf(plural, id)) : keyOf(plural, id);

/** Presents records and caches their JSON. The records share their dependencies, since they are read together. */
async function presentAndCache<R extends PostRecord>(
  cache: Cache,
  type: PostLike<R>,
  records: readonly R[],
  view: View,
): Promise<ReadonlyMap<number, CachedRecord>> {
  const tracked = await cache.track(() => type.present(records, { ...view, hasPlaceholders: true }));
  const shared = cache.joined(tracked.dependencies);
  const key = keyIn(type, view);
  const all = new Map<number, CachedRecord>();
  let written = 0;
  for (const [index, record] of records.entries()) {
    const json = jsonTemplate(JSON.stringify(tracked.value[index]));
    const value: CachedRecord = { json, revision: versionOf(type, record), counted: json.names.map(countedKey) };
    cache.keep(key(record._id), { ...tracked, value, dependencies: [shared, dependencyOn(type, record._id)] }, bytesOf(json));
    all.set(record._id, value);
    written += json.text.length;
    if (written < BYTES_BETWEEN_PAUSES) continue;
    // Other requests are served between records with long texts.
    written = 0;
    await nextTurn();
  }
  return all;
}

/** Fills the placeholders of cached JSON with the current counts. */
async function withCounts(services: CachingServices, records: readonly CachedRecord[]): Promise<Buffer[]> {
  const { cache } = services;
  const state = cache.state();
  for (const { counted } of records) noteDependencies(counted);
  // Read before any `await`, as another request may store older counts then.
  const found = records.map((one) => (one.counts && cache.isUnchangedSince(one.counts.state, one.counted) ? one.counts.values : undefined));
  const stale = records.filter((_, index) => found[index] === undefined);
  const read = await readCounts(services, new Set(stale.flatMap(({ json }) => json.names)));
  return records.map((one, index) => {
    const values = found[index] ?? one.json.names.map((name) => String(read.get(name) ?? 0));
    if (found[index] === undefined && state !== undefined && (one.counts?.state ?? -1) < state) one.counts = { values, state };
    return filledTemplate(one.json, values);
  });
}

const COUNT_BYTES = 64;

const countedKey = (name: string): string => countsKey(name.slice(0, name.lastIndexOf(' ')));

/** Returns terms' counts of records, by the names of their placeholders. Each count is cached until it changes. */
export async function readCounts({ cache, stores }: CachingServices, names: Iterable<string>): Promise<ReadonlyMap<string, number>> {
  const state = cache.state();
  const counts = new Map<string, number>();
  const missing = new Map<string, string[]>();
  for (const name of names) {
    const count = cache.find<{ readonly count: number }>(`count ${name}`)?.count;
    const [plural] = readCountName(name);
    if (count !== undefined) counts.set(name, count);
    else missing.set(plural, [...(missing.get(plural) ?? []), name]);
  }
  const readings = Array.from(missing, async ([plural, unread]) => {
    const terms = await stores.terms(plural).many(unread.map((name) => readCountName(name)[1]));
    for (const name of unread) {
      const [, id, language] = readCountName(name);
      const term = terms.get(id);
      if (term === undefined) continue;
      const count = countIn(language, term);
      counts.set(name, count);
      cache.keep(`count ${name}`, { value: { count }, state, dependencies: [countedKey(name)] }, COUNT_BYTES);
    }
  });
  await Promise.all(readings);
  return counts;
}
