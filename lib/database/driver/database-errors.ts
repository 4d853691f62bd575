import { ApiError, errors } from '../../errors';
import { driver } from './driver';

const DISK_FULL = new Set([14031, 28]);
/**
 * Codes of a server that is going, coming or losing its primary, that cannot be reached by the one that answers, or whose majority does not
 * confirm: HostUnreachable, HostNotFound, WriteConcernFailed, NetworkTimeout, ShutdownInProgress, FailedToSatisfyReadPreference,
 * PrimarySteppedDown, NetworkInterfaceExceededTimeLimit, ExceededTimeLimit, SocketException, NotWritablePrimary, InterruptedAtShutdown,
 * InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
 */
const AWAY = new Set([6, 7, 64, 89, 91, 133, 189, 202, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
/** Codes of a server that answers, and has too much to do: LockTimeout, MaxTimeMSExpired, WriteConflict. */
const BUSY = new Set([24, 50, 112]);
/** When to try again what there was too much else to do for. */
export const RETRY_SECONDS = 5;

/** The messages of sockets whose server has gone away. The driver passes these errors on as they are. */
const ENDED_SOCKET: readonly string[] = ['This socket has been ended by the other party', 'write EPIPE'];

const isEndedSocket = (error: unknown): boolean => error instanceof Error && ENDED_SOCKET.includes(error.message);

/** The error of one command, where the driver has put it into that of several writes. */
const bare = (error: unknown): unknown =>
  error instanceof driver().MongoBulkWriteError && (error.errorResponse as unknown) instanceof driver().MongoError
    ? error.errorResponse
    : error;

/** Tells whether the connection broke off, or there was none: what was asked for within a transaction is not stored then. */
export const isBrokenOff = (error: unknown): boolean => isEndedSocket(bare(error)) || bare(error) instanceof driver().MongoNetworkError;

/**
 * What a driver's error means to a client: 503 `database_unavailable` or `rest_overloaded`, 507 `insufficient_storage`; anything else is ours to
 * mend.
 */
export function translateTrouble(thrown: unknown): ApiError | undefined {
  const error = bare(thrown);
  if (isEndedSocket(error)) return errors.databaseUnavailable();
  if (!(error instanceof driver().MongoError)) return undefined;
  const code = Number(error.code);
  if (error instanceof driver().MongoServerError && DISK_FULL.has(code)) return errors.insufficientStorage();
  const away =
    error instanceof driver().MongoNetworkError ||
    error instanceof driver().MongoServerSelectionError ||
    // Whether what was sent is stored is not known.
    error.hasErrorLabel('UnknownTransactionCommitResult') ||
    /Timeout|PoolClosed|PoolCleared|NotConnected|TopologyClosed|Expired/.test(error.name) ||
    AWAY.has(code);
  if (away) return errors.databaseUnavailable();
  return BUSY.has(code) || error.hasErrorLabel('SystemOverloadedError') ? errors.overloaded(RETRY_SECONDS) : undefined;
}

/** Whether a record is stored that cannot be read: its file was damaged, or written by something else. */
export const isUnreadable = (error: unknown): boolean =>
  driver().BSON.BSONError.isBSONError(error) || (error instanceof driver().MongoServerError && /malformed BSON/i.test(error.message));

/** A refusal as it is, and what a driver's error means to a client; undefined for anything else. */
export const refusalOf = (error: unknown): ApiError | undefined => (error instanceof ApiError ? error : translateTrouble(error));

/** What a server says that answers, and refuses something for good; undefined where something else failed. */
export const refusedWhy = (error: unknown): string | undefined =>
  error instanceof driver().MongoServerError && translateTrouble(error) === undefined ? error.message : undefined;
