import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { publishDue, type Services } from '../../content';
import { type Application, type ListeningServer, type Log, listen, type ServerOptions } from '../../http';
import type { Foundation } from '../foundation';
import type { Settings } from '../settings/settings';
import { StartError } from './start-error';

interface ServiceParts {
  readonly app: Application;
  readonly server: ServerOptions;
  readonly foundation: Foundation;
  readonly log: Log;
}

export function createServiceLifecycle({ app, server, foundation, log }: ServiceParts) {
  const { database, settings, services, open } = foundation;
  let listener: Promise<ListeningServer> | undefined;
  let endJobs: (() => Promise<void>) | undefined;
  let closed: Promise<void> | undefined;

  const start = async (): Promise<ListeningServer> => {
    if (!database.owner) {
      throw new StartError(`Another process already serves DATA_DIR ${resolve(settings.DATA_DIR)}: stop it, or choose another folder.`);
    }
    // The embedded database is ready soon. A MongoDB server may not answer yet, so the service listens without the database.
    const opened = open().then(() => services.connection.changes.start());
    opened.catch(() => undefined);
    if (database.embedded) await opened;
    return listen(app, { host: settings.HOST, port: settings.PORT }, server).catch((error) => {
      throw portError(error, settings);
    });
  };
  const bind = () => {
    listener ??= start();
    return listener;
  };
  const startJobs = () => {
    if (closed === undefined) endJobs ??= runJobs(services, log);
  };
  const assertOpen = () => {
    if (closed !== undefined) throw new StartError('The service is closed: create another one.');
  };
  const end = async () => {
    const listening = await listener?.catch(() => undefined);
    await listening?.close(settings.SHUTDOWN_SECONDS * 1000);
    await endJobs?.();
    await foundation.close();
  };
  const close = () => {
    closed ??= end();
    return closed;
  };
  const listenOpen = async () => {
    assertOpen();
    try {
      const { address } = await bind();
      await open();
      assertOpen();
      startJobs();
      return { address };
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { bind, startJobs, listen: listenOpen, close };
}

function portError(error: NodeJS.ErrnoException, { HOST, PORT }: Settings): unknown {
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${PORT} of ${HOST} is taken: stop what uses it, or set PORT to another one (0 for any that is free).`,
    EACCES: `PORT ${PORT} needs rights that this user lacks: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine: set HOST to one of its addresses, e.g. 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST ${HOST} is unknown: set HOST to an address of this machine, e.g. 127.0.0.1 or 0.0.0.0.`,
  };
  const sentence = why[error.code ?? ''];
  return sentence ? new StartError(sentence) : error;
}

interface Job {
  /** The pause between two runs, in ms. */
  readonly every: number;
  /** The log message if a run fails. A failed job is repeated all the same. */
  readonly failureMessage: string;
  work(signal: AbortSignal): Promise<void>;
}

/** Starts all background jobs and repeats them. Returns a function that stops the jobs and waits for those that run. */
function runJobs(services: Services, log: Log): () => Promise<void> {
  const ending = new AbortController();
  const running = Promise.all(jobsOf(services, log).map((job) => repeat(job, ending.signal, log)));
  return async () => {
    ending.abort();
    await running;
  };
}

async function repeat({ every, failureMessage, work }: Job, signal: AbortSignal, log: Log): Promise<void> {
  while (!signal.aborted) {
    await work(signal).catch((error) => log.warn({ error: String(error) }, failureMessage));
    await delay(every, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

const SOON_MILLISECONDS = 5000;
/** The number of failed checks after which a job replaces the MongoDB client. A broken connection may hang for ever. */
const MOST_FAILURES = 3;

const jobsOf = (services: Services, log: Log): readonly Job[] => {
  const { connection, idempotency } = services;
  let failures = 0;
  return [
    {
      every: SOON_MILLISECONDS,
      failureMessage: 'Scheduled records could not be published yet.',
      async work(signal) {
        const published = await publishDue(services, signal);
        if (published > 0) log.info({ published }, 'Scheduled records were published.');
      },
    },
    {
      every: 10 * 60_000,
      failureMessage: 'Stored answers to requests with an Idempotency-Key could not be deleted yet.',
      async work(signal) {
        await idempotency.deleteExpired(signal);
      },
    },
    {
      every: SOON_MILLISECONDS,
      failureMessage: 'The connection to the database could not be checked.',
      async work() {
        failures = (await connection.ready()) ? 0 : failures + 1;
        if (failures < MOST_FAILURES || !(await connection.reconnect())) return;
        failures = 0;
        log.warn({}, 'The connections to the database were replaced, since the old ones did not answer any more.');
      },
    },
  ];
};
