import { canDelete, canEdit, type User } from '../../access';
import { errors } from '../../errors';
import type { Language } from '../../language';
import { claimTarget, editOf } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Sent, type Services, type WriteResult } from '../types';
import { toTrash } from '../visibility';
import type { Precondition } from './precondition';
import { readForUpdate } from './read-for-update';
import { createRecord, updateRecord } from './writing';

/** For whom a record is changed, in which language, and below which address of a language root. */
export interface Asking {
  readonly user: User;
  readonly language: Language;
  readonly baseUrl: string;
}

/** Stores a new record from checked params, in a transaction of its own, whose patience begins `since`: see `Connection`. */
export const createOne = <R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  params: Sent,
  asking: Asking,
  since?: number,
): Promise<WriteResult<R>> =>
  services.connection.transact((session) => createRecord(kind, services, params, { ...asking, session }), since);

/** Changes a record by checked params, in a transaction of its own. Throws 403, 404 and 412 by what the record has become meanwhile. */
export const updateOne = <R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  id: number,
  params: Sent,
  asking: Asking,
  precondition?: Precondition<R>,
): Promise<WriteResult<R>> =>
  services.connection.transact(async (session) => {
    const current = await readForUpdate(services, kind, kind.posts, id, session);
    if (!canEdit(asking.user, kind.plural, ownedBy(current))) throw errors.forbidden(false);
    precondition?.(current);
    return updateRecord(kind, services, params, { ...asking, current, session });
  });

/** What has become of a record that was to be deleted. */
export interface Deleted<R> {
  readonly record: R;
  /** Whether it is gone for good. */
  readonly isGone: boolean;
}

/** Moves a record to the trash; one that is there already is removed for good with `force`, and refused without (410). */
export const deleteOne = <R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  id: number,
  { force, user }: { readonly force: boolean; readonly user: User | undefined },
  precondition?: Precondition<R>,
): Promise<Deleted<R>> =>
  services.connection.transact(async (session) => {
    const current = await readForUpdate(services, kind, kind.posts, id, session);
    // It may have been published, or given to another, since it was loaded.
    if (!canDelete(user, kind.plural, ownedBy(current))) throw errors.forbidden(false);
    precondition?.(current);
    if (current.status === 'trash') {
      // Asked within the transaction: of two deletions at once one trashes, and the other must not remove.
      if (!force) throw errors.inTrash(kind);
      if (services.kinds.linksTo(kind.plural).length > 0) await claimTarget(services, id, session);
      await kind.posts.remove(current, services.clock.now(), session);
      return { record: current, isGone: true };
    }
    const changes = { ...toTrash(current, services.site.timezone), ...editOf(current, services) };
    return { record: await kind.posts.update(current, changes as Partial<R>, session), isGone: false };
  });
