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

/** How long an answer of the database may take before it counts as away, in ms: the driver then looks for another server, and both are within 10 s. */
const ANSWER_MILLISECONDS = 5000;
const SELECTION_MILLISECONDS = 4000;
const READY_MILLISECONDS = 1500;
/** How long what listens to changes looks for a server, in ms: it begins anew instead. */
const LISTENING_MILLISECONDS = 1000;
/** How long closing may take, in ms: the driver can wait for ever for a server that has just gone away. */
const CLOSE_MILLISECONDS = 2000;
const RETRY_MILLISECONDS = 500;

const STANDALONE =
  'MONGODB_URI names a standalone server, which has no transactions. Start mongod with --replSet rs0 and run rs.initiate() once in mongosh: a replica set of one is enough.';

/** Everything that the rooms of records share: one client, replaced when a first connection fails. */
export interface Connection {
  /** The driver's database. Throws 503 `database_unavailable` until there is a connection. */
  db(): Db;
  collection<T extends Document>(name: string): Collection<T>;
  /**
   * Runs `work` in a transaction, again when it collides with another one (a write conflict, or a slug taken meanwhile).
   * `work` must read what it depends on through the session it is given. Throws 503 `rest_overloaded`, with nothing changed, where there is not
   * time enough to wait for others, and `database_unavailable` where the database does not answer; its patience begins now, or in ms `since` 1970.
   */
  transact<T>(work: (session: ClientSession) => Promise<T>, since?: number): Promise<T>;
  /**
   * Says what a transaction is about to change: names of `keyOf`, or others. Where another transaction of this process has said so of one of them,
   * this one ends here, and is run again when its turn has come. It costs least before anything is read.
   */
  touch(keys: readonly string[], session: ClientSession): void;
  /** What transactions change, told after the commit. */
  readonly happenings: ChangeEvents;
  /** That anything was changed, by whomever. */
  readonly changes: Pick<Changes, 'state' | 'commits' | 'changedSince' | 'recordsSince'>;
  /** Takes the next `count` IDs of a sequence, outside any transaction; answers the first. IDs are never used twice. */
  nextId(sequence: string, count?: number): Promise<number>;
  /**
   * Makes transactions that claim one name run one after the other: what looked in vain for a name, and claims it before making it,
   * is run again if another made it meanwhile.
   */
  claim(name: string, session: ClientSession): Promise<void>;
  /**
   * Does within a transaction what several requests have to do one after the other, none of which sees what those before it will store: rejects,
   * for each to be done in a transaction of its own, where one of them claims a name.
   */
  unclaimed<T>(session: ClientSession, work: () => Promise<T>): Promise<T>;
  /** Works by a connection of its own, which waits for answers as long as they take. Errors of the driver pass through. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** How it stands at the moment: its connections, its transactions, and how many of these wait for others of this process. */
  state(): DatabaseState;
  /** Tells whether the database answers now. */
  ready(): Promise<boolean>;
  /** Connects anew, for a client that gets nowhere although the server answers others; false where that does not answer either. */
  renew(): Promise<boolean>;
  /**
   * Connects in the background, again and again until it succeeds; resolves with the first connection and rejects where trying
   * again is in vain (`UnusableDatabaseError`). `prepare` runs once before, however long it takes: it makes the indexes.
   */
  open(prepare: (db: Db) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** How a database is used at the moment. */
export interface DatabaseState extends PoolState {
  readonly transactions: number;
  readonly waitingTransactions: number;
}

/** What a transaction touches that changes a record, or any other document of a collection. */
export const keyOf = (collection: string, id: number | string): string => `${collection} ${id}`;

/** Throws the driver's error for an address of a server that is none. */
export function assertUri(uri: string): void {
  // A client that is never connected.
  createClient(uri);
}

/** Makes a connection that is still closed. `onTrouble` hears of every attempt that fails, `watch` of what is done. */
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
    // An index of many records takes long.
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
  /** Made once for each name: the driver works out all its options anew each time. */
  const collection = (name: string): Collection => {
    const known = collections.get(name) ?? decodedOnce(db().collection(name));
    collections.set(name, known);
    return known;
  };

  /** The transactions in which several requests are being worked out. */
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
      // A few counters for all names: two that share one only wait for each other in vain.
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
        // A server that has too much to do is no better off with other connections.
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
      // What still gets its answers there may have them.
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

/** Of a server behind a socket of this machine, as the driver takes it. */
const SOCKET = /^mongodb:\/\/([^@/]*@)?%2f/i;

/**
 * For work that takes longer than any answer may. A server that goes away meanwhile is noticed by the driver's heartbeats; one behind a socket closes
 * that, and may be too busy with the work to answer heartbeats in time.
 */
const patientOptions = (uri: string): MongoClientOptions => ({ socketTimeoutMS: 0, ...(SOCKET.test(uri) && { connectTimeoutMS: 0 }) });

const unavailable = (): never => {
  throw errors.databaseUnavailable();
};

/** A database that can never serve, in a sentence that names the remedy: trying again is in vain. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}
