import { canDelete, canEdit, type User } from '../../access';
import { errors } from '../../errors';
import type { Language } from '../../language';
import { claimPost, editOf } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Sent, type Services, type WriteResult } from '../types';
import { toTrash } from '../visibility';
import type { Precondition } from './precondition';
import { readForUpdate } from './read-for-update';
import { createRecord, updateRecord } from './writing';

/** The user, the language and the base address of a change. */
export interface Requester {
  readonly user: User;
  readonly language: Language;
  readonly baseUrl: string;
}

/** Creates a record in its own transaction. `since` is the start of its patience (see `Connection`). */
export const createOne = <R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  params: Sent,
  asking: Requester,
  since?: number,
): Promise<WriteResult<R>> =>
  services.connection.transact((session) => createRecord(type, services, params, { ...asking, session }), since);

/** Updates a record in its own transaction. Throws 403, 404 or 412 by the current state of the record. */
export const updateOne = <R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  id: number,
  params: Sent,
  asking: Requester,
  precondition?: Precondition<R>,
): Promise<WriteResult<R>> =>
  services.connection.transact(async (session) => {
    const current = await readForUpdate(services, type, type.posts, id, session);
    if (!canEdit(asking.user, type.plural, ownedBy(current))) throw errors.forbidden();
    precondition?.(current);
    return updateRecord(type, services, params, { ...asking, current, session });
  });

/** The outcome of a deletion. */
export interface Deleted<R> {
  readonly record: R;
  /** True if the record was removed for good. */
  readonly isGone: boolean;
}

/** Moves a record to the trash. With `force`, a record in the trash is removed for good; without it, 410 is thrown. */
export const deleteOne = <R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  id: number,
  { force, user }: { readonly force: boolean; readonly user: User | undefined },
  precondition?: Precondition<R>,
): Promise<Deleted<R>> =>
  services.connection.transact(async (session) => {
    const current = await readForUpdate(services, type, type.posts, id, session);
    // Its status or author may have changed since it was loaded.
    if (!canDelete(user, type.plural, ownedBy(current))) throw errors.forbidden();
    precondition?.(current);
    if (current.status === 'trash') {
      // Checked within the transaction: of two deletions at once, the second must not remove the record.
      if (!force) throw errors.inTrash(type);
      if (services.kinds.linksTo(type.plural).length > 0) await claimPost(services, id, session);
      await type.posts.remove(current, services.clock.now(), session);
      return { record: current, isGone: true };
    }
    const changes = { ...toTrash(current, services.site.timezone), ...editOf(current, services) };
    return { record: await type.posts.update(current, changes as Partial<R>, session), isGone: false };
  });
