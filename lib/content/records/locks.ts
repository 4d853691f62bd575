/*
 * The names that transactions lock with `Connection.lockName`, and why. `lib/database/driver/locks.ts` explains all locks.
 *
 * - `post ID`, `term ID` (`lockPost`, `lockTerm`, `lockRecord`): the transaction links to this record, changes its translation
 *   group, or removes it. Without the lock, a link to a record could be stored while the record is removed. A counted link needs no
 *   lock, since both transactions write the counter in the target.
 * - `parents of PLURAL` (`lockTree`): the transaction changes the parent of a record. Two concurrent changes could create a cycle.
 * - `PLURAL LANGUAGE NAME`: the transaction found no record of this name and creates one. Without the lock, two requests could
 *   create the same venue or term twice (`linking.ts`, `terms.ts` in `write`).
 */
import type { ClientSession } from 'mongodb';
import type { Services } from '../types';

/** Locks a post against links and removal by other transactions. Without the lock, a link could name a removed post. */
export const lockPost = ({ connection }: Services, id: number, session: ClientSession): Promise<void> =>
  connection.lockName(`post ${id}`, session);

/** Locks a term against assignment and removal by other transactions. */
export const lockTerm = ({ connection }: Services, id: number, session: ClientSession): Promise<void> =>
  connection.lockName(`term ${id}`, session);

/** Locks a record of any content type, post or term, against links and removal by other transactions. */
export const lockRecord = (services: Services, plural: string, id: number, session: ClientSession): Promise<void> =>
  (services.termLikes.has(plural) ? lockTerm : lockPost)(services, id, session);

/** Locks the parent links of a content type. Two concurrent changes could create a cycle. */
export const lockTree = ({ connection }: Pick<Services, 'connection'>, plural: string, session: ClientSession): Promise<void> =>
  connection.lockName(`parents of ${plural}`, session);
