import { performance } from 'node:perf_hooks';
import { errors } from '../errors';
import { createLimiter } from '../limiter';
import { createArrivals, createLoopProbe } from './event-loop';
import type { Limits } from './options';
import { createPace, createWorkCosts } from './work-costs';

/** A piece of work that asks for its turn. */
interface Applicant {
  /** What work of its cost has in common; undefined: it costs what is usual. */
  readonly sort?: string | undefined;
  /** Whether anybody still waits for it. */
  isWanted?(): boolean;
}

/** How full the service is: requests, each counted as often as it costs, and how many are let in at once at the moment. */
export interface Load {
  readonly inside: number;
  readonly waiting: number;
  readonly most: number;
}

/** Lets in what there is hope to serve in time. */
export interface Admission {
  /** Throws `rest_overloaded` where a request that came now would wait too long. */
  check(): void;
  /** Does the work when its turn has come. Throws `rest_overloaded`, before any work, where that is not in time. */
  run<T>(work: () => Promise<T>, applicant?: Applicant): Promise<T>;
  /** Hears that somebody has connected. */
  arrived(): void;
  load(): Load;
}

/** The part of the places that one piece of work takes at most, and the least that is let in at once. */
const DEAREST = 1 / 4;
const LEAST = 8;

/** The part of the time that one may wait or take: what is expected is exceeded now and then. */
const LIKELY = 0.75;

/** How often it is looked whether fewer or more are let in, in ms, and how busy the event loop is where it has too much to do (1 is always). */
const SAMPLE_MILLISECONDS = 100;
const BUSY = 0.6;
/** How long a turn of the event loop should take at most, in ms: in each of them Node.js takes one connection, however many come. */
const LONG_TURN_MILLISECONDS = 20;
const SHRINK = 0.8;
const GROW = 1.1;

/**
 * Makes the door of the service. `concurrent` pieces of usual work are inside at most, and fewer where the event loop is so busy that they would
 * take longer than one may wait; the others wait in the order of their coming. Who has waited for `queueMilliseconds`, or whose client has gone, is
 * refused before others are let in, and who comes last at once where all that wait would take about as long. `waited` tells how long requests
 * have waited for one another so far, in ms of all of them: that costs nothing, however long it takes; `waiting`, how many do so at the moment
 * that the event loop is none the busier for.
 */
export const createAdmission = (
  { concurrent, queueMilliseconds: hope }: Pick<Limits, 'concurrent' | 'queueMilliseconds'>,
  waited: () => number = () => 0,
  waiting: () => number = () => 0,
): Admission => {
  let most = concurrent;
  let isCrowded = false;
  const arrivals = createArrivals(() => turns.handOn());
  // Who connects is heard before more is begun: otherwise many wait where nobody sees them.
  const places = (): number => Math.min(concurrent, most + waiting());
  const turns = createLimiter(() => (arrivals.continue() ? 1 : places()));
  const costs = createWorkCosts(Math.max(1, Math.floor(concurrent * DEAREST)));
  const pace = createPace(hope);
  const loop = createLoopProbe();
  let waitedBefore = 0;
  let since = performance.eventLoopUtilization();
  let sampled = performance.now();

  const refusal = () => errors.overloaded(Math.max(1, Math.ceil(hope / 1000)));

  /** What work of a sort costs: while there is no crowd each piece of it takes a place, however long it waits for others. */
  const costOf = (sort: string | undefined): number => (isCrowded ? Math.max(1, Math.min(Math.floor(most), costs.of(sort))) : 1);

  /** How long a piece of work that came now would wait, in ms: for the event loop, and for all who came before it. */
  const expected = (cost: number): number => {
    const before = turns.taken() + turns.waiting();
    if (before === 0 || before + cost <= places()) return 0;
    return loop.milliseconds() + (turns.waiting() + cost) * (pace.each() ?? costs.mean() / most);
  };

  /** Lets fewer in while the event loop has too much to do, and more again otherwise: what waits for others costs it nothing. */
  const adapt = (): void => {
    if (performance.now() - sampled < SAMPLE_MILLISECONDS) return;
    sampled = performance.now();
    const { utilization } = performance.eventLoopUtilization(since);
    since = performance.eventLoopUtilization();
    // How often what a request takes fits into what it may take.
    const room = (hope * LIKELY) / Math.max(1, costs.mean());
    isCrowded = utilization > BUSY || room < 1;
    const turn = loop.milliseconds();
    if (utilization <= BUSY || (room > 2 && turn < LONG_TURN_MILLISECONDS / 2)) most = Math.min(concurrent, most * GROW);
    else if (room < 1 || turn > LONG_TURN_MILLISECONDS) most = Math.max(Math.min(LEAST, concurrent), most * SHRINK);
  };

  const check = (cost = 1): void => {
    loop.look();
    adapt();
    // More of those inside may wait by now.
    turns.handOn();
    if (expected(cost) > hope * LIKELY) throw refusal();
  };

  const learn = (sort: string | undefined, took: number): void => {
    const now = waited();
    costs.learn(sort, took, now - waitedBefore);
    waitedBefore = now;
  };

  const run = async <T>(work: () => Promise<T>, { sort, isWanted }: Applicant = {}): Promise<T> => {
    const cost = costOf(sort);
    check(cost);
    const leave = await turns.take({ milliseconds: hope, late: refusal, ...(isWanted && { isWanted }) }, cost);
    const started = performance.now();
    let isAnswered = false;
    try {
      const answer = await work();
      isAnswered = true;
      return answer;
    } finally {
      // Not before what it came to is written too, which for a large answer is most of the work.
      setImmediate(() => {
        // What was refused tells nothing of what it would have cost.
        if (isAnswered) learn(sort, performance.now() - started);
        pace.done(cost, turns.waiting() > 0);
        adapt();
        leave();
      });
    }
  };

  return { check, run, arrived: arrivals.heard, load: () => ({ inside: turns.taken(), waiting: turns.waiting(), most: Math.floor(most) }) };
};

/** Makes the function that counts a request of an address; throws `rest_too_many_requests` beyond so many a minute. 0: none is counted. */
export const createRateLimit = (perMinute: number): ((address: string) => Promise<void>) => {
  if (perMinute === 0) return async () => undefined;
  // Loaded where something is counted: it brings a limiter for every database.
  const { RateLimiterMemory, RateLimiterRes } = require('rate-limiter-flexible') as typeof import('rate-limiter-flexible');
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => {
    try {
      await limiter.consume(address);
    } catch (reason) {
      if (reason instanceof RateLimiterRes) throw errors.tooManyRequests(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
      throw reason;
    }
  };
};
