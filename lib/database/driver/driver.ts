import { createHash } from 'node:crypto';
import type { DeserializeOptions } from 'bson';
import type { Collection, Document, FindOptions, MongoClient, MongoClientOptions } from 'mongodb';

/** A record for queries and updates by paths, which the types of its fields cannot describe. */
export interface RawRecord extends Document {
  readonly _id: number;
}

type Driver = typeof import('mongodb');

let loaded: Driver | undefined;

/** The driver of MongoDB, loaded on first use. Programs that only describe routes never load it, and start faster. */
export const driver = (): Driver => {
  loaded ??= require('mongodb') as Driver;
  return loaded;
};

/**
 * Makes `find` of a collection decode each record once. With monitoring of commands the driver decodes each reply
 * twice, unless the records are requested as bytes. Pass `raw: false` for `explain`.
 */
export const decodedOnce = (collection: Collection): Collection => {
  const find = collection.find.bind(collection) as (filter: object, options: FindOptions) => ReturnType<Collection['find']>;
  return Object.assign(collection, {
    find: (filter: object = {}, options: FindOptions = {}) =>
      options.raw !== undefined
        ? find(filter, options)
        : find(filter, { ...options, raw: true }).map((bytes) =>
            driver().BSON.deserialize(bytes as Uint8Array, options as DeserializeOptions),
          ),
  });
};

/** A hash of a query or another BSON document. Equal documents with the same order of members have the same key. */
export const queryKey = (query: object): string =>
  createHash('sha1')
    .update(driver().BSON.serialize(query, { ignoreUndefined: true }))
    .digest('base64url');

/** The longest time for one answer, in ms. Then the driver selects another server. Both together take less than 10 s. */
export const ANSWER_MILLISECONDS = 5000;
const SELECTION_MILLISECONDS = 4000;

/** Creates a client of the service. It waits for a majority, and its commands have time limits. */
export const createClient = (uri: string, more: MongoClientOptions = {}): MongoClient =>
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

/**
 * Creates a client for work that may take long: its commands have no time limit. Heartbeats of the driver notice a lost
 * server. Behind a Unix socket they have no limit either, since the server closes the socket when it ends, and may be too
 * busy to answer in time.
 */
export const createUnlimitedClient = (uri: string, more: MongoClientOptions = {}): MongoClient => {
  const isSocket = /^mongodb:\/\/([^@/]*@)?%2f/i.test(uri);
  return createClient(uri, { socketTimeoutMS: 0, ...(isSocket && { connectTimeoutMS: 0 }), ...more });
};

/** Throws the driver's error for an invalid connection string. */
export function assertUri(uri: string): void {
  // This client is never connected.
  createClient(uri);
}

/** A database that can never serve the program. The message tells the remedy; a retry cannot help. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}
