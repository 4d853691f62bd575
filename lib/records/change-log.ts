/** What was changed: a record, all that a collection may hold, or, of no collection, anything. */
export interface Changed {
  readonly collection?: string | undefined;
  readonly id?: unknown;
}

/** What was changed when, by numbers that grow with each change. */
export interface ChangeLog {
  /** The number of the last change. */
  state(): number;
  /** Notes what was changed at once. */
  note(changes: readonly Changed[]): void;
  /** Whether anything of these was changed after a number: collections, by their names, and records, by `keyOf`. */
  changedSince(state: number, keys: readonly string[]): boolean;
  /** Whether a record of a collection with an ID up to this one was changed after a number, added or removed. */
  changedUpTo(id: number, state: number, collection: string): boolean;
}

/** How many changes are remembered, of all collections and of each. */
const MOST_RECORDS = 20_000;
const MOST_RECENT = 1000;

/** What happened to a collection last. */
interface Recent {
  last: number;
  /** When it was changed last by what is no single record with a number, or is forgotten. */
  otherwise: number;
  readonly records: { readonly id: number; readonly state: number }[];
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
    const known = recents.get(collection) ?? { last: 0, otherwise: 0, records: [] };
    recents.set(collection, known);
    return known;
  };
  const noteOne = ({ collection, id }: Changed): void => {
    if (collection === undefined) {
      everything = state;
      return;
    }
    const recent = recentOf(collection);
    recent.last = state;
    if (id === undefined) wholes.set(collection, state);
    else remember(`${collection} ${id}`);
    if (typeof id !== 'number') recent.otherwise = state;
    else recent.records.push({ id, state });
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
        const [collection = ''] = key.split(' ', 1);
        if (key === collection) return (recents.get(collection)?.last ?? 0) > since;
        return (wholes.get(collection) ?? 0) > since || (records.get(key) ?? 0) > since;
      });
    },
    changedUpTo(most, since, collection) {
      const recent = recents.get(collection);
      if (since < everything || (recent?.otherwise ?? 0) > since) return true;
      return recent?.records.some(({ id, state: at }) => at > since && id <= most) ?? false;
    },
  };
}
