import { canDelete, canEdit, type User } from '../../access';
import { errors } from '../../errors';
import type { Language } from '../../language';
import { claimPost, editOf } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Sent, type Services, type WriteResult } from '../types';
import { toTrash } from '../visibility';
import { type Precondition, readForUpdate } from './precondition';
import { createRecord, updateRecord } from './writing';

export interface Requester {
  readonly user: User;
  readonly language: Language;
  readonly baseUrl: string;
}

/** Creates a record in its own transaction. `since` is the start of its patience (see `Connection`). */
export const createOne = (type: PostLike, services: Services, params: Sent, requester: Requester, since?: number): Promise<WriteResult> =>
  services.connection.transact((session) => createRecord(type, services, params, { ...requester, session }), since);

/** Updates a record in its own transaction. Throws 403, 404 or 412 by the current state of the record. */
export const updateOne = (
  type: PostLike,
  services: Services,
  id: number,
  params: Sent,
  requester: Requester,
  precondition?: Precondition<PostRecord>,
): Promise<WriteResult> =>
  services.connection.transact(async (session) => {
    const current = await readForUpdate(services, type, type.posts, id, session);
    if (!canEdit(requester.user, type.plural, ownedBy(current))) throw errors.forbidden(false);
    precondition?.(current);
    return updateRecord(type, services, params, { ...requester, current, session });
  });

/** Moves a record to the trash. With `force`, a record in the trash is removed for good (`isGone`); without it, 410 is thrown. */
export const deleteOne = (
  type: PostLike,
  services: Services,
  id: number,
  { force, user }: { readonly force: boolean; readonly user: User | undefined },
  precondition?: Precondition<PostRecord>,
): Promise<{ readonly record: PostRecord; readonly isGone: boolean }> =>
  services.connection.transact(async (session) => {
    const current = await readForUpdate(services, type, type.posts, id, session);
    // Its status or author may have changed since it was loaded.
    if (!canDelete(user, type.plural, ownedBy(current))) throw errors.forbidden(false);
    precondition?.(current);
    if (current.status === 'trash') {
      // Checked within the transaction: of two deletions at once, the second must not remove the record.
      if (!force) throw errors.inTrash(type);
      if (services.kinds.linksTo(type.plural).length > 0) await claimPost(services, id, session);
      await type.posts.remove(current, services.clock.now(), session);
      return { record: current, isGone: true };
    }
    const changes = { ...toTrash(current, services.site.timezone), ...editOf(current, services) };
    return { record: await type.posts.update(current, changes, session), isGone: false };
  });
