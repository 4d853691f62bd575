import type { Document } from 'mongodb';

/** A report that stored data changed: one record, a whole collection (no `id`), or anything (no `collection`). */
export interface Changed {
  readonly collection?: string | undefined;
  readonly id?: unknown;
  /** True if only the record's counts of linking records and their latest dates changed. */
  readonly isCounting?: boolean;
  /** The increases of the record's counts; undefined if unknown. */
  readonly increments?: readonly CountIncrement[] | undefined;
  /** The record before and after the change; undefined if unknown. */
  readonly images?: Images | undefined;
  /** All top-level fields that changed; undefined if unknown. */
  readonly fields?: readonly string[] | undefined;
}

/** An increase of a record's count of the records of one language that link to the record. */
export interface CountIncrement {
  readonly language: string;
  /** True if targets in this language add `by` to `count`; false if targets in other languages add it to `abroad`. */
  readonly isOwn: boolean;
  readonly by: number;
}

/** A record before and after a change; null where the record did not exist. */
export interface Images {
  readonly before: Document | null;
  readonly after: Document;
  /** The size of both records as BSON, in bytes. */
  readonly bytes: number;
}

/** A change of one record that has a numeric ID. */
export interface ChangedRecord extends Pick<Changed, 'images' | 'fields' | 'increments'> {
  readonly id: number;
  readonly isCounting: boolean;
  /** The number of the commit since the process started. A read that began after the commit may already show the change. */
  readonly commit: number;
}

/** Returns the log key of all records of a collection, without their counts of linking records. */
export const contentKey = (collection: string): string => `${collection} ~`;

/** Returns the log key of a record with its counts; `record` is its `keyOf`. */
export const countsKey = (record: string): string => `${record} #`;

/** The most keys of changed records in the log (two for most records), and the most changes per collection. */
const MOST_RECORDS = 40_000;
const MOST_RECENT = 2000;
/** The number of oldest changes that are dropped together, because dropping moves all others. */
const DROPPED_AT_ONCE = 200;
/** The most bytes of record images in the log, of all collections. */
const MOST_IMAGE_BYTES = 4 * 1_048_576;

/** The recent changes of one collection in the log. */
interface Recent {
  /** The state of the last change that `records` lacks, because its records are unknown or it has been dropped. */
  otherwise: number;
  readonly records: RecentRecord[];
}

interface RecentRecord extends ChangedRecord {
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
  const records = new Map<string, number>();
  return {
    /** The number of the last change: the log's state. */
    number: 0,
    /** The state up to which single changed records are unknown. */
    forgotten: 0,
    /** The state of the last change that may have affected any record. */
    everything: 0,
    /** The state of the last change of each whole collection, and of any whole collection. */
    wholes: new Map<string, number>(),
    whole: 0,
    /** The state of the last change of each collection and of each record, by key. */
    collections: new Map<string, number>(),
    records,
    /** The only iterator over `records`. A new iterator would step over all deleted entries each time. */
    oldestRecords: records.keys(),
    recents: new Map<string, Recent>(),
    /** The changes with record images, oldest first. */
    pictured: new Set<RecentRecord>(),
    imageBytes: 0,
  };
};

/** Creates an empty log in memory of recent changes. Each change raises the log's state, a number. */
export function createChangeLog() {
  const log = emptyState();
  return {
    /** Returns the number of the last change. */
    state: (): number => log.number,
    /** Adds simultaneous changes to the log. `commit` is the number of their commit, 0 without one. */
    note(changes: readonly Changed[], commit = 0): void {
      log.number += 1;
      for (const change of changes) noteChange(log, change, commit);
    },
    /**
     * True if a key changed after a state of the log. A key is a collection's name or `contentKey`, or a record's `keyOf` (without counts)
     * or `countsKey`.
     */
    changedSince(state: number, keys: readonly string[]): boolean {
      const { everything, forgotten, records, collections, whole, wholes } = log;
      if (state < everything || state < forgotten) return true;
      return keys.some((key) => {
        if ((records.get(key) ?? collections.get(key) ?? 0) > state) return true;
        return whole > state && (wholes.get(key.slice(0, key.indexOf(' '))) ?? 0) > state;
      });
    },
    /** Returns the changes of a collection after a state, in order. Undefined if the log does not know each changed record. */
    recordsSince(state: number, collection: string): readonly ChangedRecord[] | undefined {
      const recent = log.recents.get(collection);
      if (state < log.everything || (recent?.otherwise ?? 0) > state) return undefined;
      const first = recent?.records.findLastIndex(({ state: at }) => at <= state) ?? -1;
      return recent?.records.slice(first + 1) ?? [];
    },
  };
}

function noteChange(log: LogState, change: Changed, commit: number): void {
  const { collection, id, isCounting = false } = change;
  if (collection === undefined) {
    log.everything = log.number;
    return;
  }
  log.collections.set(collection, log.number);
  if (!isCounting) log.collections.set(contentKey(collection), log.number);
  if (id === undefined) {
    log.wholes.set(collection, log.number);
    log.whole = log.number;
  } else {
    const key = `${collection} ${id}`;
    noteRecord(log, countsKey(key));
    if (!isCounting) noteRecord(log, key);
  }
  noteRecent(log, collection, change, commit);
}

const noteRecord = (log: LogState, key: string): void => {
  const { records } = log;
  records.delete(key);
  records.set(key, log.number);
  if (records.size <= MOST_RECORDS) return;
  const oldest = String(log.oldestRecords.next().value);
  log.forgotten = records.get(oldest) ?? log.number;
  records.delete(oldest);
};

function noteRecent(log: LogState, collection: string, change: Changed, commit: number): void {
  const { id, isCounting = false, images, fields, increments } = change;
  const recent = log.recents.get(collection) ?? { otherwise: 0, records: [] };
  log.recents.set(collection, recent);
  if (typeof id !== 'number') recent.otherwise = log.number;
  else {
    const record = { id, state: log.number, commit, isCounting, images, fields, increments };
    recent.records.push(record);
    if (images !== undefined) addImages(log, record, images);
  }
  if (recent.records.length < MOST_RECENT + DROPPED_AT_ONCE) return;
  const oldest = recent.records.splice(0, DROPPED_AT_ONCE);
  recent.otherwise = Math.max(recent.otherwise, oldest.at(-1)?.state ?? 0);
  for (const one of oldest) dropImages(log, one);
}

const addImages = (log: LogState, record: RecentRecord, { bytes }: Images): void => {
  log.pictured.add(record);
  log.imageBytes += bytes;
  for (const oldest of log.pictured) {
    if (log.imageBytes <= MOST_IMAGE_BYTES) return;
    dropImages(log, oldest);
  }
};

const dropImages = (log: LogState, record: RecentRecord): void => {
  if (log.pictured.delete(record)) log.imageBytes -= record.images?.bytes ?? 0;
  record.images = undefined;
};
