import { setTimeout as delay } from 'node:timers/promises';
import { start } from '../program/program';
import { createAttempts } from './attempt';
import { createChance } from './chance';
import { startCrew } from './crew';
import { createDeployment, end, kill, startThere } from './deployment';
import { createFailures } from './failures';
import type { Ledger } from './ledger';
import { repeatCreations } from './repetition';
import type { Trial } from './trial';
import { verifyLedgers, verifyTerms } from './verification';

const WRITERS = 6;
/** At most so many writes are acknowledged before the service is killed. */
const MOST_WRITES = 120;
/** And after the last of them so many ms pass: less than a write takes, so that the others are at every stage of theirs. */
const MOST_MILLISECONDS = 25;
/** Of so many restarts in a hundred one more is killed while it starts, after so many ms at most. */
const BROKEN_STARTS = 20;
const START_MILLISECONDS = 1500;

/** Kills the service under writes, again and again. */
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
    let { server } = await startThere(deployment);

    for (let round = 0; round < rounds; round++) {
      const chance = createChance(seed, round);
      const asks = [createAttempts(server.address, deployment.login)];
      const crew = await startCrew({ round, seed, size: WRITERS, asks, failures });
      await crew.acknowledged(1 + chance.below(MOST_WRITES));
      await delay(chance.below(MOST_MILLISECONDS));
      await kill(server, failures);
      await crew.stop();
      kills += 1;
      if (chance.percent(BROKEN_STARTS)) {
        const broken = start(['serve'], { PORT: '0', ...deployment.place });
        await delay(chance.below(START_MILLISECONDS));
        broken.signal('SIGKILL');
        await broken.ended;
        kills += 1;
      }
      const started = await startThere(deployment);
      server = started.server;
      slowest = Math.max(slowest, started.milliseconds);
      const { ledger } = crew;
      const ask = createAttempts(server.address, deployment.login);
      repeated += await repeatCreations({ ask, ledger, failures });
      ledgers.push(ledger);
      await verifyLedgers(ask, [ledger], failures);
      await verifyTerms(ask, failures);
      note(`Round ${round + 1} of ${rounds}: ${ledger.acknowledged} writes acknowledged, ${ledger.unsure} without an answer.`);
    }

    const ask = createAttempts(server.address, deployment.login);
    await verifyLedgers(ask, ledgers, failures);
    await verifyTerms(ask, failures);
    await end(server, failures);
    const sum = (of: (ledger: Ledger) => number) => ledgers.reduce((total, ledger) => total + of(ledger), 0);
    const figures = {
      kills,
      'acknowledged writes': sum(({ acknowledged }) => acknowledged),
      'writes without an answer': sum(({ unsure }) => unsure),
      'creations repeated': repeated,
      lost: failures.count('lost'),
      doubled: failures.count('doubled'),
      'slowest start ms': slowest,
    };
    return { figures, failures: failures.list() };
  },
};
