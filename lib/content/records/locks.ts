/*
 * Locks keep transactions from missing each other's changes. Three functions of the database do this, from cheap to strict:
 *
 * `lock(keys)` is a lock within this process. A transaction names the records that it is about to change. If another
 * transaction of this process has one of them, this transaction stops, waits for its turn and starts again. Lock before the
 * first read, since all work before it is lost. Without `lock` the database would still find the conflict, but only at the
 * write, and the transaction would be repeated blindly. So `lock` saves work; it does not make anything correct.
 *
 * `lockName(name)` is a lock between all processes that use the database. It is needed if two transactions depend on each other
 * but write different documents, so that the database sees no conflict. Each of them locks the same name: that writes one
 * shared document, a counter, and so one of the two transactions has to start again. Lock before the decisive read or write.
 * Locks end with the transaction; nobody releases them.
 *
 * `preload(ids)` is no lock. It reads some records once, and later reads of the same transaction use that result. Only a
 * transaction that creates many independent records may use it: it runs in `withoutNameLocks`, in which each `lockName` throws.
 * Then the whole group is undone, and each record is created in its own transaction.
 *
 * The names that are locked:
 *
 * - `post ID`, `term ID` (`lockPost`, `lockTerm`, `lockRecord`): the transaction links to this record, changes its translation
 *   group, or removes it. Without the lock a link could be stored to a record that is removed at the same time. No lock is
 *   needed if the link is counted: then both transactions write the counter in the target.
 * - `parents of PLURAL` (`lockTree`): the transaction puts a record below another one. Two such changes at the same time could
 *   close a circle, each of them harmless by itself.
 * - `PLURAL LANGUAGE NAME`: the transaction looked for a record of this name in vain and creates it. Without the lock two
 *   requests would create the same venue or term twice (`linking.ts`, `terms/term-writing.ts` in `write`).
 */
import type { ClientSession } from 'mongodb';
import type { Services } from '../types';

/** Locks a post against links and removal by other transactions. Without it a link could point to a removed post. */
export const lockPost = ({ connection }: Services, id: number, session: ClientSession): Promise<void> =>
  connection.lockName(`post ${id}`, session);

/** Locks a term against assignment and removal by other transactions. */
export const lockTerm = ({ connection }: Services, id: number, session: ClientSession): Promise<void> =>
  connection.lockName(`term ${id}`, session);

/** Locks a record of any content type: a post or a term. */
export const lockRecord = (services: Services, plural: string, id: number, session: ClientSession): Promise<void> =>
  (services.termLikes.has(plural) ? lockTerm : lockPost)(services, id, session);

/** Locks the tree of a content type. Two changes of it at the same time could close a circle. */
export const lockTree = ({ connection }: Pick<Services, 'connection'>, plural: string, session: ClientSession): Promise<void> =>
  connection.lockName(`parents of ${plural}`, session);
