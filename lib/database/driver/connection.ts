import { setTimeout as delay } from 'node:timers/promises';
import type { ClientSession, Collection, Db, Document, MongoClient } from 'mongodb';
import { waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import { type Changes, createChanges } from '../changes/changes';
import { type Counter, createSequences } from '../sequences';
import {
  ANSWER_MILLISECONDS,
  CLOSE_MILLISECONDS,
  closeClient,
  createClient,
  createUnlimitedClient,
  decodedOnce,
  UnusableDatabaseError,
} from './driver';
import { createChangeEvents, createTransactions, lockName, type Watch } from './transactions';

const READY_MILLISECONDS = 1500;
/** The time limit in ms for finding a server for the change stream. Then the stream starts again. */
const STREAM_SELECTION_MILLISECONDS = 1000;
/** The first and the longest pause between two attempts to connect, in ms. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [500, 5000];

/** The option of a client whose commands are followed, to learn of changes. */
const MONITORED = { monitorCommands: true };

const STANDALONE =
  'MONGODB_URI names a standalone server, which has no transactions. Start mongod with --replSet rs0 and run rs.initiate() once in mongosh: a replica set of one is enough.';

interface ConnectionOptions {
  readonly uri: string;
  readonly database: string;
  /** Receives the error of each failed attempt to connect. */
  readonly onConnectError?: (error: unknown) => void;
  readonly watch?: Watch | undefined;
  /** False if nothing is cached, so that changes need not be followed. The driver then decodes replies faster. True by default. */
  readonly isFollowed?: boolean;
}

/** The connections of a client: open, in use, and the number of requests that wait for one. */
interface PoolState {
  readonly open: number;
  readonly used: number;
  readonly waiting: number;
}

interface ConnectionState {
  readonly options: ConnectionOptions;
  readonly isFollowed: boolean;
  readonly changes: Changes;
  /** The client in use; undefined before the first successful connection. */
  client?: MongoClient;
  /** All clients that are not closed yet. */
  readonly clients: Set<MongoClient>;
  pool: () => PoolState;
  /** The driver's collection objects by name, because the driver computes all options anew for each object. */
  readonly collections: Map<string, Collection>;
  isClosed: boolean;
}

/** The connection to the database that all stores share. It owns one MongoDB client. */
export type Connection = ReturnType<typeof createConnection>;

/** The records of a content type: a connection and the name of their collection. */
export interface Records {
  readonly connection: Connection;
  readonly plural: string;
}

/** The records of a content type in a transaction. */
export interface RecordsWork extends Records {
  readonly session: ClientSession;
}

/** Creates a connection that is not yet open. */
export function createConnection(options: ConnectionOptions) {
  const { isFollowed = true } = options;
  const changes = createChanges({
    database: options.database,
    isFollowed,
    createClient: () => createClient(options.uri, { maxPoolSize: 1, serverSelectionTimeoutMS: STREAM_SELECTION_MILLISECONDS }),
    onStreamBroken: (error) => options.watch?.onStreamBroken(error),
  });
  const pool = () => ({ open: 0, used: 0, waiting: 0 });
  const state: ConnectionState = { options, isFollowed, changes, clients: new Set(), pool, collections: new Map(), isClosed: false };
  const changeEvents = createChangeEvents();
  const transactions = createTransactions({
    client: () => clientOf(state),
    changeEvents,
    isAnswering: () => isReady(state),
    watch: options.watch,
  });
  const { size, waiting, transact, lock } = transactions;
  const collection = <T extends Document>(name: string): Collection<T> => collectionOf<T>(state, name);
  const counters = () => collection<Counter>('counters');
  return {
    /** Returns the driver's database. Throws 503 `database_unavailable` before the first connection. */
    db: (): Db => dbOf(state),
    collection,
    /**
     * Runs `work` in a transaction, and again after a conflict or a duplicate key. So `work` must read through its session. Throws 503
     * `rest_overloaded` if the time is over and nothing is stored, 503 `database_unavailable` if the database does not reply.
     */
    transact,
    /**
     * Locks keys (see `keyOf`) in this process until a transaction ends. If another transaction has locked a key, this one is aborted and
     * runs again when the key is free. So lock before the first read.
     */
    lock,
    /**
     * Locks a name in the database: transactions that lock it run one after the other, in all processes. Lock a name before you search for
     * it and create it. A transaction that waited runs again and finds the other's record. Rejects in a transaction of several requests
     * (`isShared`): each of them then needs a transaction of its own.
     */
    lockName: (name: string, session: ClientSession): Promise<void> => lockName(counters(), name, session),
    /** The listeners for changes that transactions make, called after the commit. */
    changeEvents,
    /** The follower of the changes of records by this process and by others. */
    changes,
    /** Reserves the next `count` IDs of a sequence, outside any transaction. Returns the first. No ID is reserved twice. */
    nextId: createSequences(counters),
    /** Runs work on a separate client without time limits for replies. Passes errors of the driver. */
    unlimited: <T>(work: (db: Db) => Promise<T>): Promise<T> => runUnlimited(state, work),
    /** Returns how many connections and transactions this process uses now. */
    state: () => ({ ...state.pool(), transactions: size(), waitingTransactions: waiting() }),
    /** True if the database replies to a ping now. */
    ready: (): Promise<boolean> => isReady(state),
    /** Replaces a client that gets no replies although the server is up. Returns false if the server does not reply. */
    reconnect: (): Promise<boolean> => reconnect(state),
    /**
     * Opens the connection, with retries until it succeeds. `prepare` builds the indexes before the first use. Rejects with
     * `UnusableDatabaseError` if a retry cannot help.
     */
    open: (prepare: (db: Db) => Promise<void>): Promise<void> => open(state, prepare),
    close: (): Promise<void> => close(state),
  };
}

const clientOf = ({ client }: ConnectionState): MongoClient => {
  if (!client) throw errors.databaseUnavailable();
  return client;
};

const dbOf = (state: ConnectionState): Db => clientOf(state).db(state.options.database);

const openCollection = (state: ConnectionState, name: string): Collection => {
  const collection = dbOf(state).collection(name);
  return state.isFollowed ? decodedOnce(collection) : collection;
};

function collectionOf<T extends Document>(state: ConnectionState, name: string): Collection<T> {
  const collection = state.collections.get(name) ?? openCollection(state, name);
  state.collections.set(name, collection);
  // The caller knows the record type of the collection.
  return collection as unknown as Collection<T>;
}

async function open(state: ConnectionState, prepare: (db: Db) => Promise<void>): Promise<void> {
  for (let pause = FIRST_PAUSE; !state.client; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      await connect(state, prepare);
    } catch (error) {
      if (state.isClosed || error instanceof UnusableDatabaseError) throw error;
      state.options.onConnectError?.(error);
      await delay(pause, undefined, { ref: false });
    }
  }
}

/** Connects a client, and prepares the database with another client that has no time limits. */
async function connect(state: ConnectionState, prepare: (db: Db) => Promise<void>): Promise<void> {
  const candidate = createCandidate(state);
  // Building an index of many records takes long.
  const preparing = createUnlimitedClient(state.options.uri);
  state.clients.add(preparing);
  try {
    await Promise.all([candidate.client.connect(), preparing.connect()]);
    const db = preparing.db(state.options.database);
    const hello = await db.command({ hello: 1 });
    if (!hello['setName'] && hello['msg'] !== 'isdbgrid') throw new UnusableDatabaseError(STANDALONE);
    await prepare(db);
    useClient(state, candidate);
  } catch (error) {
    await removeClient(state, candidate.client);
    throw error;
  } finally {
    await removeClient(state, preparing);
  }
}

/** Creates a client; its pool is watched if the options have `watch`. */
const createCandidate = ({ options: { uri, watch }, isFollowed, clients }: ConnectionState) => {
  const client = createClient(uri, isFollowed ? MONITORED : {});
  clients.add(client);
  return { client, pool: watch && watchPool(client, watch) };
};

const removeClient = async ({ clients }: ConnectionState, client: MongoClient): Promise<void> => {
  clients.delete(client);
  await closeClient(client);
};

/** Makes a connected client the one in use. */
const useClient = (state: ConnectionState, { client, pool }: ReturnType<typeof createCandidate>): void => {
  state.client = client;
  state.changes.watchClient(client);
  state.collections.clear();
  if (pool !== undefined) state.pool = pool;
};

async function reconnect(state: ConnectionState): Promise<boolean> {
  const candidate = createCandidate(state);
  const { client } = candidate;
  try {
    await client.connect();
    // Another client does not help an overloaded server.
    if (!(await isAnswering(client.db(state.options.database))) || state.isClosed) throw errors.databaseUnavailable();
  } catch {
    await removeClient(state, client);
    return false;
  }
  const replaced = state.client;
  useClient(state, candidate);
  // Pending commands of the old client may still get their replies.
  setTimeout(() => void (replaced && removeClient(state, replaced)), ANSWER_MILLISECONDS).unref();
  return true;
}

const isReady = async (state: ConnectionState): Promise<boolean> => state.client !== undefined && isAnswering(dbOf(state));

/** True if the server replies to a ping in time. */
const isAnswering = (db: Db): Promise<boolean> =>
  waitAtMost(
    READY_MILLISECONDS,
    db.command({ ping: 1 }).then(
      () => true,
      () => false,
    ),
    { onTimeout: () => false },
  );

async function runUnlimited<T>({ options, isFollowed, changes }: ConnectionState, work: (db: Db) => Promise<T>): Promise<T> {
  const client = createUnlimitedClient(options.uri, isFollowed ? MONITORED : {});
  changes.watchClient(client);
  try {
    return await work(client.db(options.database));
  } finally {
    await closeClient(client);
  }
}

async function close(state: ConnectionState): Promise<void> {
  state.isClosed = true;
  const closing = [...[...state.clients].map(closeClient), state.changes.close()];
  await waitAtMost(CLOSE_MILLISECONDS, Promise.all(closing), { onTimeout: () => undefined });
}

/** Watches a client's connections and reports each command. Returns a function that returns the state of the pool. */
const watchPool = (client: MongoClient, watch: Watch): (() => PoolState) => {
  const since = new Map<string, { readonly began: number; readonly waited: number }>();
  let open = 0;
  let waiting = 0;
  const nameOf = ({ address, connectionId }: { readonly address: string; readonly connectionId: unknown }) => `${address} ${connectionId}`;
  client.on('connectionCreated', () => {
    open += 1;
  });
  client.on('connectionClosed', (event) => {
    open -= 1;
    since.delete(nameOf(event));
  });
  client.on('connectionCheckOutStarted', () => {
    waiting += 1;
  });
  client.on('connectionCheckOutFailed', ({ durationMS }) => {
    waiting -= 1;
    watch.onPoolTimeout(durationMS);
  });
  client.on('connectionCheckedOut', (event) => {
    waiting -= 1;
    since.set(nameOf(event), { began: performance.now(), waited: event.durationMS });
  });
  client.on('connectionCheckedIn', (event) => {
    const name = nameOf(event);
    const started = since.get(name);
    since.delete(name);
    if (started !== undefined) watch.onCommand(performance.now() - started.began, started.waited);
  });
  return () => ({ open, used: since.size, waiting });
};
