import { setTimeout as delay } from 'node:timers/promises';
import { start } from '../program/program';
import { createAttemptClient } from './attempt';
import { createChance } from './chance';
import { startCrew } from './crew';
import { createDeployment, end, kill, startThere } from './deployment';
import { countExcuses } from './excuse';
import { createFailures } from './failures';
import type { Ledger } from './ledger';
import { repeatCreations } from './repetition';
import type { Trial } from './trial';
import { verifyLedgers, verifyTerms } from './verification';

const WRITERS = 6;
/** The maximum number of acknowledged writes before the service is killed. */
const MAX_WRITES = 120;
/** The maximum delay before the kill. It is shorter than a write, so that kills hit writes in every phase. */
const MAX_DELAY_MS = 25;
/** The percentage of restarts that are killed too, and the maximum delay before that. */
const BROKEN_START_PERCENT = 20;
const MAX_START_DELAY_MS = 1500;

/**
 * Kills the service during writes, in each round.
 * MongoDB keeps the transactions of a killed process for a minute. Until then, other writes to their records get 503.
 */
export const crash: Trial = {
  about: 'A service that is killed under writes has lost nothing that it acknowledged, and done nothing twice, when it starts again.',
  rounds: { long: 100, short: 1 },
  async run({ rounds, seed, note }) {
    const failures = createFailures();
    const deployment = await createDeployment();
    const ledgers: Ledger[] = [];
    let kills = 0;
    let slowest = 0;
    let repeated = 0;
    let longestRepetition = 0;
    const { excuses, refused } = countExcuses(process.env['MONGODB_URI'] !== undefined);
    let { server } = await startThere(deployment);

    for (let round = 0; round < rounds; round++) {
      const chance = createChance(seed, round);
      const asks = [createAttemptClient(server.address, deployment.login)];
      const crew = await startCrew({ round, seed, size: WRITERS, asks, failures, excuses });
      await crew.acknowledged(1 + chance.below(MAX_WRITES));
      await delay(chance.below(MAX_DELAY_MS));
      await kill(server, failures);
      await crew.stop();
      kills += 1;
      if (chance.percent(BROKEN_START_PERCENT)) {
        const broken = start(['serve'], { PORT: '0', ...deployment.place });
        await delay(chance.below(MAX_START_DELAY_MS));
        broken.signal('SIGKILL');
        await broken.ended;
        kills += 1;
      }
      const started = await startThere(deployment);
      server = started.server;
      slowest = Math.max(slowest, started.milliseconds);
      const { ledger } = crew;
      const ask = createAttemptClient(server.address, deployment.login);
      const { creations, longest } = await repeatCreations({ ask, ledger, failures, excuses });
      repeated += creations;
      longestRepetition = Math.max(longestRepetition, longest);
      ledgers.push(ledger);
      await verifyLedgers(ask, [ledger], failures);
      await verifyTerms(ask, failures);
      note(`Round ${round + 1} of ${rounds}: ${ledger.acknowledged} writes acknowledged, ${ledger.unsure} without an answer.`);
    }

    const ask = createAttemptClient(server.address, deployment.login);
    await verifyLedgers(ask, ledgers, failures);
    await verifyTerms(ask, failures);
    await end(server, failures);
    const sum = (of: (ledger: Ledger) => number) => ledgers.reduce((total, ledger) => total + of(ledger), 0);
    const figures = {
      kills,
      'acknowledged writes': sum(({ acknowledged }) => acknowledged),
      'writes without an answer': sum(({ unsure }) => unsure),
      'refused with 503': refused(),
      'creations repeated': repeated,
      'longest repetition ms': longestRepetition,
      lost: failures.count('lost'),
      doubled: failures.count('doubled'),
      'slowest start ms': slowest,
    };
    return { figures, failures: failures.list() };
  },
};
