import { waitAtMost } from '../../lib/deadline';
import type { Attempt, Attempts } from './attempt';
import { createChance } from './chance';
import { API } from './deployment';
import type { Failures } from './failures';
import { createLedger, type Ledger } from './ledger';
import { write } from './writer';

/** Several who write at once, in a round. */
export interface Crew {
  readonly ledger: Ledger;
  /** Resolves once so many more writes were acknowledged, or all have stopped; that it takes two minutes is a failure, and false. */
  acknowledged(count: number): Promise<boolean>;
  /** Lets each finish the request that it has begun; resolves when all have. */
  stop(): Promise<void>;
}

/** What a crew works with. */
export interface CrewTerms {
  readonly round: number;
  readonly seed: number;
  readonly size: number;
  /** What asks the service; where there are several services, the writers take turns. */
  readonly asks: readonly Attempts[];
  readonly failures: Failures;
  readonly excuses?: (attempt: Attempt) => boolean;
}

/** Longer than MongoDB keeps what a process that is gone has begun, in ms. */
const PATIENCE = 120_000;
/** How long a writer waits after a request that was not acknowledged, in ms. */
const PAUSE = 20;

/** Makes the journal of a round, and sets its writers to work: for as long as they are answered, until they are stopped. */
export const startCrew = async ({ round, seed, size, asks, failures, excuses }: CrewTerms): Promise<Crew> => {
  const ledger = createLedger(round);
  const [first] = asks;
  const json = { title: `Journal of ${ledger.day}`, start_date: `${ledger.day} 20:00:00`, end_date: `${ledger.day} 21:00:00` };
  const make = async () => first?.(`${API}/events`, { method: 'POST', json });
  let made = await make();
  while (made !== undefined && excuses?.(made)) made = await make();
  if (made?.status === 201) ledger.journal = { id: made.body.id, appended: new Set(), unsure: new Set() };
  else failures.add('answer', `The journal was answered ${made?.status} ${JSON.stringify(made?.body)}`);

  let stopped = false;
  let heard = () => undefined as unknown;
  const writers = Array.from({ length: size }, (_, place) => {
    let gone = false;
    const ask: Attempts = async (path, message) => {
      const attempt = await (asks[place % asks.length] as Attempts)(path, message);
      gone = attempt.status === 0;
      if (attempt.status === 503) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return attempt;
    };
    const goesOn = () => {
      heard();
      return !stopped && !gone;
    };
    return write({ name: `r${round}w${place}`, ask, chance: createChance(seed, round, place), ledger, failures, excuses, goesOn });
  });
  const ended = Promise.all(writers);
  return {
    ledger,
    async acknowledged(count) {
      const target = ledger.acknowledged + count;
      const reached = new Promise<void>((resolve) => {
        heard = () => ledger.acknowledged >= target && resolve();
      });
      const late = () => {
        failures.add('recovery', `In round ${round + 1}, no ${count} writes were acknowledged within ${PATIENCE / 1000} s.`);
        return false;
      };
      return waitAtMost(
        PATIENCE,
        Promise.race([reached, ended]).then(() => true),
        { late, keepsAlive: true },
      );
    },
    async stop() {
      stopped = true;
      await ended;
    },
  };
};
