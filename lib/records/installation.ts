import { randomUUID } from 'node:crypto';
import type { Connection } from './connection';

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
  return async () => {
    if (known !== undefined) return known;
    const counters = connection.collection<Installation>('counters');
    const stored = await counters.findOne({ _id: NAME });
    if (stored !== null) {
      known = stored.uuid;
      return known;
    }
    // Of two processes that ask at once one makes it.
    await counters.updateOne({ _id: NAME }, { $setOnInsert: { uuid: randomUUID() } }, { upsert: true });
    known = (await counters.findOne({ _id: NAME }))?.uuid;
    if (known === undefined) throw new Error('The installation has no UUID.');
    return known;
  };
};
