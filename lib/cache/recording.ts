import { AsyncLocalStorage } from 'node:async_hooks';

/** A dependency of a cached value: a collection or a record by its key, or an object that tells whether it has changed since a state. */
export type Dependency = string | { hasChangedSince(state: number): boolean };

/** A span of time in ms since 1970 in which a value holds: from `from` on, until just before `until`. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** All time. */
export const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** A dependency on every record of the database. */
const ANYTHING = Symbol('anything');

/** Notes of what a piece of work has read so far. */
interface Notes {
  /** The state of the records when the work began. */
  readonly begun: number;
  readonly dependencies: Set<Dependency | typeof ANYTHING>;
  from: number;
  until: number;
  /** Seconds for which the value may be cached at most. */
  maxAge: number;
  isCacheable: boolean;
  /** True while exact dependencies have been noted already, and commands of the driver need not be. */
  isExact: boolean;
}

/** A value with what it depends on. */
export interface Recorded<T> {
  readonly value: T;
  readonly begun: number;
  /** Undefined: any change of any record may change the value. */
  readonly dependencies: readonly Dependency[] | undefined;
  readonly span: Span;
  /** False: the value depends on something that nobody can watch. */
  readonly isCacheable: boolean;
}

const storage = new AsyncLocalStorage<Notes | undefined>();

/** True if what is read at the moment is recorded for an answer that may be cached. */
export const isRecording = (): boolean => storage.getStore()?.isCacheable === true;

/** Notes dependencies of the work that runs at the moment. */
export const noteDependencies = (dependencies: Iterable<Dependency>): void => {
  const notes = storage.getStore();
  if (notes !== undefined) for (const one of dependencies) notes.dependencies.add(one);
};

/** Notes that any change of any record may change what the work comes to. */
const noteAnything = (): void => void storage.getStore()?.dependencies.add(ANYTHING);

/** Notes that what the work comes to holds in a span of time only. */
export const noteSpan = ({ from, until }: Span): void => {
  const notes = storage.getStore();
  if (notes === undefined) return;
  notes.from = Math.max(notes.from, from);
  notes.until = Math.min(notes.until, until);
};

/** Notes that what the work comes to may be cached for so many seconds, since it depends on something that nobody can watch. */
export const noteMaxAge = (seconds: number): void => {
  const notes = storage.getStore();
  if (notes !== undefined) notes.maxAge = Math.min(notes.maxAge, seconds);
};

/** Notes that the work depends on something that nobody can watch, such as a password or another server: its value is never cached. */
export const noteUncacheable = (): void => {
  const notes = storage.getStore();
  if (notes !== undefined) notes.isCacheable = false;
};

/** Notes a command that reads a collection, unless its exact dependencies are known already. Called for every command of the driver. */
export const noteCommand = (collection: string, isWhole: boolean): void => {
  const notes = storage.getStore();
  if (notes === undefined || notes.isExact) return;
  notes.dependencies.add(isWhole ? ANYTHING : collection);
};

/** Reads something of which exactly these dependencies are noted, whatever commands that takes. */
export const readExactly = <T>(dependencies: Iterable<Dependency>, read: () => T): T => {
  const notes = storage.getStore();
  if (notes === undefined) return read();
  noteDependencies(dependencies);
  return storage.run({ ...notes, isExact: true }, read);
};

/** Does work of which nothing is noted, such as work that several requests share. */
export const unrecorded = <T>(work: () => T): T => (storage.getStore() === undefined ? work() : storage.run(undefined, work));

/** Adds what was recorded of a value to the notes of the work that uses it. */
export const noteRecorded = ({ dependencies, span, isCacheable }: Omit<Recorded<unknown>, 'value' | 'begun'>): void => {
  const notes = storage.getStore();
  if (notes === undefined) return;
  if (dependencies === undefined) noteAnything();
  else noteDependencies(dependencies);
  noteSpan(span);
  if (!isCacheable) noteUncacheable();
};

/**
 * Does work and records what it depends on. `state` is that of the records at the moment; within other recorded work that of the outer work's beginning
 * counts, which may have read something before. The outer work depends on the same. `now` is the time, in ms since 1970.
 */
export async function record<T>(state: number, now: number, work: () => Promise<T>): Promise<Recorded<T>> {
  const outer = storage.getStore();
  const notes: Notes = {
    begun: outer?.begun ?? state,
    dependencies: new Set(),
    ...ALWAYS,
    maxAge: ALWAYS.until,
    isCacheable: true,
    isExact: false,
  };
  const value = await storage.run(notes, work);
  if (notes.maxAge < ALWAYS.until) {
    notes.from = Math.max(notes.from, now);
    notes.until = Math.min(notes.until, now + notes.maxAge * 1000);
  }
  const { begun, from, until, isCacheable } = notes;
  const dependencies = notes.dependencies.has(ANYTHING) ? undefined : ([...notes.dependencies] as Dependency[]);
  const span = from === ALWAYS.from && until === ALWAYS.until ? ALWAYS : { from, until };
  const recorded = { value, begun, dependencies, span, isCacheable };
  noteRecorded(recorded);
  return recorded;
}
