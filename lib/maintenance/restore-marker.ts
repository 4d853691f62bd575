import type { Db } from 'mongodb';
import { UnusableDatabaseError } from '../database';

/** What stands among the counters while a backup is restored. */
export interface Restoring {
  readonly _id: string;
  /** When it last went on. */
  readonly at: Date;
}

export const RESTORING = 'restoring';

/** Throws an `UnusableDatabaseError` for a database of which only a part is restored. */
export async function assertRestored(db: Db): Promise<void> {
  if ((await db.collection<Restoring>('counters').findOne({ _id: RESTORING })) === null) return;
  throw new UnusableDatabaseError(
    `A backup is being restored into the database ${db.databaseName}, or that was broken off: wait for its end, or run "restore" once more, which begins anew.`,
  );
}
