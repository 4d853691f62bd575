import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { type Embedded, startEmbedded } from '../../lib/embedded/start-embedded';
import { memoryFolder } from './memory-folder';

/** The environment variable with the URI of the shared server. */
const SHARED = 'SPEC_MONGODB_URI';

let shared: { readonly embedded: Embedded; readonly folder: string } | undefined;
let databases = 0;

/** Starts the shared embedded server. It does nothing if `MONGODB_URI` names a server. */
export async function startSharedServer(): Promise<void> {
  if (process.env['MONGODB_URI']) return;
  const folder = mkdtempSync(path.join(memoryFolder, 'calendar-'));
  shared = { folder, embedded: await startEmbedded({ folder }) };
  process.env[SHARED] = shared.embedded.uri;
}

export async function stopSharedServer(): Promise<void> {
  if (!shared) return;
  const { embedded, folder } = shared;
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}

export async function mongoUri(): Promise<string> {
  const uri = process.env['MONGODB_URI'] ?? process.env[SHARED];
  if (!uri) throw new Error('No server was started: run specs with .mocharc.json.');
  return uri;
}

/** A database name that no other spec uses. */
export const freshDatabase = (): string => `spec_${process.pid}_${++databases}`;

let client: MongoClient | undefined;

export async function dropDatabase(name: string): Promise<void> {
  const uri = await mongoUri();
  // A synchronous assignment: otherwise concurrent calls would create several clients, and only one would be closed.
  client ??= new MongoClient(uri);
  await client.db(name).dropDatabase();
}

export async function closeClient(): Promise<void> {
  await client?.close();
  client = undefined;
}
