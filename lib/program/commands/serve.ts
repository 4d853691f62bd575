import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { waitAtMost } from '../../deadline';
import type { Log } from '../../http';
import { createAdministrator, seedEmpty } from '../seed/first-start';
import { isPassing } from '../service/database-errors';
import type { DatabaseServer } from '../service/database-server';
import { createLog } from '../service/log';
import { logStrayErrors } from '../service/process-failures';
import { type Assembly, assembleService } from '../service/service';
import { type Stopping, stopOnSignals } from '../service/signals';
import { misspeltSettings } from '../settings/misspelt-settings';
import type { Settings } from '../settings/settings';
import { type OpenAddresses, openAddresses } from '../site/open-addresses';
import { print } from './output';

const RETRY_MILLISECONDS = 1000;

/** The longest wait for the database before the line with the address is printed, in ms. */
const READY_MILLISECONDS = 3000;

/** The growth of the heap before V8 collects again, in percent of what is in use. V8's default is several times as much. */
const HEAP_GROWTH = 60;

/** The warning if neither `PUBLIC_URL` nor `ALLOWED_HOSTS` is set. */
const FORGEABLE =
  'Links in answers name the host that a request calls, which its client may forge: set PUBLIC_URL to the address of the service, or ALLOWED_HOSTS to its hosts.';

const LOADING =
  'The database is empty: example events are loaded (public holidays and festivals of three years), which takes some seconds. SEED=none leaves it empty.';

/**
 * Runs the service until a signal stops it. It prints the address once the service is ready, or after three seconds without the database.
 * `server` is the embedded database if it was started before.
 */
export async function serve(settings: Settings, server?: DatabaseServer): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const { log, end } = createLog(settings);
  let service: Assembly | undefined;
  const stopping = stopOnSignals(async () => service?.close(), log, end);
  try {
    const assembled = await assembleService({ settings, log, server });
    service = assembled;
    const { address } = await assembled.bind();
    logStrayErrors(log);
    await waitAtMost(READY_MILLISECONDS, assembled.open(), { late: () => undefined });
    for (const sentence of misspeltSettings(process.env, Object.keys(settings))) log.warn({}, sentence);
    if (settings.PUBLIC_URL === undefined && settings.ALLOWED_HOSTS === undefined) log.warn({}, FORGEABLE);
    print(`Calendar Events listens at ${address}`);
    const { root, curl } = openAddresses(address, settings);
    print(`Pages for people: ${settings.LANGUAGES.map((language) => `${root}/${language}/`).join(' and ')}`);
    print(`API: ${root}/${settings.DEFAULT_LANGUAGE}/${assembled.services.namespace}`);
    await assembled.open();
    await patiently(() => welcome(assembled, settings, curl), stopping, log);
    assembled.work();
  } catch (error) {
    // Work that a stop interrupts is no failure.
    if (stopping.begun) return;
    await service?.close();
    throw error;
  }
}

/** Runs the work, and repeats it while the database is away or busy. */
async function patiently(work: () => Promise<void>, stopping: Stopping, log: Log): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (stopping.begun || !isPassing(error)) throw error;
      log.warn({ error: String(error) }, 'The database does not answer yet, or has too much to do.');
      await delay(RETRY_MILLISECONDS);
    }
  }
}

/** The first start: creates an administrator, loads examples and prints sample requests. */
async function welcome({ services }: Assembly, settings: Settings, curl: OpenAddresses['curl']): Promise<void> {
  const account = await createAdministrator(services);
  if (account) {
    print(`Administrator: ${account.login}   Application password, shown this once: ${account.application_password}`);
  }
  await seedEmpty(services, settings, () => print(LOADING));
  print('Try:');
  for (const language of settings.LANGUAGES) print(`  ${curl(`/${language}/${services.namespace}/${services.about.foremost}`)}`);
  print(`  ${curl(`/${settings.DEFAULT_LANGUAGE}/${services.namespace}`)}`);
}
