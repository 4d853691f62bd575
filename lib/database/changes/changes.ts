import { setTimeout as delay, setImmediate as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Binary, CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent, Db, Document, MongoClient } from 'mongodb';
import { noteCommand, noteUncacheable } from '../../cache';
import { withResolvers } from '../../deadline';
import { ANYTHING, changesOf, streamedChange, withoutImages } from '../driver/command-changes';
import { closeClient } from '../driver/driver';
import { UNREPORTED_COLLECTIONS } from '../driver/indexes';
import { type ChangeReport, createChangeLog } from './change-log';

/** The maximum time in ms after which changes of other processes show. Without a report of the stream for longer, it is stalled. */
const STALLED_MILLISECONDS = 1000;
/** The interval in ms at which the change stream reports that nothing changed. */
const AWAIT_MILLISECONDS = 400;
/** The pause in ms before a broken stream is opened again. */
const RETRY_MILLISECONDS = 1000;
/** The most changes in one batch of the stream, within MongoDB's 16 MB. A shorter batch means that no changes are pending. */
const MOST_REPORTED = 100;
/** The maximum time in ms for processing changes of the stream before other work gets a turn. */
const TURN_MILLISECONDS = 5;

/** The pipeline of the change stream, which keeps each change and the ID of its transaction. */
const PIPELINE = [
  { $match: { 'ns.coll': { $nin: [...UNREPORTED_COLLECTIONS] } } },
  { $project: { operationType: 1, ns: 1, documentKey: 1, lsid: 1, txnNumber: 1, updateDescription: 1 } },
];

/** The most transactions of this process that are stored to recognize their changes in the stream. */
const MOST_TRANSACTIONS = 1000;

interface ChangesOptions {
  readonly database: string;
  /** False if nothing is cached: then no change is followed, and `state` is always undefined. */
  readonly isFollowed: boolean;
  createClient(): MongoClient;
  /** Receives the error when the change stream breaks off, once until the stream works again. */
  readonly onStreamBroken?: ((error: unknown) => void) | undefined;
}

/** A command that is being sent: its changes, its transaction, and the number of its commit. */
interface PendingCommand {
  readonly changes: readonly ChangeReport[];
  readonly transaction?: string;
  readonly commit?: number;
}

type Follower = ReturnType<typeof createFollower>;

const createFollower = (options: ChangesOptions) => ({
  ...options,
  log: createChangeLog(),
  /** The previous record of each replacement that is being sent, by the new record. */
  replaced: new Map<object, Document>(),
  openTransactions: new LRUCache<string, readonly ChangeReport[]>({ max: MOST_TRANSACTIONS }),
  /** The committed transactions of this process, to recognize their changes in the stream. */
  committedTransactions: new LRUCache<string, true>({ max: MOST_TRANSACTIONS }),
  /** The commands that are being sent, by request ID. */
  pendingCommands: new Map<number, PendingCommand>(),
  /** The number of commits that this process has begun. */
  commits: 0,
  /** The time when the stream last reported that no changes are pending, on the clock of `performance`, in ms. */
  upToDateAt: Number.NEGATIVE_INFINITY,
  /** The reading of the change stream, which ends with `close`. Undefined before the start. */
  streaming: undefined as Promise<void> | undefined,
  /** Resolved when the stream reports for the first time, or breaks off. */
  started: withResolvers(),
  streamClient: undefined as MongoClient | undefined,
  /** True after the stream broke off, until it works again. */
  isStreamBroken: false,
  isClosed: false,
});

export type Changes = ReturnType<typeof createChanges>;

/** Creates the follower of all changes of a database, by any process. It has a MongoDB client of its own. */
export function createChanges(options: ChangesOptions) {
  const follower = createFollower(options);
  const { log, replaced } = follower;
  return {
    /** Starts the change stream. Resolves when it reports for the first time, or breaks off. */
    async start(): Promise<void> {
      if (!follower.isFollowed) return;
      follower.streaming ??= keepStreaming(follower);
      await follower.started.promise;
    },
    /**
     * Returns the change log's state. Changes of this process raise it before they are acknowledged. Undefined while changes of other
     * processes may be unknown for over a second. The first call starts the change stream.
     */
    state(): number | undefined {
      if (!follower.isFollowed) return undefined;
      follower.streaming ??= keepStreaming(follower);
      const isStalled = performance.now() - follower.upToDateAt >= STALLED_MILLISECONDS;
      return isStalled ? undefined : log.state();
    },
    replaced,
    /** Returns the number of commits that this process has begun. */
    commits: (): number => follower.commits,
    changedSince: log.changedSince,
    recordsSince: log.recordsSince,
    /** Follows the commands of a MongoDB client of this process. */
    watchClient(client: MongoClient): void {
      if (!follower.isFollowed) return;
      client.on('commandStarted', (event) => onCommandStarted(follower, event));
      client.on('commandSucceeded', (event) => onCommandSucceeded(follower, event));
      client.on('commandFailed', (event) => onCommandFailed(follower, event));
    },
    async close(): Promise<void> {
      follower.isClosed = true;
      if (follower.streamClient) await closeClient(follower.streamClient);
      await follower.streaming;
    },
  };
}

function onCommandStarted(follower: Follower, { requestId, commandName, command, databaseName }: CommandStartedEvent): void {
  const { database, openTransactions, committedTransactions, pendingCommands, replaced } = follower;
  noteRead(follower, commandName, command);
  const transaction = transactionOf(command);
  if (commandName === 'commitTransaction') {
    follower.commits += 1;
    const changes = openTransactions.get(transaction) ?? ANYTHING;
    pendingCommands.set(requestId, { changes, transaction, commit: follower.commits });
    committedTransactions.set(transaction, true);
  } else if (commandName === 'abortTransaction') openTransactions.delete(transaction);
  else if (databaseName === database || commandName === 'bulkWrite') {
    const changes = changesOf(commandName, command, replaced);
    if (command['autocommit'] === false) {
      if (changes !== undefined) openTransactions.set(transaction, [...(openTransactions.get(transaction) ?? []), ...changes]);
      // A command outside transactions may be sent twice, and the change stream reports it again.
    } else if (changes !== undefined) pendingCommands.set(requestId, { changes: withoutImages(changes) });
  }
}

function onCommandSucceeded(follower: Follower, { requestId, reply }: CommandSucceededEvent): void {
  const { log, openTransactions, committedTransactions, pendingCommands } = follower;
  const command = pendingCommands.get(requestId);
  if (!pendingCommands.delete(requestId) || command === undefined) return;
  const { changes, transaction = '', commit } = command;
  // Reads show a write only when a majority has stored it. The change stream reports it then.
  const isStoredByMajority = (reply as Document | undefined)?.['writeConcernError'] === undefined;
  log.add(isStoredByMajority ? changes : withoutImages(changes), commit);
  if (!isStoredByMajority) committedTransactions.delete(transaction);
  openTransactions.delete(transaction);
}

/** Handles a failed command. The server may have run the command, or may run a retry. The change stream reports it then. */
function onCommandFailed(follower: Follower, { requestId }: CommandFailedEvent): void {
  const { log, openTransactions, committedTransactions, pendingCommands } = follower;
  const command = pendingCommands.get(requestId);
  if (!pendingCommands.delete(requestId) || command === undefined) return;
  const { transaction = '' } = command;
  const changes = withoutImages(command.changes);
  log.add(changes);
  if (openTransactions.has(transaction)) openTransactions.set(transaction, changes);
  committedTransactions.delete(transaction);
}

/** Reads the change stream, and opens it again after errors, until the follower is closed. */
async function keepStreaming(follower: Follower): Promise<void> {
  while (await readStream(follower)) await delay(RETRY_MILLISECONDS, undefined, { ref: false });
}

/** Opens and reads the change stream until an error. Returns false if another attempt is useless. */
async function readStream(follower: Follower): Promise<boolean> {
  const client = follower.createClient();
  follower.streamClient = client;
  try {
    const db = client.db(follower.database);
    // In a sharded cluster an idle shard delays the reports of the others for seconds.
    if ((await db.command({ hello: 1 }))['msg'] === 'isdbgrid') return false;
    await logStream(follower, db);
  } catch (error) {
    if (!follower.isClosed && !follower.isStreamBroken) follower.onStreamBroken?.(error);
    follower.isStreamBroken = true;
  } finally {
    follower.upToDateAt = Number.NEGATIVE_INFINITY;
    follower.started.resolve();
    await closeClient(client);
  }
  return !follower.isClosed;
}

/** Logs the events of a change stream until it ends. */
async function logStream(follower: Follower, db: Db): Promise<void> {
  const { log, committedTransactions } = follower;
  const stream = db.watch(PIPELINE, { maxAwaitTimeMS: AWAIT_MILLISECONDS, batchSize: MOST_REPORTED });
  // The server's first reply has a resume token. Changes before that reply are unknown.
  stream.once('resumeTokenChanged', () => {
    log.add(ANYTHING);
    if (stream.bufferedCount() === 0) follower.upToDateAt = performance.now();
    follower.started.resolve();
  });
  let batch = 0;
  let turn = performance.now();
  // Dropping the database closes the stream, which would then return nothing, at once and for ever.
  while (!follower.isClosed && !stream.closed) {
    const change: Document | null = await stream.tryNext();
    if (change !== null && !committedTransactions.has(transactionOf(change))) log.add(streamedChange(change));
    follower.isStreamBroken = false;
    batch = change === null ? 0 : batch + 1;
    const now = performance.now();
    if (stream.bufferedCount() === 0) {
      if (batch < MOST_REPORTED) follower.upToDateAt = now;
      batch = 0;
    }
    if (now - turn < TURN_MILLISECONDS) continue;
    await pause();
    turn = performance.now();
  }
}

/** The commands that read the collection that they name. */
const READS: readonly string[] = ['find', 'aggregate', 'count', 'distinct'];
/** A pattern of the pipeline stages that read other collections. */
const JOINS = /"\$(?:lookup|graphLookup|unionWith)"/;

/** Records the collection that a command reads as a dependency of the current work. A join depends on every change. */
const noteRead = ({ log }: Follower, name: string, command: Document): void => {
  if (!READS.includes(name)) return;
  const collection = String(command[name]);
  const isJoin = name === 'aggregate' && JOINS.test(JSON.stringify(command['pipeline']));
  // Changes of these collections are not logged.
  if (UNREPORTED_COLLECTIONS.includes(collection)) noteUncacheable();
  else noteCommand(isJoin ? { hasChangedSince: (state) => log.state() !== state } : collection);
};

/** Returns the ID of the transaction of a command or change event; empty without one. */
const transactionOf = ({ lsid, txnNumber }: Document): string =>
  txnNumber === undefined ? '' : `${(lsid?.['id'] as Binary | undefined)?.toString('hex')} ${String(txnNumber)}`;
