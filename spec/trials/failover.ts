import { setTimeout as delay } from 'node:timers/promises';
import { createAttemptClient } from './attempt';
import { createChance } from './chance';
import { startCrew } from './crew';
import { createDeployment, end, startThere } from './deployment';
import { countExcuses } from './excuse';
import { createFailures } from './failures';
import type { Ledger } from './ledger';
import { repeatCreations } from './repetition';
import { startReplicaSet } from './replica-set';
import type { Trial } from './trial';
import { verifyLedgers, verifyTerms } from './verification';

const WRITERS = 8;
const MAX_WRITES = 80;
const MAX_DELAY_MS = 25;

/** Kills the primary of a replica set under a running service. */
export const failover: Trial = {
  about:
    'When the primary of a replica set is killed, a service refuses with 503 until there is another, and has lost and doubled nothing.',
  rounds: { long: 20 },
  only: 'mongodb',
  async run({ rounds, seed, note }) {
    const failures = createFailures();
    const set = await startReplicaSet(3);
    const deployment = await createDeployment({ MONGODB_URI: set.uri, MONGODB_DB: 'failover' });
    const { server } = await startThere(deployment);
    const ask = createAttemptClient(server.address, deployment.login);
    const ledgers: Ledger[] = [];
    let longest = 0;
    let kills = 0;
    const { excuses, refused } = countExcuses();

    for (let round = 0; round < rounds; round++) {
      const chance = createChance(seed, round);
      const crew = await startCrew({ round, seed, size: WRITERS, asks: [ask], failures, excuses });
      const { ledger } = crew;
      await crew.acknowledged(1 + chance.below(MAX_WRITES));
      await delay(chance.below(MAX_DELAY_MS));
      const began = performance.now();
      kills += 1;
      const restart = await set.killPrimary();
      // Acknowledgements from the old primary may arrive after the kill, so more than one write per writer is awaited.
      const isBack = await crew.acknowledged(2 * WRITERS);
      const milliseconds = Math.round(performance.now() - began);
      longest = Math.max(longest, milliseconds);
      await restart();
      await crew.stop();
      if (!isBack) break;
      await repeatCreations({ ask, ledger, failures, excuses });
      ledgers.push(ledger);
      await verifyLedgers(ask, [ledger], failures);
      await verifyTerms(ask, failures);
      note(
        `Round ${round + 1} of ${rounds}: ${ledger.acknowledged} writes acknowledged, ${ledger.unsure} not; again after ${milliseconds} ms.`,
      );
    }

    if (failures.count('recovery') === 0) await verifyLedgers(ask, ledgers, failures);
    await end(server, failures);
    await set.stop();
    const figures = {
      kills,
      'acknowledged writes': ledgers.reduce((total, { acknowledged }) => total + acknowledged, 0),
      'refused with 503': refused(),
      lost: failures.count('lost'),
      doubled: failures.count('doubled'),
      'longest without writes ms': longest,
    };
    return { figures, failures: failures.list() };
  },
};
