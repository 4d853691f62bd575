import { setTimeout as delay } from 'node:timers/promises';
import { API } from './deployment';
import { creationOf, type Entry } from './ledger';
import { type RecordedWrites, recordResult } from './writer';

/** Timeout in ms. MongoDB ends the transactions of a killed process after 60 s, in a check every 30 s. */
const TIMEOUT_MS = 120_000;
const INTERVAL_MS = 200;

/** The number of repeated creations, and the longest time that one took in ms. */
export interface Repetition {
  readonly creations: number;
  readonly longest: number;
}

/** Repeats all creations with an `Idempotency-Key` and expects the ID of the first acknowledgement. */
export const repeatCreations = async (recorded: RecordedWrites): Promise<Repetition> => {
  const { ask, ledger, failures } = recorded;
  let creations = 0;
  let longest = 0;

  const repeat = async (entry: Entry, key: string): Promise<void> => {
    const began = performance.now();
    // The answer of a creation may be missing if the database was away when the service stored it. If the record was deleted since, a
    // repeated creation gets 404.
    const mayBeGone = entry.id !== undefined && entry.states.includes(undefined);
    while (performance.now() - began < TIMEOUT_MS) {
      const attempt = await ask(`${API}/events`, { method: 'POST', json: creationOf(entry), headers: { 'idempotency-key': key } });
      const settled = recordResult(recorded, `The creation of ${entry.tag}, repeated,`, attempt, mayBeGone ? [409, 404] : [409]);
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
      await delay(INTERVAL_MS);
    }
    failures.add('keys', `The creation of ${entry.tag}, repeated, was not acknowledged within ${TIMEOUT_MS / 1000} s.`);
  };

  for (const entry of ledger.entries) if (entry.key !== undefined) await repeat(entry, entry.key);
  return { creations, longest };
};
