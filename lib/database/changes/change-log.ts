import type { Document } from 'mongodb';
import type { Raise } from '../driver/raises';

/** A report of a change: of one record, of a whole collection (no `id`), or of anything (no `collection`). */
export interface Changed {
  readonly collection?: string | undefined;
  readonly id?: unknown;
  /** True if only the counts of linking records and their latest dates changed. */
  readonly isCounting?: boolean;
  /** The increments of these counts, if they are known. */
  readonly raises?: readonly Raise[] | undefined;
  /** The record before and after, if both are known. */
  readonly images?: Images | undefined;
  /** The top-level fields that changed, if they are known. No other field changed then. */
  readonly fields?: readonly string[] | undefined;
}

/** A record before and after a change. Null means that there was none. */
export interface Images {
  readonly before: Document | null;
  readonly after: Document;
  /** The size of both as BSON, in bytes. */
  readonly bytes: number;
}

/** A change of one record with a number as its ID. */
export interface ChangedRecord extends Pick<Changed, 'images' | 'fields' | 'raises'> {
  readonly id: number;
  readonly isCounting: boolean;
  /** The number of the commit, counted from the start of the process. Reads that began after it may show the change already. */
  readonly commit: number;
}

/** A log of recent changes. Each change raises the state, a number. */
export interface ChangeLog {
  /** The number of the last change. */
  state(): number;
  /** Adds changes that happened at once. `commit` is the number of their commit, if there was one. */
  note(changes: readonly Changed[], commit?: number): void;
  /**
   * True if one of the keys changed after a state. A key is the name of a collection, a `contentKey` (without counts),
   * a `keyOf` of a record, or a `countsKey` (the record with its counts).
   */
  changedSince(state: number, keys: readonly string[]): boolean;
  /** The changes of a collection after a state, in order. Undefined if some of them are not known record by record. */
  recordsSince(state: number, collection: string): readonly ChangedRecord[] | undefined;
}

/** The key of all records of a collection, without the counts of linking records. */
export const contentKey = (collection: string): string => `${collection} ${CONTENT}`;

/** The key of a record with its counts. */
export const countsKey = (record: string): string => `${record} ${COUNTS}`;

const CONTENT = '~';
const COUNTS = '#';

/** The most keys of changed records that are remembered (two for most records), and the most changes per collection. */
const MOST_RECORDS = 40_000;
const MOST_RECENT = 2000;
/** The number of changes that are dropped together, because dropping moves all others. */
const FORGOTTEN_AT_ONCE = 200;
/** The most bytes of remembered images, of all collections together. */
const MOST_IMAGE_BYTES = 4 * 1_048_576;

/** The recent changes of one collection. */
interface Recent {
  /** The last state that is not in `records`: a change of unknown records, or one that has been dropped. */
  otherwise: number;
  readonly records: RecentRecord[];
}

interface RecentRecord extends ChangedRecord {
  readonly state: number;
  images?: Images | undefined;
}

/**
 * The sum that changes add to a count made at commit number `counted`. Undefined if a change does not tell its
 * increment, or if the count may contain it already.
 */
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

/** Creates an empty log. */
export function createChangeLog(): ChangeLog {
  let state = 0;
  /** No single records are known up to this state. */
  let forgotten = 0;
  let everything = 0;
  /** The last change of a whole collection, for each collection and for any. */
  const wholes = new Map<string, number>();
  let whole = 0;
  /** The state of the last change of each collection and of each record, by key. */
  const collections = new Map<string, number>();
  const records = new Map<string, number>();
  /** One iterator for the whole life: a new one would step over all deleted entries each time. */
  const oldestRecords = records.keys();
  const recents = new Map<string, Recent>();
  /** The changes with remembered images, oldest first. */
  const pictured = new Set<RecentRecord>();
  let imageBytes = 0;

  const remember = (key: string): void => {
    records.delete(key);
    records.set(key, state);
    if (records.size <= MOST_RECORDS) return;
    const oldest = String(oldestRecords.next().value);
    forgotten = records.get(oldest) ?? state;
    records.delete(oldest);
  };
  const unpicture = (record: RecentRecord): void => {
    if (pictured.delete(record)) imageBytes -= record.images?.bytes ?? 0;
    record.images = undefined;
  };
  const picture = (record: RecentRecord, { bytes }: Images): void => {
    pictured.add(record);
    imageBytes += bytes;
    for (const oldest of pictured) {
      if (imageBytes <= MOST_IMAGE_BYTES) return;
      unpicture(oldest);
    }
  };
  const recentOf = (collection: string): Recent => {
    const known = recents.get(collection) ?? { otherwise: 0, records: [] };
    recents.set(collection, known);
    return known;
  };
  const noteOne = ({ collection, id, isCounting = false, images, fields, raises }: Changed, commit: number): void => {
    if (collection === undefined) {
      everything = state;
      return;
    }
    const recent = recentOf(collection);
    collections.set(collection, state);
    if (!isCounting) collections.set(contentKey(collection), state);
    if (id === undefined) {
      wholes.set(collection, state);
      whole = state;
    } else {
      const key = `${collection} ${id}`;
      remember(countsKey(key));
      if (!isCounting) remember(key);
    }
    if (typeof id !== 'number') recent.otherwise = state;
    else {
      const record = { id, state, commit, isCounting, images, fields, raises };
      recent.records.push(record);
      if (images !== undefined) picture(record, images);
    }
    if (recent.records.length < MOST_RECENT + FORGOTTEN_AT_ONCE) return;
    const oldest = recent.records.splice(0, FORGOTTEN_AT_ONCE);
    recent.otherwise = Math.max(recent.otherwise, oldest.at(-1)?.state ?? 0);
    for (const one of oldest) unpicture(one);
  };

  return {
    state: () => state,
    note(changes, commit = 0) {
      state += 1;
      for (const change of changes) noteOne(change, commit);
    },
    changedSince(since, keys) {
      if (since < everything || since < forgotten) return true;
      return keys.some((key) => {
        if ((records.get(key) ?? collections.get(key) ?? 0) > since) return true;
        return whole > since && (wholes.get(key.slice(0, key.indexOf(' '))) ?? 0) > since;
      });
    },
    recordsSince(since, collection) {
      const recent = recents.get(collection);
      if (since < everything || (recent?.otherwise ?? 0) > since) return undefined;
      const first = recent?.records.findLastIndex(({ state: at }) => at <= since) ?? -1;
      return recent?.records.slice(first + 1) ?? [];
    },
  };
}
