import type { ClientSession } from 'mongodb';
import { keyOf, type RecordType } from '../../database';
import { recordsById } from './batches';
import { type CheckContext, type CheckedRecord, checkAgain, type Fault } from './context';

/** One kind of check on every record of a content type. */
export interface Aspect {
  /** The fields of a record that the check reads. */
  readonly fields: readonly string[];
  /** The faults of some records, by ID. With a session all reads are from one moment. */
  faultsOf(records: readonly CheckedRecord[], session?: ClientSession): Promise<ReadonlyMap<number, readonly Fault[]>>;
}

/** Reports and mends the faults in a batch of records. */
export async function checkAspect(
  context: CheckContext,
  { plural }: RecordType,
  { fields, faultsOf }: Aspect,
  batch: readonly CheckedRecord[],
): Promise<void> {
  const { connection } = context;
  for (const id of (await faultsOf(batch)).keys()) {
    await checkAgain(context, async (session) => {
      connection.lock([keyOf(plural, id)], session);
      const now = await recordsById(connection, plural, [id], fields, session);
      return (await faultsOf([...now.values()], session)).get(id) ?? [];
    });
  }
}

/** Sets fields of a record and raises its revision, so that cached answers become invalid. */
export const setFields = async (
  { connection }: Pick<CheckContext, 'connection'>,
  plural: string,
  id: number,
  update: { readonly $set?: object; readonly $unset?: object },
  session: ClientSession,
): Promise<void> => {
  connection.lock([keyOf(plural, id)], session);
  await connection.collection<{ _id: number }>(plural).updateOne({ _id: id }, { ...update, $inc: { revision: 1 } } as object, { session });
};
