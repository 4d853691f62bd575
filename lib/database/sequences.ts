import type { Collection } from 'mongodb';

/** The last ID that a sequence has given. */
export interface Counter {
  readonly _id: string;
  readonly value: number;
}

/** The most IDs that are reserved ahead. */
const MOST_AHEAD = 64;
/** If the last reservation was used up within so many ms per ID, the next one is twice as large. */
const SOON_MILLISECONDS = 100;

/** A block of reserved IDs: its first free ID, its end, its size and when it was reserved. */
interface Ahead {
  next: number;
  readonly end: number;
  readonly many: number;
  readonly taken: number;
}

/**
 * Creates the function that takes IDs of a sequence and returns the first. Single IDs are reserved in blocks that suit
 * the `underWay` transactions, so most need no query. Unused IDs of a block remain gaps.
 */
export function createSequences(counters: () => Collection<Counter>, underWay: () => number) {
  const ahead = new Map<string, Ahead>();
  const asked = new Map<string, Promise<void>>();

  const take = async (sequence: string, count: number): Promise<number> => {
    const counter = await counters().findOneAndUpdate(
      { _id: sequence },
      { $inc: { value: count } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!counter) throw new Error(`The sequence ${sequence} has no counter.`);
    return counter.value - count + 1;
  };
  const fill = async (sequence: string, count: number): Promise<void> => {
    const taken = performance.now();
    const last = ahead.get(sequence);
    const following = last !== undefined && taken - last.taken < SOON_MILLISECONDS * last.many ? 2 * last.many : 1;
    const many = Math.min(Math.max(underWay(), following, count), MOST_AHEAD);
    const next = await take(sequence, many);
    ahead.set(sequence, { next, end: next + many, many, taken });
  };

  return async (sequence: string, count = 1): Promise<number> => {
    if (count > MOST_AHEAD) return take(sequence, count);
    for (;;) {
      const ids = ahead.get(sequence);
      if (ids !== undefined && ids.next + count <= ids.end) {
        ids.next += count;
        return ids.next - count;
      }
      const asking = asked.get(sequence) ?? fill(sequence, count).finally(() => asked.delete(sequence));
      asked.set(sequence, asking);
      await asking;
    }
  };
}
