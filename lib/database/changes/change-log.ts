import type { Document } from 'mongodb';
import type { Raise } from '../driver/raises';

/** What was changed: a record, all that a collection may hold, or, of no collection, anything. */
export interface Changed {
  readonly collection?: string | undefined;
  readonly id?: unknown;
  /** Whether nothing of it was changed but how many records name it, and when the last of these is. */
  readonly isCounting?: boolean;
  /** By how much that was raised, where it is known. */
  readonly raises?: readonly Raise[] | undefined;
  /** The record before and after, where both are known. */
  readonly images?: Images | undefined;
  /** The fields (of the record itself) beside which nothing was changed, where that is known. */
  readonly fields?: readonly string[] | undefined;
}

/** A record before and after a change; null: there was none. */
export interface Images {
  readonly before: Document | null;
  readonly after: Document;
  /** Bytes of both as they are stored. */
  readonly bytes: number;
}

/** A change of a record that is known by its number. */
export interface ChangedRecord extends Pick<Changed, 'images' | 'fields' | 'raises'> {
  readonly id: number;
  readonly isCounting: boolean;
  /** Which commit it was, of all that have begun: what was read after that may show it already. */
  readonly commit: number;
}

/** What was changed when, by numbers that grow with each change. */
export interface ChangeLog {
  /** The number of the last change. */
  state(): number;
  /** Notes what was changed at once, and by which commit, where it was one. */
  note(changes: readonly Changed[], commit?: number): void;
  /**
   * Whether anything of these was changed after a number: collections, by their names (`contentKey`: but for counts), and what records say, by `keyOf`
   * (`countsKey`: their counts too).
   */
  changedSince(state: number, keys: readonly string[]): boolean;
  /** The changes of a collection after a number, in their order; undefined where not each of them is known as one of a single record. */
  recordsSince(state: number, collection: string): readonly ChangedRecord[] | undefined;
}

/** Names what a collection holds, but for how often records are named. */
export const contentKey = (collection: string): string => `${collection} ${CONTENT}`;

/** Names a record with how often it is named. */
export const countsKey = (record: string): string => `${record} ${COUNTS}`;

const CONTENT = '~';
const COUNTS = '#';

/** How many keys of changed records are remembered, two for most, and how many changes of each collection. */
const MOST_RECORDS = 40_000;
const MOST_RECENT = 2000;
/** How many of these are forgotten together, since all others are moved by it. */
const FORGOTTEN_AT_ONCE = 200;
/** Bytes of the images that are remembered, of all collections. */
const MOST_IMAGE_BYTES = 4 * 1_048_576;

/** What happened to a collection last. */
interface Recent {
  /** When it was changed last by what is no single record with a number, or is forgotten. */
  otherwise: number;
  readonly records: RecentRecord[];
}

interface RecentRecord extends ChangedRecord {
  readonly state: number;
  images?: Images | undefined;
}

/** What changes add to a count made when so many commits had begun; undefined where one does not tell, or may have been counted already. */
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
  /** Up to here nothing is known of single records. */
  let forgotten = 0;
  let everything = 0;
  /** When something that is no single record was changed last, in each collection and in any. */
  const wholes = new Map<string, number>();
  let whole = 0;
  /** When a collection was changed last, by its keys, and a record, by its. */
  const collections = new Map<string, number>();
  const records = new Map<string, number>();
  /** Goes through them once: a map that is begun anew passes over all that it has lost. */
  const oldestRecords = records.keys();
  const recents = new Map<string, Recent>();
  /** The changes whose images are remembered, the oldest first. */
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
