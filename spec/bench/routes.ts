import { createApp } from '../../lib/http/app';
import { createRouter } from '../../lib/http/requests/router';
import { listen } from '../../lib/http/server';
import { ALL_LANGUAGES } from '../../lib/language';
import type { Arg } from '../../lib/registry/args/arg';
import { createRegistry } from '../../lib/registry/registry';
import type { Registry } from '../../lib/registry/route';

const MANY = 1000;
const FEW = 15;
const ARGS = 20;
const ROUNDS = 7;
const MATCHES = 200_000;
const NAMESPACE = 'bench/v1';

interface Nobody {
  readonly id: number;
  can(capability: never): boolean;
}

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** An argument of one of ten sorts. `number` makes its schema unique. */
const argOf = (sort: number, number: number): Arg => {
  const description = {
    en: `What argument ${sort} of record ${number} is for, and what holds without it`,
    fr: `À quoi sert l’argument ${sort} de l’enregistrement ${number}, et ce qui vaut à défaut`,
  };
  const place = {
    lat: { type: 'number', minimum: -90 },
    address: { type: 'object', properties: { zip: { type: 'string', maxLength: 9 } } },
  } as const;
  const sorts: readonly Omit<Arg, 'description'>[] = [
    { type: 'string', maxLength: 100 + number },
    { type: 'integer', minimum: 1, maximum: 1000 + number, default: 10 },
    { type: 'string', enum: ['asc', 'desc', `order${number}`], default: 'asc' },
    { type: 'string', pattern: `^[a-z]{2,9}-${number}-[0-9]+$` },
    { type: 'array', items: { type: 'integer', minimum: number }, default: [] },
    { type: 'object', properties: place, maxProperties: 2 + number },
    { type: 'string', format: 'date-time', maxLength: 40 + number },
    { type: 'boolean', default: false },
    { type: 'number', multipleOf: 0.5, minimum: -number },
    { anyOf: [{ type: 'integer', minimum: number }, { enum: ['all', 'none'] }] },
  ];
  return { ...sorts[sort % sorts.length], description };
};

const declarations = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    path: `/kind${number}/{id}` as const,
    args: {
      id: { type: 'integer', description: { en: 'The ID', fr: 'L’identifiant' } },
      ...Object.fromEntries(Array.from({ length: ARGS - 1 }, (_none, sort) => [`arg${sort}`, argOf(sort, number)])),
    } as const,
  }));

const register = (declared: ReturnType<typeof declarations>): Registry<Nobody> => {
  const registry = createRegistry<Nobody>();
  for (const { path, args } of declared)
    registry.registerRoute(NAMESPACE, path, { methods: 'GET', args, permission: 'public', handle: ({ path: { id } }) => ({ id }) });
  return registry;
};

const appOf = (registry: Registry<Nobody>) =>
  createApp<Nobody>({
    registry,
    authenticate: async () => undefined,
    log: silent,
    served: ALL_LANGUAGES,
    siteName: { en: 'Bench', fr: 'Banc d’essai' },
    siteTimezone: 'UTC',
    trustProxy: 0,
    rateLimit: 0,
    ready: async () => true,
    metricsReaders: 'loopback',
  });

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Measures the nanoseconds that matching of the last route takes. */
const measureMatching = (registry: Registry<Nobody>): (() => number) => {
  const find = createRouter(registry);
  const path = `/${NAMESPACE}${registry.routes.at(-1)?.path.replace('{id}', '12')}`;
  return () => {
    const before = performance.now();
    for (let time = 0; time < MATCHES; time += 1) if (find(path) === undefined) throw new Error(`${path} is not found.`);
    return ((performance.now() - before) * 1e6) / MATCHES;
  };
};

/** Measures requests to a listening service and returns a line for each. */
async function measureRequests(app: ReturnType<typeof appOf>): Promise<string[]> {
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  const lines: string[] = [];
  let tag = '';
  for (const [title, path] of [
    ['The index, made', ''],
    ['The index again', ''],
    ['The index, 304', ''],
    ['A route, first time', '/kind7/1?arg0=a&arg1=1&arg3=ab-7-1'],
    ['A route again', '/kind7/1?arg0=a&arg1=1&arg3=ab-7-1'],
  ] as const) {
    const headers = title.endsWith('304') ? { 'If-None-Match': tag } : undefined;
    const before = performance.now();
    const response = await fetch(`${listener.address}/en/${NAMESPACE}${path}`, headers && { headers });
    const { length } = await response.text();
    const time = (performance.now() - before).toFixed(1);
    tag = response.headers.get('ETag') ?? '';
    lines.push(`${title.padEnd(20)} ${time.padStart(7)} ms  ${response.status}  ${length} characters`);
  }
  await listener.close(1000);
  return lines;
}

/**
 * Measures start-up and route matching with 1,000 routes, compared with 15.
 * Run it with `--expose-gc` for memory sizes without garbage.
 */
async function bench(): Promise<void> {
  const collect = () => globalThis.gc?.();
  const declared = declarations(MANY);
  collect();
  const before = process.memoryUsage();
  const started = performance.now();
  const many = register(declared);
  const app = appOf(many);
  const milliseconds = performance.now() - started;
  collect();
  const after = process.memoryUsage();
  const few = register(declarations(FEW));
  const [matchFew, matchMany] = [measureMatching(few), measureMatching(many)];
  const rounds = Array.from({ length: ROUNDS }, () => [matchFew(), matchMany()] as const);
  const [one, other] = [median(rounds.map(([time]) => time)), median(rounds.map(([, time]) => time))];
  const lines = [
    `${MANY} routes of ${ARGS} args, no two schemas of a sort alike`,
    `start                ${milliseconds.toFixed(0).padStart(7)} ms`,
    `memory                ${megabytes(after.rss - before.rss)} of the process, ${megabytes(after.heapUsed - before.heapUsed)} of them objects`,
    '',
    `matching 1 of ${FEW}      ${one.toFixed(0).padStart(7)} ns`,
    `matching 1 of ${MANY}    ${other.toFixed(0).padStart(7)} ns  ratio ${(other / one).toFixed(2)}`,
    '',
    ...(await measureRequests(app)),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

void bench();
