import type { Log } from '../../http';

/** A job that a service repeats in the background. */
export interface Job {
  /** The pause between two runs, in ms. */
  readonly every: number;
  /** The log message if a run fails. The job is tried again. */
  readonly trouble: string;
  /** Runs once, and ends early if the signal aborts. Answers true if the job is finished for ever. */
  work(signal: AbortSignal): Promise<boolean>;
}

/** Runs each job now and repeats it. The answered function stops all of them and waits for those that run. */
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
