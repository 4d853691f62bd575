import type { MongoClient, MongoClientOptions } from 'mongodb';
import { driver } from './driver';

/**
 * The longest time for one answer of the database, in ms. After it the driver selects another server. Both together
 * take less than 10 s.
 */
export const ANSWER_MILLISECONDS = 5000;
const SELECTION_MILLISECONDS = 4000;

/** Creates a client of the service: it waits for a majority, and its commands have time limits. */
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

/** The connection string of a server behind a Unix socket, as the driver expects it. */
const SOCKET = /^mongodb:\/\/([^@/]*@)?%2f/i;

/**
 * Creates a client for work that may take long: its commands have no time limit. Heartbeats of the driver notice a lost
 * server. Behind a Unix socket they have no limit either, since the server closes the socket when it ends, and may be too
 * busy to answer in time.
 */
export const createUnlimitedClient = (uri: string, more: MongoClientOptions = {}): MongoClient =>
  createClient(uri, { socketTimeoutMS: 0, ...(SOCKET.test(uri) && { connectTimeoutMS: 0 }), ...more });

/** Throws the driver's error for an invalid connection string. */
export function assertUri(uri: string): void {
  // This client is never connected.
  createClient(uri);
}

/** A database that can never serve the program. The message tells the remedy; a retry cannot help. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}
