import { calendar } from '../../routes';
import type { Role } from '../access/roles';
import type { User } from '../access/user';
import { type Clock, systemClock } from '../calendar/clock';
import { currencyOf } from '../calendar/currency';
import { createCatalogue } from '../errors/catalogue';
import { loggedAddress } from '../http/address';
import { createApp } from '../http/app';
import { createConnections } from '../http/connections';
import { createMetrics } from '../http/metrics';
import { type Limits, type Log, SILENT } from '../http/options';
import type { Application, RefusedBytes } from '../http/server';
import { createRecordPages } from '../kinds/pages/record-pages';
import type { Services } from '../kinds/services';
import type { Language } from '../language';
import { createErrorPages } from '../pages/error-pages';
import { createFrontPage } from '../pages/front-page';
import { ICON } from '../pages/icon';
import { createPasswordPage, PASSWORD_PAGE } from '../pages/password-page';
import { createIdempotencyKeys } from '../records/idempotency';
import { createKinds } from '../records/kinds';
import { outdatedLayouts } from '../records/layout';
import { createMedia } from '../records/media';
import { prepareDatabase } from '../records/preparation';
import { translateTrouble } from '../records/trouble';
import { createUsers } from '../records/users';
import { createRegistry, type Registry } from '../registry/registry';
import { type Account, addAccount, readRole } from './accounts';
import { createAuthentication } from './authentication';
import { createRedaction } from './connection-string';
import { openDatabase, type ReachedDatabase } from './database';
import { createDatabaseMetrics } from './database-metrics';
import { type DatabaseServer, startServer } from './database-server';
import { examplesIn } from './examples';
import { jobsOf } from './jobs';
import { createListeners } from './listeners';
import { createListening, type Listening } from './listening';
import type { Patience } from './patience';
import { assertCapabilities } from './permissions';
import type { NamedPlugin, Plugin } from './plugin';
import { loadPlugins } from './plugins';
import { registerPlugins } from './registration';
import { startSchedule } from './schedule';
import { completeSettings, type Settings, type SomeSettings, servedBy } from './settings';
import { createUnshown } from './unshown-fields';

export type { NamedPlugin, Plugin } from './plugin';

/**
 * What a service is made of. Settings that are left out have their defaults, and the environment is not read; `plugins` come after those that
 * the setting `PLUGINS` names; without `clock` it is the machine's, without `log` nothing is logged.
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

/**
 * A service that is put together. It keeps the process alive until it is closed.
 *
 * @example
 * const { address } = await service.listen();
 * const { application_password: password } = await service.addUser('ann', 'editor');
 * await service.close();
 */
export interface Service {
  /** What answers requests, a Koa application: `app.callback()` serves a server of one's own once `open` has resolved. */
  readonly app: Application;
  /** What is registered, by the calendar and by plugins. */
  readonly registry: Registry<User>;
  /** Connects and makes the indexes; with real MongoDB it tries again until the server is there. `listen` and `addUser` do it themselves. */
  open(): Promise<void>;
  /**
   * Listens at `HOST` and `PORT` and publishes scheduled records in time; resolves when the database is open too. Throws a `StartError` for a
   * port that is taken and for a folder that another service has; then the service is closed.
   */
  listen(): Promise<{ readonly address: string }>;
  /** Adds a user and answers the new application password, which nobody can read again. Throws a `StartError` for a login that is taken. */
  addUser(login: string, role: Role): Promise<Account>;
  /** Accepts nothing new, lets what runs finish within `SHUTDOWN_SECONDS`, and closes the database. Twice is once. */
  close(): Promise<void>;
}

/** The server of the database, where it starts already, and what only the program and specs decide. */
interface AssemblyOptions extends ServiceOptions {
  readonly server?: DatabaseServer | undefined;
  /** How long plugins are waited for. */
  readonly patience?: Patience | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** A service as the program `calendar-events` knows it. */
export interface Assembly extends Service, Listening {
  readonly services: Services;
  readonly database: ReachedDatabase;
}

/** The hosts that requests may call: where some are named, that of links too. */
const allowedHosts = ({ ALLOWED_HOSTS, PUBLIC_URL }: Settings): readonly string[] | undefined =>
  ALLOWED_HOSTS && [...ALLOWED_HOSTS, ...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).host])];

/** The arg of every route. */
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

/**
 * Puts a service together: database, registry, the calendar and other plugins, HTTP. Throws a `StartError` that names the setting or the plugin
 * at fault.
 *
 * @example
 * const service = await createService({ settings: { DATA_DIR: './calendar' }, clock: { now: () => new Date('2030-06-01') } });
 * const { address } = await service.listen();
 */
export function createService(options: ServiceOptions = {}): Promise<Service> {
  return assembleService(options);
}

/** `createService`, with what only the program itself may use. */
export async function assembleService({
  settings: given = {},
  plugins = [],
  clock = systemClock,
  log = SILENT,
  server,
  patience,
  limits,
}: AssemblyOptions): Promise<Assembly> {
  const settings = completeSettings(given);
  const named = await loadPlugins(settings.PLUGINS);
  const measures = createMetrics();
  const watch = createDatabaseMetrics(measures);
  const onTrouble = (error: unknown) =>
    log.warn({ error: createRedaction(settings.MONGODB_URI)(String(error)) }, 'The database does not answer yet.');
  const database = await openDatabase(settings, server ?? startServer(settings), onTrouble, watch);
  const { connection } = database;
  watch.show(connection);
  const { name, summary } = calendar.about;
  const served = servedBy(settings);
  const registry = createRegistry<User>({ everyRoute: everyRoute(served.languages), trusted: true });
  const listeners = createListeners(connection.happenings, log);
  const services: Services = {
    namespace: calendar.namespace,
    about: calendar.about,
    connection,
    kinds: createKinds(connection, served),
    postLikes: new Map(),
    termLikes: new Map(),
    media: createMedia(connection),
    users: createUsers(connection),
    idempotency: createIdempotencyKeys(connection, () => clock.now()),
    clock,
    unshown: createUnshown(log, clock),
    examples: (language) => examplesIn(language, served),
    site: {
      name,
      served,
      url: settings.SITE_URL ?? settings.PUBLIC_URL,
      timezone: settings.SITE_TIMEZONE,
      currencySymbol: settings.CURRENCY_SYMBOL,
      currencyPosition: settings.CURRENCY_POSITION,
      currencyCode: currencyOf(settings.CURRENCY_SYMBOL) ?? 'USD',
      maxPerPage: settings.MAX_PER_PAGE,
    },
  };
  try {
    await registerPlugins({ main: calendar, registry, services, listeners, log, patience }, named, plugins);
    assertCapabilities(registry, services);
  } catch (error) {
    await database.close();
    throw error;
  }
  const catalogue = createCatalogue({ postLike: [...services.postLikes.values()], termLike: [...services.termLikes.values()] });
  const errorPages = createErrorPages(catalogue, name, served);
  const passwordPage = createPasswordPage(name, served);
  const recordPages = createRecordPages(services, catalogue, calendar.pages);
  const connections = createConnections();
  const app = createApp<User>({
    registry,
    authenticate: createAuthentication(services.users),
    log,
    served,
    siteName: name,
    siteDescription: summary(served),
    siteTimezone: settings.SITE_TIMEZONE,
    trustProxy: settings.TRUST_PROXY,
    rateLimit: settings.RATE_LIMIT,
    limits: { handlerMilliseconds: settings.TIMEOUT_SECONDS * 1000, ...limits },
    waited: () => connection.state().waitedMilliseconds,
    metrics: settings.METRICS,
    measures,
    connections,
    logAddress: settings.LOG_ADDRESS,
    slowMilliseconds: settings.SLOW_MILLISECONDS,
    allowedHosts: allowedHosts(settings),
    ready: () => connection.ready(),
    translate: translateTrouble,
    catalogue,
    page: async (request) => passwordPage(request) ?? (await errorPages(request)) ?? recordPages(request),
    passwordPage: PASSWORD_PAGE,
    front: createFrontPage(name, served),
    icon: ICON,
    ...(settings.PUBLIC_URL && { publicUrl: settings.PUBLIC_URL }),
    ...(settings.SITE_URL && { siteUrl: settings.SITE_URL }),
    ...(settings.CORS_ORIGINS && { corsOrigins: settings.CORS_ORIGINS }),
  });
  const onRefusal = ({ status, code, address }: RefusedBytes) => {
    measures.observe({ method: '', route: '', status, milliseconds: 0, code });
    log.info({ status, address: loggedAddress(address, settings.LOG_ADDRESS), code }, 'request');
  };
  let opened: Promise<void> | undefined;
  let outdated: Readonly<Record<string, number>> = {};
  const open = () => {
    opened ??= connection.open(async (db) => {
      await prepareDatabase(db, services.kinds.indexes());
      outdated = await outdatedLayouts(db, services.kinds.plurals());
    });
    return opened;
  };
  const startJobs = () => startSchedule(jobsOf(services, outdated, log), log);
  return {
    app,
    registry,
    services,
    database,
    open,
    ...createListening({ app, server: { connections, served, onRefusal }, listeners, database, settings, open, startJobs }),
    async addUser(login, role) {
      await open();
      return addAccount(services.users, login, readRole(role));
    },
  };
}
