import { randomUUID } from 'node:crypto';
import { readExactly } from '../cache';
import type { Connection } from './driver/connection';

interface Installation {
  readonly _id: string;
  readonly uuid: string;
}

const NAME = 'installation';

/**
 * Makes the function that tells the UUID of the database, which is made when it is first asked for and kept beside the counters: it tells the
 * records of one calendar from those of any other, whatever addresses they have, and goes where the data go.
 */
export const createInstallation = (connection: Connection): (() => Promise<string>) => {
  let known: string | undefined;
  const read = async (): Promise<string> => {
    const counters = connection.collection<Installation>('counters');
    const stored = await counters.findOne({ _id: NAME });
    if (stored !== null) return stored.uuid;
    // Of two processes that ask at once one makes it.
    await counters.updateOne({ _id: NAME }, { $setOnInsert: { uuid: randomUUID() } }, { upsert: true });
    const made = await counters.findOne({ _id: NAME });
    if (made === null) throw new Error('The installation has no UUID.');
    return made.uuid;
  };
  return async () => {
    // It never changes.
    known ??= await readExactly([], read);
    return known;
  };
};
