/*
 * The names that transactions lock with `Connection.lockName`, and why. `lib/database/driver/locks.ts` explains all locks.
 *
 * - `PLURAL ID` (`lockRecord`): the transaction links to this record, changes its translation group, or removes it. Without the
 *   lock, a link to a record could be stored while the record is removed. A counted link needs no lock, since both transactions
 *   write the counter in the target.
 * - `parents of PLURAL` (`lockTree`): the transaction changes the parent of a record. Two concurrent changes could create a cycle.
 * - `PLURAL LANGUAGE NAME`: the transaction found no record of this name and creates one. Without the lock, two requests could
 *   create the same venue or term twice (`linking.ts`, `terms.ts` in `write`).
 */
import type { ClientSession } from 'mongodb';
import { keyOf } from '../../database';
import type { Services } from '../types';

/** Locks a record of a content type against links and removal by other transactions. */
export const lockRecord = (
  { connection }: Pick<Services, 'connection'>,
  plural: string,
  id: number,
  session: ClientSession,
): Promise<void> => connection.lockName(keyOf(plural, id), session);

/** Locks the parent links of a content type. Two concurrent changes could create a cycle. */
export const lockTree = ({ connection }: Pick<Services, 'connection'>, plural: string, session: ClientSession): Promise<void> =>
  connection.lockName(`parents of ${plural}`, session);
