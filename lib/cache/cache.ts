import type { LRUCache } from 'lru-cache';

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
  /** Keeps a value of so many bytes, that was made of these collections and records; of any, where nothing is said. */
  keep(key: string, value: object, bytes: number, begun: number | undefined, madeOf?: readonly string[]): void;
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
  readonly madeOf: readonly string[] | undefined;
  /** When its making began, or the last change by which it was found to hold. */
  state: number;
}

/** Keeps nothing. */
export const NO_CACHE: Cache = {
  begin: () => undefined,
  find: () => undefined,
  peek: () => undefined,
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
  const holds = ({ madeOf, state: since }: Entry, state: number): boolean =>
    since === state || (madeOf !== undefined && !freshness.changedSince(since, madeOf));
  return {
    begin: () => freshness.state(),
    find<V extends object>(key: string) {
      const state = freshness.state();
      const entry = state === undefined ? undefined : entries?.get(key);
      if (entry !== undefined && state !== undefined && holds(entry, state)) {
        found += 1;
        entry.state = state;
        return entry.value as V;
      }
      missed += 1;
      return undefined;
    },
    peek<V extends object>(key: string) {
      const entry = freshness.state() === undefined ? undefined : entries?.get(key);
      return entry && { value: entry.value as V, begun: entry.state };
    },
    keep(key, value, size, begun, madeOf) {
      const state = freshness.state();
      if (begun === undefined || state === undefined) return;
      const entry: Entry = { value, madeOf, state: begun };
      if (!holds(entry, state)) return;
      if (entries === undefined) {
        const { LRUCache } = load();
        entries = new LRUCache<string, Entry>({ maxSize: bytes, maxEntrySize: Math.floor(bytes / 4) });
      }
      const length = key.length + (madeOf ?? []).reduce((sum, one) => sum + one.length + STRING_BYTES, 0);
      entries.set(key, entry, { size: size + length + ENTRY_BYTES });
    },
    use: () => ({ entries: entries?.size ?? 0, bytes: entries?.calculatedSize ?? 0, found, missed }),
  };
}

/** Bytes of a text in memory: one a character, or two where one of them is beyond Latin-1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of Latin-1.
export const bytesOf = (text: string): number => (/[^\u0000-\u00ff]/.test(text) ? 2 : 1) * text.length;
