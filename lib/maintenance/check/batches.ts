import type { ClientSession, Document } from 'mongodb';
import type { Connection } from '../../database';
import type { CheckedRecord } from './context';

/** The most records in memory at once. */
const BATCH = 500;

const projectionOf = (fields: readonly string[]): Document => ({ _id: 1, ...Object.fromEntries(fields.map((field) => [field, 1])) });

/** Reads all records of a collection with numeric IDs, in the order of their IDs, in batches of some fields. */
export async function* batchesOf(
  connection: Connection,
  plural: string,
  fields: readonly string[],
): AsyncGenerator<readonly CheckedRecord[]> {
  for (let after = Number.NEGATIVE_INFINITY; ; ) {
    const batch = await connection
      .collection<CheckedRecord>(plural)
      .find({ _id: { $gt: after } }, { projection: projectionOf(fields) })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch as readonly CheckedRecord[];
    after = last._id;
  }
}

/** Reads some fields of the records with these IDs, by ID, in batches. */
export async function recordsById(
  connection: Connection,
  plural: string,
  ids: Iterable<number>,
  fields: readonly string[],
  session?: ClientSession,
): Promise<ReadonlyMap<number, CheckedRecord>> {
  const requested = [...new Set(ids)];
  const found = new Map<number, CheckedRecord>();
  for (let start = 0; start < requested.length; start += BATCH) {
    const some = await connection
      .collection<CheckedRecord>(plural)
      .find({ _id: { $in: requested.slice(start, start + BATCH) } }, { projection: projectionOf(fields), ...(session && { session }) })
      .toArray();
    for (const record of some as CheckedRecord[]) found.set(record._id, record);
  }
  return found;
}
