import { randomUUID } from 'node:crypto';
import { readExactly } from '../cache';
import type { Connection } from './driver/connection';

/**
 * Creates the function that returns the UUID of the database, created on first use and stored with the counters. It distinguishes this
 * calendar's records from others, and moves with the data.
 */
export const createInstallation = (connection: Connection): (() => Promise<string>) => {
  let uuid: string | undefined;
  const read = async (): Promise<string | undefined> => {
    const counters = connection.collection<{ readonly _id: string; readonly uuid: string }>('counters');
    const find = async () => (await counters.findOne({ _id: 'installation' }))?.uuid;
    const stored = await find();
    if (stored !== undefined) return stored;
    // If two processes do this at once, only one creates the UUID.
    await counters.updateOne({ _id: 'installation' }, { $setOnInsert: { uuid: randomUUID() } }, { upsert: true });
    return find();
  };
  return async () => {
    // The UUID never changes.
    uuid ??= await readExactly([], read);
    if (uuid === undefined) throw new Error('The installation has no UUID.');
    return uuid;
  };
};
