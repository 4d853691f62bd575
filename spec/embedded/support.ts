import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { type Embedded, startEmbedded } from '../../lib/embedded/start-embedded';

/** A database server that specs run against. */
export interface Server {
  readonly client: MongoClient;
  /** An empty database. */
  fresh(): Promise<Db>;
  stop(): Promise<void>;
}

/** What a started embedded server is to a spec: also its folder. */
export interface EmbeddedServer extends Server {
  readonly folder: string;
  readonly embedded: Embedded;
}

let databases = 0;

const serverAt = async (uri: string, end: () => Promise<void>): Promise<Server> => {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    await end();
    throw error;
  }
  const used: Db[] = [];
  return {
    client,
    fresh: async () => {
      const db = client.db(`spec_embedded_${process.pid}_${databases++}`);
      await db.dropDatabase();
      used.push(db);
      return db;
    },
    stop: async () => {
      try {
        for (const db of used) await db.dropDatabase();
      } finally {
        await client.close();
        await end();
      }
    },
  };
};

/** An empty folder for a spec. */
export const newFolder = (): string => mkdtempSync(path.join(realpathSync(tmpdir()), 'embedded-'));

/** Starts the embedded server on an empty folder, which is removed at the end. */
export const startServer = async (): Promise<EmbeddedServer> => {
  const folder = newFolder();
  const embedded = await startEmbedded({ folder });
  const server = await serverAt(embedded.uri, async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { ...server, folder, embedded };
};

/** The servers that the same specs must pass on: the embedded one and, if MONGODB_URI is set, MongoDB. */
export const SERVERS: readonly { readonly name: string; start(): Promise<Server> }[] = [
  { name: 'the embedded database', start: startServer },
  ...(process.env['MONGODB_URI'] ? [{ name: 'MongoDB', start: () => serverAt(process.env['MONGODB_URI'] ?? '', async () => {}) }] : []),
];

/** The code of what a server refuses. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
