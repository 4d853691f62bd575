import http from 'node:http';
import type { Role } from '../../lib/access/roles';
import type { Clock } from '../../lib/calendar/dates/clock';
import type { Log } from '../../lib/http/options';
import { listen } from '../../lib/http/server';
import { type Assembly, assembleService, type Plugin } from '../../lib/program/service/service';
import { readSettings } from '../../lib/program/settings/settings';
import type { MainPlugin } from '../../lib/site/requests/page-request';
import { held } from './held';
import { dropDatabase, freshDatabase, mongoUri } from './server';

/** The users that every spec's service has, by login. */
export const ROLES = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  author2: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
} as const satisfies Record<string, Role>;

export type Login = keyof typeof ROLES;

/** What a request carries; `path` is below the namespace of `language` (en) unless it begins with `//`, then it is the whole path. */
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

/** A service that listens, for one spec file. */
export interface Running {
  readonly address: string;
  readonly service: Assembly;
  readonly database: string;
  /** The IDs of the users. */
  readonly ids: Readonly<Record<Login, number>>;
  authorization(login: Login): string;
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  stop(): Promise<void>;
}

/** A clock that specs set. */
export interface SetClock extends Clock {
  set(iso: string): void;
}

/** Makes a clock that stands still at a moment, ISO 8601 in UTC. */
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

/** The number of a plugin in this process, by which services with the same plugins are recognised. */
const numberOf = (plugin: Plugin): number => {
  const number = pluginNumbers.get(plugin) ?? pluginNumbers.size;
  pluginNumbers.set(plugin, number);
  return number;
};

/** How long requests of specs may wait for their turn, in ms. */
const PATIENT_MILLISECONDS = 60_000;

/** Starts a service on a database of its own, with a user of each role; no fixtures unless the database has them. Drops the database in the end. */
export async function startService(
  options: {
    readonly clock?: Clock;
    readonly environment?: Readonly<Record<string, string>>;
    readonly plugins?: readonly Plugin[];
    readonly main?: MainPlugin;
    readonly log?: Log;
    /** A database that has records already, and no users; a new one unless given. */
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
    // However slow the machine is: what comes of too much to do has specs of its own.
    limits: { queueMilliseconds: PATIENT_MILLISECONDS },
  });
  const accounts = new Map<Login, { id: number; password: string }>();
  for (const [login, role] of Object.entries(ROLES) as [Login, Role][]) {
    const { id, application_password: password } = await service.addUser(login, role);
    accounts.set(login, { id, password });
  }
  // Equal settings and plugins declare equal routes.
  const isOther = options.main !== undefined || settings.PLUGINS.length > 0;
  const same = isOther ? undefined : JSON.stringify([options.environment ?? {}, (options.plugins ?? []).map(numberOf)]);
  const listener = await listen(held(service.app, service.registry, same), { host: '127.0.0.1', port: 0 });
  const agent = new http.Agent({ keepAlive: true });
  const authorization = (login: Login) => `Basic ${Buffer.from(`${login}:${accounts.get(login)?.password}`).toString('base64')}`;
  return {
    address: listener.address,
    service,
    database,
    ids: Object.fromEntries([...accounts].map(([login, { id }]) => [login, id])) as Record<Login, number>,
    authorization,
    ask: (method, path, ask = {}) => send({ address: listener.address, agent }, method, path, ask, ask.as && authorization(ask.as)),
    async stop() {
      agent.destroy();
      await listener.close(1000);
      await service.close();
      await dropDatabase(database);
    },
  };
}

/** Where requests go, and the connections that they share. */
interface Line {
  readonly address: string;
  readonly agent: http.Agent;
}

function send({ address, agent }: Line, method: string, path: string, ask: Ask, authorization: string | undefined): Promise<Answer> {
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
