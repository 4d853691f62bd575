import type { MongoServerError } from 'mongodb';
import { ApiError, errors } from '../../errors';
import { driver } from './driver';

const DISK_FULL = new Set([14031, 28]);
/**
 * MongoDB error codes of a server that starts, stops, lost its primary, or cannot reach a majority. They are HostUnreachable,
 * HostNotFound, WriteConcernFailed, NetworkTimeout, ShutdownInProgress, FailedToSatisfyReadPreference, PrimarySteppedDown,
 * NetworkInterfaceExceededTimeLimit, ExceededTimeLimit, SocketException, NotWritablePrimary, InterruptedAtShutdown,
 * InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
 */
const AWAY = new Set([6, 7, 64, 89, 91, 133, 189, 202, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
/** MongoDB error codes of an overloaded server: LockTimeout, MaxTimeMSExpired, WriteConflict. */
const BUSY = new Set([24, 50, 112]);
/** The `Retry-After` header of an overloaded service, in seconds. */
export const RETRY_SECONDS = 5;

/** True for errors of closed sockets, which the driver passes on unchanged. */
const isEndedSocket = (error: unknown): boolean =>
  error instanceof Error && ['This socket has been ended by the other party', 'write EPIPE'].includes(error.message);

/** Returns the error of the single command inside a bulk write error. */
const commandErrorOf = (error: unknown): unknown =>
  error instanceof driver().MongoBulkWriteError && (error.errorResponse as unknown) instanceof driver().MongoError
    ? error.errorResponse
    : error;

/** True for the error that a document with this unique value is stored already. */
export const isDuplicateKey = (error: unknown): error is MongoServerError =>
  error instanceof driver().MongoServerError && error.code === 11000;

/** True if the connection failed or broke off, so that nothing of the transaction is stored. */
export const isBrokenOff = (error: unknown): boolean =>
  isEndedSocket(commandErrorOf(error)) || commandErrorOf(error) instanceof driver().MongoNetworkError;

/** Translates a driver error to 503 `database_unavailable`, 503 `rest_overloaded` or 507 `insufficient_storage`; else undefined. */
export function translateTrouble(thrown: unknown): ApiError | undefined {
  const error = commandErrorOf(thrown);
  if (isEndedSocket(error)) return errors.databaseUnavailable();
  if (!(error instanceof driver().MongoError)) return undefined;
  const code = Number(error.code);
  if (error instanceof driver().MongoServerError && DISK_FULL.has(code)) return errors.insufficientStorage();
  const away =
    error instanceof driver().MongoNetworkError ||
    error instanceof driver().MongoServerSelectionError ||
    // The commit may be stored or not.
    error.hasErrorLabel('UnknownTransactionCommitResult') ||
    /Timeout|PoolClosed|PoolCleared|NotConnected|TopologyClosed|Expired/.test(error.name) ||
    AWAY.has(code);
  if (away) return errors.databaseUnavailable();
  return BUSY.has(code) || error.hasErrorLabel('SystemOverloadedError') ? errors.overloaded(RETRY_SECONDS) : undefined;
}

/** True if a stored record is unreadable, because its file is damaged or another program wrote it. */
export const isUnreadable = (error: unknown): boolean =>
  driver().BSON.BSONError.isBSONError(error) || (error instanceof driver().MongoServerError && /malformed BSON/i.test(error.message));

/** Returns the `ApiError` for the client that an error means; undefined for other errors. */
export const refusalOf = (error: unknown): ApiError | undefined => (error instanceof ApiError ? error : translateTrouble(error));

/** Returns the message of a server that refused a command; undefined for any other failure. */
export const refusedWhy = (error: unknown): string | undefined =>
  error instanceof driver().MongoServerError && translateTrouble(error) === undefined ? error.message : undefined;
