import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { EJSON } from 'bson';
import { MongoClient } from 'mongodb';
import { startEmbedded } from '../../lib/embedded/embedded';
import { queriesOf } from './queries';

const PATH = '/en/cal/events/v1/events';
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;
const SECONDS = 5;
const ROUNDS = 3;

interface Measured {
  readonly name: string;
  readonly url: string;
  /** Requests a second, of each round. */
  readonly rates: number[];
  /** Latency in ms, of each round. */
  readonly medians: number[];
  readonly slowest: number[];
  /** Of one answer, with its headers. */
  bytes: number;
}

const measurable = (name: string, address: string): Measured => ({
  name,
  url: `${address}${PATH}`,
  rates: [],
  medians: [],
  slowest: [],
  bytes: 0,
});

/** Starts a program of this project and waits for the line on standard output that `ready` finds; answers its first group. */
async function start(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  ready: RegExp,
): Promise<{ child: ChildProcess; found: string }> {
  const child = spawn(process.execPath, argv, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] });
  const found = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const [, group] = ready.exec(text) ?? [];
      if (group !== undefined) resolve(group);
    });
    child.once('exit', (code) => reject(new Error(`${argv[0]} ended with ${code}.`)));
  });
  return { child, found };
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Measures for one round more. */
async function measure(into: Measured): Promise<void> {
  const { url } = into;
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed: ${result.non2xx} answers, ${result.errors} connections.`);
  into.rates.push(result.requests.average);
  into.medians.push(result.latency.p50);
  into.slowest.push(result.latency.p99);
  into.bytes = result.throughput.total / result.requests.total;
}

const middle = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function print(rows: readonly Measured[], queries: number, where: string): void {
  const columns = ['', 'requests/s', 'p50 ms', 'p99 ms', 'bytes', 'rounds'];
  const table = rows.map(({ name, rates, medians, slowest, bytes }) => [
    name,
    middle(rates).toFixed(0),
    middle(medians).toFixed(0),
    middle(slowest).toFixed(0),
    bytes.toFixed(0),
    rates.map((rate) => rate.toFixed(0)).join(' '),
  ]);
  const widths = columns.map((_, at) => Math.max(...[columns, ...table].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  const [service, bare] = rows.map(({ rates }) => middle(rates));
  const lines = [
    `GET ${PATH} on ${where}, ${CONNECTIONS} connections, ${queries} queries a request, ${ROUNDS} rounds of ${SECONDS} s`,
    '',
    ...[columns, ...table].map(line),
    '',
    `The service answers ${((100 * (service ?? 0)) / (bare ?? 1)).toFixed(0)} % of what a bare route with the same queries does.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Measures the built service beside a bare Koa route with the same queries, in turns on one database, and prints a table. */
async function bench(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const given = process.env['MONGODB_URI'];
  const database = `bench_${process.pid}`;
  const bin = path.join(__dirname, '../../lib/program/bin.js');
  const environment = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder, MONGODB_DB: database, SEED: 'auto', NODE_ENV: 'production' };
  const children: ChildProcess[] = [];
  try {
    const service = await start([bin, 'serve'], environment, /listens at (\S+)[\s\S]*Try:/);
    children.push(service.child);
    // The running service's own server: this process only connects to it.
    const uri = given ?? (await startEmbedded({ folder })).uri;
    const queries = await queriesOf(PATH, uri, database);
    const bare = await start([path.join(__dirname, 'bare.js'), uri, database, PATH, EJSON.stringify(queries)], environment, /(\S+)\n/);
    children.push(bare.child);

    const rows = [measurable('this service', service.found), measurable('bare Koa route', bare.found)];
    for (const { url } of rows) await autocannon({ url, connections: CONNECTIONS, duration: WARM_UP_SECONDS });
    for (let round = 0; round < ROUNDS; round++) {
      for (const row of rows) await measure(row);
    }
    print(rows, queries.length, given ? 'MongoDB' : 'the embedded database');
  } finally {
    for (const child of children.reverse()) await stop(child);
    if (given) {
      const client = new MongoClient(given);
      await client.db(database).dropDatabase();
      await client.close();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

void bench();
