import { refusalOf, translateTrouble } from '../../database';
import type { ApiError } from '../../errors';
import type { Log } from '../../http';

/** The least time between two log lines about a full disk, in ms. */
const AGAIN_MILLISECONDS = 60_000;

/** Makes a `translateTrouble` that also logs when the disk of the database is full. */
export function loggingFullDisk(log: Pick<Log, 'error'>, database: object): (error: unknown) => ApiError | undefined {
  let logged = Number.NEGATIVE_INFINITY;
  return (error) => {
    const refusal = translateTrouble(error);
    const now = performance.now();
    if (refusal?.code === 'insufficient_storage' && now - logged >= AGAIN_MILLISECONDS) {
      logged = now;
      log.error(
        { ...database, err: error },
        'The database has no room for what is written: make room on its disk. Until then writes are refused (507).',
      );
    }
    return refusal;
  };
}

/** True if the database does not answer. */
export const isAway = (error: unknown): boolean => refusalOf(error)?.code === 'database_unavailable';

/** True for a failure that may pass: the database does not answer or is overloaded. */
export const isPassing = (error: unknown): boolean => refusalOf(error)?.status === 503;
