import type { Db } from 'mongodb';
import { UnusableDatabaseError } from '../database';

/** One change of how records are stored: it leads from one version of the layout to the next. */
export interface LayoutStep {
  /** A sentence for the log. */
  readonly does: string;
  /** Changes all records. It may be broken off and run again: what is changed already must stay as it is. */
  run(db: Db): Promise<void>;
}

/** The steps since version 1, in order. */
const STEPS: readonly LayoutStep[] = [];

/** The version of the layout in which this program stores records. */
export const LAYOUT = STEPS.length + 1;

/** The document in which a database notes the version of its layout. */
interface NotedLayout {
  readonly _id: 'layout';
  readonly version: number;
}

const noteOf = (db: Db) => db.collection<NotedLayout>('counters');

/** Reads the version of a database: 1 where nothing is noted. */
const versionOf = async (db: Db): Promise<number> => (await noteOf(db).findOne({ _id: 'layout' }))?.version ?? 1;

/** Throws an `UnusableDatabaseError` for a database with a newer layout than `newest`. */
export async function assertReadableLayout(db: Db, newest = LAYOUT): Promise<void> {
  const version = await versionOf(db);
  if (version <= newest) return;
  throw new UnusableDatabaseError(
    `The records of the database ${db.databaseName} have version ${version} of their layout, and this program knows versions 1 to ${newest}: start the newer program that stored them, or restore a backup that was made before.`,
  );
}

/** Throws an `UnusableDatabaseError` for a database with another layout than `present`, for commands that change nothing by themselves. */
export async function assertPresentLayout(db: Db, present = LAYOUT): Promise<void> {
  await assertReadableLayout(db, present);
  const version = await versionOf(db);
  if (version === present) return;
  throw new UnusableDatabaseError(
    `The records of the database ${db.databaseName} have version ${version} of their layout, and this program needs version ${present}: start the service once, which brings them to it.`,
  );
}

/**
 * Brings a database to the present layout, step by step, and notes each step that is done. A start that is broken off goes on with the same step.
 * Errors of the driver pass through.
 */
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
