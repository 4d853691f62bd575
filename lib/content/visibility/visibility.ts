import type { Filter } from 'mongodb';
import { canDo, canEdit, canRead, LISTED_STATUSES, type PostStatus } from '../../access';
import { type ContentType, errors } from '../../errors';
import type { Language } from '../../language';
import type { Arg, ArgRequest, DeclaredRefusal } from '../../registry';
import { ownedBy, type PostLike, type PostRecord, type User } from '../types';
import { statusesIn } from '../values';

/** The list filter by status: without the right to edit only `publish` may be asked for. */
export const statusFilter = (plural: string) =>
  ({
    ...statusesIn(({ user }: ArgRequest) => canDo(user as User | undefined, 'edit', plural)),
    description: {
      en: 'Only what has one of these statuses, with commas between them. Unless given, all that you may see but the trash; who may not edit can ask for publish alone',
      fr: 'Seulement ce qui a l’un de ces statuts, séparés par des virgules. À défaut, tout ce que vous pouvez voir, sauf la corbeille ; qui ne peut pas modifier ne peut demander que publish',
    },
  }) as const satisfies Arg;

/** The statuses of records that others have consented to. */
const CONSENTED: readonly PostStatus[] = ['publish', 'future'];

/** Tells whether a user may not change what others have consented to, be it his own. */
const mayNotTouchPublished = (user: User | undefined, plural: string) => !canDo(user, 'edit_published', plural);

/** Where a record stores what decides who may see it. */
interface Told {
  readonly status: string;
  readonly author: string;
  readonly was: string;
}

const ITSELF: Told = { status: 'status', author: 'author', was: 'trashed.status' };

/** What of a user's own records he may read in the trash: only what he may change. */
const ownInTrash = (
  user: User | undefined,
  plural: string,
  statuses: readonly PostStatus[],
  { was }: Pick<Told, 'was'> = ITSELF,
): Filter<PostRecord> =>
  statuses.includes('trash') && mayNotTouchPublished(user, plural) ? ({ [was]: { $nin: [...CONSENTED] } } as Filter<PostRecord>) : {};

const oneOf = (statuses: readonly PostStatus[], { status }: Pick<Told, 'status'> = ITSELF): Filter<PostRecord> =>
  ({ [status]: statuses.length === 1 && statuses[0] ? statuses[0] : { $in: [...statuses] } }) as Filter<PostRecord>;

/** Which records of a list a user may read: published ones, and others each by its own right. */
export function visibleTo(
  user: User | undefined,
  plural: string,
  asked: readonly PostStatus[] = LISTED_STATUSES,
  told: Told = ITSELF,
): Filter<PostRecord> {
  const published = oneOf(['publish'], told);
  if (!canDo(user, 'edit', plural)) return published;
  const status = oneOf(asked, told);
  if (asked.every((one) => one === 'publish') || canDo(user, 'edit_others', plural)) return status;
  const own = { [told.author]: user?.id ?? 0 } as Filter<PostRecord>;
  return { ...status, ...ownInTrash(user, plural, asked, told), ...either(published, own) };
}

/** Which records of a list have a translation in a language that a user may read; one in the trash where the list shows the trash. */
export function translatedFor(
  language: Language,
  user: User | undefined,
  plural: string,
  asked: readonly PostStatus[] = [],
): Filter<PostRecord> {
  const at = `translations.${language}`;
  const statuses = asked.includes('trash') ? [...LISTED_STATUSES, 'trash' as const] : LISTED_STATUSES;
  return visibleTo(user, plural, statuses, { status: `${at}.status`, author: `${at}.author`, was: `${at}.was` });
}

/** Tells whether a user sees the hidden parts of a record: it has no password, or he may edit it. */
export const isUnprotectedFor = (user: User | undefined, plural: string, record: PostRecord, password?: unknown): boolean =>
  record.password === '' || password === record.password || canEdit(user, plural, ownedBy(record));

/** Tells whether a user sees a record whole: he may read it, and no password hides its parts from him. */
export const canReadWhole = (user: User | undefined, plural: string, record: PostRecord): boolean =>
  canRead(user, plural, ownedBy(record)) && isUnprotectedFor(user, plural, record);

/** Of which of a user's own records he sees the hidden parts; undefined: of none as such. */
const ownOpenTo = (
  user: User | undefined,
  plural: string,
): { readonly author: number; readonly closed: readonly PostStatus[] } | undefined =>
  user && canDo(user, 'edit', plural) ? { author: user.id, closed: mayNotTouchPublished(user, plural) ? CONSENTED : [] } : undefined;

/** The filter that keeps what is found by hidden parts to those who may see them. */
export function unprotectedFor(user: User | undefined, plural: string, password?: string): Filter<PostRecord> {
  if (canDo(user, 'edit_others', plural)) return {};
  const open = password === undefined ? { password: '' } : { password: { $in: ['', password] } };
  const own = ownOpenTo(user, plural);
  if (own === undefined) return open;
  return either(open, { author: own.author, ...(own.closed.length > 0 && { status: { $nin: [...own.closed] } }) });
}

/** Whether `openTo` keeps nothing from anybody. */
export const hidesNothing = (open: Filter<PostRecord>): boolean => Object.keys(open).length === 0;

/** Whether `openTo` keeps hidden whatever a password protects, and nothing else. */
export const hidesProtected = (open: Filter<PostRecord>): boolean =>
  Object.keys(open).length === 1 && (open as { password?: unknown }).password === '';

/** What of records `openTo` looks at, and what it says of them. */
export interface Protection {
  readonly paths: readonly (keyof PostRecord)[];
  isOpen(record: Partial<PostRecord>): boolean;
}

/** Nothing of any record is hidden. */
export const UNPROTECTED: Protection = { paths: [], isOpen: () => true };

/** Says of records what `openTo` asks a database for. */
export function protectionFor(user: User | undefined, plural: string, sent?: string): Protection {
  if (canDo(user, 'edit_others', plural)) return UNPROTECTED;
  const isOpen = ({ password }: Partial<PostRecord>) => password === '' || (sent !== undefined && password === sent);
  const own = ownOpenTo(user, plural);
  if (own === undefined) return { paths: ['password'], isOpen };
  return {
    paths: ['password', 'author', 'status'],
    isOpen: (record) => isOpen(record) || (record.author === own.author && !own.closed.some((status) => status === record.status)),
  };
}

/** What `openTo` keeps out; where that is said of passwords alone, in words that an index decides. */
export function closedTo(open: Filter<PostRecord>): Filter<PostRecord> {
  const { password, ...others } = open;
  if (password === undefined || Object.keys(others).length > 0) return { $nor: [open] };
  return { password: { $not: typeof password === 'string' ? { $eq: password } : password } } as Filter<PostRecord>;
}

/** What fulfils one of two conditions. Not `$or`: for that servers walk an index once a branch, and lose its order. */
const either = (one: Filter<PostRecord>, other: Filter<PostRecord>): Filter<PostRecord> => ({
  $nor: [{ $and: [{ $nor: [one] }, { $nor: [other] }] }],
});

/** What somebody sees of a list: which records, and what keeps hidden parts to those who may see them. */
export interface ListVisibility {
  readonly records: Filter<PostRecord>;
  readonly open: Filter<PostRecord>;
}

/**
 * What a user sees of a list; `parts` are the same, apart, where he sees of others what everybody does, of his own more, and most of what
 * he may change: each is plain conditions on what indexes hold.
 */
export function listVisibility(
  user: User | undefined,
  plural: string,
  asked: readonly PostStatus[] | undefined,
  password: string | undefined,
): ListVisibility & { readonly parts?: readonly ListVisibility[] } {
  const whole = { records: visibleTo(user, plural, asked), open: unprotectedFor(user, plural, password) };
  if (!user || !canDo(user, 'edit', plural) || canDo(user, 'edit_others', plural)) return whole;
  const statuses = asked ?? LISTED_STATUSES;
  const closed = mayNotTouchPublished(user, plural) ? statuses.filter((status) => CONSENTED.includes(status)) : [];
  const rest = statuses.filter((status) => !closed.includes(status));
  const own = { author: user.id };
  const parts: ListVisibility[] = [];
  if (statuses.includes('publish'))
    parts.push({ records: { status: 'publish', author: { $ne: user.id } }, open: unprotectedFor(undefined, plural, password) });
  if (closed.length > 0) parts.push({ records: { ...oneOf(closed), ...own }, open: unprotectedFor(undefined, plural, password) });
  if (rest.length > 0) parts.push({ records: { ...oneOf(rest), ...own, ...ownInTrash(user, plural, rest) }, open: {} });
  return { ...whole, parts };
}

/** Refuses a single record to those who may not read it. */
export function assertReadable(
  kind: ContentType & { readonly plural: string },
  record: PostRecord,
  user: User | undefined,
  password: unknown,
): void {
  const owned = ownedBy(record);
  if (!canRead(user, kind.plural, owned)) throw record.status === 'trash' ? errors.noLongerAvailable(kind) : errors.notAccessible(kind);
  if (!isUnprotectedFor(user, kind.plural, record, password)) throw errors.passwordProtected(kind, typeof password === 'string');
}

/** The codes that `assertReadable` refuses with. */
export const unreadable = ({ kind, protectable }: Pick<PostLike, 'kind' | 'protectable'>): DeclaredRefusal[] => [
  `${kind}-not-accessible`,
  `${kind}-no-longer-available`,
  ...(protectable ? [`${kind}-password-protected` as const] : []),
];
