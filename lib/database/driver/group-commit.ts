import type { ClientSession } from 'mongodb';
import { waitAtMost } from '../../deadline';
import { ApiError } from '../../errors';
import type { Connection } from './connection';
import { refusalOf } from './database-errors';
import { Busy } from './locks';

/** How many jobs share a transaction at most. */
const MOST = 32;
/** How long jobs wait for those before them, in ms: a database that hardly answers keeps nobody waiting twice. */
const PATIENCE_MILLISECONDS = 1000;
/** How often a group is tried at most: one that others hold up keeps those waiting whom it does not concern. */
const MOST_TRIES = 8;
/** Which part of the time that a group took is waited for the next one to gather. */
const GATHERING = 1 / 3;

/**
 * How a job is done in a transaction of its own, whose patience begins when the job came, in ms since 1970, and how several are in one; the results of
 * these stand in the order of the jobs.
 */
interface Ways<J, R> {
  alone(job: J, since: number): Promise<R>;
  together(jobs: readonly J[], session: ClientSession): Promise<readonly R[]>;
}

interface Waiting<J, R> {
  readonly job: J;
  readonly since: number;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Waits for a piece of work, so many ms at most: whether it was done. */
const patiently = (milliseconds: number, work: Promise<void>): Promise<boolean> =>
  waitAtMost(
    milliseconds,
    work.then(() => true),
    { late: () => false, keepsAlive: true },
  );

/**
 * Makes what does jobs of one sort: one that comes alone at once; what comes meanwhile waits until it is done, and is then done in one
 * transaction, as databases do with what they write to the disk. Where that is refused, nothing of it is stored, and each is done alone.
 * Whoever was answered in a group mostly asks again soon: it is waited for him a little, lest the first to do so has a transaction of his own.
 */
export function createGroupCommit<J, R>(
  { transact }: Pick<Connection, 'transact'>,
  { alone, together }: Ways<J, R>,
): (job: J) => Promise<R> {
  let waiting: Waiting<J, R>[] = [];
  let isBusy = false;
  let onArrival = () => {};

  /** Resolves when so many jobs wait. */
  const whenWaiting = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onArrival = () => {
        if (waiting.length >= count) resolve();
      };
      onArrival();
    });
  const doAlone = async ({ job, since, resolve, reject }: Waiting<J, R>): Promise<void> => {
    try {
      resolve(await alone(job, since));
    } catch (error) {
      reject(error);
    }
  };
  const doTogether = async (group: readonly Waiting<J, R>[]): Promise<void> => {
    const jobs = group.map(({ job }) => job);
    let refusal: unknown;
    let tries = 0;
    try {
      const results = await transact(async (session) => {
        refusal = undefined;
        try {
          return await together(jobs, session);
        } catch (error) {
          tries += 1;
          const isHeldUp = error instanceof Busy || (tries === MOST_TRIES && !(error instanceof ApiError));
          refusal = isHeldUp ? new Error('Others are in the way.', { cause: error }) : error;
          throw refusal;
        }
      }, group[0]?.since);
      for (const [place, { resolve }] of group.entries()) resolve(results[place] as R);
    } catch (error) {
      // Whether what was being committed is stored cannot be told: to do it again could store it twice.
      const mayBeStored = refusal === undefined || refusal !== error;
      if (mayBeStored || (refusalOf(error)?.status ?? 0) >= 500) for (const { reject } of group) reject(error);
      else await Promise.all(group.map(doAlone));
    }
  };

  const doAll = async (): Promise<void> => {
    isBusy = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      const [first] = group;
      const began = performance.now();
      if (group.length === 1 && first) await patiently(PATIENCE_MILLISECONDS, doAlone(first));
      else if (await patiently(PATIENCE_MILLISECONDS, doTogether(group)))
        await patiently((performance.now() - began) * GATHERING, whenWaiting(Math.min(MOST, group.length + waiting.length)));
    }
    isBusy = false;
  };

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, since: Date.now(), resolve, reject });
      if (isBusy) onArrival();
      else void doAll();
    });
}
