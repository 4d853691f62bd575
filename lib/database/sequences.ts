import type { Collection } from 'mongodb';

/** The last reserved ID of a sequence. */
export interface Counter {
  readonly _id: string;
  readonly value: number;
}

/** The most IDs in a reserved block. */
const MOST_RESERVED = 64;
/** If a block lasts less than this time per ID, in ms, the next block is twice as large. */
const SOON_MILLISECONDS = 100;

/** A block of reserved IDs, up to `end` (exclusive). `reserved` is the time on the clock of `performance`, in ms. */
interface Block {
  next: number;
  readonly end: number;
  readonly size: number;
  readonly reserved: number;
}

/**
 * Creates the function that reserves IDs of a sequence and returns the first. Single IDs come from blocks, so many need no query. Unused
 * IDs of a block remain gaps.
 */
export function createSequences(counters: () => Collection<Counter>) {
  const blocks = new Map<string, Block>();
  const reserving = new Map<string, Promise<void>>();

  const take = async (sequence: string, count: number): Promise<number> => {
    const options = { upsert: true, returnDocument: 'after' } as const;
    const counter = await counters().findOneAndUpdate({ _id: sequence }, { $inc: { value: count } }, options);
    if (!counter) throw new Error(`The sequence ${sequence} has no counter.`);
    return counter.value - count + 1;
  };
  const reserve = async (sequence: string, count: number): Promise<void> => {
    const reserved = performance.now();
    const last = blocks.get(sequence);
    const following = last !== undefined && reserved - last.reserved < SOON_MILLISECONDS * last.size ? 2 * last.size : 1;
    const size = Math.min(Math.max(following, count), MOST_RESERVED);
    const next = await take(sequence, size);
    blocks.set(sequence, { next, end: next + size, size, reserved });
  };

  return async (sequence: string, count = 1): Promise<number> => {
    if (count > MOST_RESERVED) return take(sequence, count);
    for (;;) {
      const block = blocks.get(sequence);
      if (block !== undefined && block.next + count <= block.end) {
        block.next += count;
        return block.next - count;
      }
      const waiting = reserving.get(sequence) ?? reserve(sequence, count).finally(() => reserving.delete(sequence));
      reserving.set(sequence, waiting);
      await waiting;
    }
  };
}
