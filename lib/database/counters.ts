import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { readExactly } from '../cache';
import type { Connection } from './driver/connection';

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

interface Installation {
  readonly _id: string;
  readonly uuid: string;
}

const NAME = 'installation';

/**
 * Creates the function that returns the UUID of the database. The UUID is created on first use and stored with the
 * counters. It distinguishes the records of this calendar from others, and moves with the data.
 */
export const createInstallation = (connection: Connection): (() => Promise<string>) => {
  let uuid: string | undefined;
  const read = async (): Promise<string> => {
    const counters = connection.collection<Installation>('counters');
    const stored = await counters.findOne({ _id: NAME });
    if (stored !== null) return stored.uuid;
    // If two processes ask at once, only one of them creates it.
    await counters.updateOne({ _id: NAME }, { $setOnInsert: { uuid: randomUUID() } }, { upsert: true });
    const created = await counters.findOne({ _id: NAME });
    if (created === null) throw new Error('The installation has no UUID.');
    return created.uuid;
  };
  return async () => {
    // It never changes.
    uuid ??= await readExactly([], read);
    return uuid;
  };
};
