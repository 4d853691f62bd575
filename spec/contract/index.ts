import { type Db, MongoClient } from 'mongodb';
import { dropDatabase, freshDatabase, mongoUri } from '../support/server';

/**
 * The database contract: everything that the service needs of its database, as specs that MongoDB and the embedded database both pass.
 *
 * `npm test` runs the suite on the embedded database, `npm run test:database` runs it on the server that `MONGODB_URI` names. A database that passes
 * can serve the calendar. What only the embedded database promises (its folder, its protocol, its refusals) is in `spec/embedded`; what only our own
 * store does on top (slugs, counts, `check`) is in `spec/database`.
 *
 * - `documents`: insert, find, sort, project, update, count, aggregate; error codes
 * - `indexes`, `index-builds`: `explain`, unique, partial and multikey indexes; indexes that are built while others read and write
 * - `transactions`, `concurrent-writers`: atomic, isolated, retried on conflict; writers of two processes
 * - `snapshots`: all reads of a session see one moment
 * - `change-streams`: every acknowledged write is reported, in order
 * - `sequences`: no ID is given twice
 * - `any-query`: random filters, sorts and updates, compared with a collection without indexes
 * - `event-lists`: random lists of events over HTTP, compared with the oracle of `spec/finding`
 * - `query-plans`: `explain` of every command that the service sends; how many documents a list examines
 * - `same-answers`: random requests to the service on both databases, compared byte by byte (only where `MONGODB_URI` is set)
 *
 * This module opens what the specs use of a database without the service.
 */
export interface Database {
  readonly client: MongoClient;
  /** An empty database, which is dropped at the end. */
  fresh(): Db;
}

/** Opens a client for all specs of a block. */
export function openDatabase(): Database {
  let client: MongoClient;
  const names: string[] = [];
  before(async () => {
    client = await MongoClient.connect(await mongoUri());
  });
  after(async () => {
    await client.close();
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

/** The error code that a server refuses work with; undefined if it does the work. Rejects for errors without a code. */
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
