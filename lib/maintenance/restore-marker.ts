import type { Db } from 'mongodb';
import { UnusableDatabaseError } from '../database';

/** The marker of a restore in progress. It is stored with the counters. */
export interface Restoring {
  readonly _id: string;
  /** The time of its last heartbeat. */
  readonly at: Date;
}

export const RESTORING = 'restoring';

/** Throws an `UnusableDatabaseError` if a restore of the database is incomplete. */
export async function assertRestored(db: Db): Promise<void> {
  if ((await db.collection<Restoring>('counters').findOne({ _id: RESTORING })) === null) return;
  throw new UnusableDatabaseError(
    `A backup is being restored into the database ${db.databaseName}, or that was broken off: wait for its end, or run "restore" once more, which begins anew.`,
  );
}
