import { refuse } from '../../query';

/** The maximum time in ms that one task runs before other tasks may run. */
const SLICE_MILLISECONDS = 5;

/** The number of documents between two checks of the time. Documents may be large. */
const CHECK_EVERY = 16;

type TimeSlice = ReturnType<typeof beginSlice>;

export const beginSlice = () => ({ checks: 0, until: performance.now() + SLICE_MILLISECONDS });

/** True if a time slice is over. Call it once per document, and begin a new slice after the pause. */
export const isOver = (slice: TimeSlice): boolean => ++slice.checks % CHECK_EVERY === 0 && performance.now() > slice.until;

/** A task that yields undefined at pauses, in which other tasks run, and returns a result. */
export type PausingTask<T> = Generator<undefined, T>;

/** Results of a task as an iterable. Undefined values are pauses. */
export type PausingResults<T> = Iterable<T | undefined>;

/** Passes each result to `take` until `take` returns true. Yields at pauses. */
export function* takeEach<T>(found: PausingResults<T>, take: (one: T) => unknown): PausingTask<void> {
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
export interface TaskScheduler {
  waiting: { resolve(): void; reject(error: Error): void }[];
  isClosed: boolean;
}

const next = (scheduler: TaskScheduler): void => {
  scheduler.waiting.shift()?.resolve();
  if (scheduler.waiting.length > 0) setImmediate(next, scheduler);
};

/** Resolves after all other tasks had a time slice. Rejects with InterruptedAtShutdown after `closeScheduler`. */
export const letOthersRun = (scheduler: TaskScheduler): Promise<void> =>
  new Promise((resolve, reject) => {
    if (scheduler.isClosed) return reject(refuse.shuttingDown());
    scheduler.waiting.push({ resolve, reject });
    if (scheduler.waiting.length === 1) setImmediate(next, scheduler);
  });

/** Runs a task. Returns a promise if it pauses. Throws MaxTimeMSExpired after `milliseconds`, ClientDisconnect without a client. */
export const runPausing = <T>(
  scheduler: TaskScheduler,
  work: PausingTask<T>,
  milliseconds: number,
  isGone: (() => boolean) | undefined,
): T | Promise<T> => {
  const until = performance.now() + milliseconds;
  const ending = () => (performance.now() > until ? refuse.maxTimeExpired() : isGone?.() ? refuse.clientGone() : undefined);
  const goOn = async (): Promise<T> => {
    for (;;) {
      const failure = await letOthersRun(scheduler).then(ending, (error: Error) => error);
      const step = failure ? work.throw(failure) : work.next();
      if (step.done) return step.value;
    }
  };
  const step = work.next();
  return step.done ? step.value : goOn();
};

/** Ends all paused tasks, and resolves when they have released what they read. */
export const closeScheduler = async (scheduler: TaskScheduler): Promise<void> => {
  scheduler.isClosed = true;
  for (const { reject } of scheduler.waiting.splice(0)) reject(refuse.shuttingDown());
  await new Promise((resolve) => setImmediate(resolve));
};
