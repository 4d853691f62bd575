import { refuse } from '../../query';

/** The longest time that work runs before other work proceeds, in ms. */
const TURN_MILLISECONDS = 5;

/** The number of documents between two checks of the time. Documents may be large. */
const LOOK_EVERY = 16;

/** The state of a turn: the time slice of one piece of work. */
export interface Turn {
  looked: number;
  until: number;
}

/** Begins a turn. */
export const beginTurn = (): Turn => ({ looked: 0, until: performance.now() + TURN_MILLISECONDS });

/** True if a turn is over. Call it once per document, and `renew` the turn after the pause. */
export const isOver = (turn: Turn): boolean => ++turn.looked % LOOK_EVERY === 0 && performance.now() > turn.until;

/** Renews a turn after a pause. */
export const renew = (turn: Turn): void => {
  turn.until = performance.now() + TURN_MILLISECONDS;
};

/** Work that yields at pauses, in which other work may proceed, and returns a result. */
export type InTurns<T> = Generator<undefined, T>;

/** Results of such work; undefined values are pauses. */
export type FoundInTurns<T> = Iterable<T | undefined>;

/** Passes each result to `take`, until it returns true. */
export function* takeEach<T>(found: FoundInTurns<T>, take: (one: T) => unknown): InTurns<void> {
  for (const one of found) {
    if (one === undefined) yield;
    else if (take(one) === true) return;
  }
}

/** Collects all results. */
export function* allOf<T>(found: FoundInTurns<T>): InTurns<T[]> {
  const all: T[] = [];
  yield* takeEach(found, (one) => void all.push(one));
  return all;
}

/** Maps each result. */
export function* mapEach<T, U>(found: FoundInTurns<T>, change: (one: T) => U): Generator<U | undefined> {
  for (const one of found) yield one === undefined ? undefined : change(one);
}

/** Runs work without pauses. Throws MaxTimeMSExpired after a time. */
export const atOnce = <T>(work: InTurns<T>, maxMilliseconds = Number.POSITIVE_INFINITY): T => {
  const until = performance.now() + maxMilliseconds;
  for (;;) {
    const step = performance.now() > until ? work.throw(refuse.maxTimeExpired()) : work.next();
    if (step.done) return step.value;
  }
};

/** The conditions that end paused work early. */
export interface Patience {
  /** The time limit in ms, with MaxTimeMSExpired. */
  readonly milliseconds?: number | undefined;
  /** True when the client has disconnected, with ClientDisconnect. */
  readonly isGone?: (() => boolean) | undefined;
}

/** The scheduler of work with pauses. */
export interface Turns {
  /** Resolves when all other work had a turn. Rejects with InterruptedAtShutdown after `close`. */
  others(): Promise<void>;
  /** Runs work. The result is a promise only if the work pauses. */
  run<T>(work: InTurns<T>, patience: Patience): T | Promise<T>;
  /** Ends all paused work, and resolves when it has released what it reads. */
  close(): Promise<void>;
}

/** Creates the scheduler. Each round of the event loop gives one piece of paused work its turn. */
export const createTurns = (): Turns => {
  let waiting: { resolve(): void; reject(error: Error): void }[] = [];
  let isClosed = false;

  const next = () => {
    waiting.shift()?.resolve();
    if (waiting.length > 0) setImmediate(next);
  };
  const others = () =>
    new Promise<void>((resolve, reject) => {
      if (isClosed) return reject(refuse.shuttingDown());
      waiting.push({ resolve, reject });
      if (waiting.length === 1) setImmediate(next);
    });
  const goOn = async <T>(work: InTurns<T>, until: number, { isGone }: Patience): Promise<T> => {
    const ending = () => (performance.now() > until ? refuse.maxTimeExpired() : isGone?.() ? refuse.clientGone() : undefined);
    for (;;) {
      const failure = await others().then(ending, (error: Error) => error);
      const step = failure ? work.throw(failure) : work.next();
      if (step.done) return step.value;
    }
  };

  return {
    others,
    run: (work, patience) => {
      const until = performance.now() + (patience.milliseconds ?? Number.POSITIVE_INFINITY);
      const step = work.next();
      return step.done ? step.value : goOn(work, until, patience);
    },
    close: async () => {
      isClosed = true;
      for (const { reject } of waiting) reject(refuse.shuttingDown());
      waiting = [];
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};
