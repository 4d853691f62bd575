import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { type Embedded, startEmbedded } from '../../lib/embedded/start-embedded';

/** Where the processes that run specs find the server that they share. */
const SHARED = 'SPEC_MONGODB_URI';

let shared: { readonly embedded: Embedded; readonly folder: string } | undefined;
let databases = 0;

/** Starts the embedded server that all specs share, unless `MONGODB_URI` names another. */
export async function startSharedServer(): Promise<void> {
  if (process.env['MONGODB_URI']) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'calendar-'));
  shared = { folder, embedded: await startEmbedded({ folder }) };
  process.env[SHARED] = shared.embedded.uri;
}

/** Stops it, and removes its folder. */
export async function stopSharedServer(): Promise<void> {
  if (!shared) return;
  const { embedded, folder } = shared;
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The connection string of the server that specs use. */
export async function mongoUri(): Promise<string> {
  const uri = process.env['MONGODB_URI'] ?? process.env[SHARED];
  if (!uri) throw new Error('No server was started: run specs with .mocharc.json.');
  return uri;
}

/** A database name that no other spec uses. */
export const freshDatabase = (): string => `spec_${process.pid}_${++databases}`;

let client: MongoClient | undefined;

/** Drops what a spec made. */
export async function dropDatabase(name: string): Promise<void> {
  const uri = await mongoUri();
  // Not before: of several at once each would make one, and all but the last would keep the process from ending.
  client ??= new MongoClient(uri);
  await client.db(name).dropDatabase();
}

/** Closes what dropped databases. */
export async function closeClient(): Promise<void> {
  await client?.close();
  client = undefined;
}
