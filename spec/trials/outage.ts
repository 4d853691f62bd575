import { setTimeout as delay } from 'node:timers/promises';
import { freshMongo } from '../program/program';
import { startProxy } from '../program/serving/proxy';
import { type Attempt, type AttemptClient, createAttemptClient } from './attempt';
import { createChance } from './chance';
import { startCrew } from './crew';
import { API, createDeployment, end, startThere } from './deployment';
import { isExcused, MAX_LATENCY_MS } from './excuse';
import { createFailures, type Failures } from './failures';
import type { Ledger } from './ledger';
import { repeatCreations } from './repetition';
import type { Trial } from './trial';
import { verifyLedgers, verifyTerms } from './verification';

const WRITERS = 6;
const READERS = 3;
const MAX_WRITES = 60;
/** The percentage of short outages, and their maximum duration in ms. */
const BRIEF_PERCENT = 30;
const MAX_BRIEF_MS = 3000;
/** The maximum latency of the health check, and its interval, in ms. */
const MAX_HEALTH_MS = 1000;
const INTERVAL_MS = 100;

/** Wraps a client so that late or missing answers are failures. */
const punctual =
  (ask: AttemptClient, failures: Failures): AttemptClient =>
  async (path, message) => {
    const attempt = await ask(path, message);
    const { status, body, milliseconds } = attempt;
    if (status === 0) failures.add('answer', `${message?.method ?? 'GET'} ${path} was not answered: ${body}`);
    if (milliseconds > MAX_LATENCY_MS)
      failures.add('slow', `${message?.method ?? 'GET'} ${path} was answered ${status} after ${milliseconds} ms.`);
    return attempt;
  };

/** Disconnects the database from a running service and reconnects it. */
export const outage: Trial = {
  about: 'While its database is away a service says so in time and goes on by itself when it is back, and has lost and doubled nothing.',
  rounds: { long: 20 },
  async run({ rounds, seed, note }) {
    const failures = createFailures();
    const proxy = await startProxy();
    const deployment = await createDeployment({ MONGODB_URI: proxy.uri, MONGODB_DB: freshMongo() });
    const { server } = await startThere(deployment);
    const bare = createAttemptClient(server.address, deployment.login);
    const ask = punctual(bare, failures);
    const ledgers: Ledger[] = [];
    let over = false;
    let [outages, healthChecks, refused, slowest, recovery] = [0, 0, 0, 0, 0];
    let onRefusal = (): unknown => undefined;
    const excuses = (attempt: Attempt): boolean => {
      const isExcuse = isExcused(attempt);
      refused += Number(isExcuse);
      onRefusal();
      return isExcuse;
    };
    const refusals = (count: number) => {
      const target = refused + count;
      return new Promise<void>((resolve) => {
        onRefusal = () => refused >= target && resolve();
      });
    };
    const askHealth = async () => {
      while (!over) {
        const { status, milliseconds } = await bare('/healthz');
        healthChecks += 1;
        slowest = Math.max(slowest, Math.round(milliseconds));
        if (status !== 200 || milliseconds > MAX_HEALTH_MS)
          failures.add('health', `/healthz was answered ${status} after ${milliseconds} ms.`);
        await delay(INTERVAL_MS);
      }
    };
    const read = async () => {
      while (!over) {
        const attempt = await ask(`${API}/events?per_page=5&start_date=2030-01-01`);
        const { status, body } = attempt;
        if (status !== 200 && !excuses(attempt)) failures.add('answer', `A list was answered ${status} ${JSON.stringify(body)}`);
        await delay(INTERVAL_MS);
      }
    };
    const beside = [askHealth(), ...Array.from({ length: READERS }, read)];

    for (let round = 0; round < rounds; round++) {
      const chance = createChance(seed, round);
      const crew = await startCrew({ round, seed, size: WRITERS, asks: [ask], failures, excuses });
      const { ledger } = crew;
      await crew.acknowledged(1 + chance.below(MAX_WRITES));
      outages += 1;
      const isSilent = chance.percent(50);
      if (isSilent) proxy.hush();
      else await proxy.down();
      if (chance.percent(BRIEF_PERCENT)) await delay(chance.below(MAX_BRIEF_MS));
      else await refusals(WRITERS);
      const began = performance.now();
      await proxy.up();
      const isBack = await crew.acknowledged(2 * WRITERS);
      const milliseconds = Math.round(performance.now() - began);
      recovery = Math.max(recovery, milliseconds);
      await crew.stop();
      if (!isBack) break;
      await repeatCreations({ ask, ledger, failures, excuses });
      ledgers.push(ledger);
      await verifyLedgers(bare, [ledger], failures);
      await verifyTerms(bare, failures);
      const how = isSilent ? 'silence' : 'refusal';
      note(
        `Round ${round + 1} of ${rounds}, ${how}: ${ledger.acknowledged} writes acknowledged, ${ledger.unsure} not; back in ${milliseconds} ms.`,
      );
    }

    over = true;
    await Promise.all(beside);
    if (failures.count('recovery') === 0) await verifyLedgers(bare, ledgers, failures);
    await end(server, failures);
    const figures = {
      outages,
      'acknowledged writes': ledgers.reduce((total, { acknowledged }) => total + acknowledged, 0),
      'refused with 503': refused,
      lost: failures.count('lost'),
      doubled: failures.count('doubled'),
      'slowest recovery ms': recovery,
      'health asked': healthChecks,
      'slowest health ms': slowest,
    };
    return { figures, failures: failures.list() };
  },
};
