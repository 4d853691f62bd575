import { calendar } from '../../routes/index';
import type { User } from '../access';
import { createCache } from '../cache';
import { type Clock, systemClock } from '../calendar';
import { type CompiledTypes, type Services, trackedClock } from '../content';
import { createIdempotencyKeys, createMedia, createUsers, type Watch } from '../database';
import { errors } from '../errors';
import { createCounter, type Log, SILENT } from '../http';
import type { Language } from '../language';
import { prepareDatabase, updateLayout } from '../maintenance';
import { createRegistry, type Registry } from '../registry';
import type { MainPlugin } from '../site';
import { createListeners } from './plugins/listeners';
import type { NamedPlugin, Plugin } from './plugins/plugin';
import { createFieldFailureLog, createTimeoutRefusal } from './plugins/plugin-log';
import { loadPlugins, registerPlugins } from './plugins/registration';
import { openDatabase, type ReachedDatabase } from './service/database';
import { type DatabaseServer, startServer } from './service/database-server';
import { createRedaction } from './settings/connection-string';
import { completeSettings, type Settings, type SomeSettings } from './settings/settings';
import { examplesIn } from './site/recorded-examples';
import { readSite } from './site/site';

/**
 * Options of a service. Omitted settings have their defaults; environment variables are not read. `plugins` run after the plugins of the
 * setting `PLUGINS`. The default `clock` is the machine's, and the default `log` writes nothing.
 *
 * @example
 * const options: ServiceOptions = { settings: { DATA_DIR: './calendar', PORT: 0 }, clock: { now: () => new Date('2030-06-01T12:00:00Z') } };
 */
export interface ServiceOptions {
  readonly settings?: SomeSettings | undefined;
  readonly plugins?: readonly (Plugin | NamedPlugin)[] | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/** Options of a `Foundation`, with those that only the program and the specs use. */
export interface FoundationOptions extends ServiceOptions {
  /** The plugin that declares the content types and routes of the service, by default the calendar. */
  readonly main?: MainPlugin | undefined;
  readonly server?: DatabaseServer | undefined;
  readonly database?: ReachedDatabase | undefined;
  /** The maximum time for a plugin function, in ms. */
  readonly registrationMilliseconds?: number | undefined;
  /** The observer of the commands sent to the database. */
  readonly watch?: Watch | undefined;
  /** Called for each failed attempt to connect to the database, by default to log a warning. */
  readonly onConnectError?: ((error: unknown) => void) | undefined;
}

/** A service without HTTP: database, content types and routes. Commands use a `Foundation`, also while a server runs. */
export interface Foundation {
  readonly main: MainPlugin;
  readonly settings: Settings;
  readonly registry: Registry<User>;
  readonly services: Services;
  readonly database: ReachedDatabase;
  /** Connects to the database and makes the `chosen` indexes, by default all. Retries until the database answers. Works only once. */
  open(chosen?: Services['stores']['indexes']): Promise<void>;
  close(): Promise<void>;
}

const everyRoute = (languages: readonly Language[]) => ({
  ml_language: {
    type: 'string' as const,
    enum: languages,
    description: {
      en: 'The content language, by default that of the address',
      fr: 'La langue du contenu, par défaut celle de l’adresse',
    },
  },
});

/** Makes a `Foundation`: database, registry, calendar and plugins. Throws a `StartError` that names the faulty setting or plugin. */
export async function createFoundation({
  settings: givenSettings = {},
  main = calendar,
  plugins = [],
  clock = systemClock,
  log = SILENT,
  server,
  database: reached,
  registrationMilliseconds,
  watch,
  onConnectError,
}: FoundationOptions): Promise<Foundation> {
  const settings = completeSettings(givenSettings);
  const site = readSite(settings, main.about.name);
  const { served } = site;
  const named = await loadPlugins(settings.PLUGINS);
  const advice = settings.MONGODB_URI === undefined ? '.' : ': start it, or correct MONGODB_URI.';
  const logConnectError = (error: unknown) =>
    log.warn({ error: createRedaction(settings.MONGODB_URI)(String(error)) }, `The database does not answer yet${advice}`);
  const database = reached ?? (await openDatabase(settings, server ?? startServer(settings), onConnectError ?? logConnectError, watch));
  const { connection } = database;
  const registry = createRegistry<User>({ everyRoute: everyRoute(served.languages) });
  const listeners = createListeners(connection.changeEvents, log);
  const cache = createCache(settings.CACHE_MB * 1_048_576, connection.changes, () => clock.now().getTime());
  // `registerPlugins` adds the content types, which exist once all plugins have run.
  const services = {
    namespace: main.namespace,
    about: main.about,
    connection,
    cache,
    media: createMedia(connection),
    users: createUsers(connection),
    idempotency: createIdempotencyKeys(connection, () => clock.now()),
    wrongPasswords: createCounter({ most: 10, seconds: 60, refuse: errors.tooManyFailures }),
    clock: trackedClock(clock, settings.SITE_TIMEZONE),
    reportFieldFailure: createFieldFailureLog(log, clock),
    refuseTimeout: createTimeoutRefusal(log),
    examples: (language) => examplesIn(language, services),
    site,
  } satisfies Omit<Services, keyof CompiledTypes> as Services;
  try {
    await registerPlugins({ main, registry, services, listeners, log, registrationMilliseconds }, named, plugins);
  } catch (error) {
    await database.close();
    throw error;
  }
  let opened: Promise<void> | undefined;
  return {
    main,
    settings,
    registry,
    services,
    database,
    open(chosen = services.stores.indexes) {
      opened ??= connection.open(async (db) => {
        await prepareDatabase(db, chosen);
        await updateLayout(db, (line) => log.info({}, line));
      });
      return opened;
    },
    async close() {
      await listeners.close();
      await database.close();
    },
  };
}
