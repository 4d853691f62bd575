import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { type ApiError, errors } from '../errors';

const DISK_FULL = new Set([14031, 28]);
/** Codes of a server that is going, coming or losing its primary. */
const AWAY = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436, 50, 112, 64]);

/** What a driver's error means to a client: 503 `database_unavailable`, 507 `insufficient_storage`; anything else is ours to mend. */
export function translateTrouble(error: unknown): ApiError | undefined {
  if (!(error instanceof MongoError)) return undefined;
  if (error instanceof MongoServerError && DISK_FULL.has(Number(error.code))) return errors.insufficientStorage();
  const away =
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    /Timeout|PoolClosed|PoolCleared|NotConnected|TopologyClosed|Expired/.test(error.name) ||
    AWAY.has(Number(error.code));
  return away ? errors.databaseUnavailable() : undefined;
}
