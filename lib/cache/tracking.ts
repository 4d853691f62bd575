import { AsyncLocalStorage } from 'node:async_hooks';

/** A dependency of a cached value: the key of a collection or a record, or an object that detects changes. */
export type Dependency = string | { hasChangedSince(state: number): boolean };

/** A time span in ms since 1970: from `from` up to, but without, `until`. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

interface Notes {
  /** The state of the records (a number) when the work began. */
  readonly state: number;
  readonly dependencies: Set<Dependency>;
  /** The time when the work began, in ms since 1970. */
  readonly now: number;
  from: number;
  until: number;
  isCacheable: boolean;
  /** True while exact dependencies are noted already. Commands of the MongoDB driver then add no dependencies. */
  isExact: boolean;
}

/** The result of tracked work, with its dependencies. */
export interface Tracked<T> {
  readonly value: T;
  /** The state of the records when the work began. Undefined if changes were unknown. */
  readonly state: number | undefined;
  readonly dependencies: readonly Dependency[];
  readonly span: Span;
  /** False if the value depends on a source without change notices, such as another server. */
  readonly isCacheable: boolean;
}

const storage = new AsyncLocalStorage<Notes | undefined>();

/** True if the current work is tracked for a response that may be cached. */
export const isTracking = (): boolean => storage.getStore()?.isCacheable === true;

export const noteDependencies = (dependencies: Iterable<Dependency>): void => {
  const notes = storage.getStore();
  if (notes !== undefined) for (const one of dependencies) notes.dependencies.add(one);
};

/** Notes that the result of the current work is valid only within a time span. */
export const noteSpan = ({ from, until }: Span): void => {
  const notes = storage.getStore();
  if (notes === undefined) return;
  notes.from = Math.max(notes.from, from);
  notes.until = Math.min(notes.until, until);
};

/** Notes that the result of the current work may be cached for at most `seconds`. */
export const noteMaxAge = (seconds: number): void => {
  const now = storage.getStore()?.now;
  if (now !== undefined) noteSpan({ from: now, until: now + seconds * 1000 });
};

/** Notes that the result of the current work must not be cached, since it needs a password or another server. */
export const noteUncacheable = (): void => {
  const notes = storage.getStore();
  if (notes !== undefined) notes.isCacheable = false;
};

/**
 * Notes the dependency of a MongoDB command, unless exact dependencies are noted. The monitor of the driver calls this function for every
 * command.
 */
export const noteCommand = (dependency: Dependency): void => {
  const notes = storage.getStore();
  if (notes !== undefined && !notes.isExact) notes.dependencies.add(dependency);
};

/**
 * Runs a read that depends on exactly these dependencies. MongoDB commands within the read add no others. `noteSpan` and `noteUncacheable`
 * have no effect there.
 */
export const readExactly = <T>(dependencies: Iterable<Dependency>, read: () => T): T => {
  const notes = storage.getStore();
  if (notes === undefined) return read();
  noteDependencies(dependencies);
  return storage.run({ ...notes, isExact: true }, read);
};

/** Runs work, such as a query that several requests share, without tracking its dependencies. */
export const untracked = <T>(work: () => T): T => (storage.getStore() === undefined ? work() : storage.run(undefined, work));

/** Adds the dependencies of a tracked value to those of the work that uses the value. */
export const noteTracked = ({ dependencies, span, isCacheable }: Omit<Tracked<unknown>, 'value' | 'state'>): void => {
  noteDependencies(dependencies);
  noteSpan(span);
  if (!isCacheable) noteUncacheable();
};

/**
 * Runs work and tracks its dependencies. `state` is the current state of the records, `now` the time in ms since 1970. Nested work
 * counts from the state of the outer work, and passes its dependencies on to the outer work.
 */
export async function track<T>(state: number, now: number, work: () => Promise<T>): Promise<Tracked<T>> {
  const outer = storage.getStore();
  const notes: Notes = {
    state: outer?.state ?? state,
    now,
    dependencies: new Set(),
    ...ALWAYS,
    isCacheable: true,
    isExact: false,
  };
  const value = await storage.run(notes, work);
  const { from, until, isCacheable } = notes;
  const dependencies = [...notes.dependencies];
  const span = from === ALWAYS.from && until === ALWAYS.until ? ALWAYS : { from, until };
  const tracked = { value, state: notes.state, dependencies, span, isCacheable };
  noteTracked(tracked);
  return tracked;
}
