import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DeserializeOptions } from 'bson';
import type { ClientSession, Collection, Document, Filter, FindOptions, MongoClient, MongoClientOptions, MongoServerError } from 'mongodb';
import { waitAtMost } from '../../deadline';
import { ApiError, errors } from '../../errors';

/** A record for queries and updates by paths, which the static types of its fields cannot describe. */
export interface RawRecord extends Document {
  readonly _id: number;
}

type Driver = typeof import('mongodb');

let loaded: Driver | undefined;

/** Returns MongoDB's driver, loaded on first use. Programs that only describe routes never load it, and start faster. */
export const driver = (): Driver => {
  loaded ??= require('mongodb') as Driver;
  return loaded;
};

/**
 * Makes `find` of a collection decode each record once, by reading records as bytes. With command monitoring the driver would decode each
 * reply twice. Pass `raw: false` for `explain`.
 */
export const decodedOnce = (collection: Collection): Collection => {
  const find = collection.find.bind(collection) as (filter: object, options: FindOptions) => ReturnType<Collection['find']>;
  return Object.assign(collection, {
    find: (filter: object = {}, options: FindOptions = {}) =>
      options.raw !== undefined
        ? find(filter, options)
        : find(filter, { ...options, raw: true }).map((bytes) =>
            driver().BSON.deserialize(bytes as Uint8Array, options as DeserializeOptions),
          ),
  });
};

/** The number of records in one batch. Other requests are served between two batches. */
const BATCH = 500;

/**
 * Reads many records in batches. The database reads the next batch while this one is decoded. The driver's own iterator waits for each
 * record, which takes as long as decoding the record.
 */
export async function* inBatches<R extends Document>(
  collection: Collection<R>,
  filter: Filter<R>,
  options: FindOptions,
): AsyncGenerator<readonly R[]> {
  const cursor = collection.find<Uint8Array>(filter, { ...options, batchSize: BATCH, raw: true });
  const fetchBatch = () => {
    const fetched = cursor.hasNext();
    fetched.catch(() => undefined); // The loop throws the error later, when it awaits the batch.
    return fetched;
  };
  try {
    for (let fetched = fetchBatch(); await fetched; ) {
      const batch = cursor.readBufferedDocuments();
      fetched = fetchBatch();
      await setImmediate(); // The driver sends the request first.
      yield batch.map((bytes) => driver().BSON.deserialize(bytes) as R);
    }
  } finally {
    await cursor.close();
  }
}

/** Returns the hash of a query or another BSON document. Equal documents with members in the same order have equal hashes. */
export const queryKey = (query: object): string =>
  createHash('sha1')
    .update(driver().BSON.serialize(query, { ignoreUndefined: true }))
    .digest('base64url');

/** The maximum time for one reply, in ms. Then the driver selects another server. Both together take less than 10 s. */
export const ANSWER_MILLISECONDS = 5000;
const SELECTION_MILLISECONDS = 4000;

/** Creates the service's MongoDB client. Its writes wait for a majority, and its commands have time limits. */
export const createClient = (uri: string, more: MongoClientOptions = {}): MongoClient =>
  new (driver().MongoClient)(uri, {
    socketTimeoutMS: ANSWER_MILLISECONDS,
    connectTimeoutMS: SELECTION_MILLISECONDS,
    waitQueueTimeoutMS: SELECTION_MILLISECONDS,
    serverSelectionTimeoutMS: SELECTION_MILLISECONDS,
    writeConcern: { w: 'majority' },
    readConcern: { level: 'majority' },
    ignoreUndefined: true,
    ...more,
  });

/**
 * Creates a MongoDB client whose commands have no time limit. The driver's heartbeats notice a lost server. On a Unix socket heartbeats
 * have no limit either: the server closes it when it ends, and may be too busy to reply in time.
 */
export const createUnlimitedClient = (uri: string, more: MongoClientOptions = {}): MongoClient => {
  const isSocket = /^mongodb:\/\/([^@/]*@)?%2f/i.test(uri);
  return createClient(uri, { socketTimeoutMS: 0, ...(isSocket && { connectTimeoutMS: 0 }), ...more });
};

/** The maximum time in ms for closing a connection to the database. */
export const CLOSE_MILLISECONDS = 2000;

/**
 * Closes a client. Resolves after 2 s in any case: if the server closes a socket at the same moment, the driver waits for ever for the
 * event `drain` of that socket.
 */
export const closeClient = (client: MongoClient): Promise<void> =>
  waitAtMost(
    CLOSE_MILLISECONDS,
    client.close().catch(() => undefined),
    { onTimeout: () => undefined },
  );

/** Returns the option of a command for a session, if there is one. */
export const sessionOption = (session: ClientSession | undefined) => (session ? { session } : {});

/** Throws the driver's error for an invalid MongoDB connection string. */
export function assertUri(uri: string): void {
  // This client is never connected.
  createClient(uri);
}

/** The error for a database that the program can never use. The message contains the remedy; a retry cannot help. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

const DISK_FULL = new Set([14031, 28]);
/**
 * MongoDB error codes of a server that starts, stops, lost its primary, or cannot reach a majority. They are HostUnreachable,
 * HostNotFound, WriteConcernFailed, NetworkTimeout, ShutdownInProgress, FailedToSatisfyReadPreference, PrimarySteppedDown,
 * NetworkInterfaceExceededTimeLimit, ExceededTimeLimit, SocketException, NotWritablePrimary, InterruptedAtShutdown,
 * InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
 */
const AWAY = new Set([6, 7, 64, 89, 91, 133, 189, 202, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
/** MongoDB error codes of an overloaded server: LockTimeout, WriteConflict. */
const BUSY = new Set([24, 112]);
/** MongoDB's error code of a read that took longer than it may: MaxTimeMSExpired. */
const TOO_LONG = 50;
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
export function translateError(thrown: unknown): ApiError | undefined {
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
  if (code === TOO_LONG) return errors.readTooLong(RETRY_SECONDS);
  return BUSY.has(code) || error.hasErrorLabel('SystemOverloadedError') ? errors.overloaded(RETRY_SECONDS) : undefined;
}

/** True if a stored record is unreadable, because its file is damaged or another program wrote it. */
export const isUnreadable = (error: unknown): boolean =>
  driver().BSON.BSONError.isBSONError(error) || (error instanceof driver().MongoServerError && /malformed BSON/i.test(error.message));

/** Returns the `ApiError` for the client that an error means; undefined for other errors. */
export const refusalOf = (error: unknown): ApiError | undefined => (error instanceof ApiError ? error : translateError(error));

/** Returns the message of a server that refused a command; undefined for any other failure. */
export const refusedWhy = (error: unknown): string | undefined =>
  error instanceof driver().MongoServerError && translateError(error) === undefined ? error.message : undefined;
