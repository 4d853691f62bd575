import { type Within, waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import type { Limits } from '../options';

/** The intervals of the database check, in ms: before the first check, between checks, and for one reply. The sum is below 10 s. */
const INTERVALS = { first: 7000, again: 1000, answer: 1500 };

/**
 * Makes the deadline of requests while the database is unavailable. The waits of one request for the database add up. If the work takes
 * long and the database does not reply, it throws 503 `database_unavailable`. Other long work continues. `answers` checks the database;
 * undefined if it is always available.
 */
export const createDatabaseDeadline = (
  answers: (() => Promise<boolean>) | undefined,
  { first, again, answer } = INTERVALS,
): (<T>(work: Promise<T>) => Promise<T>) => {
  if (answers === undefined) return (work) => work;
  return async (work) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const away = new Promise<never>((_, reject) => {
      const look = async (): Promise<void> => {
        const answered = answers().catch(() => false);
        const isThere = await waitAtMost(answer, answered, { onTimeout: () => false });
        if (isOver) return;
        if (isThere) timer = setTimeout(look, again).unref();
        else reject(errors.databaseUnavailable());
      };
      timer = setTimeout(look, first).unref();
    });
    try {
      return await Promise.race([work, away]);
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  };
};

/**
 * Runs a handler or a page with a deadline, at which `within` rejects. It cannot interrupt work that never yields. Late work is a bug: an
 * Error with its `name`.
 */
export const withHandlerDeadline = async <T>(
  { handlerMilliseconds: time }: Pick<Limits, 'handlerMilliseconds'>,
  name: string,
  work: (within: Within) => Promise<T>,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`${name} did not answer within ${time / 1000} s (TIMEOUT_SECONDS)`));
    timer = setTimeout(fail, time).unref();
  });
  // The deadline may pass while no part of the work is pending.
  passed.catch(() => undefined);
  try {
    return await work((part) => Promise.race([part, passed]));
  } finally {
    clearTimeout(timer);
  }
};
