import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { ask, ready, stop } from '../program/program';
import { runs } from '../support/runs';
import { MALFORMED_REQUESTS } from './hostile/no-request';
import { anyPlan, type Plan } from './hostile/plan';
import { openSociety } from './hostile/society';
import { defectOf, isRefusedForNow } from './hostile/soundness';
import { startHostileService } from './hostile/stand';
import { createStatistics } from './hostile/tally';
import { type EncodedRequest, encodePlan } from './hostile/wire';
import { readIndex } from './index-route';
import { type Line, openLine } from './line';
import type { Outcome, Terms, Trial } from './trial';

/** Concurrent connections. */
const LINES = 8;
/** Requests that fast-check generates at a time. */
const BATCH = 128;
/** Requests between two clean-ups of the records. */
const CLEAN_UP_INTERVAL = 1000;
/** One of so many requests is malformed. */
const MALFORMED_INTERVAL = 150;
/** The maximum latency of an answer, and the timeout, in ms. */
const MAX_LATENCY_MS = 2000;
const TIMEOUT_MS = 10_000;
/** Timeout in ms for requests that need no answer. */
const MALFORMED_TIMEOUT_MS = 100;
const MAX_FAILURES = 20;

/** Creates a function that returns the plan of a request number, reproducible by the seed. */
const plansOf = (plan: fc.Arbitrary<Plan>, seed: number) => {
  let batch: readonly Plan[] = [];
  return (number: number): Plan => {
    if (number % BATCH === 0) batch = fc.sample(plan, { seed: (seed * 1_000_003 + number) | 0, numRuns: BATCH });
    const found = batch[number % BATCH];
    if (found === undefined) throw new Error(`There is no request ${number}.`);
    return found;
  };
};

/** Malformed bytes for every 150th request. */
const malformedAt = (number: number): EncodedRequest | undefined => {
  const malformed =
    number % MALFORMED_INTERVAL === MALFORMED_INTERVAL - 1
      ? MALFORMED_REQUESTS[Math.floor(number / MALFORMED_INTERVAL) % MALFORMED_REQUESTS.length]
      : undefined;
  return malformed && { bytes: Buffer.from(malformed.text, 'latin1'), method: 'GET', isBroken: !malformed.isAnswered };
};

/** A client address that differs between consecutive requests. */
const addressAt = (number: number): string => `10.${number % 250}.${(number >> 8) % 250}.${(number >> 16) % 250}`;

/** Finds log lines that are errors or not JSON. */
const logFailures = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line !== '' && !(Number(/^\{"level":(\d+)/.exec(line)?.[1]) < 50))
    .slice(0, MAX_FAILURES)
    .map((line) => `The log says: ${line.slice(0, 600)}`);

const run = async ({ rounds, seed, timed, note }: Terms): Promise<Outcome> => {
  const { service, administrator, authorizationOf, secrets } = await startHostileService();
  const society = openSociety(service, administrator);
  // Repeated runs list the records that earlier ones have created.
  for (let times = 0; times < 3; times += 1) await society.tend();
  const planAt = plansOf(anyPlan(await readIndex(service.address)), seed);
  const failures: string[] = [];
  const tally = createStatistics(rounds, service.pid);

  const fail = (number: number, why: string, bytes: Buffer, plan: Plan): void => {
    const file = path.join(tmpdir(), `hostile-${seed}-${number}.http`);
    writeFileSync(file, bytes);
    failures.push(`request ${number} of seed ${seed} ${why}; its bytes, for nc, are in ${file}: ${JSON.stringify(plan).slice(0, 1500)}`);
  };

  const send = async (line: Line, number: number): Promise<void> => {
    const plan = planAt(number);
    const malformed = malformedAt(number);
    const { bytes, method, isBroken } = malformed ?? encodePlan(plan, society.population, authorizationOf(plan.asker), addressAt(number));
    const isAlone = isBroken || malformed !== undefined;
    if (isAlone) line.hangUp();
    const sendOnce = async () => {
      const began = performance.now();
      const received = await line.ask(bytes, method, isBroken ? MALFORMED_TIMEOUT_MS : TIMEOUT_MS);
      return { received, milliseconds: isBroken ? 0 : performance.now() - began };
    };
    const { received, milliseconds } = await sendOnce();
    if (isAlone) line.hangUp();
    if (received === undefined) {
      tally.count(number, 'without answer', milliseconds);
      if (!isBroken) fail(number, `has no answer after ${Math.round(milliseconds)} ms`, bytes, plan);
    } else if (isRefusedForNow(received)) {
      tally.count(number, 'refused 503', milliseconds);
      if (timed) fail(number, 'was refused for now', bytes, plan);
    } else {
      tally.count(number, received.status, milliseconds);
      // A single slow answer may be caused by the machine.
      if (timed && milliseconds > MAX_LATENCY_MS && (await sendOnce()).milliseconds > MAX_LATENCY_MS)
        fail(number, `took over ${MAX_LATENCY_MS} ms twice`, bytes, plan);
      const wrong = defectOf(received, method, secrets, isAlone ? undefined : plan);
      if (wrong !== undefined) fail(number, `got a wrong answer, ${wrong}`, bytes, plan);
    }
  };

  let next = 0;
  let tended = Promise.resolve();
  const work = async (): Promise<void> => {
    const line = openLine(Number(new URL(service.address).port));
    while (next < rounds && failures.length < MAX_FAILURES) {
      const number = next;
      next += 1;
      if (number > 0 && number % Math.ceil(rounds / 10) === 0) note(`${number} requests, ${tally.weigh()} MB, ${failures.length} failures`);
      if (number > 0 && number % CLEAN_UP_INTERVAL === 0) tended = tended.then(society.tend);
      await send(line, number);
    }
    line.hangUp();
  };
  await Promise.all(Array.from({ length: LINES }, work));
  tally.weigh();
  const figures = tally.figures(next);
  await tended;

  await ready(service.address);
  const { status } = await ask(service.address, '/en/cal/events/v1/events');
  if (status !== 200) failures.push(`After it all the list of events is answered ${status}.`);
  const unlawful = await society.unlawful();
  if (unlawful > 0) failures.push(`${unlawful} records were made by people who may make none.`);
  failures.push(...tally.growth());
  await stop(service);
  failures.push(...logFailures(service.err()));
  return { figures, failures };
};

/** Sends random requests to all routes of the index, most of them invalid or malicious. A round is one request. */
export const hostile: Trial = {
  about: 'every request of every client gets a correct answer in time, without internal details and without forbidden effects',
  rounds: { long: 1_000_000, short: runs(5000) },
  run,
};
