import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ask, freshPlace, PASSWORD, said, serve, stop } from '../program/program';
import type { Outcome, Trial } from './trial';

const ROOT = '/en/cal/events/v1';
const HEAD = 'Host: x\r\nContent-Type: application/json\r\n';
const BOMB = gzipSync(Buffer.alloc(200_000_000, ' '));
/** Almost as much as a body may be, compressed, and without its end. */
const UNFINISHED = gzipSync(Buffer.alloc(1_000_000, ' ')).subarray(0, -10);

const encoded = (bytes: Buffer, length = bytes.length): readonly (string | Buffer)[] => [
  `POST ${ROOT}/events HTTP/1.1\r\n${HEAD}Content-Encoding: gzip\r\nContent-Length: ${length}\r\n\r\n`,
  bytes,
];

/** What each of many connections sends, and then nothing more; none of them reads. */
const SORTS: Readonly<Record<string, readonly (string | Buffer)[]>> = {
  'idle connections': [],
  'slow headers': ['GET /en HTTP/1.1\r\nHost: x\r\nX-'],
  'slow bodies': [`POST ${ROOT}/events HTTP/1.1\r\n${HEAD}Content-Length: 1000000\r\n\r\n${' '.repeat(100_000)}`],
  'slow compressed bodies': encoded(UNFINISHED, UNFINISHED.length + 10),
  'gzip bombs': encoded(BOMB),
  'huge headers': [`GET /en HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`],
  'answers that nobody reads': [`GET ${ROOT}/doc HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(4)],
};

/** How many connections are opened at once, and what others ask meanwhile, how often, in ms. */
const AT_ONCE = 100;
const OTHERS = [`${ROOT}/events`, '/healthz', `${ROOT}/venues?per_page=1`];
const EVERY = 50;

/** What memory holds on any day. */
const WARM_UP = [...OTHERS, `${ROOT}/doc`, '/fr/cal/events/v1/doc'];

/** How long the crowd stays, and how long after it has gone memory must be given back, in ms. */
const STAY = 10_000;
const REST = 60_000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Memory of a process, in MiB. */
const memoryOf = (pid: number): number => {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kibibytes) / 1024);
};

/** Opens a connection, sends, and never reads; what becomes of it is the server's affair. */
const join = (port: number, sent: readonly (string | Buffer)[]): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => resolve(socket));
    socket.on('connect', () => {
      for (const part of sent) socket.write(part);
      resolve(socket);
    });
  });

/** Asks like somebody else, until it is told to stop; answers how many were not served, and the longest time, in ms. */
const others = (address: string) => {
  let asking = true;
  let [asked, unserved, slowest] = [0, 0, 0];
  const running = (async () => {
    for (; asking; asked++) {
      const { status, milliseconds } = await ask(address, OTHERS[asked % OTHERS.length] ?? '/').catch(() => ({
        status: 0,
        milliseconds: 0,
      }));
      if (status !== 200) unserved += 1;
      slowest = Math.max(slowest, Math.round(milliseconds));
      await pause(EVERY);
    }
  })();
  return async () => {
    asking = false;
    await running;
    return { asked, unserved, slowest };
  };
};

/** Many connections that only cost. */
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
    const before = memoryOf(service.pid);
    let most = before;
    for (const [sort, sent] of Object.entries(SORTS)) {
      const finish = others(service.address);
      const sockets: Socket[] = [];
      let here = 0;
      for (let opened = 0; opened < number; opened += AT_ONCE) {
        sockets.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, number - opened) }, () => join(port, sent)))));
        here = Math.max(here, memoryOf(service.pid));
      }
      for (const end = performance.now() + STAY; performance.now() < end; await pause(EVERY)) here = Math.max(here, memoryOf(service.pid));
      const { asked, unserved, slowest } = await finish();
      for (const socket of sockets) socket.destroy();
      most = Math.max(most, here);
      note(`${number} × ${sort}: ${here} MiB; of ${asked} others ${unserved} unserved, slowest ${slowest} ms`);
      figures[sort] = `${here} MiB, ${slowest} ms`;
      if (unserved > 0) failures.push(`Beside ${number} ${sort} ${unserved} of ${asked} others were not served.`);
      if (slowest > 2000) failures.push(`Beside ${number} ${sort} another one waited ${slowest} ms.`);
    }
    await pause(REST);
    const after = memoryOf(service.pid);
    if (most > before + 400) failures.push(`Memory went from ${before} to ${most} MiB.`);
    if (after > before + 100) failures.push(`Of ${most} MiB ${after} were kept, from ${before} before.`);
    await stop(service);
    return { figures: { ...figures, 'MiB before': before, 'MiB most': most, 'MiB after': after }, failures };
  },
};
