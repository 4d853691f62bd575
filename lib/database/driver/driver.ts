import { createHash } from 'node:crypto';
import type { DeserializeOptions } from 'bson';
import type { Collection, Document, FindOptions, MongoClient, MongoClientOptions } from 'mongodb';

/** A record for queries and updates by paths, which the static types of its fields cannot describe. */
export interface RawRecord extends Document {
  readonly _id: number;
}

type Driver = typeof import('mongodb');

let loaded: Driver | undefined;

/** Returns MongoDB's driver, loaded on first use. Programs that only describe routes never load it, and start faster. */
export const driver = (): Driver => {
  loaded ??= require('mongodb') as Driver;
  return loaded;
};

/**
 * Makes `find` of a collection decode each record once, by reading records as bytes. With command monitoring the driver would decode each
 * reply twice. Pass `raw: false` for `explain`.
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

/** Returns the hash of a query or another BSON document. Equal documents with members in the same order have equal hashes. */
export const queryKey = (query: object): string =>
  createHash('sha1')
    .update(driver().BSON.serialize(query, { ignoreUndefined: true }))
    .digest('base64url');

/** The longest time for one reply, in ms. Then the driver selects another server. Both together take less than 10 s. */
export const ANSWER_MILLISECONDS = 5000;
const SELECTION_MILLISECONDS = 4000;

/** Creates the service's MongoDB client. Its writes wait for a majority, and its commands have time limits. */
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
 * Creates a MongoDB client whose commands have no time limit. The driver's heartbeats notice a lost server. On a Unix socket heartbeats
 * have no limit either: the server closes it when it ends, and may be too busy to reply in time.
 */
export const createUnlimitedClient = (uri: string, more: MongoClientOptions = {}): MongoClient => {
  const isSocket = /^mongodb:\/\/([^@/]*@)?%2f/i.test(uri);
  return createClient(uri, { socketTimeoutMS: 0, ...(isSocket && { connectTimeoutMS: 0 }), ...more });
};

/** Throws the driver's error for an invalid MongoDB connection string. */
export function assertUri(uri: string): void {
  // This client is never connected.
  createClient(uri);
}

/** The error for a database that the program can never use. The message contains the remedy; a retry cannot help. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}
