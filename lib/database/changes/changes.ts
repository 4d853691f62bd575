import { setImmediate as pause } from 'node:timers/promises';
import type { Binary, CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent, Db, Document, MongoClient } from 'mongodb';
import { noteCommand, noteUncacheable } from '../../cache';
import { ANYTHING, changesOf, streamedChange, uncounted } from '../driver/command-changes';
import { UNREPORTED_COLLECTIONS } from '../driver/indexes';
import { type Changed, createChangeLog } from './change-log';

/** The time in ms for which the last report of the change stream suffices. Within it, changes of other processes show. */
const TRUSTED_MILLISECONDS = 1000;
/** The interval in ms at which the change stream reports that nothing changed. */
const AWAIT_MILLISECONDS = 400;
const RETRY_MILLISECONDS = 1000;
/** The most changes in one batch of the stream, within MongoDB's 16 MB. A shorter batch means that no changes are pending. */
const MOST_REPORTED = 100;
/** The longest time in ms for processing changes of the stream before other work gets a turn. */
const TURN_MILLISECONDS = 5;

/** The pipeline of the change stream, which keeps each change and the ID of its transaction. */
const REPORTED = [
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
  readonly unheard?: ((error: unknown) => void) | undefined;
}

/** The changes of a command that is being sent, with its transaction and the number of its commit. */
interface PendingCommand {
  readonly changes: readonly Changed[];
  readonly transaction?: string;
  readonly commit?: number;
}

type Follower = ReturnType<typeof createFollower>;

const createFollower = (options: ChangesOptions) => ({
  ...options,
  log: createChangeLog(),
  /** The previous record of each replacement that is being sent, by the new record. */
  replaced: new Map<object, Document>(),
  /** The committed transactions of this process, to recognize their changes in the stream. */
  own: new Set<string>(),
  /** The changes of open transactions. */
  begun: new Map<string, readonly Changed[]>(),
  /** The commands that are being sent, by request ID. */
  pending: new Map<number, PendingCommand>(),
  commits: 0,
  /** The time when the stream last reported that no changes are pending, on the clock of `performance`, in ms. */
  heardAt: Number.NEGATIVE_INFINITY,
  listening: undefined as Promise<void> | undefined,
  listener: undefined as MongoClient | undefined,
  isClosed: false,
  isDeaf: false,
});

export type Changes = ReturnType<typeof createChanges>;

/** Creates the follower of every change of a database, by this process and by others, with a MongoDB client of its own. */
export function createChanges(options: ChangesOptions) {
  const follower = createFollower(options);
  const { log, replaced } = follower;
  return {
    /**
     * Returns the change log's state. Changes of this process raise it before they are acknowledged. Undefined while changes of other
     * processes may be unknown for over a second. The first call starts the change stream.
     */
    state(): number | undefined {
      if (!follower.isFollowed) return undefined;
      follower.listening ??= keepListening(follower);
      return performance.now() - follower.heardAt < TRUSTED_MILLISECONDS ? log.state() : undefined;
    },
    replaced,
    /** Returns the number of commits that this process has begun. */
    commits: (): number => follower.commits,
    changedSince: log.changedSince,
    recordsSince: log.recordsSince,
    /** Follows the commands of a MongoDB client of this process. */
    watchClient(client: MongoClient): void {
      if (!follower.isFollowed) return;
      client.on('commandStarted', (event) => onStart(follower, event));
      client.on('commandSucceeded', (event) => onSuccess(follower, event));
      client.on('commandFailed', (event) => onFailure(follower, event));
    },
    async close(): Promise<void> {
      follower.isClosed = true;
      await follower.listener?.close().catch(() => undefined);
      await follower.listening;
    },
  };
}

function onStart(follower: Follower, { requestId, commandName, command, databaseName }: CommandStartedEvent): void {
  const { database, begun, pending, own, replaced } = follower;
  noteRead(commandName, command);
  const transaction = transactionOf(command);
  if (commandName === 'commitTransaction') {
    follower.commits += 1;
    pending.set(requestId, { changes: begun.get(transaction) ?? ANYTHING, transaction, commit: follower.commits });
    own.add(transaction);
    dropOldest(own);
  } else if (commandName === 'abortTransaction') begun.delete(transaction);
  else if (databaseName === database || commandName === 'bulkWrite') {
    const changes = changesOf(commandName, command, replaced);
    if (command['autocommit'] === false) {
      if (changes !== undefined) begun.set(transaction, [...(begun.get(transaction) ?? []), ...changes]);
      dropOldest(begun);
      // A command outside transactions may be sent twice, and the change stream reports it again.
    } else if (changes !== undefined) pending.set(requestId, { changes: uncounted(changes) });
  }
}

function onSuccess({ pending, log, own, begun }: Follower, { requestId, reply }: CommandSucceededEvent): void {
  const done = pending.get(requestId);
  if (!pending.delete(requestId) || done === undefined) return;
  // Reads show a write only when a majority has stored it. The change stream reports it then.
  const isRead = (reply as Document | undefined)?.['writeConcernError'] === undefined;
  log.note(isRead ? done.changes : uncounted(done.changes), done.commit);
  if (!isRead) own.delete(done.transaction ?? '');
  begun.delete(done.transaction ?? '');
}

/** Handles a failed command. The server may have run the command, or may run a retry. The change stream reports it then. */
function onFailure({ pending, log, own, begun }: Follower, { requestId }: CommandFailedEvent): void {
  const failed = pending.get(requestId);
  if (!pending.delete(requestId) || failed === undefined) return;
  const changes = uncounted(failed.changes);
  log.note(changes);
  if (failed.transaction !== undefined && begun.has(failed.transaction)) begun.set(failed.transaction, changes);
  own.delete(failed.transaction ?? '');
}

async function keepListening(follower: Follower): Promise<void> {
  while (await listen(follower)) await new Promise<void>((resolve) => setTimeout(resolve, RETRY_MILLISECONDS).unref());
}

/** Reads the change stream until an error. Returns false if another attempt is useless. */
async function listen(follower: Follower): Promise<boolean> {
  const client = follower.createClient();
  follower.listener = client;
  try {
    const db = client.db(follower.database);
    // In a sharded cluster an idle shard delays the reports of the others for seconds.
    if ((await db.command({ hello: 1 }))['msg'] === 'isdbgrid') return false;
    await followStream(follower, db);
  } catch (error) {
    if (!follower.isClosed && !follower.isDeaf) follower.unheard?.(error);
    follower.isDeaf = true;
  } finally {
    follower.heardAt = Number.NEGATIVE_INFINITY;
    await client.close().catch(() => undefined);
  }
  return !follower.isClosed;
}

/** Logs the events of a change stream until it ends. */
async function followStream(follower: Follower, db: Db): Promise<void> {
  const { log, own } = follower;
  const stream = db.watch(REPORTED, { maxAwaitTimeMS: AWAIT_MILLISECONDS, batchSize: MOST_REPORTED });
  let reported = 0;
  let turn = performance.now();
  // Dropping the database closes the stream, which would then return nothing, at once and for ever.
  for (let isFirst = true; !follower.isClosed && !stream.closed; isFirst = false) {
    const change: Document | null = await stream.tryNext();
    // Changes before the stream's first reply are unknown.
    if (isFirst) log.note(ANYTHING);
    if (change !== null && !own.has(transactionOf(change))) log.note(streamedChange(change));
    follower.isDeaf = false;
    reported = change === null ? 0 : reported + 1;
    const now = performance.now();
    if (stream.bufferedCount() === 0) {
      if (reported < MOST_REPORTED) follower.heardAt = now;
      reported = 0;
    }
    if (now - turn < TURN_MILLISECONDS) continue;
    await pause();
    turn = performance.now();
  }
}

/** Drops the oldest entry of a set or map that has too many. */
const dropOldest = (entries: Set<string> | Map<string, unknown>): void => {
  const [oldest] = entries.keys();
  if (entries.size > MOST_TRANSACTIONS && oldest !== undefined) entries.delete(oldest);
};

/** The commands that read the collection that they name. */
const READS: readonly string[] = ['find', 'aggregate', 'count', 'distinct'];
/** A pattern of the pipeline stages that read other collections. */
const JOINS = /"\$(?:lookup|graphLookup|unionWith)"/;

/** Records the collection that a command reads as a dependency of the current work. */
const noteRead = (name: string, command: Document): void => {
  if (!READS.includes(name)) return;
  const collection = String(command[name]);
  // Changes of these collections are not logged.
  if (UNREPORTED_COLLECTIONS.includes(collection)) noteUncacheable();
  else noteCommand(collection, { isWhole: name === 'aggregate' && JOINS.test(JSON.stringify(command['pipeline'])) });
};

/** Returns the ID of the transaction of a command or change event; empty without one. */
const transactionOf = ({ lsid, txnNumber }: Document): string =>
  txnNumber === undefined ? '' : `${(lsid?.['id'] as Binary | undefined)?.toString('hex')} ${String(txnNumber)}`;
