import { setImmediate as pause } from 'node:timers/promises';
import type { Binary, CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent, Document, MongoClient } from 'mongodb';
import { noteCommand, noteUncacheable } from '../../cache';
import { ANYTHING, changesOf, streamedChange, uncounted } from '../driver/command-changes';
import { UNREPORTED_COLLECTIONS } from '../driver/service-collections';
import { type Changed, type ChangeLog, createChangeLog } from './change-log';

/** For how long it holds that nothing was changed, after the database has said so, in ms: by then others' changes must show. */
const TRUSTED_MILLISECONDS = 1000;
/** How often the database says that nothing was changed, in ms. */
const AWAIT_MILLISECONDS = 400;
const RETRY_MILLISECONDS = 1000;
/** How many changes it tells at once: where they are fewer, there are no others behind them. So few are never cut off for their size (16 MB). */
const MOST_TOLD = 100;
/** For how long changes are noted, in ms, before others have their turn. */
const TURN_MILLISECONDS = 5;

/** What is heard of a change: of which record it was, and in which transaction. */
const TOLD = [
  { $match: { 'ns.coll': { $nin: [...UNREPORTED_COLLECTIONS] } } },
  { $project: { operationType: 1, ns: 1, documentKey: 1, lsid: 1, txnNumber: 1, updateDescription: 1 } },
];

/** Hears of every change of the database, whoever makes it. */
export interface Changes extends Pick<ChangeLog, 'changedSince' | 'recordsSince'> {
  /**
   * A number that is another one after every change, those of this process counted before they are acknowledged; undefined while changes of other
   * processes may go unheard for more than a second. The first question begins to listen.
   */
  state(): number | undefined;
  /** How many commits of this process have begun. */
  commits(): number;
  /** Hears what a client of this process changes, by whatever function. */
  hear(client: MongoClient): void;
  close(): Promise<void>;
}

/** How many of the last own transactions are known, to tell them from those of others, and how many that are under way. */
const OWN_TRANSACTIONS = 1000;

/** Makes what hears of the changes of a database, by a client of its own. */
export function createChanges({
  database,
  createClient,
  unheard = () => undefined,
}: {
  readonly database: string;
  createClient(): MongoClient;
  /** Is told why changes of others are heard no longer, once until they are again. */
  readonly unheard?: ((error: unknown) => void) | undefined;
}): Changes {
  let heardAt = Number.NEGATIVE_INFINITY;
  let listening: Promise<void> | undefined;
  let listener: MongoClient | undefined;
  let isClosed = false;
  let isDeaf = false;
  const log = createChangeLog();
  const own = new Set<string>();
  /** What transactions under way will change. */
  const begun = new Map<string, readonly Changed[]>();
  let commits = 0;
  /** What commands under way change, by their requests, with the transaction that they end, and which commit they are. */
  const changing = new Map<number, { readonly changes: readonly Changed[]; readonly transaction?: string; readonly commit?: number }>();

  const onStart = ({ requestId, commandName, command, databaseName }: CommandStartedEvent): void => {
    noteRead(commandName, command);
    const transaction = transactionOf(command);
    if (commandName === 'commitTransaction') {
      commits += 1;
      changing.set(requestId, { changes: begun.get(transaction) ?? ANYTHING, transaction, commit: commits });
      own.add(transaction);
      forgetSome(own);
    } else if (commandName === 'abortTransaction') begun.delete(transaction);
    else if (databaseName === database || commandName === 'bulkWrite') {
      const changes = changesOf(commandName, command);
      if (command['autocommit'] === false) {
        if (changes !== undefined) begun.set(transaction, [...(begun.get(transaction) ?? []), ...changes]);
        forgetSome(begun);
        // What belongs to no transaction may be sent twice, and is told by the database a second time.
      } else if (changes !== undefined) changing.set(requestId, { changes: uncounted(changes) });
    }
  };
  const onSuccess = ({ requestId, reply }: CommandSucceededEvent): void => {
    const done = changing.get(requestId);
    if (!changing.delete(requestId) || done === undefined) return;
    // What has not reached the majority is not read yet: then the database tells when it has.
    const isRead = (reply as Document | undefined)?.['writeConcernError'] === undefined;
    log.note(isRead ? done.changes : uncounted(done.changes), done.commit);
    if (!isRead) own.delete(done.transaction ?? '');
    begun.delete(done.transaction ?? '');
  };
  // It may have been done all the same, or be done yet, by another attempt too: then the database tells.
  const onFailure = ({ requestId }: CommandFailedEvent): void => {
    const failed = changing.get(requestId);
    if (!changing.delete(requestId) || failed === undefined) return;
    const changes = uncounted(failed.changes);
    log.note(changes);
    if (failed.transaction !== undefined && begun.has(failed.transaction)) begun.set(failed.transaction, changes);
    own.delete(failed.transaction ?? '');
  };

  /** Listens until it cannot; answers whether there is any use in trying again. */
  const listen = async (): Promise<boolean> => {
    const client = createClient();
    listener = client;
    try {
      const db = client.db(database);
      // Of several shards one that has nothing to tell holds up what the others tell, for seconds.
      if ((await db.command({ hello: 1 }))['msg'] === 'isdbgrid') return false;
      const stream = db.watch(TOLD, { maxAwaitTimeMS: AWAIT_MILLISECONDS, batchSize: MOST_TOLD });
      let told = 0;
      let turn = performance.now();
      // Where the database is dropped the stream ends: it would answer at once that there is nothing, for ever.
      for (let isFirst = true; !isClosed && !stream.closed; isFirst = false) {
        const change: Document | null = await stream.tryNext();
        // What was changed before the first answer is told by nobody.
        if (isFirst) log.note(ANYTHING);
        if (change !== null && !own.has(transactionOf(change))) log.note(streamedChange(change));
        isDeaf = false;
        told = change === null ? 0 : told + 1;
        const now = performance.now();
        if (stream.bufferedCount() === 0) {
          if (told < MOST_TOLD) heardAt = now;
          told = 0;
        }
        if (now - turn < TURN_MILLISECONDS) continue;
        await pause();
        turn = performance.now();
      }
    } catch (error) {
      if (!isClosed && !isDeaf) unheard(error);
      isDeaf = true;
    } finally {
      heardAt = Number.NEGATIVE_INFINITY;
      await client.close().catch(() => undefined);
    }
    return !isClosed;
  };

  const keepListening = async (): Promise<void> => {
    while (await listen()) await new Promise<void>((resolve) => setTimeout(resolve, RETRY_MILLISECONDS).unref());
  };

  return {
    state() {
      listening ??= keepListening();
      return performance.now() - heardAt < TRUSTED_MILLISECONDS ? log.state() : undefined;
    },
    commits: () => commits,
    changedSince: log.changedSince,
    recordsSince: log.recordsSince,
    hear(client) {
      client.on('commandStarted', onStart);
      client.on('commandSucceeded', onSuccess);
      client.on('commandFailed', onFailure);
    },
    async close() {
      isClosed = true;
      await listener?.close().catch(() => undefined);
      await listening;
    },
  };
}

/** Forgets what was remembered first, of too much. */
const forgetSome = (remembered: Set<string> | Map<string, unknown>): void => {
  if (remembered.size <= OWN_TRANSACTIONS) return;
  for (const first of remembered.keys()) {
    remembered.delete(first);
    return;
  }
};

/** The commands that read, and name the collection that they read. */
const READS: readonly string[] = ['find', 'aggregate', 'count', 'distinct'];
/** Stages of pipelines that read other collections too. */
const JOINS = /"\$(?:lookup|graphLookup|unionWith)"/;

/** Notes what a command reads, for the answer that the work which sends it belongs to. */
const noteRead = (name: string, command: Document): void => {
  if (!READS.includes(name)) return;
  const collection = String(command[name]);
  // Changes of these are not heard.
  if (UNREPORTED_COLLECTIONS.includes(collection)) noteUncacheable();
  else noteCommand(collection, name === 'aggregate' && JOINS.test(JSON.stringify(command['pipeline'])));
};

/** Names the transaction of a command, or of a change; empty where there is none. */
const transactionOf = ({ lsid, txnNumber }: Document): string =>
  txnNumber === undefined ? '' : `${(lsid?.['id'] as Binary | undefined)?.toString('hex')} ${String(txnNumber)}`;
