import http from 'node:http';
import { expect } from 'chai';
import type { CommandStartedEvent } from 'mongodb';
import type { Clock } from '../../lib/calendar/dates/wall-time';
import { listen } from '../../lib/http/server';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { type Assembly, assembleService } from '../../lib/program/service/service';
import { readSettings } from '../../lib/program/settings/settings';
import { withDocumentCheck } from '../support/answer-check';
import { openStage, type Stage, type Step } from '../support/scenario';
import { mongoUri } from '../support/server';
import type { Running } from '../support/service';

/** A second service on the database of another one, like another process. */
export interface Beside {
  readonly address: string;
  readonly service: Assembly;
  stop(): Promise<void>;
}

/** Starts a second service on the database of another one. */
export async function startBeside(
  { database }: Pick<Running, 'database'>,
  {
    clock,
    environment = {},
    plugins = [],
    isChecked = false,
  }: {
    readonly clock?: Clock;
    readonly environment?: Readonly<Record<string, string>>;
    readonly plugins?: readonly Plugin[];
    /** Compares its answers with the OpenAPI document. */
    readonly isChecked?: boolean;
  } = {},
): Promise<Beside> {
  const settings = readSettings({ MONGODB_URI: await mongoUri(), MONGODB_DB: database, ...environment });
  const service = await assembleService({ settings, plugins, ...(clock && { clock }) });
  await service.open();
  const app = isChecked ? withDocumentCheck(service.app, service.registry) : service.app;
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    address: listener.address,
    service,
    async stop() {
      await listener.close(1000);
      await service.close();
    },
  };
}

/** The answer to a GET, without headers that differ each time. */
export interface Got {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export const get = (address: string, path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    const request = http.request(`${address}${path}`, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { 'x-request-id': _, date: __, ...rest } = response.headers;
        resolve({ status: response.statusCode ?? 0, headers: rest, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    request.on('error', reject);
    request.end();
  });

/** Sends a GET to two services at the same time, expects equal answers and returns one. */
export async function sameAnswer(path: string, one: Pick<Beside, 'address'>, other: Pick<Beside, 'address'>): Promise<Got> {
  const [answer, otherAnswer] = await Promise.all([get(one.address, path), get(other.address, path)]);
  expect(answer, path).to.deep.equal(otherAnswer);
  return answer;
}

/**
 * The commands that a service sends to its database during some work.
 * If change events are late during the work, as on a busy machine, nothing is cached. Preparation and work are then repeated.
 */
export async function startedDuring(
  { service }: Pick<Beside, 'service'>,
  work: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<CommandStartedEvent[]> {
  const { cache, connection } = service.services;
  for (;;) {
    await prepare();
    await waitUntilCaching({ service });
    const { client } = connection.db();
    const started: CommandStartedEvent[] = [];
    let isKeeping = true;
    let looking: NodeJS.Immediate | undefined;
    // The state may change between request and command, so each turn of the event loop checks it.
    const look = () => {
      isKeeping &&= cache.state() !== undefined;
      looking = setImmediate(look);
    };
    const note = (command: CommandStartedEvent) => started.push(command);
    client.on('commandStarted', note);
    look();
    try {
      await work();
    } finally {
      clearImmediate(looking);
      client.off('commandStarted', note);
    }
    if (isKeeping) return started;
  }
}

/** The commands during some work, as `find events`. Other commands have only their name. */
export async function commandsDuring(beside: Pick<Beside, 'service'>, work: () => Promise<unknown>): Promise<string[]> {
  const started = await startedDuring(beside, work);
  return started.map(({ commandName, command }) =>
    /^(find|aggregate)$/.test(commandName) ? `${commandName} ${command[commandName]}` : commandName,
  );
}

/** The commands that a service sends for a GET, as `find events`. */
export async function commandsFor(
  { address, service }: Pick<Beside, 'address' | 'service'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const sent = await commandsDuring({ service }, async () => {
    const { status, text } = await get(address, path, headers);
    if (status !== 200) throw new Error(`${path} is answered ${status}: ${text}`);
  });
  return sent.filter((command) => /^(find|aggregate) /.test(command));
}

/** Waits until a service caches answers. */
export async function waitUntilCaching({ service }: Pick<Beside, 'service'>): Promise<void> {
  const { cache } = service.services;
  while (cache.state() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Services use one public URL, so that their answers are equal. */
export const ADDRESS = { PUBLIC_URL: 'http://calendar.example/api' };

/** A service with a cache, and one without a cache on the same database. */
export interface Pair {
  readonly stage: Stage;
  readonly plain: Beside;
}

/** Starts a pair of services for a block, with a fixed clock and the given records. */
export function openPair(given: Readonly<Record<string, Step>>): Pair {
  let stage: Stage;
  let plain: Beside;
  before(async () => {
    stage = await openStage(ADDRESS);
    plain = await startBeside(stage, { clock: stage.clock, environment: { ...ADDRESS, CACHE_MB: '0' } });
    await stage.give(given);
    await waitUntilCaching(stage);
  });
  after(async () => {
    await plain.stop();
    await stage.stop();
  });
  return {
    get stage() {
      return stage;
    },
    get plain() {
      return plain;
    },
  };
}
