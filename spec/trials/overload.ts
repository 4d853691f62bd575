import { spawn } from 'node:child_process';
import path from 'node:path';
import { freshPlace, PASSWORD, said, serve, stop } from '../program/program';
import type { Load, LoadOrder } from './load';
import { startOtherClients } from './other-clients';
import type { Outcome, Trial } from './trial';

const ROOT = '/en/cal/events/v1';

/** Visitor requests. The service caches their answers. */
const CACHED = [
  `${ROOT}/events`,
  `${ROOT}/venues`,
  `${ROOT}/events?per_page=50`,
  `${ROOT}/events?search=music`,
  '/fr/cal/events/v1/events?page=2',
  `${ROOT}/categories`,
  `${ROOT}/events?start_date=1970-01-01&page=9`,
  '/en/',
];
/** Requests whose answers are not cached, because each search is new. */
const UNCACHED = [`${ROOT}/events?search=m{number}`];

/** The minimum part of the capacity that must be served. A refusal costs about a third of a cached answer. */
const MIN_SERVED = new Map([
  [CACHED, 0.4],
  [UNCACHED, 0.9],
]);

/** Duration of the overload and of the capacity measurement, in s. */
const SECONDS = 10;
const MEASURED_SECONDS = 8;
const HEALTH_INTERVAL_MS = 100;
/** The number of connections, as a proxy has. */
const CLIENTS = 600;

/** Runs the load in its own process, so that it does not delay the health checks. */
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

/** Sends twice the requests that the service can serve. */
export const overload: Trial = {
  about:
    'at twice what can be served, from the cache or not, nine tenths of the answers come within 2 s, refusals within 1 s, and health within 0.5 s',
  rounds: { long: 3 },
  async run({ rounds, note }): Promise<Outcome> {
    const service = await serve({ ...freshPlace(), LOG_LEVEL: 'warn' });
    await said(service, PASSWORD);
    await said(service, /Try:/);
    const { address } = service;
    const failures: string[] = [];
    const figures: Record<string, number> = {};
    const most = (name: string, value: number) => {
      figures[name] = Math.max(figures[name] ?? 0, value);
    };
    for (const [paths, least] of MIN_SERVED) {
      const sort = paths === CACHED ? 'cached' : 'uncached';
      const measure = async (): Promise<number> => {
        const { served, seconds } = await load({ address, paths, seconds: MEASURED_SECONDS, clients: 20 });
        return served.count / seconds;
      };
      // A newly started service is slower.
      await measure();
      let before = await measure();
      for (let round = 1; round <= rounds; round++) {
        const fail = (sentence: string) => failures.push(`Round ${round}, ${sort}: ${sentence}`);
        const finish = startOtherClients(address, ['/healthz'], HEALTH_INTERVAL_MS);
        const { served, refused, others, unsent, seconds } = await load({
          address,
          paths,
          seconds: SECONDS,
          clients: CLIENTS,
          rate: 2 * before,
        });
        const { unserved, slowest } = await finish();
        const healthy = unserved === 0 ? slowest : Number.POSITIVE_INFINITY;
        // The speed of a machine varies, so the capacity is measured before and after.
        const after = await measure();
        const rate = (before + after) / 2;
        before = after;
        const part = served.count / seconds / rate;
        note(
          `Round ${round}, ${sort}: ${rate.toFixed(0)} a second can be served; of twice as many ${(part * 100).toFixed(0)} % of that were, p90 ${served.p90} ms; ${refused.count} refused, p99 ${refused.p99} ms; ${unsent} unsent; health ${healthy} ms`,
        );
        figures[`${sort}, least of 100`] = Math.min(figures[`${sort}, least of 100`] ?? 1000, Math.round(part * 100));
        most(`${sort} served p90 ms`, served.p90);
        most(`${sort} refused p99 ms`, refused.p99);
        most(`${sort} health ms`, healthy);
        if (part < least) fail(`${(part * 100).toFixed(0)} of 100 of what can be served were served.`);
        if (served.p90 > 2000) fail(`a tenth of the answers took ${served.p90} ms and more.`);
        if (refused.p99 > 1000) fail(`a hundredth of the refusals took ${refused.p99} ms and more.`);
        if (healthy > 500) fail(`/healthz took ${healthy} ms.`);
        for (const [what, count] of Object.entries(others)) fail(`${count} requests came to ${what}.`);
      }
    }
    await stop(service);
    return { figures, failures };
  },
};
