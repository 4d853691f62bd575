import path from 'node:path';
import { errors } from '../errors';
import { SILENT } from '../http/options';
import { createRedaction, readHosts } from './connection-string';
import { startServer } from './database-server';
import type { Assembly } from './service';
import { readSettings, type Settings } from './settings';
import { StartError } from './start-error';

/** How long a command waits for a database that is away, in ms. */
const PATIENCE_MILLISECONDS = 10_000;

const say = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Works on the database that the settings name, beside a running server too, and closes it. Says on standard error which database that is, and
 * whether there was none. Throws a `StartError` where it does not answer in time.
 */
export async function withService<T>(work: (service: Assembly) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const place = placeOf(settings);
  say(`Database: ${place}`);
  const server = startServer(settings);
  // The embedded database starts in its thread while the rest of the program is loaded.
  const { assembleService } = await import('./service.js');
  const { isAway } = await import('./away.js');
  let trouble: unknown;
  const warn = ({ error }: { readonly error?: unknown }) => {
    trouble = error;
  };
  const service = await assembleService({ settings, server, log: { ...SILENT, warn } });
  if ((await server.started)?.empty) say('There is no database yet: a new one is made.');
  try {
    await inTime(service.open());
    return await work(service);
  } catch (error) {
    throw isAway(error) ? new StartError(awaySentence(settings, place, trouble ?? error)) : error;
  } finally {
    await service.close();
  }
}

/** Which database the settings name, without credentials. */
const placeOf = ({ MONGODB_URI, MONGODB_DB, DATA_DIR }: Settings): string =>
  MONGODB_URI === undefined ? `${MONGODB_DB} in the folder ${path.resolve(DATA_DIR)}` : `${MONGODB_DB} at ${readHosts(MONGODB_URI)}`;

const awaySentence = ({ MONGODB_URI }: Settings, place: string, trouble: unknown): string => {
  const reason = createRedaction(MONGODB_URI)(String(trouble)).replace(/\s+/g, ' ').replace(/\.$/, '');
  return `The database ${place} does not answer (${reason}): start it${MONGODB_URI === undefined ? '' : ', or correct MONGODB_URI'}, and try again.`;
};

/** Waits no longer than a command does, and keeps the process alive meanwhile, which the connection does not. */
async function inTime(opening: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errors.databaseUnavailable()), PATIENCE_MILLISECONDS);
  });
  try {
    await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}
