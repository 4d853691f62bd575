import { calendar } from '../../routes/index';
import type { User } from '../access';
import { createCache } from '../cache';
import { type Clock, currencyOf, systemClock } from '../calendar';
import { type CompiledTypes, recordedClock, type Services } from '../content';
import { createIdempotencyKeys, createMedia, createUsers, type Watch } from '../database';
import { localesOf } from '../html';
import { type Log, SILENT } from '../http';
import type { Language } from '../language';
import { prepareDatabase, updateLayout } from '../maintenance';
import { createRegistry, type Registry } from '../registry';
import type { MainPlugin } from '../site';
import { createWrongPasswords } from './authentication';
import { createListeners } from './plugins/listeners';
import type { NamedPlugin, Plugin } from './plugins/plugin';
import { createHanging, createUnshown } from './plugins/plugin-log';
import { loadPlugins, type RegistrationTimeout, registerPlugins } from './plugins/registration';
import { openDatabase, type ReachedDatabase } from './service/database';
import { type DatabaseServer, startServer } from './service/database-server';
import { createRedaction } from './settings/connection-string';
import { completeSettings, type Settings, type SomeSettings, servedLanguages, siteNameOf } from './settings/settings';
import { examplesIn } from './site/documentation';
import { readBranding } from './site/site-branding';

/**
 * Options of a service. Settings that are left out have their defaults; the environment is not read. `plugins` follow those of the
 * setting `PLUGINS`. The default `clock` is the machine's, and by default nothing is logged.
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

/** Options of a foundation. Only the program and specs use those that `ServiceOptions` lacks. */
export interface FoundationOptions extends ServiceOptions {
  /** The content of the service, by default the calendar. */
  readonly main?: MainPlugin | undefined;
  /** The embedded database, if it was started before. */
  readonly server?: DatabaseServer | undefined;
  /** The database, by default the one that the settings name. */
  readonly database?: ReachedDatabase | undefined;
  readonly registrationTimeout?: RegistrationTimeout | undefined;
  /** Watches the commands sent to the database. */
  readonly watch?: Watch | undefined;
}

/** A service without HTTP: database, content types and routes. Commands run on it beside a running server. */
export interface Foundation {
  readonly main: MainPlugin;
  readonly settings: Settings;
  readonly registry: Registry<User>;
  readonly services: Services;
  readonly database: ReachedDatabase;
  /** Connects and makes all or the chosen indexes. It does so only once, and retries until the database answers. */
  open(chosen?: Services['kinds']['indexes']): Promise<void>;
  /** Waits for running listeners, and closes the database. */
  close(): Promise<void>;
}

const everyRoute = (languages: readonly Language[]) => ({
  ml_language: {
    type: 'string' as const,
    enum: languages,
    description: {
      en: 'The content language; without it, that of the address',
      fr: 'La langue du contenu ; à défaut, celle de l’adresse',
    },
  },
});

/** Assembles database, registry, calendar and plugins. Throws a `StartError` that names the setting or plugin at fault. */
export async function layFoundation({
  settings: givenSettings = {},
  main = calendar,
  plugins = [],
  clock = systemClock,
  log = SILENT,
  server,
  database: reached,
  registrationTimeout,
  watch,
}: FoundationOptions): Promise<Foundation> {
  const settings = completeSettings(givenSettings);
  const branding = readBranding(settings);
  const named = await loadPlugins(settings.PLUGINS);
  const onTrouble = (error: unknown) =>
    log.warn({ error: createRedaction(settings.MONGODB_URI)(String(error)) }, 'The database does not answer yet.');
  const database = reached ?? (await openDatabase(settings, server ?? startServer(settings), onTrouble, watch));
  const { connection } = database;
  const served = servedLanguages(settings);
  const registry = createRegistry<User>({ everyRoute: everyRoute(served.languages), trusted: true });
  const listeners = createListeners(connection.changeEvents, log);
  const cache = createCache(settings.CACHE_MB * 1_048_576, connection.changes, () => clock.now().getTime());
  const { services, complete } = servicesBeforeTypes({
    namespace: main.namespace,
    about: main.about,
    connection,
    cache,
    media: createMedia(connection),
    users: createUsers(connection),
    idempotency: createIdempotencyKeys(connection, () => clock.now()),
    wrongPasswords: createWrongPasswords({ most: 10, seconds: 60 }),
    clock: recordedClock(clock, settings.SITE_TIMEZONE),
    reportFieldFailure: createUnshown(log, clock),
    refuseHanging: createHanging(log),
    examples: (language) => {
      const { postLikes, termLikes } = services;
      return examplesIn(language, served, { postLike: [...postLikes.values()], termLike: [...termLikes.values()] });
    },
    site: {
      ...branding,
      name: siteNameOf(settings) ?? main.about.name,
      served,
      url: settings.SITE_URL ?? settings.PUBLIC_URL,
      timezone: settings.SITE_TIMEZONE,
      locales: localesOf(settings.LOCALES),
      currencySymbol: settings.CURRENCY_SYMBOL,
      currencyPosition: settings.CURRENCY_POSITION,
      currencyCode: settings.CURRENCY ?? currencyOf(settings.CURRENCY_SYMBOL) ?? 'USD',
      maxPerPage: settings.MAX_PER_PAGE,
      embedders: settings.EMBED_ORIGINS,
    },
  });
  try {
    await registerPlugins({ main, registry, services, complete, listeners, log, registrationTimeout }, named, plugins);
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
    open(chosen = services.kinds.indexes) {
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

/**
 * Makes services whose content types are compiled later, with these services. They throw an Error if the types are read before `complete`
 * has added them.
 */
function servicesBeforeTypes(own: Omit<Services, keyof CompiledTypes>): {
  readonly services: Services;
  complete(types: CompiledTypes): void;
} {
  let compiled: CompiledTypes | undefined;
  const compiledTypes = (): CompiledTypes => {
    if (compiled === undefined) throw new Error('Kinds are made once all plugins have spoken: ask for them later.');
    return compiled;
  };
  const services: Services = {
    ...own,
    get kinds() {
      return compiledTypes().kinds;
    },
    get postLikes() {
      return compiledTypes().postLikes;
    },
    get termLikes() {
      return compiledTypes().termLikes;
    },
  };
  return {
    services,
    complete(types) {
      compiled = types;
    },
  };
}
