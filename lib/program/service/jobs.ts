import { setTimeout as delay } from 'node:timers/promises';
import { publishDue, type Services } from '../../content';
import type { Log } from '../../http';

interface Job {
  /** The pause between two runs, in ms. */
  readonly every: number;
  /** The log message if a run fails. A failed job is repeated all the same. */
  readonly trouble: string;
  work(signal: AbortSignal): Promise<void>;
}

/** Starts all background jobs and repeats them. Returns a function that stops the jobs and waits for those that run. */
export function startJobs(services: Services, log: Log): () => Promise<void> {
  const ending = new AbortController();
  const jobs = [publishing(services, log), expiry(services), reconnecting(services, log)];
  const running = Promise.all(jobs.map((job) => repeat(job, ending.signal, log)));
  return async () => {
    ending.abort();
    await running;
  };
}

async function repeat({ every, trouble, work }: Job, signal: AbortSignal, log: Log): Promise<void> {
  while (!signal.aborted) {
    await work(signal).catch((error) => log.warn({ error: String(error) }, trouble));
    await delay(every, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

const SOON_MILLISECONDS = 5000;

const publishing = (services: Services, log: Log): Job => ({
  every: SOON_MILLISECONDS,
  trouble: 'Scheduled records could not be published yet.',
  async work(signal) {
    const published = await publishDue(services, signal);
    if (published > 0) log.info({ published }, 'Scheduled records were published.');
  },
});

const expiry = ({ idempotency }: Services): Job => ({
  every: 10 * 60_000,
  trouble: 'Answers that were kept for a day could not be forgotten yet.',
  async work(signal) {
    await idempotency.forgetExpired(signal);
  },
});

/**
 * The number of failed checks after which the job replaces the MongoDB client. A broken connection may hang for ever.
 */
const MOST_FAILURES = 3;

const reconnecting = ({ connection }: Services, log: Log): Job => {
  let failures = 0;
  return {
    every: SOON_MILLISECONDS,
    trouble: 'It could not be looked whether the database answers.',
    async work() {
      failures = (await connection.ready()) ? 0 : failures + 1;
      if (failures < MOST_FAILURES || !(await connection.reconnect())) return;
      failures = 0;
      log.warn({}, 'The connections to the database were made anew: over the former ones nothing came any more.');
    },
  };
};
