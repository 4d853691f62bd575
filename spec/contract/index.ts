import { type Db, MongoClient } from 'mongodb';
import { type Server, startServer } from '../embedded/support';
import { dropDatabase, freshDatabase, mongoUri } from '../support/server';

/**
 * The database contract: specs for all features that the service needs. MongoDB and the embedded database both pass them.
 *
 * `npm test` runs them on the embedded database, `npm run test:database` on the server of `MONGODB_URI`.
 * A database that passes them can serve the calendar. `spec/embedded` covers the features of the embedded database only.
 * `spec/database` covers the store of the service: slugs, counts, `check`.
 *
 * - `documents`: insert, find, sort, project, update, count, aggregate; error codes
 * - `indexes`, `index-builds`: `explain`, unique, partial and multikey indexes; indexes that are built during reads and writes
 * - `transactions`, `concurrent-writers`: atomic, isolated, retried on conflict; writers of two processes
 * - `snapshots`: all reads of a session see one moment
 * - `change-streams`: every acknowledged write is reported, in order
 * - `sequences`: no ID is given twice
 * - `any-query`: random filters, sorts and updates, compared with a collection without indexes
 * - `event-lists`: random lists of events over HTTP, compared with the oracle of `spec/finding`
 * - `query-plans`: `explain` of every command that the service sends; how many documents a list examines
 * - `same-answers`: random requests to the service on both databases, compared byte by byte (only with `MONGODB_URI`)
 *
 * This module opens a database without the service.
 */
export interface Database {
  readonly client: MongoClient;
  /** An empty database, which is dropped at the end. */
  fresh(): Db;
}

/** Opens a client for all specs of a block. With `isAlone`, no other specs write to the embedded database. */
export function openDatabase({ isAlone = false } = {}): Database {
  let client: MongoClient;
  let own: Server | undefined;
  const names: string[] = [];
  before(async () => {
    own = isAlone && !process.env['MONGODB_URI'] ? await startServer() : undefined;
    client = await MongoClient.connect(own?.embedded.uri ?? (await mongoUri()));
  });
  after(async () => {
    await client.close();
    if (own) return own.stop();
    for (const name of names) await dropDatabase(name);
  });
  return {
    get client() {
      return client;
    },
    fresh() {
      const name = freshDatabase();
      names.push(name);
      return client.db(name);
    },
  };
}

/** The error code of failed work, or `undefined` if it succeeds. Rejects for errors without a code. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === undefined) throw error;
    return code;
  }
  return undefined;
}
