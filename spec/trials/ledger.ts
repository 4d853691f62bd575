/** What an event says, as far as it is changed. */
export interface EventState {
  readonly version: number;
  readonly category: string;
}

/** An event, as its only writer knows it. */
export interface Entry {
  /** Unlike that of any other event, and part of its description. */
  readonly tag: string;
  readonly title: string;
  readonly venue: string;
  /** Its day, `YYYY-MM-DD`, which is that of its round. */
  readonly day: string;
  /** The `Idempotency-Key` of its creation, if it had one. */
  readonly key: string | undefined;
  /** What it was created as. */
  readonly first: EventState;
  id: number | undefined;
  /** Whether it was deleted for good, and not just moved to the trash. */
  erased: boolean;
  /** Each state it may be in: one, unless a write had no answer; undefined is that no list has it. */
  states: readonly (EventState | undefined)[];
}

/** An event to which all writers of a round append words, each on the condition that nobody was faster. */
export interface Journal {
  readonly id: number;
  readonly appended: Set<string>;
  /** Appended perhaps. */
  readonly unsure: Set<string>;
}

/** What a service has acknowledged in a round. */
export interface Ledger {
  readonly day: string;
  readonly entries: Entry[];
  journal: Journal | undefined;
  /** How many writes were acknowledged. */
  acknowledged: number;
  /** How many had no answer, or were refused for lack of a database. */
  unsure: number;
}

const DAY_MILLISECONDS = 86_400_000;

/** Makes the empty ledger of a round, from 0 on, which has a day of its own. */
export const createLedger = (round: number): Ledger => ({
  day: new Date(Date.UTC(2030, 0, 1) + round * DAY_MILLISECONDS).toISOString().slice(0, 10),
  entries: [],
  journal: undefined,
  acknowledged: 0,
  unsure: 0,
});

/** What is sent to create an event. */
export const creationOf = ({ tag, title, venue, day, first }: Entry): object => ({
  title,
  start_date: `${day} 10:00:00`,
  end_date: `${day} 12:00:00`,
  venue: { venue },
  ...changeOf(tag, first),
});

/** What is sent to bring an event into a state. */
export const changeOf = (tag: string, { version, category }: EventState): object => ({
  description: `${tag} version ${version}`,
  categories: [category],
});

/** Whether two states are the same. */
export const isSameState = (one: EventState | undefined, other: EventState | undefined): boolean =>
  one?.version === other?.version && one?.category === other?.category;
