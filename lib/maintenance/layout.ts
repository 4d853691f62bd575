import type { Db } from 'mongodb';
import { ensureIndexes, type Indexes, UnusableDatabaseError } from '../database';

/** A step that changes stored records from one layout version to the next. */
export interface LayoutStep {
  readonly does: string;
  /** Changes all records. It must be repeatable after an interruption. */
  run(db: Db): Promise<void>;
}

const STEPS: readonly LayoutStep[] = [];

export const LAYOUT = STEPS.length + 1;

const noteOf = (db: Db) => db.collection<{ readonly _id: 'layout'; readonly version: number }>('counters');

/** Reads the layout version of a database: 1 by default. */
const versionOf = async (db: Db): Promise<number> => (await noteOf(db).findOne({ _id: 'layout' }))?.version ?? 1;

/** Reads the layout version of a database. Throws an `UnusableDatabaseError` if it is newer than this program. */
async function readableVersionOf(db: Db): Promise<number> {
  const version = await versionOf(db);
  if (version <= LAYOUT) return version;
  throw new UnusableDatabaseError(
    `The records of the database ${db.databaseName} have version ${version} of their layout, and this program knows only versions 1 to ${LAYOUT}: start the newer program that stored them, or restore a backup that was made before.`,
  );
}

/** Migrates a database to the current layout, step by step. After an interruption it continues with the same step. */
export async function updateLayout(db: Db, say: (line: string) => void, steps: readonly LayoutStep[] = STEPS): Promise<void> {
  const note = (version: number) => noteOf(db).updateOne({ _id: 'layout' }, { $max: { version } }, { upsert: true });
  for (let version = await versionOf(db); version <= steps.length; version += 1) {
    const step = steps[version - 1] as LayoutStep;
    say(`The records have version ${version} of their layout. To bring them to version ${version + 1}: ${step.does}`);
    await step.run(db);
    await note(version + 1);
  }
  await note(steps.length + 1);
}

/** The marker of a restore in progress, stored with the counters. */
export interface Restoring {
  readonly _id: string;
  readonly at: Date;
}

export const RESTORING = 'restoring';

async function assertRestored(db: Db): Promise<void> {
  if ((await db.collection<Restoring>('counters').findOne({ _id: RESTORING })) === null) return;
  throw new UnusableDatabaseError(
    `A backup is being restored into the database ${db.databaseName}, or the restore was interrupted: wait for its end, or run "restore" again, which starts from the beginning.`,
  );
}

/**
 * Throws an `UnusableDatabaseError` if the layout differs from this program's, or a restore is incomplete. Commands that migrate nothing
 * use this.
 */
export async function assertUsable(db: Db): Promise<void> {
  await assertRestored(db);
  const version = await readableVersionOf(db);
  if (version === LAYOUT) return;
  throw new UnusableDatabaseError(
    `The records of the database ${db.databaseName} have version ${version} of their layout, and this program needs version ${LAYOUT}: start the service once, which updates them.`,
  );
}

/** Builds the indexes. Throws an `UnusableDatabaseError` if the layout is newer than the program, or a restore is incomplete. */
export async function prepareDatabase(db: Db, indexes: Indexes): Promise<void> {
  await assertRestored(db);
  await readableVersionOf(db);
  await ensureIndexes(db, indexes);
}
