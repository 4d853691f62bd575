import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Log } from '../../lib/http/options';
import { type Assembly, assembleService } from '../../lib/program/service';
import { readSettings } from '../../lib/program/settings';
import { clockAt, type SetClock } from '../support/service';
import type { AskPath } from './questions';
import { type Login, PASSWORD, SETTINGS } from './world';

const TICKETS = path.join(__dirname, '../../fixtures/plugins/tickets/index.js');

/** The answer to a request that may change something. */
export interface Said {
  readonly status: number;
  readonly type: string;
  readonly etag: string;
  readonly text: string;
}

/** The calendar of `world`, made or to be made. */
export interface OpenedCalendar {
  readonly service: Assembly;
  readonly clock: SetClock;
  readonly ask: AskPath;
  send(method: string, target: string, as: Login | 'nobody', json?: unknown, headers?: Readonly<Record<string, string>>): Promise<Said>;
}

/**
 * Starts a service, with the plugin of tickets, on the database that the settings name; it brings records to the present layout by itself, unless it
 * is `idle` and only answers.
 */
export async function openCalendar(
  environment: Readonly<Record<string, string>>,
  at: string,
  log?: Log,
  idle = false,
): Promise<OpenedCalendar> {
  const clock = clockAt(at);
  const settings = readSettings({ ...SETTINGS, ...environment, PLUGINS: TICKETS, PORT: '0', LOG_LEVEL: 'silent' });
  const service = await assembleService({ settings, clock, ...(log && { log }) });
  const address = idle ? await answersOf(service) : (await service.listen()).address;
  const send: OpenedCalendar['send'] = (method, target, as, json, more = {}) =>
    new Promise((resolve, reject) => {
      const authorization = `Basic ${Buffer.from(`${as}:${PASSWORD}`).toString('base64')}`;
      const headers = {
        ...more,
        ...(as !== 'nobody' && { authorization }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      };
      const request = http.request(`${address}${target}`, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { 'content-type': type = '', etag = '' } = response.headers;
          resolve({ status: response.statusCode ?? 0, type, etag, text: Buffer.concat(chunks).toString() });
        });
      });
      request.on('error', reject);
      request.end(json === undefined ? undefined : JSON.stringify(json));
    });
  return { service, clock, ask: (target, as) => send('GET', target, as), send };
}

/** Lets a service answer and do nothing by itself; tells its address. */
async function answersOf({ app, open }: Assembly): Promise<string> {
  await open();
  const server = http.createServer(app.callback());
  server.unref();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
