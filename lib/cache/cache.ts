import type { LRUCache } from 'lru-cache';
import type { Ingredient } from '../registry/answer-lifetime';

/** What tells whether the records are still as they were. */
export interface Freshness {
  /** A number that is another one after every change of a record; undefined while changes may go unheard. */
  state(): number | undefined;
  /** Whether anything of these was changed after a number: collections, by their names, and records, by `collection id`. */
  changedSince(state: number, keys: readonly string[]): boolean;
}

/** What was made of the records, for as long as these stay as they are. */
export interface Cache {
  /** Where the making of a value begins, before anything is read for it; undefined where it could not be kept. */
  begin(): number | undefined;
  /** What was kept under a key, unless something that it was made of has changed since its making began. */
  find<V extends object>(key: string): V | undefined;
  /** What was kept under a key, whatever has changed since its making began; undefined while changes may go unheard. */
  peek<V extends object>(key: string): { readonly value: V; readonly begun: number } | undefined;
  /** Whether nothing has changed since a change of which something was made. */
  holds(begun: number, madeOf: readonly Ingredient[]): boolean;
  /** Keeps a value of so many bytes, that was made of these collections and records; of any, where nothing is said. */
  keep(key: string, value: object, bytes: number, begun: number | undefined, madeOf?: readonly Ingredient[]): void;
  /** Keeps a value of so many bytes that follows changes by itself, and takes long to make: nothing but the like drives it out. */
  hold(key: string, value: object, bytes: number): void;
  /** Bytes of the largest value that is held. */
  readonly largestHeld: number;
  /** How much is kept, and how often something was found and was not. */
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

interface Entry {
  readonly value: object;
  readonly madeOf: readonly Ingredient[] | undefined;
  /** When its making began, or the last change by which it was found to hold. */
  state: number;
}

/** Keeps nothing. */
const NO_CACHE: Cache = {
  hold: () => undefined,
  largestHeld: 0,
  begin: () => undefined,
  find: () => undefined,
  peek: () => undefined,
  holds: () => false,
  keep: () => undefined,
  use: () => ({ entries: 0, bytes: 0, found: 0, missed: 0 }),
};

/** Loaded with the first value that is kept. */
const load = () => require('lru-cache') as typeof import('lru-cache');

/** Makes a cache of at most so many bytes, what is used least going first; 0: nothing is kept. */
export function createCache(bytes: number, freshness: Freshness): Cache {
  if (bytes === 0) return NO_CACHE;
  const quarter = Math.floor(bytes / 4);
  // What any change spoils would otherwise drive out what outlasts it, and is worth more.
  const volatile = createStore(quarter, quarter / 4);
  const durable = createStore(bytes, (bytes - quarter) / 4);
  // Records that are shown once each, as robots ask for them, would drive out what takes seconds to read or to count.
  const half = bytes / 2;
  const held = createStore(half, half / 2);
  let found = 0;
  let missed = 0;
  const hasChanged = (since: number, madeOf: readonly Ingredient[]): boolean => {
    if (madeOf.every((one) => typeof one === 'string')) return freshness.changedSince(since, madeOf);
    return madeOf.some((one) => (typeof one === 'string' ? freshness.changedSince(since, [one]) : one.hasChangedSince(since)));
  };
  const holds = ({ madeOf, state: since }: Pick<Entry, 'madeOf' | 'state'>, state: number): boolean =>
    since === state || (madeOf !== undefined && !hasChanged(since, madeOf));
  const entryOf = (key: string): Entry | undefined => volatile()?.get(key) ?? durable()?.get(key) ?? held()?.get(key);
  /** The change after which all that any change spoils was kept. */
  let spoiledAfter: number | undefined;
  const clearSpoiled = (state: number): void => {
    if (spoiledAfter !== state) volatile()?.clear();
    spoiledAfter = state;
  };
  /** Lets go of what is kept where the others need its room: it has what they leave. */
  const makeRoom = (): void => {
    const store = durable();
    const room = bytes - (volatile()?.calculatedSize ?? 0) - (held()?.calculatedSize ?? 0);
    while (store !== undefined && store.size > 0 && store.calculatedSize > room) store.pop();
  };
  return {
    largestHeld: half / 2,
    begin: () => freshness.state(),
    find<V extends object>(key: string) {
      const state = freshness.state();
      if (state !== undefined) {
        clearSpoiled(state);
        const entry = entryOf(key);
        if (entry !== undefined && holds(entry, state)) {
          found += 1;
          entry.state = state;
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
    holds(begun, madeOf) {
      const state = freshness.state();
      return state !== undefined && holds({ state: begun, madeOf }, state);
    },
    keep(key, value, size, begun, madeOf) {
      const state = freshness.state();
      if (begun === undefined || state === undefined) return;
      clearSpoiled(state);
      const entry: Entry = { value, madeOf, state: begun };
      if (!holds(entry, state)) return;
      const length = key.length + (madeOf ?? []).reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 0) + STRING_BYTES, 0);
      (madeOf === undefined ? volatile : durable)(true)?.set(key, entry, { size: size + length + ENTRY_BYTES });
      (madeOf === undefined ? durable : volatile)()?.delete(key);
      makeRoom();
    },
    hold(key, value, size) {
      const state = freshness.state();
      if (state === undefined) return;
      held(true)?.set(key, { value, madeOf: [], state }, { size: size + key.length + ENTRY_BYTES });
      makeRoom();
    },
    use() {
      const stores = [volatile(), durable(), held()];
      const sum = (of: (store: Store) => number) => stores.reduce((all, store) => all + (store === undefined ? 0 : of(store)), 0);
      return { entries: sum(({ size }) => size), bytes: sum(({ calculatedSize }) => calculatedSize), found, missed };
    },
  };
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
