import { setTimeout as delay } from 'node:timers/promises';
import { API } from './deployment';
import { creationOf, type Entry } from './ledger';
import { type Recorded, settle } from './writer';

/** For so long, in ms, a creation is sent again: MongoDB keeps what a process that is gone has begun for 60 s, and looks for it twice a minute. */
const PATIENCE = 120_000;
const PAUSE = 200;

/** What repeating came to: how many creations, and how long one had to be repeated at most, in ms. */
export interface Repetition {
  readonly creations: number;
  readonly longest: number;
}

/** Sends every creation of a round that had an `Idempotency-Key` once more: each must be acknowledged, as the record that it was acknowledged as. */
export const repeatCreations = async (recorded: Recorded): Promise<Repetition> => {
  const { ask, ledger, failures } = recorded;
  let creations = 0;
  let longest = 0;

  const repeat = async (entry: Entry, key: string): Promise<void> => {
    const began = performance.now();
    // Of what was acknowledged and has been removed for good since, there is no answer where it could not be kept: the database was away.
    const mayBeGone = entry.id !== undefined && entry.states.includes(undefined);
    while (performance.now() - began < PATIENCE) {
      const attempt = await ask(`${API}/events`, { method: 'POST', json: creationOf(entry), headers: { 'idempotency-key': key } });
      const settled = settle(recorded, `The creation of ${entry.tag}, repeated,`, attempt, mayBeGone ? [409, 404] : [409]);
      if (settled === 'refused' && attempt.status === 404) return;
      if (settled === 'done') {
        creations += 1;
        longest = Math.max(longest, Math.round(performance.now() - began));
        const { id } = attempt.body;
        if (entry.id === undefined) entry.states = [entry.first];
        else if (entry.id !== id) failures.add('doubled', `${entry.tag} is ${entry.id}, and ${id} by the same key.`);
        entry.id ??= id;
        return;
      }
      await delay(PAUSE);
    }
    failures.add('keys', `The creation of ${entry.tag}, repeated, was not acknowledged within ${PATIENCE / 1000} s.`);
  };

  for (const entry of ledger.entries) if (entry.key !== undefined) await repeat(entry, entry.key);
  return { creations, longest };
};
