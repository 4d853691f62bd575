/** What was changed: a record, all that a collection may hold, or, of no collection, anything. */
export interface Changed {
  readonly collection?: string | undefined;
  readonly id?: unknown;
  /** Whether nothing of it was changed but how many records name it, and when the last of these is. */
  readonly isCounting?: boolean;
}

/** What was changed when, by numbers that grow with each change. */
export interface ChangeLog {
  /** The number of the last change. */
  state(): number;
  /** Notes what was changed at once. */
  note(changes: readonly Changed[]): void;
  /**
   * Whether anything of these was changed after a number: collections, by their names (`contentKey`: but for counts), and what records say, by `keyOf`
   * (`countsKey`: their counts too).
   */
  changedSince(state: number, keys: readonly string[]): boolean;
  /** Whether a record of a collection with an ID up to this one was changed after a number, added or removed; `counts`: be it in its counts alone. */
  changedUpTo(id: number, state: number, collection: string, counts: boolean): boolean;
}

/** Names what a collection holds, but for how often records are named. */
export const contentKey = (collection: string): string => `${collection} ${CONTENT}`;

/** Names a record with how often it is named. */
export const countsKey = (record: string): string => `${record} ${COUNTS}`;

const CONTENT = '~';
const COUNTS = '#';

/** How many changes are remembered, of all collections and of each. */
const MOST_RECORDS = 20_000;
const MOST_RECENT = 1000;

/** What happened to a collection last. */
interface Recent {
  last: number;
  /** When it was changed last but in counts. */
  content: number;
  /** When it was changed last by what is no single record with a number, or is forgotten. */
  otherwise: number;
  readonly records: { readonly id: number; readonly state: number; readonly isCounting: boolean }[];
}

/** Creates an empty log. */
export function createChangeLog(): ChangeLog {
  let state = 0;
  /** Up to here nothing is known of single records. */
  let forgotten = 0;
  let everything = 0;
  const wholes = new Map<string, number>();
  const records = new Map<string, number>();
  const recents = new Map<string, Recent>();

  const remember = (key: string): void => {
    records.delete(key);
    records.set(key, state);
    if (records.size <= MOST_RECORDS) return;
    const [oldest] = records;
    if (oldest === undefined) return;
    records.delete(oldest[0]);
    forgotten = oldest[1];
  };
  const recentOf = (collection: string): Recent => {
    const known = recents.get(collection) ?? { last: 0, content: 0, otherwise: 0, records: [] };
    recents.set(collection, known);
    return known;
  };
  const noteOne = ({ collection, id, isCounting = false }: Changed): void => {
    if (collection === undefined) {
      everything = state;
      return;
    }
    const recent = recentOf(collection);
    recent.last = state;
    if (!isCounting) recent.content = state;
    const key = `${collection} ${id}`;
    if (id === undefined) wholes.set(collection, state);
    else remember(isCounting ? countsKey(key) : key);
    if (typeof id !== 'number') recent.otherwise = state;
    else recent.records.push({ id, state, isCounting });
    if (recent.records.length <= MOST_RECENT) return;
    const [oldest] = recent.records.splice(0, 1);
    recent.otherwise = Math.max(recent.otherwise, oldest?.state ?? 0);
  };

  return {
    state: () => state,
    note(changes) {
      state += 1;
      for (const change of changes) noteOne(change);
    },
    changedSince(since, keys) {
      if (since < everything || since < forgotten) return true;
      return keys.some((key) => {
        const [collection = '', id, aspect] = key.split(' ');
        const recent = recents.get(collection);
        if (recent === undefined || recent.last <= since) return false;
        if (id === undefined) return true;
        if (id === CONTENT) return recent.content > since;
        const record = aspect === COUNTS ? key.slice(0, -COUNTS.length - 1) : key;
        return [wholes.get(collection), records.get(record), records.get(key)].some((at = 0) => at > since);
      });
    },
    changedUpTo(most, since, collection, counts) {
      const recent = recents.get(collection);
      if (since < everything || (recent?.otherwise ?? 0) > since) return true;
      return recent?.records.some(({ id, state: at, isCounting }) => at > since && id <= most && (counts || !isCounting)) ?? false;
    },
  };
}
