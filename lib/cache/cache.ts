import { LRUCache } from 'lru-cache';
import { ALWAYS, type Dependency, isTracking, noteTracked, type Span, type Tracked, track } from './tracking';

/** The source of changes of the database, which the cache watches; see `Changes` of `lib/database`. */
interface Changes {
  /** Returns a number that grows with every change of a record. Undefined while changes may be unknown. */
  state(): number | undefined;
  /** True if one of these keys changed after a state: collections by name, records by `collection id`. */
  changedSince(state: number, keys: readonly string[]): boolean;
}

/** The changes for a cache without space, which caches nothing. */
const UNKNOWN_CHANGES: Changes = { state: () => undefined, changedSince: () => true };

/** The estimated bytes of a cache entry besides the key and the value. */
const ENTRY_BYTES = 300;
/** The estimated bytes of a string besides the characters. */
const STRING_BYTES = 24;
/** The estimated bytes of a dependency that is an object. */
const WATCH_BYTES = 1000;

interface Entry {
  readonly value: object;
  readonly dependencies: readonly Dependency[];
  readonly span: Span;
  /** The last state of the records at which the cached value was valid. */
  state: number;
}

/** A value to cache. Unless work was tracked, it is valid at any time. */
type Cacheable = Pick<Tracked<object>, 'value' | 'state' | 'dependencies'> & Partial<Tracked<object>>;

interface CacheState {
  readonly bytes: number;
  readonly changes: Changes;
  readonly now: () => number;
  readonly stores: Readonly<Record<StoreName, Store>>;
  found: number;
  missed: number;
}

/**
 * The stores of a cache: whole responses, parts of them, and values that their owners update, such as totals. Each has its own limit,
 * so that one kind of value cannot displace all others.
 */
type StoreName = 'answers' | 'parts' | 'maintained';

type Store = LRUCache<string, Entry>;

export type Cache = ReturnType<typeof createCache>;

/**
 * Creates a memory cache of values that are valid while their dependencies stay unchanged. `bytes` limits its size; 0 disables it. The
 * least recently used values are dropped first. `now` is the clock, in ms since 1970.
 */
export function createCache(bytes: number, changes: Changes, now: () => number = Date.now) {
  const cache: CacheState = {
    bytes,
    changes: bytes === 0 ? UNKNOWN_CHANGES : changes,
    now,
    stores: {
      answers: createStore(bytes / 3, bytes / 8),
      parts: createStore(bytes / 2, bytes / 6),
      maintained: createStore(bytes / 6, bytes / 12),
    },
    found: 0,
    missed: 0,
  };
  return {
    /** Returns the current state of the records, for `keep`. Call it before reading anything. Undefined if nothing can be cached. */
    state: () => cache.changes.state(),
    /** Finds a valid value in the cache. The work that is being tracked inherits the dependencies of the value. */
    find: <V extends object>(key: string) => find(cache, key) as V | undefined,
    /** Returns a cached value, even an outdated one, with the last state at which it was valid. Undefined while changes may be unknown. */
    peek<V extends object>(key: string) {
      const entry = cache.changes.state() === undefined ? undefined : entryOf(cache, key);
      return entry && { value: entry.value as V, state: entry.state };
    },
    /** True if none of the dependencies has changed since a state of the records. */
    isUnchangedSince(state: number, dependencies: readonly Dependency[]): boolean {
      const current = cache.changes.state();
      return current !== undefined && isCurrent(cache.changes, { state, dependencies }, current);
    },
    /** Caches a value of `size` bytes until a dependency changes, if it is cacheable. Only values of the same store displace it. */
    keep: (key: string, value: Cacheable, size: number, store: StoreName = 'parts') => keep(cache, key, value, size, store),
    /** Runs work and tracks the dependencies of the result. The result is uncacheable while changes may be unknown. */
    track: <T>(work: () => Promise<T>) => trackWork(cache, work),
    /** Joins dependencies into one, for values that share them. The joined dependency is checked once after a change. */
    joined: (dependencies: readonly Dependency[]) => joined(cache.changes, dependencies),
    /** Returns a valid value from the cache, or makes and caches the value. Outside tracked work the value is always made. */
    async getOrMake<V extends object>(key: string, bytesOf: (value: V) => number, make: () => Promise<V>): Promise<V> {
      if (!isTracking()) return make();
      const found = find(cache, key);
      if (found !== undefined) return found as V;
      const tracked = await trackWork(cache, make);
      keep(cache, key, tracked, bytesOf(tracked.value), 'parts');
      return tracked.value;
    },
    /** Returns the numbers of entries, bytes, hits and misses of the cache. */
    usage() {
      const { found, missed } = cache;
      const all: readonly Store[] = Object.values(cache.stores);
      const entries = all.reduce((sum, { size }) => sum + size, 0);
      return { entries, bytes: all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0), found, missed };
    },
  };
}

function find(cache: CacheState, key: string): object | undefined {
  const state = cache.changes.state();
  if (state !== undefined) {
    const entry = entryOf(cache, key);
    if (entry !== undefined && isInTime(entry, cache.now) && isCurrent(cache.changes, entry, state)) {
      cache.found += 1;
      entry.state = state;
      noteTracked({ ...entry, isCacheable: true });
      return entry.value;
    }
  }
  if (cache.bytes > 0) cache.missed += 1;
  return undefined;
}

const entryOf = ({ stores }: CacheState, key: string): Entry | undefined =>
  stores.answers.get(key) ?? stores.parts.get(key) ?? stores.maintained.get(key);

const isInTime = ({ span }: Entry, now: () => number): boolean => {
  if (span === ALWAYS) return true;
  const time = now();
  return span.from <= time && time < span.until;
};

const isCurrent = (changes: Changes, { dependencies, state: since }: Pick<Entry, 'dependencies' | 'state'>, state: number): boolean =>
  since === state || !haveChanged(changes, dependencies, since);

const haveChanged = (changes: Changes, dependencies: readonly Dependency[], since: number): boolean =>
  dependencies.some((one) => (typeof one === 'string' ? changes.changedSince(since, [one]) : one.hasChangedSince(since)));

const joined = (changes: Changes, dependencies: readonly Dependency[]): Dependency => {
  /** The two states of the records between which no dependency has changed. Undefined before the first check. */
  let unchanged: { readonly from: number; readonly to: number } | undefined;
  return {
    hasChangedSince(since) {
      const state = changes.state();
      if (state === undefined) return true;
      if (unchanged !== undefined && unchanged.from <= since && unchanged.to === state) return false;
      if (haveChanged(changes, dependencies, since)) return true;
      unchanged = { from: since, to: state };
      return false;
    },
  };
};

function keep({ changes, stores }: CacheState, key: string, cacheable: Cacheable, size: number, store: StoreName): void {
  const { value, dependencies, state, span = ALWAYS, isCacheable = true } = cacheable;
  const current = changes.state();
  if (!isCacheable || state === undefined || current === undefined || !isCurrent(changes, { dependencies, state }, current)) return;
  const more = dependencies.reduce((sum, one) => sum + (typeof one === 'string' ? one.length + STRING_BYTES : WATCH_BYTES), 0);
  stores[store].set(key, { value, dependencies, span, state }, { size: size + key.length + more + ENTRY_BYTES });
}

const trackWork = async <T>({ changes, now }: CacheState, work: () => Promise<T>): Promise<Tracked<T>> => {
  const current = changes.state();
  if (current !== undefined) return track(current, now(), work);
  return { value: await work(), state: undefined, dependencies: [], span: ALWAYS, isCacheable: false };
};

/** Creates a store of `bytes`, for values of at most `largest` bytes. */
const createStore = (bytes: number, largest: number): Store =>
  new LRUCache({ maxSize: Math.max(1, Math.floor(bytes)), maxEntrySize: Math.max(1, Math.floor(largest)) });
