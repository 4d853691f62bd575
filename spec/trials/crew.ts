import { waitAtMost } from '../../lib/deadline';
import type { Attempt, AttemptClient } from './attempt';
import { createChance } from './chance';
import { API } from './deployment';
import type { Failures } from './failures';
import { createLedger, type Ledger } from './ledger';
import { write } from './writer';

/** Concurrent writers of a round. */
export interface Crew {
  readonly ledger: Ledger;
  /** Resolves to true after `count` more acknowledged writes, or when all writers have stopped. Resolves to false after two minutes. */
  acknowledged(count: number): Promise<boolean>;
  /** Stops the writers and resolves when each has finished its request. */
  stop(): Promise<void>;
}

/** The options of a crew. */
export interface CrewOptions {
  readonly round: number;
  readonly seed: number;
  readonly size: number;
  /** Clients of one or several services, which the writers use in turn. */
  readonly asks: readonly AttemptClient[];
  readonly failures: Failures;
  readonly excuses?: (attempt: Attempt) => boolean;
}

/** Timeout in ms. It exceeds the time for which MongoDB keeps the transactions of a killed process. */
const TIMEOUT_MS = 120_000;
/** Delay in ms after a refused request. */
const PAUSE = 20;

/** Creates the journal event of a round and starts the writers. */
export const startCrew = async ({ round, seed, size, asks, failures, excuses }: CrewOptions): Promise<Crew> => {
  const ledger = createLedger(round);
  const [first] = asks;
  const json = { title: `Journal of ${ledger.day}`, start_date: `${ledger.day} 20:00:00`, end_date: `${ledger.day} 21:00:00` };
  const create = async () => first?.(`${API}/events`, { method: 'POST', json });
  let response = await create();
  while (response !== undefined && excuses?.(response)) response = await create();
  if (response?.status === 201) ledger.journal = { id: response.body.id, appended: new Set(), unsure: new Set() };
  else failures.add('answer', `The journal was answered ${response?.status} ${JSON.stringify(response?.body)}`);

  let stopped = false;
  let onStep = () => undefined as unknown;
  const writers = Array.from({ length: size }, (_, place) => {
    let isDisconnected = false;
    const ask: AttemptClient = async (path, message) => {
      const attempt = await (asks[place % asks.length] as AttemptClient)(path, message);
      isDisconnected = attempt.status === 0;
      if (attempt.status === 503) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return attempt;
    };
    const goesOn = () => {
      onStep();
      return !stopped && !isDisconnected;
    };
    return write({ name: `r${round}w${place}`, ask, chance: createChance(seed, round, place), ledger, failures, excuses, goesOn });
  });
  const ended = Promise.all(writers);
  return {
    ledger,
    async acknowledged(count) {
      const target = ledger.acknowledged + count;
      const reached = new Promise<void>((resolve) => {
        onStep = () => ledger.acknowledged >= target && resolve();
      });
      const onTimeout = () => {
        failures.add('recovery', `In round ${round + 1}, no ${count} writes were acknowledged within ${TIMEOUT_MS / 1000} s.`);
        return false;
      };
      return waitAtMost(
        TIMEOUT_MS,
        Promise.race([reached, ended]).then(() => true),
        { onTimeout, keepsAlive: true },
      );
    },
    async stop() {
      stopped = true;
      await ended;
    },
  };
};
