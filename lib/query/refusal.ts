import type { Document } from 'bson';

/** An error reply (`ok: 0`) or write error, with MongoDB's code and name for drivers. */
class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
    /** Further members of the reply: `keyPattern`, `keyValue`, `errorLabels`. */
    readonly details: Document = {},
  ) {
    super(message);
  }
}

/** Makes an error after which the client may repeat the transaction. */
const transient = (code: number, codeName: string, message: string) =>
  new Refusal(code, codeName, message, { errorLabels: ['TransientTransactionError'] });

export const refuse = {
  badValue: (message: string) => new Refusal(2, 'BadValue', message),
  failedToParse: (message: string) => new Refusal(9, 'FailedToParse', message),
  typeMismatch: (message: string) => new Refusal(14, 'TypeMismatch', message),
  namespaceNotFound: (namespace: string) => new Refusal(26, 'NamespaceNotFound', `ns does not exist: ${namespace}`),
  indexNotFound: (name: string) => new Refusal(27, 'IndexNotFound', `index not found with name [${name}]`),
  pathNotViable: (message: string) => new Refusal(28, 'PathNotViable', message),
  conflictingPaths: (path: string) => new Refusal(40, 'ConflictingUpdateOperators', `The update has conflicts at the path '${path}'`),
  cursorNotFound: (id: bigint) => new Refusal(43, 'CursorNotFound', `cursor id ${id} not found`),
  namespaceExists: (namespace: string) => new Refusal(48, 'NamespaceExists', `Collection ${namespace} already exists.`),
  maxTimeExpired: () => new Refusal(50, 'MaxTimeMSExpired', 'operation exceeded time limit'),
  dollarPrefixed: (name: string) => new Refusal(52, 'DollarPrefixedFieldName', `The field '${name}' must not begin with $.`),
  invalidId: (type: string) => new Refusal(53, 'InvalidIdField', `The '_id' value cannot be of type ${type}`),
  emptyFieldName: (path: string) => new Refusal(56, 'EmptyFieldName', `The update path '${path}' contains an empty field name.`),
  immutableId: () => new Refusal(66, 'ImmutableField', "The update would change the immutable field '_id'."),
  cannotCreateIndex: (message: string) => new Refusal(67, 'CannotCreateIndex', message),
  invalidOptions: (message: string) => new Refusal(72, 'InvalidOptions', message),
  invalidNamespace: (name: string) => new Refusal(73, 'InvalidNamespace', `Invalid namespace specified '${name}'`),
  indexOptionsConflict: (name: string) => new Refusal(85, 'IndexOptionsConflict', `Index already exists with a different name: ${name}`),
  indexKeyConflict: (name: string) => new Refusal(86, 'IndexKeySpecsConflict', `An existing index has the same name: ${name}`),
  writeConflict: () => transient(112, 'WriteConflict', 'Write conflict with another transaction. Please retry the operation.'),
  notSupported: (what: string) => new Refusal(115, 'CommandNotSupported', `${what} is not supported by the embedded database.`),
  cursorInUse: (id: bigint) => new Refusal(143, 'CursorInUse', `cursor id ${id} is already in use`),
  parallelArrays: (path: string) => new Refusal(171, 'CannotIndexParallelArrays', `cannot index arrays parallel to [${path}]`),
  transactionTooOld: (number: bigint) => new Refusal(225, 'TransactionTooOld', `A transaction newer than ${number} has begun.`),
  cursorKilled: (id: bigint) => new Refusal(237, 'CursorKilled', `cursor id ${id} was killed while it waited`),
  snapshotTooOld: () => new Refusal(239, 'SnapshotTooOld', 'Read timestamp is older than the oldest available timestamp.'),
  snapshotUnavailable: (namespace: string) => transient(246, 'SnapshotUnavailable', `The indexes of ${namespace} have changed.`),
  noSuchTransaction: (number: bigint, why: string) => transient(251, 'NoSuchTransaction', `There is no transaction ${number}. ${why}`),
  transactionCommitted: (number: bigint) => new Refusal(256, 'TransactionCommitted', `Transaction ${number} has been committed.`),
  operationNotInTransaction: (name: string) =>
    new Refusal(263, 'OperationNotSupportedInTransaction', `Cannot run '${name}' in a transaction.`),
  clientGone: () => new Refusal(279, 'ClientDisconnect', 'The client has gone away.'),
  tokenChanged: () => new Refusal(280, 'ChangeStreamFatalError', 'The pipeline of a change stream must not change _id.'),
  historyLost: () => new Refusal(286, 'ChangeStreamHistoryLost', 'The resume point of the change stream is no longer there.'),
  tooLarge: (size: number) => new Refusal(10334, 'BSONObjectTooLarge', `A document of ${size} bytes is larger than 16 MB.`),
  duplicateKey: (namespace: string, index: string, keyPattern: Document, keyValue: Document) => {
    const pairs = Object.entries(keyValue).map(([name, value]) => `${name}: ${shown(value)}`);
    const message = `E11000 duplicate key error collection: ${namespace} index: ${index} dup key: { ${pairs.join(', ')} }`;
    return new Refusal(11000, 'DuplicateKey', message, { keyPattern, keyValue });
  },
  shuttingDown: () =>
    new Refusal(11600, 'InterruptedAtShutdown', 'The embedded database is shutting down.', { errorLabels: ['RetryableWriteError'] }),
  outOfDiskSpace: (message: string) => new Refusal(14031, 'OutOfDiskSpace', message),
  keyTooLong: (what: string) => new Refusal(17280, 'KeyTooLong', `The key of ${what} is longer than the embedded database can hold.`),
  pathCollision: (path: string) => new Refusal(31250, 'Location31250', `Path collision at ${path}`),
  mixedProjection: (path: string) => new Refusal(31254, 'Location31254', `Cannot mix inclusion and exclusion in a projection: ${path}`),
} as const;

const shown = (value: unknown): string =>
  value instanceof Date || (typeof value === 'object' && value !== null && '_bsontype' in value) ? String(value) : JSON.stringify(value);

const DISK_FULL = /ENOSPC|MDB_MAP_FULL|No space left|map full/i;

/** Converts any thrown value to an error reply: a full disk to code 14031, an unexpected error to InternalError (1). */
export const toRefusal = (thrown: unknown): Refusal => {
  if (thrown instanceof Refusal) return thrown;
  const { message = String(thrown), code } = thrown as { message?: string; code?: unknown };
  if (code === 28 || code === -30792 || code === 'ENOSPC' || DISK_FULL.test(message)) {
    return refuse.outOfDiskSpace(`The disk of the embedded database is full: ${message}`);
  }
  return new Refusal(1, 'InternalError', message);
};
