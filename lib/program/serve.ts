import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { listen, type Listener } from '../http/server';
import { addAccount, type Account } from './accounts';
import { toUser } from './authentication';
import { loadPlugins } from './plugins';
import { createService, type Service } from './service';
import { createLog } from './log';
import { seed } from './seed';
import type { Settings } from './settings';
import { StartError } from './start-error';

const ADMINISTRATOR = 'admin';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the service until it is told to stop; prints its address on standard output once it listens. */
export async function serve(settings: Settings): Promise<void> {
  const log = createLog(settings);
  const service = await createService({ settings, log, plugins: await loadPlugins(settings.PLUGINS) });
  try {
    if (!service.database.owner) {
      throw new StartError(`Another process serves DATA_DIR ${resolve(settings.DATA_DIR)} already: stop it, or name another folder.`);
    }
    // The embedded database is ready in a moment; another one may be away, and is waited for while the service answers.
    const opened = service.open();
    opened.catch(() => undefined);
    if (service.database.embedded) await opened;
    const listener = await listen(service.app, { host: settings.HOST, port: settings.PORT }).catch((error) => {
      throw portTrouble(error, settings);
    });
    stopOnSignals(service, listener, settings, log);
    say(`Calendar Events listens at ${listener.address}`);
    await opened;
    await welcome(service, settings, listener.address);
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** The first start: an administrator, something to look at, and where to look. */
async function welcome({ services }: Service, settings: Settings, address: string): Promise<void> {
  const { users, connection } = services;
  let account: Account | undefined;
  if ((await users.list()).length === 0) {
    account = await addAccount(users, ADMINISTRATOR, 'administrator').catch(ignoreTaken);
  }
  const empty = (await connection.collection('events').findOne({}, { projection: { _id: 1 }, sort: { _id: 1 } })) === null;
  const [first] = await users.list();
  if (settings.SEED === 'auto' && empty && first) {
    const { buildFixtures } = await import('../../fixtures/fixtures.js');
    await seed(buildFixtures(services.clock.now()), services, toUser(first));
  }
  if (account) {
    say(`Administrator: ${account.login}   Application password, shown this once: ${account.application_password}`);
  }
  if (settings.SEED === 'auto') {
    say('Try:');
    say(`  curl ${address}/en/cal/events/v1/events`);
    say(`  curl ${address}/fr/cal/events/v1/events`);
    say(`  curl ${address}/en/cal/events/v1`);
  }
}

/** Another process was quicker to make the administrator. */
const ignoreTaken = (error: unknown): undefined => {
  if (!(error instanceof StartError)) throw error;
  return undefined;
};

/** On SIGTERM or SIGINT accepts nothing new, finishes what runs, ends with 0; a second signal ends at once with 1 (DESIGN 4). */
function stopOnSignals(service: Service, listener: Listener, settings: Settings, log: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'Stopping.');
    listener
      .close(settings.SHUTDOWN_SECONDS * 1000)
      .then(() => service.close())
      .then(
        () => process.exit(0),
        (error) => {
          log.error({ error: String(error) }, 'The service did not stop cleanly.');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
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
