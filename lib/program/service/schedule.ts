import type { Log } from '../../http';

/** Something that a service does by itself. */
export interface Job {
  /** How long after it is done it is done again, in ms. */
  readonly every: number;
  /** What the log says where it cannot be done: it is tried again. */
  readonly trouble: string;
  /** Ends as soon as it can when the signal aborts. Answers true where there is nothing left to do, ever. */
  work(signal: AbortSignal): Promise<boolean>;
}

/** Does these jobs from now on, each at its own pace; the function that is answered ends them, as soon as those under way have ended. */
export function startSchedule(jobs: readonly Job[], log: Log): () => Promise<void> {
  const ending = new AbortController();
  const stops = jobs.map((job) => keepDoing(job, ending.signal, log));
  return async () => {
    ending.abort();
    await Promise.all(stops.map((stop) => stop()));
  };
}

function keepDoing({ every, trouble, work }: Job, signal: AbortSignal, log: Log): () => Promise<void> {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const turn = async () => {
    const isDone = await work(signal).catch((error) => {
      log.warn({ error: String(error) }, trouble);
      return false;
    });
    if (!isDone && !signal.aborted) timer = setTimeout(start, every).unref();
  };
  const start = () => {
    running = turn();
  };
  start();
  return () => {
    clearTimeout(timer);
    return running;
  };
}
