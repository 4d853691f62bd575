import type { Deed } from './roles';
import type { User } from './user';

/** The post statuses that clients may set. */
export const POST_STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** The statuses of a list for those who may edit, when they ask for none: everything but the trash. */
export const LISTED_STATUSES = POST_STATUSES.filter((status) => status !== 'trash');

/** What of a record decides who may do what to it. `was` is the status that a record in the trash had. */
export interface Owned {
  readonly author: number;
  readonly status: PostStatus;
  readonly was?: PostStatus | undefined;
}

type Asker = User | undefined;

const statusOf = (record: Owned): PostStatus => (record.status === 'trash' ? (record.was ?? 'draft') : record.status);

/** Someone without the general right gains none by being named as author. */
const owns = (user: User, plural: string, record: Owned) => record.author === user.id && user.can(`edit_${plural}`);

function may(deed: 'edit' | 'delete', user: Asker, plural: string, record: Owned): boolean {
  if (!user?.can(`${deed}_${plural}`)) return false;
  const status = statusOf(record);
  const published = status === 'publish' || status === 'future';
  if (published && !user.can(`${deed}_published_${plural}`)) return false;
  if (owns(user, plural, record)) return true;
  return user.can(`${deed}_others_${plural}`) && (status !== 'private' || user.can(`${deed}_private_${plural}`));
}

/** Tells whether a user has a general right on a kind. */
export const canDo = (user: Asker, deed: Deed, plural: string): boolean => user?.can(`${deed}_${plural}`) ?? false;

/** Tells whether a user may change this very record. */
export const canEdit = (user: Asker, plural: string, record: Owned): boolean => may('edit', user, plural, record);

/** Tells whether a user may trash or remove this very record. */
export const canDelete = (user: Asker, plural: string, record: Owned): boolean => may('delete', user, plural, record);

/** Tells whether a user may read this very record; its password is another matter. */
export function canRead(user: Asker, plural: string, record: Owned): boolean {
  if (record.status === 'publish') return true;
  if (!user) return false;
  if (record.status === 'trash') return canEdit(user, plural, record);
  if (owns(user, plural, record)) return true;
  return record.status === 'private' ? user.can(`read_private_${plural}`) : user.can(`edit_others_${plural}`);
}

/** Tells whether a user may choose the slug of a record of this status: what waits for consent is named by those who give it. */
export const mayName = (user: Asker, plural: string, status: PostStatus): boolean => status !== 'pending' || canDo(user, 'publish', plural);

/**
 * The status that a record gets when a user asks for one, or for none.
 * Who may not publish gets `pending` for `publish` and `future`, and `draft` for nothing.
 */
export function scaleStatus(user: User, plural: string, asked: PostStatus | undefined): PostStatus {
  if (user.can(`publish_${plural}`)) return asked ?? 'publish';
  if (asked === undefined) return 'draft';
  return asked === 'publish' || asked === 'future' ? 'pending' : asked;
}
