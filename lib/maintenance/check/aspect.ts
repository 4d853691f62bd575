import type { ClientSession } from 'mongodb';
import { keyOf, type RecordType } from '../../database';
import { recordsById } from './batches';
import { type Checking, type Fault, type Looked, settle } from './checking';

/** One thing that is held against others in every record of a kind. */
export interface Aspect {
  /** The fields of a record that it looks at. */
  readonly reads: readonly string[];
  /** What is wrong with each of some records, by ID: by what is read within a session if there is one, so that it is all of one moment. */
  faultsOf(records: readonly Looked[], session?: ClientSession): Promise<ReadonlyMap<number, readonly Fault[]>>;
}

/** Tells and mends what is wrong with a batch of records. */
export async function checkAspect(
  checking: Checking,
  { plural }: RecordType,
  { reads, faultsOf }: Aspect,
  batch: readonly Looked[],
): Promise<void> {
  const { connection } = checking;
  for (const id of (await faultsOf(batch)).keys()) {
    await settle(checking, async (session) => {
      connection.touch([keyOf(plural, id)], session);
      const now = await recordsById(connection, plural, [id], reads, session);
      return (await faultsOf([...now.values()], session)).get(id) ?? [];
    });
  }
}

/** Sets fields of a record, which has another revision then: what was answered of it is answered no more. */
export const setFields = async (
  { connection }: Pick<Checking, 'connection'>,
  plural: string,
  id: number,
  update: { readonly $set?: object; readonly $unset?: object },
  session: ClientSession,
): Promise<void> => {
  connection.touch([keyOf(plural, id)], session);
  const all = { ...update, $inc: { revision: 1 } };
  await connection.collection<{ _id: number }>(plural).updateOne({ _id: id }, all as never, { session });
};
