import { spawn } from 'node:child_process';
import path from 'node:path';
import { ask, freshPlace, PASSWORD, said, serve, stop } from '../program/program';
import type { Load, LoadOrder } from './load';
import type { Outcome, Trial } from './trial';

const ROOT = '/en/cal/events/v1';

/** What visitors ask for, dear and cheap. */
const PATHS = [
  `${ROOT}/events`,
  `${ROOT}/venues`,
  `${ROOT}/events?per_page=50`,
  `${ROOT}/events?search=music`,
  '/fr/cal/events/v1/events?page=2',
  `${ROOT}/categories`,
  `${ROOT}/events?start_date=1970-01-01&page=9`,
  '/en/',
];

/** How long the load is put on in each round, in s, and how long it is measured before how much can be served. */
const SECONDS = 10;
const MEASURED_SECONDS = 8;
const HEALTH_EVERY = 100;

/** Puts a load on from a process of its own, which takes nothing of the event loop that looks at the health. */
const load = (order: LoadOrder): Promise<Load> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(__dirname, 'load.js'), JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(JSON.parse(text) as Load) : reject(new Error(`The load ended with ${code}.`))));
  });

/** Asks for the health again and again, until it is told to stop; answers the longest time that it took, in ms. */
const watchHealth = (address: string): (() => Promise<number>) => {
  let watching = true;
  let slowest = 0;
  const watched = (async () => {
    while (watching) {
      const { status, milliseconds } = await ask(address, '/healthz');
      slowest = Math.max(slowest, status === 200 ? milliseconds : Number.POSITIVE_INFINITY);
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY));
    }
  })();
  return async () => {
    watching = false;
    await watched;
    return Math.round(slowest);
  };
};

/** Twice what can be served. */
export const overload: Trial = {
  about:
    'at twice what can be served, nine tenths of that are served within 2 s, the rest is refused within 1 s, and health answers within 1 s',
  rounds: { long: 6 },
  async run({ rounds, note }): Promise<Outcome> {
    const service = await serve({ ...freshPlace(), LOG_LEVEL: 'warn' });
    await said(service, PASSWORD);
    await said(service, /Try:/);
    const { address } = service;
    const failures: string[] = [];
    const of = (round: number, sentence: string) => failures.push(`Round ${round}: ${sentence}`);
    const parts: number[] = [];
    let [slowestServed, slowestRefused, slowestHealth, others] = [0, 0, 0, 0];
    const measure = async (): Promise<number> => {
      const { served, seconds } = await load({ address, paths: PATHS, seconds: MEASURED_SECONDS });
      return served.count / seconds;
    };
    // A service that has just started is slow at first.
    await measure();
    let before = await measure();
    for (let round = 1; round <= rounds; round++) {
      const health = watchHealth(address);
      const { served, refused, others: neither, seconds } = await load({ address, paths: PATHS, seconds: SECONDS, rate: 2 * before });
      const healthy = await health();
      // Machines are now faster and now slower.
      const after = await measure();
      const rate = (before + after) / 2;
      before = after;
      const part = served.count / seconds / rate;
      note(
        `Round ${round}: ${rate.toFixed(0)} a second can be served; of twice as many ${(part * 100).toFixed(0)} % of that were, p99 ${served.p99} ms; ${refused.count} refused, p99 ${refused.p99} ms; health ${healthy} ms`,
      );
      parts.push(part);
      slowestServed = Math.max(slowestServed, served.p99);
      slowestRefused = Math.max(slowestRefused, refused.p99);
      slowestHealth = Math.max(slowestHealth, healthy);
      others += Object.values(neither).reduce((sum, count) => sum + count, 0);
      if (part < 0.9) of(round, `${(part * 100).toFixed(0)} of 100 of what can be served were served.`);
      if (served.p99 > 2000) of(round, `a hundredth of what was served took ${served.p99} ms and more.`);
      if (refused.p99 > 1000) of(round, `a hundredth of what was refused took ${refused.p99} ms and more.`);
      if (healthy > 1000) of(round, `/healthz took ${healthy} ms.`);
      for (const [what, count] of Object.entries(neither)) of(round, `${count} requests came to ${what}.`);
    }
    await stop(service);
    return {
      figures: {
        'served, least of 100': Math.round(Math.min(...parts) * 100),
        'served p99 ms': slowestServed,
        'refused p99 ms': slowestRefused,
        'health ms': slowestHealth,
        others,
      },
      failures,
    };
  },
};
