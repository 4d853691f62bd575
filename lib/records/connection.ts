import { type ClientSession, type Collection, type Db, type Document, MongoClient, MongoServerError } from 'mongodb';
import { errors } from '../errors';

/** How long an operation, or a transaction that collides with others, may take before the database counts as away, in ms. */
const OPERATION_MILLISECONDS = 8000;
const SELECTION_MILLISECONDS = 4000;
const READY_MILLISECONDS = 1500;
const RETRY_MILLISECONDS = 500;
const SLUG_ATTEMPTS = 20;

const STANDALONE =
  'MONGODB_URI names a standalone server, which has no transactions. Start mongod with --replSet rs0 and run rs.initiate() once in mongosh: a replica set of one is enough.';

/** Everything that the rooms of records share: one client, replaced when a first connection fails. */
export interface Connection {
  /** The driver's database. Throws 503 `database_unavailable` until there is a connection. */
  db(): Db;
  collection<T extends Document>(name: string): Collection<T>;
  /**
   * Runs `work` in a transaction, again when it collides with another one (a write conflict, or a slug taken meanwhile).
   * `work` must read what it depends on through the session it is given.
   */
  transact<T>(work: (session: ClientSession) => Promise<T>): Promise<T>;
  /** Takes the next `count` IDs of a sequence, outside any transaction; answers the first. IDs are never used twice. */
  nextId(sequence: string, count?: number): Promise<number>;
  /** Tells whether the database answers now. */
  ready(): Promise<boolean>;
  /**
   * Connects in the background, again and again until it succeeds; resolves with the first connection and rejects where trying
   * again is in vain (a standalone server). `prepare` runs once before: it makes the indexes.
   */
  open(prepare: (db: Db) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Counter {
  readonly _id: string;
  readonly value: number;
}

/** Makes a connection that is still closed. `onTrouble` hears of every attempt that fails. */
export function createConnection(options: {
  readonly uri: string;
  readonly database: string;
  readonly onTrouble?: (error: unknown) => void;
}): Connection {
  let client: MongoClient | undefined;
  let ended = false;
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, RETRY_MILLISECONDS).unref());

  const attempt = async (prepare: (db: Db) => Promise<void>): Promise<void> => {
    const candidate = new MongoClient(options.uri, {
      socketTimeoutMS: OPERATION_MILLISECONDS,
      connectTimeoutMS: SELECTION_MILLISECONDS,
      waitQueueTimeoutMS: SELECTION_MILLISECONDS,
      serverSelectionTimeoutMS: SELECTION_MILLISECONDS,
      writeConcern: { w: 'majority' },
      readConcern: { level: 'majority' },
      ignoreUndefined: true,
    });
    try {
      await candidate.connect();
      const db = candidate.db(options.database);
      const hello = await db.command({ hello: 1 });
      if (!hello['setName'] && hello['msg'] !== 'isdbgrid') throw new StandaloneError(STANDALONE);
      await prepare(db);
      client = candidate;
    } catch (error) {
      await candidate.close().catch(() => undefined);
      throw error;
    }
  };

  const current = (): MongoClient => {
    if (!client) throw errors.databaseUnavailable();
    return client;
  };
  const db = () => current().db(options.database);

  const connection: Connection = {
    async open(prepare) {
      while (!client) {
        try {
          await attempt(prepare);
        } catch (error) {
          if (ended || error instanceof StandaloneError) throw error;
          options.onTrouble?.(error);
          await pause();
        }
      }
    },
    db,
    collection: (name) => db().collection(name),
    async transact(work) {
      const end = Date.now() + OPERATION_MILLISECONDS;
      const attemptWithin = (session: ClientSession) => {
        // The driver would go on for two minutes.
        if (Date.now() > end) throw errors.databaseUnavailable();
        return work(session);
      };
      for (let attempts = 1; ; attempts++) {
        try {
          return await current().withSession((session) => session.withTransaction(() => attemptWithin(session)));
        } catch (error) {
          if (!isSlugTaken(error) || attempts === SLUG_ATTEMPTS) throw error;
        }
      }
    },
    async nextId(sequence, count = 1) {
      const counters = connection.collection<Counter>('counters');
      const counter = await counters.findOneAndUpdate({ _id: sequence }, { $inc: { value: count } }, { upsert: true, returnDocument: 'after' });
      if (!counter) throw new Error(`The sequence ${sequence} has no counter.`);
      return counter.value - count + 1;
    },
    async ready() {
      if (!client) return false;
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, READY_MILLISECONDS, false).unref());
      const pong = db()
        .command({ ping: 1 })
        .then(
          () => true,
          () => false,
        );
      return Promise.race([pong, late]);
    },
    async close() {
      ended = true;
      await client?.close();
    },
  };
  return connection;
}

/** A server that can never serve: trying again is in vain. */
export class StandaloneError extends Error {
  override readonly name = 'StandaloneError';
}

/** Another transaction took the slug first: what was worked out must be worked out again. */
const isSlugTaken = (error: unknown) => error instanceof MongoServerError && error.code === 11000 && 'slug' in (error['keyPattern'] ?? {});
