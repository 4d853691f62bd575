import { API } from './deployment';
import { creationOf } from './ledger';
import { type Recorded, settle } from './writer';

/** After so many requests that were not acknowledged it gives up. */
const ATTEMPTS = 50;

/** Sends every creation of a round that had an `Idempotency-Key` once more: each must be acknowledged, as the record that it was acknowledged as. */
export const repeatCreations = async (writing: Recorded): Promise<number> => {
  const { ask, ledger, failures } = writing;
  let repeated = 0;
  for (const entry of ledger.entries) {
    if (entry.key === undefined) continue;
    const message = { method: 'POST', json: creationOf(entry), headers: { 'idempotency-key': entry.key } };
    const again = async (left: number): Promise<void> => {
      const attempt = await ask(`${API}/events`, message);
      const settled = settle(writing, `The creation of ${entry.tag}, repeated,`, attempt, [409]);
      if (settled !== 'done') {
        if (left > 0) return again(left - 1);
        failures.add('keys', `The creation of ${entry.tag} was not acknowledged in ${ATTEMPTS} attempts.`);
        return;
      }
      repeated += 1;
      const { id } = attempt.body;
      if (entry.id !== undefined && entry.id !== id)
        failures.add('doubled', `${entry.tag} was created as ${entry.id}, and with the same key as ${id}.`);
      if (entry.id === undefined) entry.states = [entry.first];
      entry.id ??= id;
    };
    await again(ATTEMPTS);
  }
  return repeated;
};
