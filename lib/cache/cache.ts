import type { LRUCache } from 'lru-cache';

/** What tells whether the records are still as they were. */
export interface Freshness {
  /** A number that is another one after every change of a record; undefined while changes may go unheard. */
  state(): number | undefined;
}

/** What was made of the records, for as long as these stay as they are. */
export interface Cache {
  /** Where the making of a value begins, before anything is read for it; undefined where it could not be kept. */
  begin(): number | undefined;
  /** What was kept under a key, unless a record has changed since its making began. */
  find<V extends object>(key: string): V | undefined;
  /** Keeps a value of so many bytes, unless a record has changed since its making began. */
  keep(key: string, value: object, bytes: number, begun: number | undefined): void;
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

interface Entry {
  readonly value: object;
  readonly state: number;
}

/** Keeps nothing. */
export const NO_CACHE: Cache = {
  begin: () => undefined,
  find: () => undefined,
  keep: () => undefined,
  use: () => ({ entries: 0, bytes: 0, found: 0, missed: 0 }),
};

/** Loaded with the first value that is kept. */
const load = () => require('lru-cache') as typeof import('lru-cache');

/** Makes a cache of at most so many bytes, what is used least going first; 0: nothing is kept. */
export function createCache(bytes: number, freshness: Freshness): Cache {
  if (bytes === 0) return NO_CACHE;
  let entries: LRUCache<string, Entry> | undefined;
  let found = 0;
  let missed = 0;
  return {
    begin: () => freshness.state(),
    find<V extends object>(key: string) {
      const state = freshness.state();
      const entry = state === undefined ? undefined : entries?.get(key);
      if (entry?.state === state && entry !== undefined) {
        found += 1;
        return entry.value as V;
      }
      missed += 1;
      return undefined;
    },
    keep(key, value, size, begun) {
      if (begun === undefined || begun !== freshness.state()) return;
      if (entries === undefined) {
        const { LRUCache } = load();
        entries = new LRUCache<string, Entry>({ maxSize: bytes, maxEntrySize: Math.floor(bytes / 4) });
      }
      entries.set(key, { value, state: begun }, { size: size + key.length * 2 + ENTRY_BYTES });
    },
    use: () => ({ entries: entries?.size ?? 0, bytes: entries?.calculatedSize ?? 0, found, missed }),
  };
}

/** Bytes of a text in memory: one a character, or two where one of them is beyond Latin-1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of Latin-1.
export const bytesOf = (text: string): number => (/[^\u0000-\u00ff]/.test(text) ? 2 : 1) * text.length;
