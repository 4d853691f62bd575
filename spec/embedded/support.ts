import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { closeClient } from '../../lib/database/driver/driver';
import { type Embedded, startEmbedded } from '../../lib/embedded/start-embedded';
import { memoryFolder } from '../support/memory-folder';

/** An embedded server on its own folder, with a client. */
export interface Server {
  readonly folder: string;
  readonly embedded: Embedded;
  readonly client: MongoClient;
  fresh(): Promise<Db>;
  stop(): Promise<void>;
}

let databases = 0;

export const newFolder = (): string => mkdtempSync(path.join(realpathSync(memoryFolder), 'embedded-'));

/** Starts an embedded server on an empty folder, which `stop` deletes. */
export const startServer = async (): Promise<Server> => {
  const folder = newFolder();
  const embedded = await startEmbedded({ folder });
  const client = await MongoClient.connect(embedded.uri, { serverSelectionTimeoutMS: 5000 });
  return {
    folder,
    embedded,
    client,
    fresh: async () => client.db(`spec_embedded_${process.pid}_${databases++}`),
    stop: async () => {
      await client.close();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Runs work with a server on a folder and its client, and ends both. */
export const withServer = async <T>(folder: string, work: (client: MongoClient, embedded: Embedded) => Promise<T>): Promise<T> => {
  const embedded = await startEmbedded({ folder });
  // A command that has no connection yet when the server ends would look for another server for 30 s.
  const client = await MongoClient.connect(embedded.uri, { serverSelectionTimeoutMS: 2000 });
  try {
    return await work(client, embedded);
  } finally {
    await closeClient(client);
    await embedded.stop();
  }
};

export const socketOf = (uri: string): string => decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(uri)?.[1] ?? '');

export const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
