import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import pino, { type Logger } from 'pino';
import type { Services } from '../../content';
import { refusalOf } from '../../database';
import { waitAtMost } from '../../deadline';
import type { Log } from '../../http';
import { toUser } from '../authentication';
import { seed } from '../seed/seed';
import type { DatabaseServer } from '../service/database-server';
import { logStrayErrors, stopOnSignals } from '../service/process';
import { type Assembly, assembleService } from '../service/service';
import { StartError } from '../service/start-error';
import { createRedaction } from '../settings/connection-string';
import { misspeltSettings, type Settings } from '../settings/settings';
import { type Account, addAccount } from './accounts';
import { print } from './output';

const RETRY_MILLISECONDS = 1000;

/** The maximum time that `serve` waits for the database before it prints the address of the service, in ms. */
const READY_MILLISECONDS = 3000;

/** The growth of the heap that starts a garbage collection of V8, in percent of the used heap. */
const HEAP_GROWTH = 60;

const FORGEABLE =
  'Links in answers use the host of each request, which clients can forge: set PUBLIC_URL to the address of the service, or ALLOWED_HOSTS to its hosts.';

const LOADING =
  'The database is empty. Loading example events (public holidays and festivals of three years), which takes some seconds. SEED=none leaves it empty.';

/** Runs the service until a signal stops the process. Prints the address when the database is open, or after 3 s without the database. */
export async function serve(settings: Settings, server: DatabaseServer): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const { log, end } = createLog(settings);
  let service: Assembly | undefined;
  const stopping = stopOnSignals(async () => service?.close(), log, end);
  try {
    const assembled = await assembleService({ settings, log, server });
    service = assembled;
    const { address } = await assembled.bind();
    logStrayErrors(log);
    await waitAtMost(READY_MILLISECONDS, assembled.open(), { onTimeout: () => undefined });
    for (const sentence of misspeltSettings(process.env)) log.warn({}, sentence);
    if (settings.PUBLIC_URL === undefined && settings.ALLOWED_HOSTS === undefined) log.warn({}, FORGEABLE);
    print(`Calendar Events listens at ${address}`);
    // A client on this machine cannot call 0.0.0.0 or [::] everywhere.
    const root = settings.PUBLIC_URL ?? address.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]');
    print(`Pages for people: ${settings.LANGUAGES.map((language) => `${root}/${language}/`).join(' and ')}`);
    print(`API: ${root}/${settings.DEFAULT_LANGUAGE}/${assembled.services.namespace}`);
    await assembled.open();
    await retryWhileAway(() => prepareNewDatabase(assembled, settings, root), stopping, log);
    assembled.startJobs();
  } catch (error) {
    // An error of work that the stop interrupts is no failure.
    if (stopping.begun) return;
    await service?.close();
    throw error;
  }
}

/** The maximum time for writing the last log lines when the process ends, in ms. */
const END_MILLISECONDS = 1000;

/** Makes the log of the process: one JSON object a line on standard error, without credentials. `end` flushes and closes the log. */
const createLog = ({ LOG_LEVEL, MONGODB_URI }: Settings): { readonly log: Logger; end(): Promise<void> } => {
  const destination = pino.destination({ dest: 2, sync: false });
  const log = pino(
    { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: createRedaction(MONGODB_URI) } },
    destination,
  );
  return {
    log,
    async end() {
      log.level = 'silent';
      const ended = new Promise<void>((resolve) => {
        for (const event of ['close', 'error']) destination.once(event, () => resolve());
      });
      destination.end();
      await waitAtMost(END_MILLISECONDS, ended, { onTimeout: () => undefined, keepsAlive: true });
      // At exit, pino's own flush would wait for ever for a reader or for space on the disk.
      destination.flushSync = () => undefined;
    },
  };
};

/** Runs `work`. Repeats `work` while the database does not answer or is overloaded. */
async function retryWhileAway(work: () => Promise<void>, stopping: { readonly begun: boolean }, log: Log): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (stopping.begun || refusalOf(error)?.status !== 503) throw error;
      log.warn({ error: String(error) }, 'The database does not answer yet, or is too busy.');
      await delay(RETRY_MILLISECONDS);
    }
  }
}

/** Prepares a new database: creates an administrator, loads example events and prints sample requests. */
async function prepareNewDatabase({ services }: Assembly, settings: Settings, root: string): Promise<void> {
  const account = await createAdministrator(services);
  if (account) {
    print(`Administrator: ${account.login}   Application password, shown this once: ${account.application_password}`);
  }
  if (settings.SEED === 'auto') await seedEmpty(services);
  print('Try:');
  for (const language of settings.LANGUAGES) print(`  curl ${root}/${language}/${services.namespace}/${services.about.foremost}`);
  print(`  curl ${root}/${settings.DEFAULT_LANGUAGE}/${services.namespace}`);
}

/** Creates the user `admin` and returns the account. Undefined if there are users, or another process creates `admin`. */
async function createAdministrator({ users }: Services): Promise<Account | undefined> {
  if ((await users.list()).length > 0) return undefined;
  return addAccount(users, 'admin', 'administrator').catch((error: unknown) => {
    // Another process has just added the login.
    if (error instanceof StartError) return undefined;
    throw error;
  });
}

/** The document in `counters` that exists while fixtures are being stored. The next start completes an interrupted run. */
const SEEDING = { _id: 'seeding' };

/** Stores the fixtures in a database without records. The first user becomes their author. */
async function seedEmpty(services: Services): Promise<void> {
  const [first] = await services.users.list();
  if (!first) return;
  const counters = services.connection.collection<{ _id: string }>('counters');
  if (!(await counters.findOne(SEEDING)) && !(await isEmpty(services))) return;
  print(LOADING);
  await counters.updateOne(SEEDING, { $set: SEEDING }, { upsert: true });
  const { buildFixtures } = await import('../../../fixtures/fixtures.js');
  await seed(buildFixtures(services.clock.now()), services, toUser(first));
  await counters.deleteOne(SEEDING);
}

async function isEmpty({ connection, stores }: Services): Promise<boolean> {
  for (const collection of [...stores.plurals, 'media']) {
    if (await connection.collection(collection).findOne({}, { projection: { _id: 1 }, sort: { _id: 1 } })) return false;
  }
  return true;
}
