import type { LRUCache } from 'lru-cache';
import { ALWAYS, type Dependency, isRecording, noteRecorded, type Recorded, record, type Span } from './recording';

/** What tells whether the records are still as they were. */
export interface Freshness {
  /** A number that is another one after every change of a record; undefined while changes may go unheard. */
  state(): number | undefined;
  /** Whether anything of these was changed after a number: collections, by their names, and records, by `collection id`. */
  changedSince(state: number, keys: readonly string[]): boolean;
}

/** Values that are kept while what they depend on stays as it is. */
export interface Cache {
  /** The state of the records at the moment, for `keep`: take it before anything is read. Undefined where nothing can be kept. */
  begin(): number | undefined;
  /** A value that still holds. Recorded work that finds it depends on what the value depends on. */
  find<V extends object>(key: string): V | undefined;
  /** A value with the state at which it held last, outdated or not; undefined while changes may go unheard. */
  peek<V extends object>(key: string): { readonly value: V; readonly begun: number } | undefined;
  /** True if none of these has changed since a state. */
  holds(begun: number, dependencies: readonly Dependency[]): boolean;
  /** Keeps a value of so many bytes that depends on these collections and records; without them on any. */
  keep(key: string, value: object, bytes: number, begun: number | undefined, dependencies?: readonly Dependency[]): void;
  /** Keeps a value of so many bytes that its owner updates by itself. Only values of this sort drive it out. */
  hold(key: string, value: object, bytes: number): void;
  /** Records what work depends on, so that it may be kept; undefined where nothing can be kept. */
  record<T>(work: () => Promise<T>): Promise<Recorded<T>> | undefined;
  /** Finds a value that holds, or makes and keeps it. Outside of recorded work the value is always made. */
  cached<V extends object>(key: string, bytesOf: (value: V) => number, make: () => Promise<V>): Promise<V>;
  /** Keeps a value that was recorded, if it may be kept. */
  keepRecorded(key: string, recorded: Recorded<object>, bytes: number): void;
  /** Counts entries, bytes, hits and misses. */
  use(): CacheUse;
}

/** How a cache is used. */
export interface CacheUse {
  readonly entries: number;
  readonly bytes: number;
  readonly found: number;
  readonly missed: number;
}

/** Bytes of a key, an entry and its place in the order of use, beside the value itself. */
const ENTRY_BYTES = 300;
/** Bytes of a text beside its characters. */
const STRING_BYTES = 24;
/** Bytes of an object that watches a list. */
const WATCH_BYTES = 1000;

interface Entry {
  readonly value: object;
  readonly dependencies: readonly Dependency[] | undefined;
  readonly span: Span;
  /** The last state at which it was found to hold. */
  state: number;
}

/** Keeps nothing. */
const NO_CACHE: Cache = {
  hold: () => undefined,
  record: () => undefined,
  cached: (_, __, make) => make(),
  keepRecorded: () => undefined,
  begin: () => undefined,
  find: () => undefined,
  peek: () => undefined,
  holds: () => false,
  keep: () => undefined,
  use: () => ({ entries: 0, bytes: 0, found: 0, missed: 0 }),
};

/** Loaded with the first value that is kept. */
const load = () => require('lru-cache') as typeof import('lru-cache');

/**
 * Makes a cache of at most so many bytes; 0: nothing is kept. The values that were used least go first. `now` is the time by which spans are judged, in
 * ms since 1970.
 */
export function createCache(bytes: number, freshness: Freshness, now: () => number = Date.now): Cache {
  if (bytes === 0) return NO_CACHE;
  const quarter = Math.floor(bytes / 4);
  // Values that any change outdates would otherwise drive out those that last.
  const volatile = createStore(quarter, quarter / 4);
  const durable = createStore(bytes, (bytes - quarter) / 4);
  // Records that robots ask for once each would otherwise drive out totals that take long to count.
  const half = bytes / 2;
  const held = createStore(half, half / 2);
  let found = 0;
  let missed = 0;
  const hasChanged = (since: number, dependencies: readonly Dependency[]): boolean =>
    dependencies.some((one) => (typeof one === 'string' ? freshness.changedSince(since, [one]) : one.hasChangedSince(since)));
  const isCurrent = ({ dependencies, state: since }: Pick<Entry, 'dependencies' | 'state'>, state: number): boolean =>
    since === state || (dependencies !== undefined && !hasChanged(since, dependencies));
  const isInTime = ({ span }: Entry): boolean => {
    if (span === ALWAYS) return true;
    const time = now();
    return span.from <= time && time < span.until;
  };
  const entryOf = (key: string): Entry | undefined => volatile()?.get(key) ?? durable()?.get(key) ?? held()?.get(key);
  let clearedAt: number | undefined;
  const clearOutdated = (state: number): void => {
    if (clearedAt !== state) volatile()?.clear();
    clearedAt = state;
  };
  /** Removes values that last where the others need their room. */
  const makeRoom = (): void => {
    const store = durable();
    const room = bytes - (volatile()?.calculatedSize ?? 0) - (held()?.calculatedSize ?? 0);
    while (store !== undefined && store.size > 0 && store.calculatedSize > room) store.pop();
  };
  const keepEntry = (key: string, entry: Entry, size: number): void => {
    const state = freshness.state();
    if (state === undefined) return;
    clearOutdated(state);
    if (!isCurrent(entry, state)) return;
    const { dependencies } = entry;
    const more = (dependencies ?? []).reduce((sum, one) => sum + (typeof one === 'string' ? one.length + STRING_BYTES : WATCH_BYTES), 0);
    (dependencies === undefined ? volatile : durable)(true)?.set(key, entry, { size: size + key.length + more + ENTRY_BYTES });
    (dependencies === undefined ? durable : volatile)()?.delete(key);
    makeRoom();
  };

  const cache: Cache = {
    begin: () => freshness.state(),
    find<V extends object>(key: string) {
      const state = freshness.state();
      if (state !== undefined) {
        clearOutdated(state);
        const entry = entryOf(key);
        if (entry !== undefined && isInTime(entry) && isCurrent(entry, state)) {
          found += 1;
          entry.state = state;
          noteRecorded({ ...entry, isCacheable: true });
          return entry.value as V;
        }
      }
      missed += 1;
      return undefined;
    },
    peek<V extends object>(key: string) {
      const entry = freshness.state() === undefined ? undefined : entryOf(key);
      return entry && { value: entry.value as V, begun: entry.state };
    },
    holds(begun, dependencies) {
      const state = freshness.state();
      return state !== undefined && isCurrent({ state: begun, dependencies }, state);
    },
    keep(key, value, size, begun, dependencies) {
      if (begun !== undefined) keepEntry(key, { value, dependencies, span: ALWAYS, state: begun }, size);
    },
    hold(key, value, size) {
      const state = freshness.state();
      if (state === undefined) return;
      held(true)?.set(key, { value, dependencies: [], span: ALWAYS, state }, { size: size + key.length + ENTRY_BYTES });
      makeRoom();
    },
    record<T>(work: () => Promise<T>) {
      const state = freshness.state();
      return state === undefined ? undefined : record(state, now(), work);
    },
    async cached<V extends object>(key: string, bytesOf: (value: V) => number, make: () => Promise<V>) {
      if (!isRecording()) return make();
      const known = cache.find<V>(key);
      if (known !== undefined) return known;
      const recorded = await cache.record(make);
      if (recorded === undefined) return make();
      cache.keepRecorded(key, recorded, bytesOf(recorded.value));
      return recorded.value;
    },
    keepRecorded(key, { value, begun, dependencies, span, isCacheable }, size) {
      if (isCacheable) keepEntry(key, { value, dependencies, span, state: begun }, size);
    },
    use() {
      const stores = [volatile(), durable(), held()];
      const sum = (of: (store: Store) => number) => stores.reduce((all, store) => all + (store === undefined ? 0 : of(store)), 0);
      return { entries: sum(({ size }) => size), bytes: sum(({ calculatedSize }) => calculatedSize), found, missed };
    },
  };
  return cache;
}

type Store = LRUCache<string, Entry>;

/** A whole number of bytes, as stores take them. */
const atLeastOne = (bytes: number): number => Math.max(1, Math.floor(bytes));

/** Makes the function that answers a store of so many bytes, which is there once something is to be kept in it; nothing in it takes more than `largest`. */
const createStore = (bytes: number, largest: number) => {
  let store: Store | undefined;
  return (isNeeded = false): Store | undefined => {
    if (store === undefined && isNeeded) {
      const { LRUCache } = load();
      store = new LRUCache<string, Entry>({ maxSize: atLeastOne(bytes), maxEntrySize: atLeastOne(largest) });
    }
    return store;
  };
};
