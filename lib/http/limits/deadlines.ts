import { createDeadline, type Within, waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import type { Limits } from '../options';

/** The intervals of the database check, in ms: before the first check, between checks, and for one reply. The sum is below 10 s. */
const INTERVALS = { first: 7000, again: 1000, answer: 1500 };

/**
 * Makes the function that waits for work while the database is available. After 7 s it checks the database every second. If a check gets no
 * reply within 1.5 s, the wait rejects with 503 `database_unavailable`; the work is not interrupted. `answers` checks the database;
 * undefined if it is always available.
 */
export const createWhileDatabaseAnswers = (
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

/** A function that starts the deadline of a handler or a page. A late handler is logged by name. */
export type HandlerDeadline = (name: string) => Within;

/** Makes the function that starts the deadlines of handlers. A late handler is a bug: an Error. */
export const createHandlerDeadline =
  ({ handlerMilliseconds: time }: Limits): HandlerDeadline =>
  (name) =>
    createDeadline(time, () => new Error(`${name} did not answer within ${time / 1000} s (TIMEOUT_SECONDS)`));
