import type { LRUCache } from 'lru-cache';
import { ALWAYS, type Dependency, isRecording, noteRecorded, type Recorded, record, type Span } from './recording';

/** The source of changes that the cache watches; see `Changes` of the database. */
interface Freshness {
  /** A number that changes with every change of a record; undefined while changes may be unknown. */
  state(): number | undefined;
  /** True if one of these keys changed after a state: collections by name, records by `collection id`. */
  changedSince(state: number, keys: readonly string[]): boolean;
}

/** The estimated bytes of an entry besides its key and value. */
const ENTRY_BYTES = 300;
/** The estimated bytes of a string besides its characters. */
const STRING_BYTES = 24;
/** The estimated bytes of a dependency that is an object. */
const WATCH_BYTES = 1000;

interface Entry {
  readonly value: object;
  readonly dependencies: readonly Dependency[] | undefined;
  readonly span: Span;
  /** The last state at which the value was valid. */
  state: number;
}

interface CacheState {
  readonly bytes: number;
  readonly freshness: Freshness;
  readonly now: () => number;
  /** Undefined until a value is cached. */
  stores: Stores | undefined;
  /** The state of the records when the volatile values were cleared last. */
  clearedAt: number | undefined;
  found: number;
  missed: number;
}

type Store = LRUCache<string, Entry>;

/** The entries of a cache in four stores, so that no sort of values displaces another too early. */
interface Stores {
  /** Values that any change invalidates, in at most a quarter of the bytes. */
  readonly volatile: Store;
  /** Whole answers with known dependencies, in at most a third of the bytes. */
  readonly answers: Store;
  /** Other values with known dependencies, which answers are made of. They give way to the others. */
  readonly parts: Store;
  /** Values that their owners update, such as totals, in at most half of the bytes. */
  readonly maintained: Store;
}

/** A cache of values that are valid while their dependencies stay unchanged. */
export type Cache = ReturnType<typeof createCache>;

/**
 * Creates a cache of so many bytes; 0 disables it. The least recently used values are dropped first. `now` is the clock
 * for spans, in ms since 1970.
 */
export function createCache(bytes: number, changes: Freshness, now: () => number = Date.now) {
  const freshness: Freshness = bytes === 0 ? { state: () => undefined, changedSince: () => true } : changes;
  const cache: CacheState = { bytes, freshness, now, stores: undefined, clearedAt: undefined, found: 0, missed: 0 };
  return {
    /** The current state of the records, for `keep`. Call it before anything is read. Undefined if nothing can be cached. */
    begin: () => freshness.state(),
    /** A valid value. Work that is being recorded inherits the dependencies of the value. */
    find: <V extends object>(key: string) => find(cache, key) as V | undefined,
    /** A value with the last state at which it was valid, outdated or not. Undefined while changes may be unknown. */
    peek<V extends object>(key: string) {
      const entry = freshness.state() === undefined ? undefined : entryOf(cache, key);
      return entry && { value: entry.value as V, begun: entry.state };
    },
    /** True if no dependency has changed since a state. */
    holds(begun: number, dependencies: readonly Dependency[]): boolean {
      const current = freshness.state();
      return current !== undefined && isCurrent(freshness, { state: begun, dependencies }, current);
    },
    /** Caches a value of so many bytes. Without dependencies any change of a record invalidates it. */
    keep(key: string, value: object, size: number, begun: number | undefined, dependencies?: readonly Dependency[]): void {
      if (begun !== undefined) setEntry(cache, 'parts', key, { value, dependencies, span: ALWAYS, state: begun }, size);
    },
    /** Caches a value of so many bytes that its owner updates. Only other such values displace it. */
    keepMaintained: (key: string, value: object, size: number) => setMaintained(cache, key, value, size),
    /** Runs work and records its dependencies. Undefined if nothing can be cached. */
    record: <T>(work: () => Promise<T>) => recordWork(cache, work),
    /** Joins dependencies into one, for values that share them. It is checked once after a change, and counted as one. */
    joined: (dependencies: readonly Dependency[]) => joined(freshness, dependencies),
    /** Caches a recorded value of so many bytes, if it is cacheable. */
    keepRecorded: (key: string, recorded: Recorded<object>, size: number) => setRecorded(cache, 'parts', key, recorded, size),
    /** Caches a whole answer of so many bytes, if it is cacheable. Large answers displace no parts of others. */
    keepAnswer: (key: string, recorded: Recorded<object>, size: number) => setRecorded(cache, 'answers', key, recorded, size),
    /** Returns a valid value, or makes and caches it. Outside of recorded work it is always made. */
    async cached<V extends object>(key: string, bytesOf: (value: V) => number, make: () => Promise<V>): Promise<V> {
      if (!isRecording()) return make();
      const found = find(cache, key);
      if (found !== undefined) return found as V;
      const recorded = await recordWork(cache, make);
      if (recorded === undefined) return make();
      setRecorded(cache, 'parts', key, recorded, bytesOf(recorded.value));
      return recorded.value;
    },
    /** The numbers of entries, bytes, hits and misses. */
    use: () => useOf(cache),
  };
}

function find(cache: CacheState, key: string): object | undefined {
  const state = cache.freshness.state();
  if (state !== undefined) {
    clearOutdated(cache, state);
    const entry = entryOf(cache, key);
    if (entry !== undefined && isInTime(entry, cache.now) && isCurrent(cache.freshness, entry, state)) {
      cache.found += 1;
      entry.state = state;
      noteRecorded({ ...entry, isCacheable: true });
      return entry.value;
    }
  }
  if (cache.bytes > 0) cache.missed += 1;
  return undefined;
}

const entryOf = ({ stores }: CacheState, key: string): Entry | undefined =>
  stores && (stores.answers.get(key) ?? stores.parts.get(key) ?? stores.volatile.get(key) ?? stores.maintained.get(key));

const isInTime = ({ span }: Entry, now: () => number): boolean => {
  if (span === ALWAYS) return true;
  const time = now();
  return span.from <= time && time < span.until;
};

const isCurrent = (freshness: Freshness, { dependencies, state: since }: Pick<Entry, 'dependencies' | 'state'>, state: number): boolean =>
  since === state || (dependencies !== undefined && !haveChanged(freshness, dependencies, since));

const haveChanged = (freshness: Freshness, dependencies: readonly Dependency[], since: number): boolean =>
  dependencies.some((one) => (typeof one === 'string' ? freshness.changedSince(since, [one]) : one.hasChangedSince(since)));

const joined = (freshness: Freshness, dependencies: readonly Dependency[]): Dependency => {
  /** Nothing has changed from one state to the other. */
  let unchanged: { readonly from: number; readonly to: number } | undefined;
  return {
    hasChangedSince(since) {
      const state = freshness.state();
      if (state === undefined) return true;
      if (unchanged !== undefined && unchanged.from <= since && unchanged.to === state) return false;
      if (haveChanged(freshness, dependencies, since)) return true;
      unchanged = { from: since, to: state };
      return false;
    },
  };
};

const clearOutdated = (cache: CacheState, state: number): void => {
  if (cache.clearedAt !== state) cache.stores?.volatile.clear();
  cache.clearedAt = state;
};

function setEntry(cache: CacheState, sort: 'answers' | 'parts', key: string, entry: Entry, size: number): void {
  const state = cache.freshness.state();
  if (state === undefined) return;
  clearOutdated(cache, state);
  if (!isCurrent(cache.freshness, entry, state)) return;
  const { volatile, [sort]: durable } = storesOf(cache);
  const { dependencies } = entry;
  const more = (dependencies ?? []).reduce((sum, one) => sum + (typeof one === 'string' ? one.length + STRING_BYTES : WATCH_BYTES), 0);
  const [store, other] = dependencies === undefined ? [volatile, durable] : [durable, volatile];
  store.set(key, entry, { size: size + key.length + more + ENTRY_BYTES });
  other.delete(key);
  makeRoom(cache);
}

const recordWork = <T>({ freshness, now }: CacheState, work: () => Promise<T>): Promise<Recorded<T>> | undefined => {
  const current = freshness.state();
  return current === undefined ? undefined : record(current, now(), work);
};

const setRecorded = (cache: CacheState, sort: 'answers' | 'parts', key: string, recorded: Recorded<object>, size: number): void => {
  const { value, begun, dependencies, span, isCacheable } = recorded;
  if (isCacheable) setEntry(cache, sort, key, { value, dependencies, span, state: begun }, size);
};

function setMaintained(cache: CacheState, key: string, value: object, size: number): void {
  const state = cache.freshness.state();
  if (state === undefined) return;
  const entry: Entry = { value, dependencies: [], span: ALWAYS, state };
  storesOf(cache).maintained.set(key, entry, { size: size + key.length + ENTRY_BYTES });
  makeRoom(cache);
}

/** Drops parts where the others need their room. */
const makeRoom = (cache: CacheState): void => {
  const { volatile, answers, parts, maintained } = storesOf(cache);
  const room = cache.bytes - volatile.calculatedSize - answers.calculatedSize - maintained.calculatedSize;
  while (parts.size > 0 && parts.calculatedSize > room) parts.pop();
};

const useOf = ({ stores, found, missed }: CacheState) => {
  const all = stores === undefined ? [] : Object.values(stores);
  const entries = all.reduce((sum, { size }) => sum + size, 0);
  const bytes = all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0);
  return { entries, bytes, found, missed };
};

/** The stores of a cache, created when the first value is cached. */
const storesOf = (cache: CacheState): Stores => {
  if (cache.stores !== undefined) return cache.stores;
  const { LRUCache } = require('lru-cache') as typeof import('lru-cache');
  const create = (bytes: number, largest: number): Store => new LRUCache({ maxSize: atLeastOne(bytes), maxEntrySize: atLeastOne(largest) });
  const { bytes } = cache;
  const quarter = Math.floor(bytes / 4);
  cache.stores = {
    volatile: create(quarter, quarter / 4),
    answers: create(bytes / 3, quarter / 2),
    parts: create(bytes, (bytes - quarter) / 4),
    maintained: create(bytes / 2, bytes / 4),
  };
  return cache.stores;
};

/** A positive whole number of bytes, as the stores require. */
const atLeastOne = (bytes: number): number => Math.max(1, Math.floor(bytes));
