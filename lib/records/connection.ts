import { createHash } from 'node:crypto';
import { type ClientSession, type Collection, type Db, type Document, MongoClient, MongoServerError } from 'mongodb';
import { errors } from '../errors';
import { createHappenings, type Happenings } from './happenings';

/** How long an answer of the database may take before it counts as away, in ms: the driver then looks for another server, and both are within 10 s. */
const ANSWER_MILLISECONDS = 5000;
/** How long a transaction that collides with others is tried again, and how long it may take at all, in ms. */
const COLLISION_MILLISECONDS = 8000;
const TRANSACTION_MILLISECONDS = 9000;
const SELECTION_MILLISECONDS = 4000;
const READY_MILLISECONDS = 1500;
/** How long closing may take, in ms: the driver can wait for ever for a server that has just gone away. */
const CLOSE_MILLISECONDS = 2000;
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
  /** What transactions change, told after the commit. */
  readonly happenings: Happenings;
  /** Takes the next `count` IDs of a sequence, outside any transaction; answers the first. IDs are never used twice. */
  nextId(sequence: string, count?: number): Promise<number>;
  /**
   * Makes transactions that claim one name run one after the other: what looked in vain for a name, and claims it before making it,
   * is run again if another made it meanwhile.
   */
  claim(name: string, session: ClientSession): Promise<void>;
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

/** Makes a connection that is still closed. `onTrouble` hears of every attempt that fails. Throws the driver's error for an address that is none. */
export function createConnection(options: {
  readonly uri: string;
  readonly database: string;
  readonly onTrouble?: (error: unknown) => void;
}): Connection {
  let client: MongoClient | undefined;
  let ended = false;
  // A client that is never connected, for what is wrong with the address.
  createClient(options.uri);
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, RETRY_MILLISECONDS).unref());

  const attempt = async (prepare: (db: Db) => Promise<void>): Promise<void> => {
    const candidate = createClient(options.uri);
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

  const happenings = createHappenings();
  const connection: Connection = {
    happenings,
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
      const end = Date.now() + COLLISION_MILLISECONDS;
      const attemptWithin = (session: ClientSession) => {
        // The driver would go on for two minutes.
        if (Date.now() > end) throw errors.databaseUnavailable();
        happenings.begin(session);
        return work(session);
      };
      const run = async () => {
        for (let attempts = 1; ; attempts++) {
          try {
            return await current().withSession(async (session) => {
              const result = await session.withTransaction(() => attemptWithin(session));
              happenings.commit(session);
              return result;
            });
          } catch (error) {
            if (!isTaken(error) || attempts === SLUG_ATTEMPTS) throw error;
          }
        }
      };
      // Where the database falls silent, a transaction that fails and is aborted would wait for it more than once.
      return within(TRANSACTION_MILLISECONDS, run());
    },
    async nextId(sequence, count = 1) {
      const counters = connection.collection<Counter>('counters');
      const counter = await counters.findOneAndUpdate(
        { _id: sequence },
        { $inc: { value: count } },
        { upsert: true, returnDocument: 'after' },
      );
      if (!counter) throw new Error(`The sequence ${sequence} has no counter.`);
      return counter.value - count + 1;
    },
    async claim(name, session) {
      // A few counters for all names: two that share one only wait for each other in vain.
      const place = createHash('sha256').update(name).digest().readUInt8(0);
      const counters = connection.collection<Counter>('counters');
      await counters.updateOne({ _id: `claims ${place}` }, { $inc: { value: 1 } }, { upsert: true, session });
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
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MILLISECONDS).unref());
      await Promise.race([client?.close(), late]);
    },
  };
  return connection;
}

/** What `work` answers, or 503 `database_unavailable` where that takes longer. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errors.databaseUnavailable()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const createClient = (uri: string): MongoClient =>
  new MongoClient(uri, {
    socketTimeoutMS: ANSWER_MILLISECONDS,
    connectTimeoutMS: SELECTION_MILLISECONDS,
    waitQueueTimeoutMS: SELECTION_MILLISECONDS,
    serverSelectionTimeoutMS: SELECTION_MILLISECONDS,
    writeConcern: { w: 'majority' },
    readConcern: { level: 'majority' },
    ignoreUndefined: true,
  });

/** A server that can never serve: trying again is in vain. */
export class StandaloneError extends Error {
  override readonly name = 'StandaloneError';
}

/** Another transaction took the slug, or stored the fixture, the image or the claim, first: what was worked out must be worked out again. */
const isTaken = (error: unknown) =>
  error instanceof MongoServerError &&
  error.code === 11000 &&
  ['slug', 'source', 'url', '_id'].some((field) => field in (error['keyPattern'] ?? {}));
