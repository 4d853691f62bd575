/*
 * Locks protect transactions from concurrent changes. Three functions of the database serve this, from cheap to strict:
 *
 * `lock(keys)` is a lock within this process. A transaction names the records that it will change. If another transaction of this
 * process has locked one, this transaction aborts, waits and starts again. Call `lock` before the first read, since earlier work is
 * lost. It only saves work: without it, MongoDB would find the conflict at the write, and the driver would retry the transaction.
 *
 * `lockName(name)` is a lock between all processes that use the database. Two transactions need it if they depend on each other but
 * write different documents, so that MongoDB sees no conflict. Both then write one shared document, a counter, and one of them has
 * to start again. Call `lockName` before the decisive read or write. The lock ends with the transaction.
 *
 * `preload(ids)` is no lock. It reads some records once, and later reads of the transaction use the result. Only a transaction that
 * creates many independent records may call it, in `withoutNameLocks`, where each `lockName` throws. Then the whole group is rolled
 * back, and each record is created in its own transaction.
 *
 * The locked names:
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
