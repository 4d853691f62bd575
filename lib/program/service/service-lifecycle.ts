import { resolve } from 'node:path';
import { type Application, type ListeningServer, listen, type ServerOptions } from '../../http';
import type { Listeners } from '../plugins/listeners';
import type { Settings } from '../settings/settings';
import type { ReachedDatabase } from './database';
import { StartError } from './start-error';

/** What the lifecycle of a service needs of it. */
export interface ServiceParts {
  readonly app: Application;
  readonly server: ServerOptions;
  readonly listeners: Listeners;
  readonly database: ReachedDatabase;
  readonly settings: Settings;
  /** Connects to the database, once. */
  open(): Promise<void>;
  /** Begins what the service does by itself; the function that is answered ends it. */
  startJobs(): () => Promise<void>;
}

/** How a service comes to listen, and ends. */
export interface ServiceLifecycle {
  /** Listens; with a database that is elsewhere, before that answers. Throws a `StartError` that names the setting at fault. */
  bind(): Promise<{ readonly address: string }>;
  /** Does from now on what a service does by itself: it publishes scheduled records in time, and brings records to the present layout. */
  work(): void;
  /** All of it: listens, with the database open, and works. What cannot listen is closed. */
  listen(): Promise<{ readonly address: string }>;
  /** Accepts nothing new, lets what runs finish within `SHUTDOWN_SECONDS`, and closes the database. Twice is once. */
  close(): Promise<void>;
}

/** Makes the lifecycle of a service of its parts. */
export function createServiceLifecycle({ app, server, listeners, database, settings, open, startJobs }: ServiceParts): ServiceLifecycle {
  let listener: Promise<ListeningServer> | undefined;
  let endJobs: (() => Promise<void>) | undefined;
  let closed: Promise<void> | undefined;

  const start = async (): Promise<ListeningServer> => {
    if (!database.owner) {
      throw new StartError(`Another process serves DATA_DIR ${resolve(settings.DATA_DIR)} already: stop it, or name another folder.`);
    }
    // The embedded database is ready in a moment; another one may be away, and is waited for while the service answers.
    const opened = open();
    opened.catch(() => undefined);
    if (database.embedded) await opened;
    return listen(app, { host: settings.HOST, port: settings.PORT }, server).catch((error) => {
      throw portTrouble(error, settings);
    });
  };
  const bind = () => {
    listener ??= start();
    return listener;
  };
  const work = () => {
    if (closed === undefined) endJobs ??= startJobs();
  };
  const assertOpen = () => {
    if (closed !== undefined) throw new StartError('The service is closed: create another one.');
  };
  const end = async () => {
    const listening = await listener?.catch(() => undefined);
    await listening?.close(settings.SHUTDOWN_SECONDS * 1000);
    await endJobs?.();
    await listeners.close();
    await database.close();
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
      work();
      return { address };
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { bind, work, listen: listenOpen, close };
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
