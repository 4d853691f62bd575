import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { type Embedded, startEmbedded } from '../../lib/embedded/embedded';

let shared: Promise<Embedded> | undefined;
let folder: string | undefined;
let databases = 0;

/** The connection string of the server that specs use: `MONGODB_URI`, else one embedded server for all of them. */
export async function mongoUri(): Promise<string> {
  const given = process.env['MONGODB_URI'];
  if (given) return given;
  folder ??= mkdtempSync(path.join(tmpdir(), 'calendar-'));
  shared ??= startEmbedded({ folder });
  return (await shared).uri;
}

/** A database name that no other spec uses. */
export const freshDatabase = (): string => `spec_${process.pid}_${++databases}`;

/** Drops what a spec made. */
export async function dropDatabase(name: string): Promise<void> {
  const client = new MongoClient(await mongoUri());
  await client.db(name).dropDatabase();
  await client.close();
}

after(async () => {
  await (await shared)?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});
