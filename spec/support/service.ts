import http from 'node:http';
import type { Role } from '../../lib/access/roles';
import type { Clock } from '../../lib/calendar/dates/wall-time';
import type { Log } from '../../lib/http/options';
import { listen } from '../../lib/http/server';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { type Assembly, assembleService } from '../../lib/program/service/service';
import { readSettings } from '../../lib/program/settings/settings';
import type { MainPlugin } from '../../lib/site/requests/page-request';
import { withDocumentCheck } from './answer-check';
import { dropDatabase, freshDatabase, mongoUri } from './server';

/** Users of each service in specs, by login. */
export const ROLES = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  author2: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
} as const satisfies Record<string, Role>;

export type Login = keyof typeof ROLES;

/** The name of a login in test titles. */
export const named = (login: Login | undefined): string => login ?? 'an anonymous client';

/** The options of a request. `path` is below the namespace, or absolute if it begins with `//`. */
export interface Ask {
  readonly as?: Login;
  readonly language?: 'en' | 'fr';
  readonly json?: unknown;
  readonly form?: string;
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into answers of every shape.
  readonly body: any;
  readonly text: string;
}

/** A listening service of one spec file. */
export interface Running {
  readonly address: string;
  readonly service: Assembly;
  readonly database: string;
  readonly ids: Readonly<Record<Login, number>>;
  authorization(login: Login): string;
  password(login: Login): string;
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  stop(): Promise<void>;
}

export interface SetClock extends Clock {
  set(iso: string): void;
}

/** Creates a clock that stands still at an ISO 8601 time in UTC. */
export function clockAt(iso: string): SetClock {
  let now = new Date(iso);
  return {
    now: () => new Date(now),
    set(next) {
      now = new Date(next);
    },
  };
}

const pluginNumbers = new Map<Plugin, number>();

/** Numbers a plugin in this process, to recognise services with equal plugins. */
const numberOf = (plugin: Plugin): number => {
  const number = pluginNumbers.get(plugin) ?? pluginNumbers.size;
  pluginNumbers.set(plugin, number);
  return number;
};

const QUEUE_MILLISECONDS = 60_000;

/** Starts a service on a new database, without fixtures and with a user of each role. `stop` drops the database. */
export async function startService(
  options: {
    readonly clock?: Clock;
    readonly environment?: Readonly<Record<string, string>>;
    readonly plugins?: readonly Plugin[];
    readonly main?: MainPlugin;
    readonly log?: Log;
    /** A database with records but without users. By default a new one is used. */
    readonly database?: string;
  } = {},
): Promise<Running> {
  const { database = freshDatabase() } = options;
  const settings = readSettings({ MONGODB_URI: await mongoUri(), MONGODB_DB: database, ...options.environment });
  const service = await assembleService({
    settings,
    ...(options.clock && { clock: options.clock }),
    ...(options.plugins && { plugins: options.plugins }),
    ...(options.log && { log: options.log }),
    ...(options.main && { main: options.main }),
    // Slow machines must not cause 503 here. Overload has its own specs.
    limits: { queueMilliseconds: QUEUE_MILLISECONDS },
  });
  const accounts = new Map<Login, { id: number; password: string }>();
  for (const [login, role] of Object.entries(ROLES) as [Login, Role][]) {
    const { id, application_password } = await service.addUser(login, role);
    accounts.set(login, { id, password: application_password });
  }
  // Equal settings and plugins have equal routes.
  const isOther = options.main !== undefined || settings.PLUGINS.length > 0;
  const cacheKey = isOther ? undefined : JSON.stringify([options.environment ?? {}, (options.plugins ?? []).map(numberOf)]);
  const listener = await listen(withDocumentCheck(service.app, service.registry, cacheKey), { host: '127.0.0.1', port: 0 });
  const agent = new http.Agent({ keepAlive: true });
  const password = (login: Login) => accounts.get(login)?.password ?? '';
  const authorization = (login: Login) => `Basic ${Buffer.from(`${login}:${password(login)}`).toString('base64')}`;
  return {
    address: listener.address,
    service,
    database,
    ids: Object.fromEntries([...accounts].map(([login, { id }]) => [login, id])) as Record<Login, number>,
    authorization,
    password,
    ask: (method, path, ask = {}) => send({ address: listener.address, agent }, method, path, ask, ask.as && authorization(ask.as)),
    async stop() {
      agent.destroy();
      await listener.close(1000);
      await service.close();
      await dropDatabase(database);
    },
  };
}

/** The address of a service, with its shared connections. */
interface Target {
  readonly address: string;
  readonly agent: http.Agent;
}

function send({ address, agent }: Target, method: string, path: string, ask: Ask, authorization: string | undefined): Promise<Answer> {
  const where = path.startsWith('//') ? path.slice(1) : `/${ask.language ?? 'en'}/cal/events/v1${path}`;
  const body = ask.json === undefined ? (ask.form ?? ask.raw) : JSON.stringify(ask.json);
  const type = ask.json === undefined ? (ask.form === undefined ? undefined : 'application/x-www-form-urlencoded') : 'application/json';
  const headers: Record<string, string> = {
    ...(type && { 'content-type': type }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...(authorization && { authorization }),
    ...ask.headers,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${address}${where}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = /json/.test(response.headers['content-type'] ?? '') && text !== '';
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: json ? JSON.parse(text) : undefined, text });
      });
    });
    request.on('error', reject);
    if (body !== undefined) request.write(body);
    request.end();
  });
}
