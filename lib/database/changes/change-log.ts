import { LRUCache } from 'lru-cache';
import type { Document } from 'mongodb';

/** A report that stored data changed: one record, a whole collection (no `id`), or any record (no `collection`). */
export interface ChangeReport {
  readonly collection?: string | undefined;
  readonly id?: unknown;
  /** True if only the record's counts of linking records and their latest dates changed. */
  readonly isCounting?: boolean;
  /** The record before and after the change; undefined if unknown. */
  readonly images?: Images | undefined;
  /** All top-level fields that changed; undefined if unknown. */
  readonly fields?: readonly string[] | undefined;
}

/** A record before and after a change; null where the record did not exist. */
export interface Images {
  readonly before: Document | null;
  readonly after: Document;
  /** The size of both records as BSON, in bytes. */
  readonly bytes: number;
}

/** A change of one record that has a numeric ID. */
export interface ChangedRecord extends Pick<ChangeReport, 'images' | 'fields'> {
  readonly id: number;
  readonly isCounting: boolean;
  /** The number of the commit since the process started. A read that began after the commit may already show the change. */
  readonly commit: number;
}

/*
 * The keys of the log. A cached value depends on some of them.
 *
 * | Key          | Changes with                                                   |
 * | ------------ | -------------------------------------------------------------- |
 * | `venues`     | any record of the collection, or its counts of linking records |
 * | `venues ~`   | any record of the collection (`contentKey`)                    |
 * | `venues 5`   | one record (`keyOf`)                                           |
 * | `venues 5 #` | one record, or its counts (`countsKey`)                        |
 */

/** Returns the log key of all records of a collection, without their counts of linking records. */
export const contentKey = (collection: string): string => `${collection} ~`;

/** Returns the log key of a record with its counts; `record` is its `keyOf`. */
export const countsKey = (record: string): string => `${record} #`;

/** The most keys of changed records in the log (two for most records), and the most changes per collection. */
const MOST_RECORDS = 40_000;
const MOST_RECENT = 2000;
/** The most bytes of record images in the log, of all collections. */
const MOST_IMAGE_BYTES = 4 * 1_048_576;

/** The recent changes of one collection in the log. */
interface RecentChanges {
  /** The last state at which a change was not listed, because its record is unknown or the list was full. */
  incompleteUntil: number;
  /** The changes of single records, oldest first. */
  readonly list: RecentChange[];
}

interface RecentChange extends ChangedRecord {
  readonly state: number;
  images?: Images | undefined;
}

/** Returns the sum to add to a count made at commit `counted`. Undefined if a change has no increment or may be included already. */
export const addedBy = (
  changes: readonly ChangedRecord[],
  counted: number,
  moreOf: (change: ChangedRecord) => number | undefined,
): number | undefined => {
  let sum = 0;
  for (const change of changes) {
    const more = moreOf(change);
    if (more === undefined || (more !== 0 && change.commit <= counted)) return undefined;
    sum += more;
  }
  return sum;
};

type LogState = ReturnType<typeof emptyState>;

const emptyState = () => {
  const log = {
    /** The number of the last change. */
    state: 0,
    /** The state of the last change that may have affected any record. */
    lastOfAny: 0,
    /** The state of the last change of a whole collection: of any collection, and below by collection. */
    lastOfWhole: 0,
    lastOfWholeCollection: new Map<string, number>(),
    /** The state of the last change in each collection, by key. */
    lastInCollection: new Map<string, number>(),
    /** The state of the last change of each record, by key. The records that changed first are dropped first. */
    lastOfRecord: new LRUCache<string, number>({
      max: MOST_RECORDS,
      dispose(state, _, reason) {
        if (reason === 'evict') log.recordsDroppedUntil = state;
      },
    }),
    /** The highest state that was dropped from `lastOfRecord`. */
    recordsDroppedUntil: 0,
    recentChanges: new Map<string, RecentChanges>(),
    /** The record images of recent changes. The oldest are dropped first. */
    images: new LRUCache<RecentChange, Images>({
      maxSize: MOST_IMAGE_BYTES,
      sizeCalculation: ({ bytes }) => bytes,
      dispose(_, change) {
        change.images = undefined;
      },
    }),
  };
  return log;
};

/** Creates an empty log in memory of recent changes. Each change raises the log's state, a number. */
export function createChangeLog() {
  const log = emptyState();
  return {
    /** Returns the number of the last change. */
    state: (): number => log.state,
    /** Adds simultaneous changes to the log. `commit` is the number of their commit, 0 without one. */
    add(changes: readonly ChangeReport[], commit = 0): void {
      log.state += 1;
      for (const change of changes) addChange(log, change, commit);
    },
    /**
     * True if a key changed after a state of the log. A key is a collection's name or `contentKey`, or a record's `keyOf` (without counts)
     * or `countsKey`.
     */
    changedSince(state: number, keys: readonly string[]): boolean {
      if (state < log.lastOfAny || state < log.recordsDroppedUntil) return true;
      return keys.some((key) => {
        if ((log.lastOfRecord.peek(key) ?? log.lastInCollection.get(key) ?? 0) > state) return true;
        return log.lastOfWhole > state && (log.lastOfWholeCollection.get(key.slice(0, key.indexOf(' '))) ?? 0) > state;
      });
    },
    /** Returns the changes of a collection after a state, in order. Undefined if the log does not know each changed record. */
    recordsSince(state: number, collection: string): readonly ChangedRecord[] | undefined {
      const recent = log.recentChanges.get(collection);
      if (state < log.lastOfAny || (recent?.incompleteUntil ?? 0) > state) return undefined;
      const last = recent?.list.findLastIndex((change) => change.state <= state) ?? -1;
      return recent?.list.slice(last + 1) ?? [];
    },
  };
}

function addChange(log: LogState, change: ChangeReport, commit: number): void {
  const { collection, id, isCounting = false } = change;
  if (collection === undefined) {
    log.lastOfAny = log.state;
    return;
  }
  log.lastInCollection.set(collection, log.state);
  if (!isCounting) log.lastInCollection.set(contentKey(collection), log.state);
  if (id === undefined) {
    log.lastOfWholeCollection.set(collection, log.state);
    log.lastOfWhole = log.state;
  } else {
    const key = `${collection} ${id}`;
    log.lastOfRecord.set(countsKey(key), log.state);
    if (!isCounting) log.lastOfRecord.set(key, log.state);
  }
  addRecent(log, collection, change, commit);
}

function addRecent(log: LogState, collection: string, change: ChangeReport, commit: number): void {
  const { id, isCounting = false, images, fields } = change;
  const recent = log.recentChanges.get(collection) ?? { incompleteUntil: 0, list: [] };
  log.recentChanges.set(collection, recent);
  if (typeof id !== 'number') recent.incompleteUntil = log.state;
  else {
    const listed = { id, state: log.state, commit, isCounting, images, fields };
    recent.list.push(listed);
    if (images !== undefined) log.images.set(listed, images);
  }
  const oldest = recent.list.length > MOST_RECENT ? recent.list.shift() : undefined;
  if (oldest === undefined) return;
  recent.incompleteUntil = Math.max(recent.incompleteUntil, oldest.state);
  log.images.delete(oldest);
}
