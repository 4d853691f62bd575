import type { Role, User } from '../../access';
import type { Services } from '../../content';
import { createCatalogue } from '../../errors';
import { iconIn, PASSWORD_PAGE } from '../../html';
import {
  type Application,
  clientAddress,
  createApp,
  createConnections,
  createMetrics,
  DEFAULT_CONNECTION_LIMITS,
  type Limits,
  loggedAddress,
  type RefusedBytes,
  SILENT,
  type SitePages,
} from '../../http';
import type { Registry } from '../../registry';
import { createAuthentication } from '../authentication';
import { type Account, addAccount, readRole } from '../commands/accounts';
import { createFoundation, type FoundationOptions, type ServiceOptions } from '../foundation';
import { logUncachedFields } from '../plugins/plugin-log';
import { loggingFullDisk, warnOfOtherReaders } from './database';
import { createDatabaseMetrics } from './metrics';
import { createServiceLifecycle } from './service-lifecycle';

/**
 * A service that is ready to listen. The service keeps the process alive until `close`.
 *
 * @example
 * const { address } = await service.listen();
 * const { application_password: password } = await service.addUser('ann', 'editor');
 * await service.close();
 */
export interface Service {
  /** The Koa application that handles requests. Your own HTTP server can use `app.callback()` after `open` has resolved. */
  readonly app: Application;
  /** The registry with the routes of the calendar and of plugins. */
  readonly registry: Registry<User>;
  /** Connects to the database and makes the indexes. Retries until a MongoDB server answers. `listen` and `addUser` call `open`. */
  open(): Promise<void>;
  /**
   * Listens at `HOST` and `PORT`, and starts background jobs such as publishing scheduled records. Resolves when the database is open. If
   * the port is in use, or another process uses the folder, closes the service and throws a `StartError`.
   */
  listen(): Promise<{ readonly address: string }>;
  /**
   * Adds a user. Returns the account with the new application password, which cannot be read later. Throws a `StartError` for an existing
   * login.
   */
  addUser(login: string, role: Role): Promise<Account>;
  /** Rejects new requests, waits up to `SHUTDOWN_SECONDS` for running ones, and closes the database. A second call does nothing more. */
  close(): Promise<void>;
}

interface AssemblyOptions extends Omit<FoundationOptions, 'watch'> {
  readonly limits?: Partial<Limits> | undefined;
}

export interface Assembly extends Service {
  readonly services: Services;
  /** Listens for requests without waiting for a MongoDB server. Throws a `StartError` that names the faulty setting. */
  bind(): Promise<{ readonly address: string }>;
  /** Starts the background jobs, such as publishing scheduled records. */
  startJobs(): void;
}

/**
 * Makes a service: database, registry, calendar, plugins and HTTP. Throws a `StartError` that names the faulty setting or plugin.
 *
 * @example
 * const service = await createService({ settings: { DATA_DIR: './calendar' }, clock: { now: () => new Date('2030-06-01') } });
 * const { address } = await service.listen();
 */
export function createService(options: ServiceOptions = {}): Promise<Service> {
  return assembleService(options);
}

export async function assembleService({ limits, log = SILENT, ...options }: AssemblyOptions): Promise<Assembly> {
  const metrics = createMetrics();
  const watch = createDatabaseMetrics(metrics, log);
  const foundation = await createFoundation({ ...options, log, watch });
  const { main, settings, registry, services, database, open } = foundation;
  const { connection, site } = services;
  const { ALLOWED_HOSTS, PUBLIC_URL } = settings;
  if (database.embedded && database.owner) warnOfOtherReaders(settings.DATA_DIR, log);
  watch.show(connection, services.cache);
  logUncachedFields(services, log);
  const catalogue = createCatalogue(services);
  let pages: SitePages<User> | undefined;
  const connections = createConnections(DEFAULT_CONNECTION_LIMITS, (request) => clientAddress(request, settings.TRUST_PROXY));
  const app = createApp<User>({
    registry,
    authenticate: createAuthentication(services.users),
    log,
    served: site.served,
    siteName: site.name,
    siteDescription: main.about.summary(site.served),
    siteTimezone: settings.SITE_TIMEZONE,
    trustProxy: settings.TRUST_PROXY,
    rateLimit: settings.RATE_LIMIT,
    limits: { handlerMilliseconds: settings.TIMEOUT_SECONDS * 1000, ...limits },
    metricsReaders: settings.METRICS,
    metrics,
    connections,
    logAddress: settings.LOG_ADDRESS,
    slowMilliseconds: settings.SLOW_MILLISECONDS,
    allowedHosts: ALLOWED_HOSTS && [...ALLOWED_HOSTS, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).host] : [])],
    ready: () => connection.ready(),
    ...(!database.embedded && { databaseAnswers: () => connection.ready() }),
    translate: loggingFullDisk(log, database.embedded ? { DATA_DIR: settings.DATA_DIR } : { MONGODB_DB: settings.MONGODB_DB }),
    catalogue,
    ...(settings.CACHE_MB > 0 && { cache: services.cache }),
    pages() {
      // The many modules of the pages are loaded with the first request for a page.
      pages ??= (require('../../site') as typeof import('../../site')).createSitePages(main, services, catalogue);
      return pages;
    },
    passwordPage: PASSWORD_PAGE,
    ...(site.cmsNamespace !== undefined && { cms: { namespace: services.namespace, alias: site.cmsNamespace } }),
    icon: iconIn(site.accent?.day),
    files: [site.logo, site.style].filter((file) => file !== undefined),
    ...(PUBLIC_URL && { publicUrl: PUBLIC_URL }),
    ...(settings.SITE_URL && { siteUrl: settings.SITE_URL }),
    ...(settings.CORS_ORIGINS && { corsOrigins: settings.CORS_ORIGINS }),
  });
  const onRefusal = ({ status, code, address }: RefusedBytes) => {
    metrics.observe({ method: '', route: '', status, milliseconds: 0, code });
    log.info({ status, address: loggedAddress(address, settings.LOG_ADDRESS), code }, 'request');
  };
  const server = { connections, served: site.served, onRefusal };
  return {
    app,
    registry,
    services,
    open,
    ...createServiceLifecycle({ app, server, foundation, log }),
    async addUser(login, role) {
      await open();
      return addAccount(services.users, login, readRole(role));
    },
  };
}
