import type { Services } from '../../routes/services';
import type { User } from '../access/user';
import { type Clock, systemClock } from '../calendar/clock';
import { createApp, type HttpOptions } from '../http/app';
import { createIndexes } from '../records/indexes';
import { createKinds } from '../records/kinds';
import { createMedia } from '../records/media';
import { translateTrouble } from '../records/trouble';
import { createUsers } from '../records/users';
import { createRegistry, type Registry } from '../registry/registry';
import { createAuthentication } from './authentication';
import { type Database, openDatabase } from './database';
import { type DatabaseServer, startServer } from './database-server';
import { createListeners } from './listeners';
import type { NamedPlugin, Plugin } from './plugin';
import { registerPlugins } from './registration';
import type { Settings } from './settings';

export type { NamedPlugin, Plugin } from './plugin';

/** What a service is made of; without `clock` it is the machine's. */
export interface ServiceOptions {
  readonly settings: Settings;
  readonly plugins?: readonly (Plugin | NamedPlugin)[];
  readonly clock?: Clock;
  readonly log?: HttpOptions<User>['log'];
  /** The server of the database, where it starts already. */
  readonly server?: DatabaseServer;
}

/** A service that is put together and does not listen yet. */
export interface Service {
  readonly app: ReturnType<typeof createApp>;
  readonly registry: Registry<User>;
  readonly services: Services;
  readonly database: Database;
  /** Connects and makes the indexes; with real MongoDB it tries again until the server is there. */
  open(): Promise<void>;
  close(): Promise<void>;
}

const SILENT: HttpOptions<User>['log'] = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const NAME = { en: 'Calendar Events', fr: 'Évènements du calendrier' };

/** The arg of every route (SPECIFICATION 4). */
const EVERY_ROUTE = {
  ml_language: {
    type: 'string',
    enum: ['en', 'fr'],
    description: {
      en: 'The content language; without it, that of the address',
      fr: 'La langue du contenu ; à défaut, celle de l’adresse',
    },
  },
} as const;

/** Puts a service together: database, registry, the calendar and other plugins, HTTP. Throws a `StartError` that names a plugin at fault. */
export async function createService({
  settings,
  plugins = [],
  clock = systemClock,
  log = SILENT,
  server,
}: ServiceOptions): Promise<Service> {
  const database = await openDatabase(settings, server ?? startServer(settings), (error) =>
    log.warn({ error: String(error) }, 'The database does not answer yet.'),
  );
  const { connection } = database;
  const registry = createRegistry<User>({ everyRoute: EVERY_ROUTE });
  const listeners = createListeners(connection.happenings, log);
  const services: Services = {
    connection,
    kinds: createKinds(connection),
    postLikes: new Map(),
    termLikes: new Map(),
    media: createMedia(connection),
    users: createUsers(connection),
    clock,
    site: {
      url: settings.SITE_URL ?? settings.PUBLIC_URL,
      timezone: settings.SITE_TIMEZONE,
      currencySymbol: settings.CURRENCY_SYMBOL,
      currencyPosition: settings.CURRENCY_POSITION,
      maxPerPage: settings.MAX_PER_PAGE,
    },
  };
  try {
    await registerPlugins({ registry, services, listeners, log }, plugins);
  } catch (error) {
    await database.close();
    throw error;
  }
  const app = createApp<User>({
    registry,
    authenticate: createAuthentication(services.users),
    log,
    siteName: NAME,
    siteTimezone: settings.SITE_TIMEZONE,
    trustProxy: settings.TRUST_PROXY,
    rateLimit: settings.RATE_LIMIT,
    limits: { handlerMilliseconds: settings.TIMEOUT_SECONDS * 1000 },
    metrics: settings.METRICS,
    ready: () => connection.ready(),
    translate: translateTrouble,
    ...(settings.PUBLIC_URL && { publicUrl: settings.PUBLIC_URL }),
    ...(settings.SITE_URL && { siteUrl: settings.SITE_URL }),
    ...(settings.CORS_ORIGINS && { corsOrigins: settings.CORS_ORIGINS }),
  });
  return {
    app,
    registry,
    services,
    database,
    open: () => connection.open((db) => createIndexes(db, services.kinds.indexes())),
    async close() {
      await listeners.close();
      await database.close();
    },
  };
}
