import type { Document } from 'bson';

/** An error answer (`ok: 0`) or write error. It has MongoDB's number and name, so that drivers react as they do to MongoDB. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
    /** More members of the answer: `keyPattern`, `keyValue`, `errorLabels`. */
    readonly details: Document = {},
  ) {
    super(message);
  }
}

const TRANSIENT = { errorLabels: ['TransientTransactionError'] };

/** All refusals of the embedded database, as functions by name. */
export const refuse = {
  badValue: (message: string) => new Refusal(2, 'BadValue', message),
  failedToParse: (message: string) => new Refusal(9, 'FailedToParse', message),
  typeMismatch: (message: string) => new Refusal(14, 'TypeMismatch', message),
  namespaceNotFound: (namespace: string) => new Refusal(26, 'NamespaceNotFound', `ns does not exist: ${namespace}`),
  indexNotFound: (name: string) => new Refusal(27, 'IndexNotFound', `index not found with name [${name}]`),
  pathNotViable: (message: string) => new Refusal(28, 'PathNotViable', message),
  conflictingPaths: (path: string, other: string) =>
    new Refusal(40, 'ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${other}'`),
  cursorNotFound: (id: bigint) => new Refusal(43, 'CursorNotFound', `cursor id ${id} not found`),
  namespaceExists: (namespace: string) => new Refusal(48, 'NamespaceExists', `Collection ${namespace} already exists.`),
  dollarPrefixed: (name: string) =>
    new Refusal(52, 'DollarPrefixedFieldName', `The dollar ($) prefixed field '${name}' is not valid for storage.`),
  invalidId: (message: string) => new Refusal(53, 'InvalidIdField', message),
  emptyFieldName: (message: string) => new Refusal(56, 'EmptyFieldName', message),
  immutable: (message: string) => new Refusal(66, 'ImmutableField', message),
  cannotCreateIndex: (message: string) => new Refusal(67, 'CannotCreateIndex', message),
  indexOptionsConflict: (message: string) => new Refusal(85, 'IndexOptionsConflict', message),
  indexKeyConflict: (message: string) => new Refusal(86, 'IndexKeySpecsConflict', message),
  invalidNamespace: (name: string) => new Refusal(73, 'InvalidNamespace', `Invalid namespace specified '${name}'`),
  invalidOptions: (message: string) => new Refusal(72, 'InvalidOptions', message),
  writeConflict: () =>
    new Refusal(
      112,
      'WriteConflict',
      'Write conflict during plan execution and yielding is disabled. Please retry the operation.',
      TRANSIENT,
    ),
  notSupported: (what: string) => new Refusal(115, 'CommandNotSupported', `${what} is not supported by the embedded database.`),
  parallelArrays: (first: string, second: string) =>
    new Refusal(171, 'CannotIndexParallelArrays', `cannot index parallel arrays [${second}] [${first}]`),
  pathCollision: (path: string, rest: string) =>
    rest
      ? new Refusal(31249, 'Location31249', `Path collision at ${path} remaining portion ${rest}`)
      : new Refusal(31250, 'Location31250', `Path collision at ${path}`),
  mixedProjection: (path: string, { including }: { readonly including: boolean }) =>
    including
      ? new Refusal(31254, 'Location31254', `Cannot do exclusion on field ${path} in inclusion projection`)
      : new Refusal(31253, 'Location31253', `Cannot do inclusion on field ${path} in exclusion projection`),
  transactionTooOld: (requested: bigint, current: bigint) =>
    new Refusal(
      225,
      'TransactionTooOld',
      `Cannot start transaction ${requested} because a newer transaction ${current} has already started.`,
    ),
  snapshotTooOld: () => new Refusal(239, 'SnapshotTooOld', 'Read timestamp is older than the oldest available timestamp.'),
  snapshotUnavailable: (namespace: string) =>
    new Refusal(
      246,
      'SnapshotUnavailable',
      `Unable to read from a snapshot due to pending collection catalog changes of ${namespace}.`,
      TRANSIENT,
    ),
  clientGone: () => new Refusal(279, 'ClientDisconnect', 'The client has gone away.'),
  noSuchTransaction: (number: bigint, why: string) =>
    new Refusal(
      251,
      'NoSuchTransaction',
      `Given transaction number ${number} does not match any in-progress transactions. ${why}`,
      TRANSIENT,
    ),
  transactionCommitted: (number: bigint) => new Refusal(256, 'TransactionCommitted', `Transaction ${number} has been committed.`),
  operationNotInTransaction: (name: string) =>
    new Refusal(263, 'OperationNotSupportedInTransaction', `Cannot run '${name}' in a multi-document transaction.`),
  cursorInUse: (id: bigint) => new Refusal(143, 'CursorInUse', `cursor id ${id} is already in use`),
  cursorKilled: (id: bigint) => new Refusal(237, 'CursorKilled', `cursor id ${id} was killed while it waited`),
  tokenChanged: () =>
    new Refusal(280, 'ChangeStreamFatalError', 'The pipeline of a change stream must leave _id, which is its resume token, as it is.'),
  historyLost: () =>
    new Refusal(286, 'ChangeStreamHistoryLost', 'Resume of change stream was not possible, as the resume point may no longer be there.'),
  maxTimeExpired: () => new Refusal(50, 'MaxTimeMSExpired', 'operation exceeded time limit'),
  tooLarge: (size: number) =>
    new Refusal(10334, 'BSONObjectTooLarge', `BSONObj size: ${size} is invalid. Size must be between 0 and 16793600(16MB)`),
  keyTooLong: (what: string) => new Refusal(17280, 'KeyTooLong', `The key of ${what} is longer than the embedded database can hold.`),
  shuttingDown: () =>
    new Refusal(11600, 'InterruptedAtShutdown', 'The embedded database is shutting down.', { errorLabels: ['RetryableWriteError'] }),
  outOfDiskSpace: (message: string) => new Refusal(14031, 'OutOfDiskSpace', message),
  duplicateKey: (namespace: string, index: string, keyPattern: Document, keyValue: Document) => {
    const pairs = Object.entries(keyValue).map(([name, value]) => `${name}: ${shown(value)}`);
    return new Refusal(
      11000,
      'DuplicateKey',
      `E11000 duplicate key error collection: ${namespace} index: ${index} dup key: { ${pairs.join(', ')} }`,
      {
        keyPattern,
        keyValue,
      },
    );
  },
} as const;

const shown = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (typeof value === 'object' && value !== null && '_bsontype' in value) {
    return value._bsontype === 'ObjectId' ? `ObjectId('${String(value)}')` : String(value);
  }
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const DISK_FULL = /ENOSPC|MDB_MAP_FULL|No space left|map full/i;

/** Turns any thrown value into a refusal: a full disk into code 14031, an unexpected error into InternalError (1). */
export const toRefusal = (thrown: unknown): Refusal => {
  if (thrown instanceof Refusal) return thrown;
  const { message = String(thrown), code } = thrown as { message?: string; code?: unknown };
  if (code === 28 || code === -30792 || code === 'ENOSPC' || DISK_FULL.test(message)) {
    return refuse.outOfDiskSpace(`The disk of the embedded database is full: ${message}`);
  }
  return new Refusal(1, 'InternalError', message);
};
