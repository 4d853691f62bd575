import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { startEmbedded } from '../../lib/embedded/start-embedded';
import { runCommand, startService, stopServer } from './processes';

const PATH = '/en/cal/events/v1';
const DATES = { start_date: '2030-05-06 19:00:00', end_date: '2030-05-06 22:00:00' };
const SEQUENTIAL = 5;
const CONCURRENT = 16;

/** Sends JSON as the administrator. Resolves to the new record or the error code, and to the latency in ms. */
type Create = (
  path: string,
  json: object,
) => Promise<{ readonly id?: number; readonly slug?: string; readonly code?: string; readonly took: number }>;

function client(address: string, password: string, sockets: number): Create {
  const agent = new http.Agent({ keepAlive: true, maxSockets: sockets });
  const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(`bench:${password}`)}` };
  return (where, json) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const request = http.request(`${address}${PATH}${where}`, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          const took = performance.now() - began;
          const { id, slug, code } = JSON.parse(text) as { id?: number; slug?: string; code?: string };
          resolve(response.statusCode === 201 ? { id: id ?? 0, slug: slug ?? '', took } : { code: `${response.statusCode} ${code}`, took });
        });
      });
      request.on('error', reject);
      request.end(JSON.stringify(json));
    });
}

const percentile = (sorted: readonly number[], part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);

/** Measures `number` creations of events that share one venue, one organizer and three categories. */
async function measureSharing(create: Create, clients: number, number: number): Promise<string> {
  const make = async (where: string, json: object) => (await create(where, json)).id;
  const shared = {
    venue: await make('/venues', { venue: 'Shared Hall', city: 'Lyon' }),
    organizer: await make('/organizers', { organizer: 'Shared Society' }),
    categories: [1, 2, 3].map((place) => `Shared ${place}`),
  };
  const times: number[] = [];
  const refused = new Map<string, number>();
  let next = 0;
  const work = async () => {
    while (next < number) {
      const { took, code } = await create('/events', { title: `Shared event ${next++}`, ...DATES, ...shared });
      times.push(took);
      if (code !== undefined) refused.set(code, (refused.get(code) ?? 0) + 1);
    }
  };
  // Creates the categories and warms up the code.
  for (let warm = 0; warm < 200; warm++) await create('/events', { title: `Warm event ${warm}`, ...DATES, ...shared });
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, work));
  const rate = (1000 * number) / (performance.now() - began);
  times.sort((one, other) => one - other);
  const refusals = [...refused].map(([code, many]) => `${many} × ${code}`).join(', ') || 'none';
  return `${rate.toFixed(1)} events/s, p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, longest ${percentile(times, 1)} ms, refused: ${refusals}`;
}

/** Measures further events with a title that `number` events have already. */
async function measureNamesakes(create: Create, uri: string, database: string, number: number): Promise<string> {
  const title = 'Yoga every day';
  const first = await create('/events', { title, ...DATES });
  const client = await MongoClient.connect(uri);
  const events = client.db(database).collection<{ _id: number; slug: string }>('events');
  const prototype = await events.findOne({ _id: first.id ?? 0 });
  if (prototype === null) throw new Error('The first namesake is not stored.');
  const copies = Array.from({ length: number - 1 }, (_, place) => ({
    ...prototype,
    _id: 1_000_000 + place,
    group: 1_000_000 + place,
    slug: `${prototype.slug}-${place + 2}`,
  }));
  for (let start = 0; start < copies.length; start += 1000) await events.insertMany(copies.slice(start, start + 1000));
  await client.close();
  const alone: string[] = [];
  for (let turn = 0; turn < SEQUENTIAL; turn++) {
    const { slug, code, took } = await create('/events', { title, ...DATES });
    alone.push(`${slug ?? code} ${took.toFixed(0)} ms`);
  }
  const together = await Promise.all(Array.from({ length: CONCURRENT }, () => create('/events', { title, ...DATES })));
  const times = together.map(({ took }) => took).sort((one, other) => one - other);
  const codes = new Set(together.flatMap(({ code }) => code ?? []));
  return [
    `one after the other: ${alone.join(', ')}`,
    `${CONCURRENT} at once: p50 ${percentile(times, 0.5)} ms, longest ${percentile(times, 1)} ms, refused: ${[...codes].join(', ') || 'none'}`,
  ].join('\n');
}

/** Measures creations in the built service, on the embedded database or on `MONGODB_URI`. */
async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '16' },
      number: { type: 'string', default: '5000' },
      namesakes: { type: 'string', default: '5000' },
    },
  });
  const [clients, number, namesakes] = [values.clients, values.number, values.namesakes].map(Number) as [number, number, number];
  const folder = mkdtempSync(path.join(tmpdir(), 'creations-'));
  const given = process.env['MONGODB_URI'];
  const database = `creations_${process.pid}`;
  const environment = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder, MONGODB_DB: database, SEED: 'none', NODE_ENV: 'production' };
  const service = await startService(environment);
  try {
    const account = await runCommand(['user', 'add', 'bench', '--role', 'administrator'], environment);
    const { application_password: password } = JSON.parse(account) as { application_password: string };
    // The service owns the embedded database. This process only connects to it.
    const uri = given ?? (await startEmbedded({ folder })).uri;
    const create = client(service.address, password, Math.max(clients, CONCURRENT));
    const where = given ? 'MongoDB' : 'the embedded database';
    process.stdout.write(`${number} events that share a venue, an organizer and three categories, ${clients} at a time, on ${where}:\n`);
    if (number > 0) process.stdout.write(`${await measureSharing(create, clients, number)}\n`);
    process.stdout.write(`An event with ${namesakes} namesakes, on ${where}:\n`);
    if (namesakes > 0) process.stdout.write(`${await measureNamesakes(create, uri, database, namesakes)}\n`);
  } finally {
    await stopServer(service);
    if (given) {
      const client = await MongoClient.connect(given);
      await client.db(database).dropDatabase();
      await client.close();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

bench().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
