import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../errors';
import type { Log } from '../http/options';
import { type Listener, listen } from '../http/server';
import { translateTrouble } from '../records/trouble';
import type { DatabaseServer } from './database-server';
import { createAdministrator, seedEmpty } from './first-start';
import { createLog } from './log';
import { loadPlugins } from './plugins';
import { startSchedule } from './schedule';
import { createService, type Service } from './service';
import type { Settings } from './settings';
import { StartError } from './start-error';
import { type Stopping, stopOnSignals } from './stopping';
import { outliveStrays } from './strays';

const RETRY_MILLISECONDS = 1000;

/** How long the line with the address waits for the database: whoever reads it finds the service ready, unless the database is away. */
const READY_MILLISECONDS = 3000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the service until it is told to stop; prints its address on standard output when it is ready, or the database keeps it waiting. `server` is that of the settings, if it starts already. */
export async function serve(settings: Settings, server?: DatabaseServer): Promise<void> {
  const log = createLog(settings);
  let service: Service | undefined;
  let listener: Listener | undefined;
  let endSchedule: (() => Promise<void>) | undefined;
  const stopping = stopOnSignals(async () => {
    await listener?.close(settings.SHUTDOWN_SECONDS * 1000);
    await endSchedule?.();
    await service?.close();
  }, log);
  try {
    service = await createService({ settings, log, plugins: await loadPlugins(settings.PLUGINS), ...(server && { server }) });
    if (!service.database.owner) {
      throw new StartError(`Another process serves DATA_DIR ${resolve(settings.DATA_DIR)} already: stop it, or name another folder.`);
    }
    // The embedded database is ready in a moment; another one may be away, and is waited for while the service answers.
    const opened = service.open();
    opened.catch(() => undefined);
    if (service.database.embedded) await opened;
    listener = await listen(service.app, { host: settings.HOST, port: settings.PORT }).catch((error) => {
      throw portTrouble(error, settings);
    });
    outliveStrays(log);
    await Promise.race([opened, delay(READY_MILLISECONDS, undefined, { ref: false })]);
    say(`Calendar Events listens at ${listener.address}`);
    await opened;
    const open = service;
    const { address } = listener;
    await patiently(() => welcome(open, settings, address), stopping, log);
    if (!stopping.begun) endSchedule = startSchedule(open, log);
  } catch (error) {
    // What is broken off because the process stops is no failure.
    if (stopping.begun) return;
    await service?.close();
    throw error;
  }
}

/** Does the work, and again where the database goes away meanwhile or another process holds what it needs. */
async function patiently(work: () => Promise<void>, stopping: Stopping, log: Log): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const refusal = error instanceof ApiError ? error : translateTrouble(error);
      if (stopping.begun || refusal?.status !== 503) throw error;
      log.warn({ error: String(error) }, 'The database does not answer yet.');
      await delay(RETRY_MILLISECONDS);
    }
  }
}

/** The first start: an administrator, something to look at, and where to look. */
async function welcome({ services }: Service, settings: Settings, address: string): Promise<void> {
  const account = await createAdministrator(services);
  if (account) {
    say(`Administrator: ${account.login}   Application password, shown this once: ${account.application_password}`);
  }
  await seedEmpty(services, settings);
  say('Try:');
  say(`  curl ${address}/en/cal/events/v1/events`);
  say(`  curl ${address}/fr/cal/events/v1/events`);
  say(`  curl ${address}/en/cal/events/v1`);
}

function portTrouble(error: NodeJS.ErrnoException, { HOST, PORT }: Settings): unknown {
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${PORT} of ${HOST} is taken: stop what uses it, or set PORT to another one (0 for any that is free).`,
    EACCES: `PORT ${PORT} needs rights that this user lacks: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST ${HOST} is no address of this machine: set HOST to one that is, e.g. 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST ${HOST} is unknown: set HOST to an address of this machine, e.g. 127.0.0.1 or 0.0.0.0.`,
  };
  const sentence = why[error.code ?? ''];
  return sentence ? new StartError(sentence) : error;
}
