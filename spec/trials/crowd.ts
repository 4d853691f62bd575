import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ask, freshPlace, PASSWORD, said, serve, stop } from '../program/program';
import { startOtherClients } from './other-clients';
import { residentMemory } from './resident-memory';
import type { Outcome, Trial } from './trial';

const ROOT = '/en/cal/events/v1';
const HEAD = 'Host: x\r\nContent-Type: application/json\r\n';
const BOMB = gzipSync(Buffer.alloc(200_000_000, ' '));
/** Compressed data of almost the maximum body size, without its end. */
const UNFINISHED = gzipSync(Buffer.alloc(1_000_000, ' ')).subarray(0, -10);

const encoded = (bytes: Buffer, length = bytes.length): readonly (string | Buffer)[] => [
  `POST ${ROOT}/events HTTP/1.1\r\n${HEAD}Content-Encoding: gzip\r\nContent-Length: ${length}\r\n\r\n`,
  bytes,
];

/** The bytes that each connection sends, by the sort of attack. No connection reads answers. */
const SORTS: Readonly<Record<string, readonly (string | Buffer)[]>> = {
  'idle connections': [],
  'slow headers': ['GET /en HTTP/1.1\r\nHost: x\r\nX-'],
  'slow bodies': [`POST ${ROOT}/events HTTP/1.1\r\n${HEAD}Content-Length: 1000000\r\n\r\n${' '.repeat(100_000)}`],
  'slow compressed bodies': encoded(UNFINISHED, UNFINISHED.length + 10),
  'gzip bombs': encoded(BOMB),
  'huge headers': [`GET /en HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`],
  'answers that nobody reads': [`GET ${ROOT}/doc HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(4)],
};

/** Connections opened at a time, and requests of other clients with their interval in ms. */
const BATCH = 100;
const OTHERS = [`${ROOT}/events`, '/healthz', `${ROOT}/venues?per_page=1`];
const INTERVAL_MS = 50;

/** Requests that fill the caches before the measurement. */
const WARM_UP = [...OTHERS, `${ROOT}/doc`, '/fr/cal/events/v1/doc'];

/** The duration of the connections, and the time for the release of memory, in ms. */
const STAY_MS = 10_000;
const RELEASE_MS = 60_000;

/** Opens a connection and sends bytes. It never reads and ignores errors. */
const openConnection = (port: number, sent: readonly (string | Buffer)[]): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => resolve(socket));
    socket.on('connect', () => {
      for (const part of sent) socket.write(part);
      resolve(socket);
    });
  });

/** Opens many connections that use resources without reading answers. */
export const crowd: Trial = {
  about: 'beside many connections that send slowly, too much or nothing, and read nothing, others are served within 2 s in bounded memory',
  rounds: { long: 10_000 },
  async run({ rounds: number, note }): Promise<Outcome> {
    const service = await serve({ ...freshPlace(), LOG_LEVEL: 'warn' });
    await said(service, PASSWORD);
    await said(service, /Try:/);
    const port = Number(new URL(service.address).port);
    const failures: string[] = [];
    const figures: Record<string, number | string> = {};
    for (let index = 0; index < 200; index++) await ask(service.address, WARM_UP[index % WARM_UP.length] ?? '/');
    const before = residentMemory(service.pid);
    let most = before;
    for (const [sort, sent] of Object.entries(SORTS)) {
      const finish = startOtherClients(service.address, OTHERS, INTERVAL_MS);
      const sockets: Socket[] = [];
      let peak = 0;
      for (let opened = 0; opened < number; opened += BATCH) {
        sockets.push(...(await Promise.all(Array.from({ length: Math.min(BATCH, number - opened) }, () => openConnection(port, sent)))));
        peak = Math.max(peak, residentMemory(service.pid));
      }
      for (const end = performance.now() + STAY_MS; performance.now() < end; await delay(INTERVAL_MS))
        peak = Math.max(peak, residentMemory(service.pid));
      const { requests, unserved, slowest } = await finish();
      for (const socket of sockets) socket.destroy();
      most = Math.max(most, peak);
      note(`${number} × ${sort}: ${peak} MiB; of ${requests} others ${unserved} unserved, slowest ${slowest} ms`);
      figures[sort] = `${peak} MiB, ${slowest} ms`;
      if (unserved > 0) failures.push(`Beside ${number} ${sort} ${unserved} of ${requests} others were not served.`);
      if (slowest > 2000) failures.push(`Beside ${number} ${sort} another one waited ${slowest} ms.`);
    }
    await delay(RELEASE_MS);
    const after = residentMemory(service.pid);
    if (most > before + 400) failures.push(`Memory went from ${before} to ${most} MiB.`);
    if (after > before + 100) failures.push(`Of ${most} MiB ${after} were kept, from ${before} before.`);
    await stop(service);
    return { figures: { ...figures, 'MiB before': before, 'MiB most': most, 'MiB after': after }, failures };
  },
};
