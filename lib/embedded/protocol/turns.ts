import { refuse } from '../../query';

/** How long one piece of work goes on before others have their turn, in ms. */
const TURN_MILLISECONDS = 5;

/** Of how many entries or documents it is looked once whether others should have their turn: each may be large. */
const LOOK_EVERY = 16;

/** How long a piece of work has gone on since others had their turn. */
export interface Turn {
  looked: number;
  until: number;
}

/** Begins a turn. */
export const beginTurn = (): Turn => ({ looked: 0, until: performance.now() + TURN_MILLISECONDS });

/** Whether a turn is over, asked once for each entry or document; `renew` it when others have had theirs. */
export const isOver = (turn: Turn): boolean => ++turn.looked % LOOK_EVERY === 0 && performance.now() > turn.until;

/** Begins a turn anew. */
export const renew = (turn: Turn): void => {
  turn.until = performance.now() + TURN_MILLISECONDS;
};

/** Work that yields where others may have their turn, and comes to something. */
export type InTurns<T> = Generator<undefined, T>;

/** What such work finds, one after the other: undefined where others may have their turn. */
export type FoundInTurns<T> = Iterable<T | undefined>;

/** Takes what is found, one after the other, until `take` answers true. */
export function* takeEach<T>(found: FoundInTurns<T>, take: (one: T) => unknown): InTurns<void> {
  for (const one of found) {
    if (one === undefined) yield;
    else if (take(one) === true) return;
  }
}

/** All that is found. */
export function* allOf<T>(found: FoundInTurns<T>): InTurns<T[]> {
  const all: T[] = [];
  yield* takeEach(found, (one) => void all.push(one));
  return all;
}

/** Makes something of each that is found. */
export function* mapEach<T, U>(found: FoundInTurns<T>, change: (one: T) => U): Generator<U | undefined> {
  for (const one of found) yield one === undefined ? undefined : change(one);
}

/** Does work without a pause. Throws MaxTimeMSExpired where it goes on for longer than that. */
export const atOnce = <T>(work: InTurns<T>, maxMilliseconds = Number.POSITIVE_INFINITY): T => {
  const until = performance.now() + maxMilliseconds;
  for (;;) {
    const step = performance.now() > until ? work.throw(refuse.maxTimeExpired()) : work.next();
    if (step.done) return step.value;
  }
};

/** When paused work ends before its end. */
export interface Patience {
  /** After so many ms, with MaxTimeMSExpired. */
  readonly milliseconds?: number | undefined;
  /** When nobody waits for it any more, with ClientDisconnect. */
  readonly isGone?: (() => boolean) | undefined;
}

/** What work in turns waits for. */
export interface Turns {
  /** Resolves when all others have had their turn. Rejects with InterruptedAtShutdown once it is closed. */
  others(): Promise<void>;
  /** Does work, with a promise only where it pauses. */
  run<T>(work: InTurns<T>, patience: Patience): T | Promise<T>;
  /** Ends all work that is paused; resolves when it has let go of what it reads. */
  close(): Promise<void>;
}

/** Creates what gives each piece of paused work its turn: with each round of the event loop it is one's, however many there are. */
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
