import type { ClientSession } from 'mongodb';
import { waitAtMost } from '../../deadline';
import { ApiError } from '../../errors';
import type { Connection } from './connection';
import { refusalOf } from './driver';
import { Busy } from './locks';

const MOST_TOGETHER = 32;
/** The maximum time that jobs wait for the previous group, in ms. */
const PATIENCE_MILLISECONDS = 1000;
/** The most attempts of a group. Then each job runs alone, so that one job's conflict does not delay the others. */
const MOST_TRIES = 8;
/** The share of the last group's duration for which the queue waits for more jobs. */
const GATHERING_SHARE = 1 / 3;

/** The two ways to run jobs, with results in the order of the jobs. `since` is the arrival time, in ms since 1970. */
interface JobRunner<J, R> {
  alone(job: J, since: number): Promise<R>;
  together(jobs: readonly J[], session: ClientSession): Promise<readonly R[]>;
}

interface QueuedJob<J, R> {
  readonly job: J;
  readonly since: number;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Waits for work, at most `milliseconds`. True if the work ended in time. */
const endsWithin = (milliseconds: number, work: Promise<void>): Promise<boolean> =>
  waitAtMost(
    milliseconds,
    work.then(() => true),
    { onTimeout: () => false, keepsAlive: true },
  );

/**
 * Creates a queue that commits jobs in groups. A single job runs at once. Jobs that arrive during its run then share one transaction. If
 * that fails, each job runs alone. Clients often send the next job soon after a response, so the queue briefly waits for more jobs before
 * it starts a group.
 */
export function createGroupCommit<J, R>(
  { transact }: Pick<Connection, 'transact'>,
  { alone, together }: JobRunner<J, R>,
): (job: J) => Promise<R> {
  const queue: QueuedJob<J, R>[] = [];
  let isBusy = false;
  let onArrival = () => {};

  /** Waits until the queue holds this number of jobs. */
  const whenWaiting = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onArrival = () => {
        if (queue.length >= count) resolve();
      };
      onArrival();
    });
  const runAlone = async ({ job, since, resolve, reject }: QueuedJob<J, R>): Promise<void> => {
    try {
      resolve(await alone(job, since));
    } catch (error) {
      reject(error);
    }
  };
  const runTogether = async (group: readonly QueuedJob<J, R>[]): Promise<void> => {
    const jobs = group.map(({ job }) => job);
    let refusal: unknown;
    let tries = 0;
    try {
      const work = async (session: ClientSession) => {
        refusal = undefined;
        try {
          return await together(jobs, session);
        } catch (error) {
          tries += 1;
          const isDelayed = error instanceof Busy || (tries === MOST_TRIES && !(error instanceof ApiError));
          refusal = isDelayed ? new Error('Other jobs wait for this group.', { cause: error }) : error;
          throw refusal;
        }
      };
      const results = await transact(work, { since: group[0]?.since, isShared: true });
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      // If the jobs themselves did not fail, the commit may be stored. A second attempt could store them twice.
      if (refusal !== error || (refusalOf(error)?.status ?? 0) >= 500) for (const { reject } of group) reject(error);
      else await Promise.all(group.map(runAlone));
    }
  };

  const runQueue = async (): Promise<void> => {
    isBusy = true;
    while (queue.length > 0) {
      const group = queue.splice(0, MOST_TOGETHER);
      const [first] = group;
      const began = performance.now();
      if (group.length === 1 && first) await endsWithin(PATIENCE_MILLISECONDS, runAlone(first));
      else if (await endsWithin(PATIENCE_MILLISECONDS, runTogether(group)))
        await endsWithin((performance.now() - began) * GATHERING_SHARE, whenWaiting(Math.min(MOST_TOGETHER, group.length + queue.length)));
    }
    isBusy = false;
  };

  return (job) =>
    new Promise((resolve, reject) => {
      queue.push({ job, since: Date.now(), resolve, reject });
      if (isBusy) onArrival();
      else void runQueue();
    });
}
