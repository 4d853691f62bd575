import type { Filter } from 'mongodb';
import { canDo, canEdit, canRead, LISTED_STATUSES, POST_STATUSES, type PostStatus } from '../../lib/access/posts';
import { errors, type Kind } from '../../lib/errors';
import type { Posts } from '../../lib/records/posts';
import type { ArgRequest } from '../../lib/registry/args';
import { listOf } from '../common';
import type { User } from '../services';
import { ownedBy, type PostRecord } from './post-record';

/** The list filter by status: without the right to edit only `publish` may be asked for (REFERENCE 4.6). */
export const statusFilter = (plural: string) =>
  ({
    type: 'string',
    validate(value: unknown, request: ArgRequest): true {
      const statuses = listOf(value).filter((status) => status !== '');
      const editor = canDo(request.user as User | undefined, 'edit', plural);
      const allowed: readonly unknown[] = editor ? POST_STATUSES : ['publish'];
      if (!statuses.every((status) => allowed.includes(status)) || (!editor && statuses.length !== 1)) {
        throw errors.invalidValue({
          en: `Send one or several of: ${allowed.join(', ')}.`,
          fr: `Envoyez un ou plusieurs de ces statuts : ${allowed.join(', ')}.`,
        });
      }
      return true;
    },
    sanitize: (value: unknown): PostStatus[] => {
      const statuses = listOf(value).filter((status): status is PostStatus => POST_STATUSES.includes(status as PostStatus));
      return statuses.length > 0 ? statuses : ['publish'];
    },
    description: {
      en: 'Filter by post status: one, or several with commas',
      fr: 'Filtrer par statut de publication : un seul, ou plusieurs séparés par des virgules',
    },
  }) as const;

/** Which records of a list a user may read: published ones, and others each by its own right (DIFFERENCES 25). */
export function visibleTo(user: User | undefined, plural: string, asked?: readonly PostStatus[]): Filter<PostRecord> {
  if (!canDo(user, 'edit', plural)) return { status: 'publish' };
  const statuses = asked ?? LISTED_STATUSES;
  const status = statuses.length === 1 && statuses[0] ? statuses[0] : { $in: [...statuses] };
  if (statuses.every((one) => one === 'publish') || canDo(user, 'edit_others', plural)) return { status };
  return { status, ...either({ status: 'publish' }, user) };
}

/** Tells whether a user sees the hidden parts of a record: it has no password, or he may edit it. */
export const isOpenTo = (user: User | undefined, plural: string, record: PostRecord, password?: unknown): boolean =>
  record.password === '' || password === record.password || canEdit(user, plural, ownedBy(record));

/** The filter that keeps what is found by hidden parts to those who may see them (DIFFERENCES 32). */
export function openTo(user: User | undefined, plural: string, password?: string): Filter<PostRecord> {
  if (canDo(user, 'edit_others', plural)) return {};
  const open = password === undefined ? { password: '' } : { password: { $in: ['', password] } };
  return canDo(user, 'edit', plural) ? either(open, user) : open;
}

/** What fulfils a condition, or is one's own. Not `$or`: for that servers walk an index once a branch, and lose its order. */
const either = (condition: Filter<PostRecord>, user: User | undefined): Filter<PostRecord> => ({
  $nor: [{ $nor: [condition], author: { $ne: user?.id ?? 0 } }],
});

/** What somebody sees of a list: which records, and what keeps hidden parts to those who may see them. */
export interface Seen {
  readonly records: Filter<PostRecord>;
  readonly open: Filter<PostRecord>;
}

/**
 * What a user sees of a list; `parts` are the same in two, where he sees of others what everybody does and of his own all: each is
 * plain conditions on what indexes hold.
 */
export function seenBy(
  user: User | undefined,
  plural: string,
  asked: readonly PostStatus[] | undefined,
  password: string | undefined,
): Seen & { readonly parts?: readonly Seen[] } {
  const whole = { records: visibleTo(user, plural, asked), open: openTo(user, plural, password) };
  if (!user || !canDo(user, 'edit', plural) || canDo(user, 'edit_others', plural)) return whole;
  const others = { records: { status: 'publish', author: { $ne: user.id } }, open: openTo(undefined, plural, password) } as const;
  const own = { records: { status: { $in: [...(asked ?? LISTED_STATUSES)] }, author: user.id }, open: {} };
  return { ...whole, parts: asked && !asked.includes('publish') ? [own] : [others, own] };
}

/** Refuses a single record to those who may not read it (DIFFERENCES 5). */
export function assertReadable(
  kind: Kind & { readonly plural: string },
  record: PostRecord,
  user: User | undefined,
  password: unknown,
): void {
  const owned = ownedBy(record);
  if (!canRead(user, kind.plural, owned)) throw record.status === 'trash' ? errors.noLongerAvailable(kind) : errors.notAccessible(kind);
  if (!isOpenTo(user, kind.plural, record, password)) throw errors.passwordProtected(kind);
}

/** Those of the records of these IDs that a user may read, in one query. */
export async function readableOf<R extends PostRecord>(
  posts: Pick<Posts<R>, 'many'>,
  plural: string,
  ids: readonly number[],
  user: User | undefined,
): Promise<R[]> {
  return [...(await posts.many(ids)).values()].filter((record) => canRead(user, plural, ownedBy(record)));
}
