/** The mutable fields of an event. */
export interface EventState {
  readonly version: number;
  readonly category: string;
}

/** An event as its only writer expects it. */
export interface Entry {
  /** A unique mark in the description. */
  readonly tag: string;
  readonly title: string;
  readonly venue: string;
  /** The day of its round, `YYYY-MM-DD`. */
  readonly day: string;
  /** The `Idempotency-Key` of its creation, if there was one. */
  readonly key: string | undefined;
  /** The state at its creation. */
  readonly first: EventState;
  id: number | undefined;
  /** True after a permanent deletion, false for an event in the trash. */
  erased: boolean;
  /** All possible states: several after a write without an answer. `undefined` means that no list contains the event. */
  states: readonly (EventState | undefined)[];
}

/** An event to which all writers of a round append words, with `If-Match`. */
export interface Journal {
  readonly id: number;
  readonly appended: Set<string>;
  /** Words that may have been appended. */
  readonly unsure: Set<string>;
}

/** The acknowledged writes of a round. */
export interface Ledger {
  readonly day: string;
  readonly entries: Entry[];
  journal: Journal | undefined;
  acknowledged: number;
  /** The number of writes without an answer, or refused because of the database. */
  unsure: number;
}

const DAY_MILLISECONDS = 86_400_000;

/** Creates an empty ledger. Each round has its own day. */
export const createLedger = (round: number): Ledger => ({
  day: new Date(Date.UTC(2030, 0, 1) + round * DAY_MILLISECONDS).toISOString().slice(0, 10),
  entries: [],
  journal: undefined,
  acknowledged: 0,
  unsure: 0,
});

/** The body of a creation. */
export const creationOf = ({ tag, title, venue, day, first }: Entry): object => ({
  title,
  start_date: `${day} 10:00:00`,
  end_date: `${day} 12:00:00`,
  venue: { venue },
  ...changeOf(tag, first),
});

/** The body of an update. */
export const changeOf = (tag: string, { version, category }: EventState): object => ({
  description: `${tag} version ${version}`,
  categories: [category],
});

export const isSameState = (one: EventState | undefined, other: EventState | undefined): boolean =>
  one?.version === other?.version && one?.category === other?.category;
