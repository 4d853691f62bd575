import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { ask, ready, stop } from '../program/program';
import { NO_REQUESTS } from './hostile/no-request';
import { anyPlan, type Plan } from './hostile/plan';
import { openSociety } from './hostile/society';
import { isRefusedForNow, unsound } from './hostile/soundness';
import { openStand } from './hostile/stand';
import { openTally } from './hostile/tally';
import { type Wired, wired } from './hostile/wire';
import { readIndex } from './index-route';
import { type Line, openLine } from './line';
import type { Outcome, Terms, Trial } from './trial';

/** Connections that ask at once. */
const LINES = 8;
/** Requests that are made up at once. */
const BATCH = 128;
/** After how many requests the administrator sees to it that records are neither too many nor too few. */
const TENDED = 1000;
/** One in so many is no request at all. */
const NONE = 150;
/** How long an answer may take, and how long one is waited for, in ms. */
const LATEST = 2000;
const PATIENCE = 10_000;
/** How long is waited for the answer to what need not get any, in ms. */
const GLANCE = 100;
const MOST_FAILURES = 20;

/** The plans of a seed, to be asked for in their order. */
const plansOf = (plan: fc.Arbitrary<Plan>, seed: number) => {
  let made: readonly Plan[] = [];
  return (number: number): Plan => {
    if (number % BATCH === 0) made = fc.sample(plan, { seed: (seed * 1_000_003 + number) | 0, numRuns: BATCH });
    const found = made[number % BATCH];
    if (found === undefined) throw new Error(`There is no request ${number}.`);
    return found;
  };
};

/** Bytes that are no request, now and then. */
const noneAt = (number: number): Wired | undefined => {
  const none = number % NONE === NONE - 1 ? NO_REQUESTS[Math.floor(number / NONE) % NO_REQUESTS.length] : undefined;
  return none && { bytes: Buffer.from(none.text, 'latin1'), method: 'GET', isBroken: !none.isAnswered };
};

/** An address of its own for each of the requests that come within a while. */
const addressAt = (number: number): string => `10.${number % 250}.${(number >> 8) % 250}.${(number >> 16) % 250}`;

/** What stands in the log that is no line of it, or one of an error. */
const logFailures = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line !== '' && !(Number(/^\{"level":(\d+)/.exec(line)?.[1]) < 50))
    .slice(0, MOST_FAILURES)
    .map((line) => `The log says: ${line.slice(0, 600)}`);

const run = async ({ rounds, seed, timed, note }: Terms): Promise<Outcome> => {
  const { service, administrator, authorizationOf, secrets } = await openStand();
  const society = openSociety(service, administrator);
  // What is made is known when it is looked for again.
  for (let times = 0; times < 3; times += 1) await society.tend();
  const planAt = plansOf(anyPlan(await readIndex(service.address)), seed);
  const failures: string[] = [];
  const tally = openTally(rounds, service.pid);

  const fail = (number: number, why: string, bytes: Buffer, plan: Plan): void => {
    const file = path.join(tmpdir(), `hostile-${seed}-${number}.http`);
    writeFileSync(file, bytes);
    failures.push(`request ${number} of seed ${seed} ${why}; its bytes, for nc, are in ${file}: ${JSON.stringify(plan).slice(0, 1500)}`);
  };

  const send = async (line: Line, number: number): Promise<void> => {
    const plan = planAt(number);
    const none = noneAt(number);
    const { bytes, method, isBroken } = none ?? wired(plan, society.population, authorizationOf(plan.asker), addressAt(number));
    const isAlone = isBroken || none !== undefined;
    if (isAlone) line.hangUp();
    const asked = async () => {
      const began = performance.now();
      const received = await line.ask(bytes, method, isBroken ? GLANCE : PATIENCE);
      return { received, milliseconds: isBroken ? 0 : performance.now() - began };
    };
    const { received, milliseconds } = await asked();
    if (isAlone) line.hangUp();
    if (received === undefined) {
      tally.count(number, 'without answer', milliseconds);
      if (!isBroken) fail(number, `has no answer after ${Math.round(milliseconds)} ms`, bytes, plan);
    } else if (isRefusedForNow(received)) {
      tally.count(number, 'refused 503', milliseconds);
      if (timed) fail(number, 'was refused for now', bytes, plan);
    } else {
      tally.count(number, received.status, milliseconds);
      // A machine that stood still does not do so again.
      if (timed && milliseconds > LATEST && (await asked()).milliseconds > LATEST)
        fail(number, `took over ${LATEST} ms twice`, bytes, plan);
      const wrong = unsound(received, method, secrets, isAlone ? undefined : plan);
      if (wrong !== undefined) fail(number, `got a wrong answer, ${wrong}`, bytes, plan);
    }
  };

  let next = 0;
  let tended = Promise.resolve();
  const work = async (): Promise<void> => {
    const line = openLine(Number(new URL(service.address).port));
    while (next < rounds && failures.length < MOST_FAILURES) {
      const number = next;
      next += 1;
      if (number > 0 && number % Math.ceil(rounds / 10) === 0) note(`${number} requests, ${tally.weigh()} MB, ${failures.length} failures`);
      if (number > 0 && number % TENDED === 0) tended = tended.then(society.tend);
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

/** Requests at random to all that the service’s own index names, most of them hostile; one round is one request. */
export const hostile: Trial = {
  about: 'whatever is sent, by whomever, is answered soon and soundly, tells nothing of the inside, and does nothing that is not allowed',
  rounds: { long: 1_000_000, short: 1500 },
  run,
};
