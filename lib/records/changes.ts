import type { Binary, CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent, Document, MongoClient } from 'mongodb';
import { UNTOLD_COLLECTIONS } from './service-collections';

/** Commands that change nothing that anybody else sees; any other one may. */
const READING: ReadonlySet<string> = new Set(
  'find getMore count distinct hello isMaster ismaster ping killCursors abortTransaction endSessions listIndexes listCollections explain'.split(
    ' ',
  ),
);

/** For how long it holds that nothing was changed, after the database has said so, in ms: by then others' changes must show. */
const TRUSTED_MILLISECONDS = 1000;
/** How often the database says that nothing was changed, in ms. */
const AWAIT_MILLISECONDS = 400;
const RETRY_MILLISECONDS = 1000;

/** What is heard of a change: that it was, and in which transaction. */
const TOLD = [{ $match: { 'ns.coll': { $nin: [...UNTOLD_COLLECTIONS] } } }, { $project: { operationType: 1, lsid: 1, txnNumber: 1 } }];

/** Hears of every change of the database, whoever makes it. */
export interface Changes {
  /**
   * A number that is another one after every change, those of this process counted before they are acknowledged; undefined while changes of other
   * processes may go unheard for more than a second. The first question begins to listen.
   */
  state(): number | undefined;
  /** Hears what a client of this process changes, by whatever function. */
  hear(client: MongoClient): void;
  close(): Promise<void>;
}

/** How many of the last own transactions are known, to tell them from those of others. */
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
  let state = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let listening: Promise<void> | undefined;
  let listener: MongoClient | undefined;
  let isClosed = false;
  let isDeaf = false;
  const own = new Set<string>();
  /** The changes under way, by their requests, with the transaction that they end. */
  const changing = new Map<number, string>();

  const changed = (): void => {
    state += 1;
  };
  const remember = (transaction: string): void => {
    own.add(transaction);
    const [oldest] = own;
    if (own.size > OWN_TRANSACTIONS && oldest !== undefined) own.delete(oldest);
  };

  const onStart = ({ requestId, commandName, command, databaseName }: CommandStartedEvent): void => {
    if (commandName === 'commitTransaction') {
      const transaction = transactionOf(command);
      changing.set(requestId, transaction);
      remember(transaction);
    } else if (databaseName === database && !READING.has(commandName) && isChange(commandName, command)) changing.set(requestId, '');
  };
  const onEnd = ({ requestId }: Pick<CommandSucceededEvent, 'requestId'>): void => {
    if (changing.delete(requestId)) changed();
  };
  // One that failed may have been done all the same, or be done yet: then the database tells.
  const onFailure = ({ requestId }: CommandFailedEvent): void => {
    own.delete(changing.get(requestId) ?? '');
    onEnd({ requestId });
  };

  /** Listens until it cannot; answers whether there is any use in trying again. */
  const listen = async (): Promise<boolean> => {
    const client = createClient();
    listener = client;
    try {
      const db = client.db(database);
      // Of several shards one that has nothing to tell holds up what the others tell, for seconds.
      if ((await db.command({ hello: 1 }))['msg'] === 'isdbgrid') return false;
      const stream = db.watch(TOLD, { maxAwaitTimeMS: AWAIT_MILLISECONDS });
      for (let isFirst = true; !isClosed; isFirst = false) {
        const change: Partial<Record<'lsid' | 'txnNumber', unknown>> | null = await stream.tryNext();
        // What was changed before the first answer is told by nobody.
        if (isFirst || (change !== null && !own.has(transactionOf(change)))) changed();
        heardAt = performance.now();
        isDeaf = false;
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
      return performance.now() - heardAt < TRUSTED_MILLISECONDS ? state : undefined;
    },
    hear(client) {
      client.on('commandStarted', onStart);
      client.on('commandSucceeded', onEnd);
      client.on('commandFailed', onFailure);
    },
    async close() {
      isClosed = true;
      await listener?.close().catch(() => undefined);
      await listening;
    },
  };
}

/** Whether a command changes at once what answers tell of: what belongs to a transaction does so when that is committed. */
const isChange = (name: string, command: Document): boolean =>
  command['autocommit'] !== false &&
  !UNTOLD_COLLECTIONS.includes(String(command[name])) &&
  (name !== 'aggregate' || isStored(command['pipeline']));

const isStored = (pipeline: unknown): boolean =>
  Array.isArray(pipeline) && pipeline.some((stage: Document) => '$out' in stage || '$merge' in stage);

/** Names the transaction of a command, or of a change; empty where there is none. */
const transactionOf = ({ lsid, txnNumber }: Document): string =>
  txnNumber === undefined ? '' : `${(lsid?.['id'] as Binary | undefined)?.toString('hex')} ${String(txnNumber)}`;
