import { randomUUID } from 'node:crypto';
import { readExactly } from '../cache';
import type { Connection } from './driver/connection';

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
