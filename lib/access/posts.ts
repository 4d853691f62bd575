import type { Action, User } from './roles';

export const POST_STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** The post statuses that a list shows to editors by default: all but the trash. */
export const LISTED_STATUSES = POST_STATUSES.filter((status) => status !== 'trash');

/** The members of a record that decide the rights on the record. `was` is the status before the record went to the trash. */
export interface Owned {
  readonly author: number;
  readonly status: PostStatus;
  readonly was?: PostStatus | undefined;
}

type MaybeUser = User | undefined;

const statusOf = (record: Owned): PostStatus => (record.status === 'trash' ? (record.was ?? 'draft') : record.status);

/** True if the user is the author and may edit records of this type. Authorship alone gives no right. */
const owns = (user: User, plural: string, record: Owned) => record.author === user.id && user.can(`edit_${plural}`);

function may(action: 'edit' | 'delete', user: MaybeUser, plural: string, record: Owned): boolean {
  if (!user?.can(`${action}_${plural}`)) return false;
  const status = statusOf(record);
  const published = status === 'publish' || status === 'future';
  if (published && !user.can(`${action}_published_${plural}`)) return false;
  if (owns(user, plural, record)) return true;
  return user.can(`${action}_others_${plural}`) && (status !== 'private' || user.can(`${action}_private_${plural}`));
}

/** True if a user has a general right on a content type, such as `publish_events`. */
export const canDo = (user: MaybeUser, action: Action, plural: string): boolean => user?.can(`${action}_${plural}`) ?? false;

export const canEdit = (user: MaybeUser, plural: string, record: Owned): boolean => may('edit', user, plural, record);

export const canDelete = (user: MaybeUser, plural: string, record: Owned): boolean => may('delete', user, plural, record);

/** True if a user may read this record. The password of a protected record is checked elsewhere. */
export function canRead(user: MaybeUser, plural: string, record: Owned): boolean {
  if (record.status === 'publish') return true;
  if (!user) return false;
  if (record.status === 'trash') return canEdit(user, plural, record);
  if (owns(user, plural, record)) return true;
  return record.status === 'private' ? user.can(`read_private_${plural}`) : user.can(`edit_others_${plural}`);
}

/** True if a user may choose the slug of a record with this status. For a pending record this needs the right to publish. */
export const mayChooseSlug = (user: MaybeUser, plural: string, status: PostStatus): boolean =>
  status !== 'pending' || canDo(user, 'publish', plural);

/**
 * Returns the status of a new or changed record, for the status in the request (undefined if none). Users who may not publish get
 * `pending` instead of `publish` and `future`, and `draft` by default.
 */
export function permittedStatus(user: User, plural: string, requested: PostStatus | undefined): PostStatus {
  if (user.can(`publish_${plural}`)) return requested ?? 'publish';
  if (requested === undefined) return 'draft';
  return requested === 'publish' || requested === 'future' ? 'pending' : requested;
}
