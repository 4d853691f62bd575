import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientSession, Collection, MongoClient } from 'mongodb';
import { waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import type { Change } from '../records/record';
import type { Counter } from '../sequences';
import { driver, isBrokenOff, isDuplicateKey, RETRY_SECONDS } from './driver';
import { Busy, createLocks, keyOf, type TransactionLocks } from './locks';

/** The reason for repeating a transaction. `taken`: duplicate key. `held`: another transaction of this process has a lock. */
export type RetryReason = 'conflict' | 'taken' | 'held';

/** A listener for measurements of the database. Each call runs in the asynchronous context of the request. */
export interface Watch {
  /** Receives the duration of a command, and its wait for a connection before, in ms. */
  onCommand(milliseconds: number, waited: number): void;
  /** Receives the time in ms that a command waited for a connection in vain. */
  onPoolTimeout(milliseconds: number): void;
  /** Receives the error when the change stream breaks off, once until the stream works again. */
  onStreamBroken(error: unknown): void;
  /** Receives the reason when a transaction runs again, and its wait in ms. */
  onRetry(reason: RetryReason, waited: number): void;
}

/** The options of a transaction. */
export interface TransactionOptions {
  /** The start of the time limit, in ms since 1970; by default now. */
  readonly since?: number | undefined;
  /** True if the transaction serves several requests. They do not see each other's writes, so it must not lock names. */
  readonly isShared?: boolean;
}

/** The state of one attempt of a transaction. */
interface TransactionState {
  /** The locks of the transaction; undefined for sessions that `Connection.transact` did not create. */
  readonly locks: Pick<TransactionLocks, 'take'> | undefined;
  /** The changes to report to listeners after the commit, in order. */
  readonly changes: Change[];
  /** The records that were read ahead, by collection and key. */
  readonly preloaded: Map<string, ReadonlyMap<number | string, unknown>>;
  readonly isShared: boolean;
}

declare module 'mongodb' {
  interface ClientSession {
    /** The state of the running attempt of the transaction. Only `beginAttempt` and `stateOf` use it. */
    attempt?: TransactionState;
  }
}

/** Begins an attempt of a transaction with an empty state. */
const beginAttempt = (session: ClientSession, run?: Pick<Run<unknown>, 'locks' | 'isShared'>): TransactionState => {
  session.attempt = { locks: run?.locks, changes: [], preloaded: new Map(), isShared: run?.isShared ?? false };
  return session.attempt;
};

/** Returns the state of the transaction attempt of a session. */
export const stateOf = (session: ClientSession): TransactionState => session.attempt ?? beginAttempt(session);

type Listener = (change: Change) => void;

export type ChangeEvents = ReturnType<typeof createChangeEvents>;

/** Creates the list of listeners for changes. Each transaction collects its changes and reports them after its commit. */
export function createChangeEvents() {
  const listeners: Listener[] = [];
  return {
    hasListeners: (): boolean => listeners.length > 0,
    /** Adds a change to those of a session's transaction. Without listeners, nothing is collected. */
    note(session: ClientSession, change: Change): void {
      if (listeners.length > 0) stateOf(session).changes.push(change);
    },
    /** Reports the changes of a committed transaction to the listeners, in order. */
    report(session: ClientSession): void {
      for (const change of stateOf(session).changes.splice(0)) for (const listener of listeners) listener(asStored(change));
    },
    /** Adds a listener for every committed change. It gets its own copies, and must not throw. */
    listen: (listener: Listener): void => void listeners.push(listener),
  };
}

/** Copies a change as the database would return it, without values that BSON does not store, such as functions. */
const asStored = (change: Change): Change => {
  const { BSON } = driver();
  const { plural, before, after } = BSON.deserialize(BSON.serialize(change, { ignoreUndefined: true }));
  return { plural, before, after };
};

/** The time limits in ms of waiting and retries, of the work, and of the commit after it. A ping may follow within 10 s. */
const TIME_LIMITS = { waiting: 7000, working: 7500, committing: 1500 };
/** The most attempts of a transaction after duplicate keys. */
const TAKEN_ATTEMPTS = 20;

/** The error of a conflict with another transaction, or of a lost server. Nothing is stored, and the work can run again. */
class Collision extends Error {
  override readonly name = 'Collision';
}

/** The error that the time limit passed before anything was stored. */
class Late extends Error {
  override readonly name = 'Late';
}

interface RunnerOptions {
  readonly client: () => MongoClient;
  readonly changeEvents: Pick<ChangeEvents, 'report'>;
  /** True if the database replies now. */
  readonly isAnswering: () => Promise<boolean>;
  readonly watch?: Pick<Watch, 'onRetry'> | undefined;
  readonly limits?: typeof TIME_LIMITS;
}

interface Runner extends RunnerOptions {
  readonly limits: typeof TIME_LIMITS;
  readonly newLocks: () => TransactionLocks;
  running: number;
  waiting: number;
}

interface Run<T> {
  readonly work: (session: ClientSession) => Promise<T>;
  readonly isShared: boolean;
  readonly locks: TransactionLocks;
  /** The end of waiting and of retries, in ms since 1970. */
  readonly end: number;
  isCommitting: boolean;
  isGivenUp: boolean;
}

/** Creates the runner of transactions, which lets those of this process wait for each other. See `Connection`. */
export function createTransactions(options: RunnerOptions) {
  const runner: Runner = { limits: TIME_LIMITS, ...options, newLocks: createLocks(), running: 0, waiting: 0 };
  return {
    /** Returns the number of transactions that run or wait. */
    size: (): number => runner.running,
    waiting: (): number => runner.waiting,
    lock: (keys: readonly string[], session: ClientSession): void => stateOf(session).locks?.take(keys),
    transact: <T>(work: (session: ClientSession) => Promise<T>, options: TransactionOptions = {}): Promise<T> =>
      transact(runner, work, options),
  };
}

async function transact<T>(runner: Runner, work: Run<T>['work'], { since = Date.now(), isShared = false }: TransactionOptions): Promise<T> {
  const { limits, isAnswering, newLocks } = runner;
  const run: Run<T> = { work, isShared, locks: newLocks(), end: since + limits.waiting, isCommitting: false, isGivenUp: false };
  runner.running += 1;
  const result = runUntilDone(runner, run).finally(() => run.locks.release());
  const onTimeout = () =>
    run.isCommitting ? waitAtMost(limits.committing, result, { onTimeout: () => giveUp(run), keepsAlive: true }) : giveUp(run);
  try {
    return await waitAtMost(since + limits.working - Date.now(), result, { onTimeout, keepsAlive: true });
  } catch (error) {
    if (!(error instanceof Late)) throw error;
    throw (await isAnswering()) ? errors.overloaded(RETRY_SECONDS) : errors.databaseUnavailable();
  } finally {
    runner.running -= 1;
  }
}

/** Repeats the work until it is committed, fails, or its time is over. */
async function runUntilDone<T>(runner: Runner, run: Run<T>): Promise<T> {
  for (let collisions = 0, duplicates = 0; ; ) {
    try {
      return await attempt(runner, run);
    } catch (error) {
      run.isCommitting = false;
      const began = performance.now();
      const reason = retryReasonOf(error);
      if (reason === undefined || (reason === 'taken' && ++duplicates === TAKEN_ATTEMPTS)) throw error;
      if (reason === 'held') {
        runner.waiting += 1;
        const isInTime = await run.locks.wait(run.end).finally(() => {
          runner.waiting -= 1;
        });
        if (!isInTime) throw new Late();
      }
      if (reason === 'conflict') await pause(++collisions);
      if (Date.now() >= run.end) throw new Late();
      runner.watch?.onRetry(reason, performance.now() - began);
    }
  }
}

const retryReasonOf = (error: unknown): RetryReason | undefined => {
  if (error instanceof Busy) return 'held';
  if (error instanceof Collision) return 'conflict';
  // Another transaction stored the same slug, fixture, image or key first.
  const isTaken = isDuplicateKey(error) && ['slug', 'source', 'url', '_id'].some((field) => field in (error['keyPattern'] ?? {}));
  return isTaken ? 'taken' : undefined;
};

/** Rethrows an error, as a `Collision` if the work can run again. `isClientReplaced`: the client was replaced after the start. */
const asCollision = (error: unknown, { isClientReplaced }: { readonly isClientReplaced: boolean }): never => {
  const isTransient =
    (error instanceof driver().MongoError && (isClientReplaced || error.hasErrorLabel('TransientTransactionError'))) || isBrokenOff(error);
  // The driver must not repeat the work: its pauses grow to half a second, while other processes proceed.
  throw isTransient ? new Collision(String(error), { cause: error }) : error;
};

/** The longest pause before a retry, in ms. It grows with the number of collisions, from the first constant to the second. */
const FIRST_PAUSE_MILLISECONDS = 4;
const LONGEST_PAUSE_MILLISECONDS = 50;
const PAUSE_GROWTH = 1.5;

/** Waits a random time before the next attempt. */
const pause = (collisions: number): Promise<void> => {
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * PAUSE_GROWTH ** collisions, LONGEST_PAUSE_MILLISECONDS);
  return delay(Math.random() * longest);
};

/** Runs the work once in a new session. The driver may repeat the work there if the commit fails. */
function attempt<T>({ client, changeEvents }: Runner, run: Run<T>): Promise<T> {
  const own = client();
  return own.withSession(async (session) => {
    const result = await session.withTransaction(async () => {
      run.isCommitting = false;
      beginAttempt(session, run);
      const worked = await run.work(session).catch((error: unknown) => asCollision(error, { isClientReplaced: client() !== own }));
      if (run.isGivenUp) throw new Late();
      run.isCommitting = true;
      return worked;
    });
    changeEvents.report(session);
    return result;
  });
}

function giveUp(run: Pick<Run<unknown>, 'isCommitting' | 'isGivenUp' | 'locks'>): never {
  run.isGivenUp = true;
  // The result of a running commit is unknown. Otherwise nothing is stored, and the locks can be released.
  if (run.isCommitting) throw errors.databaseUnavailable();
  run.locks.release();
  throw new Late();
}

/** Locks a name until a transaction ends, by writing a document of `counters`; see `Connection.lockName`. */
export async function lockName(counters: Collection<Counter>, name: string, session: ClientSession): Promise<void> {
  const { isShared, locks } = stateOf(session);
  if (isShared) throw new Error(`Others of the same transaction may be about to lock the name ${name}.`);
  // All names share a few counters. Two names with the same counter only wait needlessly.
  const number = createHash('sha256').update(name).digest().readUInt8(0);
  const _id = `claims ${number}`;
  locks?.take([keyOf('counters', _id)]);
  await counters.updateOne({ _id }, { $inc: { value: 1 } }, { upsert: true, session });
}
