import { refuse } from '../../query';

/** The longest time in ms that one task runs before other tasks may run. */
const TURN_MILLISECONDS = 5;

/** The number of documents between two checks of the time. Documents may be large. */
const LOOK_EVERY = 16;

type Turn = ReturnType<typeof beginTurn>;

export const beginTurn = () => ({ looked: 0, until: performance.now() + TURN_MILLISECONDS });

/** True if a time slice is over. Call it once per document, and begin a new slice after the pause. */
export const isOver = (turn: Turn): boolean => ++turn.looked % LOOK_EVERY === 0 && performance.now() > turn.until;

/** A task that yields undefined at pauses, in which other tasks run, and returns a result. */
export type PausingTask<T> = Generator<undefined, T>;

/** Results of a task as an iterable. Undefined values are pauses. */
export type FoundInTurns<T> = Iterable<T | undefined>;

/** Passes each result to `take` until `take` returns true. Yields at pauses. */
export function* takeEach<T>(found: FoundInTurns<T>, take: (one: T) => unknown): PausingTask<void> {
  for (const one of found) {
    if (one === undefined) yield;
    else if (take(one) === true) return;
  }
}

/** Runs a task without pauses. Throws MaxTimeMSExpired after `maxMilliseconds`. */
export const atOnce = <T>(work: PausingTask<T>, maxMilliseconds = Number.POSITIVE_INFINITY): T => {
  const until = performance.now() + maxMilliseconds;
  for (;;) {
    const step = performance.now() > until ? work.throw(refuse.maxTimeExpired()) : work.next();
    if (step.done) return step.value;
  }
};

/** The scheduler of tasks with pauses. Each round of the event loop runs one paused task for one time slice. */
export interface Turns {
  waiting: { resolve(): void; reject(error: Error): void }[];
  isClosed: boolean;
}

const next = (turns: Turns): void => {
  turns.waiting.shift()?.resolve();
  if (turns.waiting.length > 0) setImmediate(next, turns);
};

/** Resolves after all other tasks had a time slice. Rejects with InterruptedAtShutdown after `closeTurns`. */
export const letOthersRun = (turns: Turns): Promise<void> =>
  new Promise((resolve, reject) => {
    if (turns.isClosed) return reject(refuse.shuttingDown());
    turns.waiting.push({ resolve, reject });
    if (turns.waiting.length === 1) setImmediate(next, turns);
  });

/** Runs a task. Returns a promise if it pauses. Throws MaxTimeMSExpired after `milliseconds`, ClientDisconnect without a client. */
export const runInTurns = <T>(
  turns: Turns,
  work: PausingTask<T>,
  milliseconds: number,
  isGone: (() => boolean) | undefined,
): T | Promise<T> => {
  const until = performance.now() + milliseconds;
  const ending = () => (performance.now() > until ? refuse.maxTimeExpired() : isGone?.() ? refuse.clientGone() : undefined);
  const goOn = async (): Promise<T> => {
    for (;;) {
      const failure = await letOthersRun(turns).then(ending, (error: Error) => error);
      const step = failure ? work.throw(failure) : work.next();
      if (step.done) return step.value;
    }
  };
  const step = work.next();
  return step.done ? step.value : goOn();
};

/** Ends all paused tasks, and resolves when they have released what they read. */
export const closeTurns = async (turns: Turns): Promise<void> => {
  turns.isClosed = true;
  for (const { reject } of turns.waiting.splice(0)) reject(refuse.shuttingDown());
  await new Promise((resolve) => setImmediate(resolve));
};
