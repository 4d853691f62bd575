import type { ClientSession, MongoClient } from 'mongodb';
import { waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import type { ChangeEvents } from '../changes/change-events';
import { asCollision, Collision, isTaken, pause } from './collisions';
import { RETRY_SECONDS } from './database-errors';
import { Busy, createLocks, type Hold } from './locks';
import type { RetryReason, Watch } from './pool-watch';

/** The time limits of a transaction, in ms. */
export interface TransactionPatience {
  /** The limit for waiting and for retries. */
  readonly waiting: number;
  /** The limit for the work itself. Then the transaction is given up, unless it is being committed. */
  readonly working: number;
  /** The additional time for a commit. */
  readonly committing: number;
}

/** The default limits. With a ping after them the client gets an answer within 10 s. */
const PATIENCE: TransactionPatience = { waiting: 7000, working: 7500, committing: 1500 };
/** The most attempts after duplicate keys. */
const TAKEN_ATTEMPTS = 20;

/** Runs transactions, and makes those of this process wait for each other. See `Connection`. */
export interface Transactions {
  transact<T>(work: (session: ClientSession) => Promise<T>, since?: number): Promise<T>;
  touch(keys: readonly string[], session: ClientSession): void;
  /** The number of transactions that run or wait. */
  size(): number;
  /** The number of transactions that wait for locks of this process. */
  waiting(): number;
}

/** The time limit passed before anything was stored. */
class Late extends Error {
  override readonly name = 'Late';
}

/** Creates the runner of transactions. `answers` tells if the database answers now. */
export function createTransactions({
  client,
  happenings,
  answers,
  watch,
  patience = PATIENCE,
}: {
  readonly client: () => MongoClient;
  readonly happenings: ChangeEvents;
  readonly answers: () => Promise<boolean>;
  readonly watch?: Pick<Watch, 'again'> | undefined;
  readonly patience?: TransactionPatience;
}): Transactions {
  const createHold = createLocks();
  const holds = new WeakMap<ClientSession, Hold>();
  let underWay = 0;
  let waiting = 0;

  /** Waits for the locks of a transaction. Returns false if the time does not suffice. */
  const waitFor = async (hold: Hold, end: number): Promise<boolean> => {
    waiting += 1;
    try {
      return await hold.wait(end);
    } finally {
      waiting -= 1;
    }
  };

  return {
    size: () => underWay,
    waiting: () => waiting,
    touch: (keys, session) => holds.get(session)?.take(keys),
    async transact(work, since = Date.now()) {
      const end = since + patience.waiting;
      const hold = createHold();
      let committing = false;
      let givenUp = false;

      const attempt = () => {
        const own = client();
        return own.withSession(async (session) => {
          holds.set(session, hold);
          const result = await session.withTransaction(async () => {
            committing = false;
            happenings.begin(session);
            const worked = await work(session).catch((error: unknown) => asCollision(error, client() !== own));
            if (givenUp) throw new Late();
            committing = true;
            return worked;
          });
          happenings.commit(session);
          return result;
        });
      };
      const run = async () => {
        try {
          for (let collisions = 0, taken = 0; ; ) {
            try {
              return await attempt();
            } catch (error) {
              committing = false;
              const began = performance.now();
              let reason: RetryReason = 'taken';
              if (error instanceof Busy) {
                reason = 'held';
                if (!(await waitFor(hold, end))) throw new Late();
              } else if (error instanceof Collision) {
                reason = 'conflict';
                await pause(++collisions);
              } else if (!isTaken(error) || ++taken === TAKEN_ATTEMPTS) throw error;
              if (Date.now() >= end) throw new Late();
              watch?.again(reason, performance.now() - began);
            }
          }
        } finally {
          hold.release();
        }
      };

      const giveUp = (): never => {
        givenUp = true;
        // The result of a running commit is unknown. Anything else is not stored, and its locks can be released.
        if (committing) throw errors.databaseUnavailable();
        hold.release();
        throw new Late();
      };

      underWay += 1;
      const running = run();
      const late = () => (committing ? waitAtMost(patience.committing, running, { late: giveUp, keepsAlive: true }) : giveUp());
      try {
        return await waitAtMost(since + patience.working - Date.now(), running, { late, keepsAlive: true });
      } catch (error) {
        if (!(error instanceof Late)) throw error;
        throw (await answers()) ? errors.overloaded(RETRY_SECONDS) : errors.databaseUnavailable();
      } finally {
        underWay -= 1;
      }
    },
  };
}
