import { createDeadline, type Deadline, waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import type { Limits } from '../options';

/** Intervals of the database check, in ms: before the first check, between checks, and for one answer. Together they stay below 10 s. */
const INTERVALS = { first: 7000, again: 1000, answer: 1500 };

export type WhileDatabaseAnswers = <T>(work: Promise<T>) => Promise<T>;

/**
 * Makes the deadline of requests while the database is away. A request waits several times for it, and these waits add up.
 * If the work takes long and the database does not answer, it throws 503 `database_unavailable`. Other long work goes on.
 * `answers` is undefined if the database cannot be away.
 */
export const createDatabaseDeadline = (
  answers: (() => Promise<boolean>) | undefined,
  { first, again, answer } = INTERVALS,
): WhileDatabaseAnswers => {
  if (answers === undefined) return (work) => work;
  return async (work) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const away = new Promise<never>((_, reject) => {
      const look = async (): Promise<void> => {
        const answered = answers().catch(() => false);
        const isThere = await waitAtMost(answer, answered, { late: () => false });
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

/** Begins the deadline of a handler or a page. The log gets its name if it does not answer in time. */
export type HandlerDeadline = (name: string) => Deadline;

/** Makes the function that begins deadlines of handlers. A late one is a bug: an Error. */
export const createHandlerDeadline =
  ({ handlerMilliseconds: time }: Limits): HandlerDeadline =>
  (name) =>
    createDeadline(time, () => new Error(`${name} did not answer within ${time / 1000} s (TIMEOUT_SECONDS)`));
