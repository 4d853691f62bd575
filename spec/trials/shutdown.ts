import { setTimeout as delay } from 'node:timers/promises';
import { type AttemptClient, createAttemptClient } from './attempt';
import { createChance } from './chance';
import { startCrew } from './crew';
import { API, createDeployment, end, startThere } from './deployment';
import { createFailures, type Failures } from './failures';
import { isSameState, type Ledger } from './ledger';
import type { Trial } from './trial';
import { verifyLedgers, verifyTerms } from './verification';
import { wordsOf } from './writer';

const WRITERS = 6;
const READERS = 3;
const MAX_WRITES = 80;
const MAX_DELAY_MS = 25;
const SHUTDOWN_SECONDS = 5;
/** Tolerance in ms beyond the shutdown time. */
const MARGIN_MS = 2500;

/** Reads long lists until the service stops answering. Returns their number. */
const readOn = async (ask: AttemptClient, failures: Failures): Promise<number> => {
  for (let lists = 0; ; lists++) {
    const { status, body, fault } = await ask(`${API}/events?per_page=1000&start_date=2030-01-01`);
    if (fault !== undefined) failures.add('answer', `A list was answered ${status}: ${fault}`);
    if (status === 0) return lists;
    if (status !== 200 && status !== 503) failures.add('answer', `A list was answered ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }
};

/** Checks that no write without an answer was stored. The service must answer all requests that it has started. */
const verifyAnswered = async (ask: AttemptClient, ledger: Ledger, failures: Failures): Promise<void> => {
  const unsure = ledger.entries.filter(({ states }) => states.length > 1).map((entry) => [entry, entry.states[0]] as const);
  await verifyLedgers(ask, [ledger], failures);
  for (const [{ tag, states }, before] of unsure)
    if (!isSameState(states[0], before)) failures.add('unanswered', `A change of ${tag} was stored, and its answer never came.`);
  const { body } = await ask(`${API}/events/${ledger.journal?.id}`);
  for (const word of wordsOf(String(body.description)))
    if (ledger.journal?.unsure.has(word)) failures.add('unanswered', `${word} was stored, and its answer never came.`);
};

/** Stops the service under load. */
export const shutdown: Trial = {
  about: 'A service that is told to stop under load ends in time with 0, and has answered in full, and stored, whatever it has begun.',
  rounds: { long: 50, short: 1 },
  async run({ rounds, seed, note }) {
    const failures = createFailures();
    const { place, login } = await createDeployment();
    const deployment = { place: { ...place, SHUTDOWN_SECONDS: String(SHUTDOWN_SECONDS) }, login };
    const ledgers: Ledger[] = [];
    let [slowest, lists] = [0, 0];
    let { server } = await startThere(deployment);

    for (let round = 0; round < rounds; round++) {
      const chance = createChance(seed, round);
      const ask = createAttemptClient(server.address, login);
      const readers = Array.from({ length: READERS }, () => readOn(ask, failures));
      const excuses = ({ status }: { readonly status: number }) => status === 503;
      const crew = await startCrew({ round, seed, size: WRITERS, asks: [ask], failures, excuses });
      const { ledger } = crew;
      await crew.acknowledged(1 + chance.below(MAX_WRITES));
      await delay(chance.below(MAX_DELAY_MS));
      const began = performance.now();
      await end(server, failures);
      const milliseconds = Math.round(performance.now() - began);
      slowest = Math.max(slowest, milliseconds);
      if (milliseconds > SHUTDOWN_SECONDS * 1000 + MARGIN_MS) failures.add('slow', `Round ${round + 1} ended after ${milliseconds} ms.`);
      for (const read of await Promise.all(readers)) lists += read;
      await crew.stop();

      ({ server } = await startThere(deployment));
      const asking = createAttemptClient(server.address, login);
      await verifyAnswered(asking, ledger, failures);
      await verifyTerms(asking, failures);
      ledgers.push(ledger);
      note(
        `Round ${round + 1} of ${rounds}: ${ledger.acknowledged} writes acknowledged, ${ledger.unsure} not; ended in ${milliseconds} ms.`,
      );
    }

    await verifyLedgers(createAttemptClient(server.address, login), ledgers, failures);
    await end(server, failures);
    const sum = (of: (ledger: Ledger) => number) => ledgers.reduce((total, ledger) => total + of(ledger), 0);
    const figures = {
      stops: rounds + 1,
      'acknowledged writes': sum(({ acknowledged }) => acknowledged),
      'writes without an answer': sum(({ unsure }) => unsure),
      lists,
      lost: failures.count('lost'),
      'stored without an answer': failures.count('unanswered'),
      'slowest stop ms': slowest,
    };
    return { figures, failures: failures.list() };
  },
};
