import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dataSet } from './data-set';
import { runCommand } from './processes';

/** The account that creates events in the benchmark. */
export interface Account {
  readonly login: string;
  readonly password: string;
}

/** Fills the database with `calendar-events` commands. Returns an administrator account and the loading time in seconds. */
export async function load(
  events: number,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly account: Account; readonly seconds: number }> {
  const login = 'bench';
  const added = await runCommand(['user', 'add', login, '--role', 'administrator'], environment);
  const { application_password: password } = JSON.parse(added) as { application_password: string };
  const file = path.join(folder, 'events.ndjson');
  await pipeline(Readable.from(linesOf(events)), createWriteStream(file));
  const began = performance.now();
  await runCommand(['seed', file], environment);
  return { account: { login, password }, seconds: (performance.now() - began) / 1000 };
}

function* linesOf(events: number): Generator<string> {
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0));
  for (const record of dataSet(events, today)) yield `${JSON.stringify(record)}\n`;
}
