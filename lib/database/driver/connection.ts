import { createHash } from 'node:crypto';
import type { ClientSession, Collection, Db, Document, MongoClient, MongoClientOptions } from 'mongodb';
import { waitAtMost } from '../../deadline';
import { errors } from '../../errors';
import { type ChangeEvents, createChangeEvents } from '../changes/change-events';
import { type Changes, createChanges } from '../changes/changes';
import { type Counter, createSequences } from '../sequences';
import { decodedOnce, driver } from './driver';
import { type PoolState, type Watch, watchPool } from './pool-watch';
import { createTransactions } from './transactions';

/**
 * The longest time for one answer of the database, in ms. After it the driver selects another server. Both together
 * take less than 10 s.
 */
const ANSWER_MILLISECONDS = 5000;
const SELECTION_MILLISECONDS = 4000;
const READY_MILLISECONDS = 1500;
/** The time in which the change listener selects a server, in ms. Then it starts again. */
const LISTENING_MILLISECONDS = 1000;
/** The longest time that closing takes, in ms. The driver may wait for ever for a server that has gone away. */
const CLOSE_MILLISECONDS = 2000;
const RETRY_MILLISECONDS = 500;

const STANDALONE =
  'MONGODB_URI names a standalone server, which has no transactions. Start mongod with --replSet rs0 and run rs.initiate() once in mongosh: a replica set of one is enough.';

/** The connection to the database, with everything that stores share. It owns one client. */
export interface Connection {
  /** The driver's database. Throws 503 `database_unavailable` before the first connection. */
  db(): Db;
  collection<T extends Document>(name: string): Collection<T>;
  /**
   * Runs `work` in a transaction. After a conflict or a duplicate key it runs `work` again, so `work` must read through
   * the session that it gets. Throws 503 `rest_overloaded` if the time does not suffice, with nothing stored, and 503
   * `database_unavailable` if the database does not answer. The time counts from `since`, in ms since 1970, by default
   * now.
   */
  transact<T>(work: (session: ClientSession) => Promise<T>, since?: number): Promise<T>;
  /**
   * Locks keys (see `keyOf`) for a transaction until it ends. If another transaction of this process holds one of them,
   * this transaction is aborted and runs again when the key is free. It costs least before anything is read.
   */
  touch(keys: readonly string[], session: ClientSession): void;
  /** The events of the system: changes that transactions make, reported after the commit. */
  readonly happenings: ChangeEvents;
  /** The changes of records by this process and by others. */
  readonly changes: Pick<Changes, 'state' | 'commits' | 'changedSince' | 'recordsSince'>;
  /** Takes the next `count` IDs of a sequence, outside any transaction. Returns the first. No ID is given twice. */
  nextId(sequence: string, count?: number): Promise<number>;
  /**
   * Makes transactions that claim the same name run one after the other, in all processes. Claim a name before you
   * search for it and create it. A transaction that lost the race runs again and finds the other's record.
   */
  claim(name: string, session: ClientSession): Promise<void>;
  /**
   * Runs several requests in one transaction. Rejects if one of them claims a name, since the requests do not see what
   * the others store. Each request is then run in a transaction of its own.
   */
  unclaimed<T>(session: ClientSession, work: () => Promise<T>): Promise<T>;
  /** Runs work on a separate connection without a time limit for answers. Passes errors of the driver. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The current use of connections and transactions. */
  state(): DatabaseState;
  /** True if the database answers a ping now. */
  ready(): Promise<boolean>;
  /** Replaces a client that gets no answers although the server answers others. Returns false if the server does not answer. */
  renew(): Promise<boolean>;
  /**
   * Connects in the background and retries until it succeeds. Rejects with `UnusableDatabaseError` if a retry cannot
   * help. `prepare` runs once before the first use, without a time limit; it builds the indexes.
   */
  open(prepare: (db: Db) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** The current use of the database by this process. */
export interface DatabaseState extends PoolState {
  readonly transactions: number;
  readonly waitingTransactions: number;
}

/** The key of a record, or of any other document, for locks and changes. */
export const keyOf = (collection: string, id: number | string): string => `${collection} ${id}`;

/** Throws the driver's error for an invalid connection string. */
export function assertUri(uri: string): void {
  // This client is never connected.
  createClient(uri);
}

/** Creates a closed connection. `onTrouble` receives the error of each failed attempt, `watch` receives measurements. */
export function createConnection(options: {
  readonly uri: string;
  readonly database: string;
  readonly onTrouble?: (error: unknown) => void;
  readonly watch?: Watch | undefined;
}): Connection {
  let pool = (): PoolState => ({ open: 0, used: 0, waiting: 0 });
  let client: MongoClient | undefined;
  let preparing: MongoClient | undefined;
  let former: MongoClient | undefined;
  const collections = new Map<string, Collection>();
  let ended = false;
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, RETRY_MILLISECONDS).unref());

  const changes = createChanges({
    database: options.database,
    createClient: () => createClient(options.uri, { maxPoolSize: 1, serverSelectionTimeoutMS: LISTENING_MILLISECONDS }),
    unheard: (error) => options.watch?.unheard(error),
  });
  const attempt = async (prepare: (db: Db) => Promise<void>): Promise<void> => {
    const candidate = createClient(options.uri, { monitorCommands: true });
    const candidatePool = options.watch && watchPool(candidate, options.watch);
    // Building an index of many records takes long.
    const patient = createClient(options.uri, patientOptions(options.uri));
    preparing = patient;
    try {
      await Promise.all([candidate.connect(), patient.connect()]);
      const db = patient.db(options.database);
      const hello = await db.command({ hello: 1 });
      if (!hello['setName'] && hello['msg'] !== 'isdbgrid') throw new UnusableDatabaseError(STANDALONE);
      await prepare(db);
      client = candidate;
      changes.hear(client);
      if (candidatePool !== undefined) pool = candidatePool;
    } catch (error) {
      await candidate.close().catch(() => undefined);
      throw error;
    } finally {
      preparing = undefined;
      await patient.close().catch(() => undefined);
    }
  };

  const current = (): MongoClient => {
    if (!client) throw errors.databaseUnavailable();
    return client;
  };
  const db = () => current().db(options.database);
  /** Cached by name, because the driver computes all options anew for each collection object. */
  const collection = (name: string): Collection => {
    const known = collections.get(name) ?? decodedOnce(db().collection(name));
    collections.set(name, known);
    return known;
  };

  /** Transactions that serve several requests at once. */
  const shared = new WeakSet<ClientSession>();
  const happenings = createChangeEvents();
  const transactions = createTransactions({ client: current, happenings, answers: () => connection.ready(), watch: options.watch });
  const connection: Connection = {
    happenings,
    changes,
    async open(prepare) {
      while (!client) {
        try {
          await attempt(prepare);
        } catch (error) {
          if (ended || error instanceof UnusableDatabaseError) throw error;
          options.onTrouble?.(error);
          await pause();
        }
      }
    },
    db,
    collection: <T extends Document>(name: string) => collection(name) as unknown as Collection<T>,
    transact: transactions.transact,
    touch: transactions.touch,
    nextId: createSequences(() => connection.collection<Counter>('counters'), transactions.size),
    async claim(name, session) {
      if (shared.has(session)) throw new Error(`Others of the same transaction may be about to claim ${name}.`);
      // A few counters serve all names. Two names that share one only wait without need.
      const place = createHash('sha256').update(name).digest().readUInt8(0);
      const _id = `claims ${place}`;
      transactions.touch([keyOf('counters', _id)], session);
      await connection.collection<Counter>('counters').updateOne({ _id }, { $inc: { value: 1 } }, { upsert: true, session });
    },
    async unclaimed(session, work) {
      shared.add(session);
      try {
        return await work();
      } finally {
        shared.delete(session);
      }
    },
    async patiently(work) {
      const patient = createClient(options.uri, { ...patientOptions(options.uri), monitorCommands: true });
      changes.hear(patient);
      try {
        return await work(patient.db(options.database));
      } finally {
        await patient.close();
      }
    },
    state: () => ({
      ...pool(),
      transactions: transactions.size(),
      waitingTransactions: transactions.waiting(),
    }),
    async ready() {
      if (!client) return false;
      const pong = db()
        .command({ ping: 1 })
        .then(
          () => true,
          () => false,
        );
      return waitAtMost(READY_MILLISECONDS, pong, { late: () => false });
    },
    async renew() {
      const candidate = createClient(options.uri, { monitorCommands: true });
      const candidatePool = options.watch && watchPool(candidate, options.watch);
      try {
        await candidate.connect();
        // Other connections do not help a server that is overloaded.
        await waitAtMost(READY_MILLISECONDS, candidate.db(options.database).command({ ping: 1 }), { late: unavailable });
        if (ended) unavailable();
      } catch {
        await candidate.close().catch(() => undefined);
        return false;
      }
      const replaced = client;
      former = replaced;
      client = candidate;
      changes.hear(client);
      collections.clear();
      if (candidatePool !== undefined) pool = candidatePool;
      // Pending commands of the old client may still get their answers.
      setTimeout(() => void replaced?.close().catch(() => undefined), ANSWER_MILLISECONDS).unref();
      return true;
    },
    async close() {
      ended = true;
      await waitAtMost(CLOSE_MILLISECONDS, Promise.all([client?.close(), former?.close(), preparing?.close(), changes.close()]), {
        late: () => undefined,
      });
    },
  };
  return connection;
}

const createClient = (uri: string, more: MongoClientOptions = {}): MongoClient =>
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

/** The connection string of a server behind a Unix socket, as the driver expects it. */
const SOCKET = /^mongodb:\/\/([^@/]*@)?%2f/i;

/**
 * The options of a client without time limits for answers. Heartbeats of the driver notice a lost server. Behind a Unix
 * socket the heartbeats have no limit either: the server closes the socket when it ends, and may be busy meanwhile.
 */
const patientOptions = (uri: string): MongoClientOptions => ({ socketTimeoutMS: 0, ...(SOCKET.test(uri) && { connectTimeoutMS: 0 }) });

const unavailable = (): never => {
  throw errors.databaseUnavailable();
};

/** A database that can never serve the program. The message tells the remedy; a retry cannot help. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}
