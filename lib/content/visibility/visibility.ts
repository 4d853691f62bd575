import type { Filter } from 'mongodb';
import { canDo, canEdit, canRead, LISTED_STATUSES, type PostStatus } from '../../access';
import { type ContentType, errors } from '../../errors';
import type { Language } from '../../language';
import type { Arg, ArgRequest, DeclaredRefusal } from '../../registry';
import { ownedBy, type PostLike, type PostRecord, type ScopePart, type User } from '../types';
import { statusesIn } from '../values';

/** Declares the list arg `status`. Users who may not edit can only request `publish`. */
export const statusFilter = (plural: string) =>
  ({
    ...statusesIn(({ user }: ArgRequest) => canDo(user as User | undefined, 'edit', plural)),
    description: {
      en: 'Only records with one of these statuses, separated by commas. By default all that you may see except the trash. Users who may not edit can ask for publish only',
      fr: 'Seulement les enregistrements de l’un de ces statuts, séparés par des virgules. Par défaut tous ceux que vous pouvez voir, sauf la corbeille. Ceux qui ne peuvent pas modifier ne peuvent demander que publish',
    },
  }) as const satisfies Arg;

/** Statuses that an editor has approved. */
const APPROVED: readonly PostStatus[] = ['publish', 'future'];

const mayNotEditApproved = (user: User | undefined, plural: string) => !canDo(user, 'edit_published', plural);

/** The stored paths that decide which users may see a record. */
const PATHS = { status: 'status', author: 'author', was: 'trashed.status' };

/** Makes the clause for a user's own records in the trash: those that the user may edit. */
const ownInTrash = (user: User | undefined, plural: string, statuses: readonly PostStatus[], { was } = PATHS): Filter<PostRecord> =>
  statuses.includes('trash') && mayNotEditApproved(user, plural) ? { [was]: { $nin: [...APPROVED] } } : {};

const oneOf = (statuses: readonly PostStatus[], { status } = PATHS): Filter<PostRecord> => ({
  [status]: statuses.length === 1 ? statuses[0] : { $in: [...statuses] },
});

/** Makes the clause for records that a user may read in a list. Everybody may read published ones; capabilities decide about others. */
export function visibleTo(
  user: User | undefined,
  plural: string,
  requested: readonly PostStatus[] = LISTED_STATUSES,
  paths = PATHS,
): Filter<PostRecord> {
  const published = oneOf(['publish'], paths);
  if (!user || !canDo(user, 'edit', plural)) return published;
  const status = oneOf(requested, paths);
  if (requested.every((one) => one === 'publish') || canDo(user, 'edit_others', plural)) return status;
  return { ...status, ...ownInTrash(user, plural, requested, paths), ...anyOf(published, { [paths.author]: user.id }) };
}

/** Makes the clause for records with a translation that a user may read. Translations in the trash count if the list shows the trash. */
export function translatedFor(
  language: Language,
  user: User | undefined,
  plural: string,
  requested: readonly PostStatus[] = [],
): Filter<PostRecord> {
  const at = `translations.${language}`;
  const statuses = requested.includes('trash') ? [...LISTED_STATUSES, 'trash' as const] : LISTED_STATUSES;
  return visibleTo(user, plural, statuses, { status: `${at}.status`, author: `${at}.author`, was: `${at}.was` });
}

/** True if no password hides parts of a record from a user. The user may have sent the password, or may edit the record. */
export const isUnprotectedFor = (user: User | undefined, plural: string, record: PostRecord, password?: unknown): boolean =>
  record.password === '' || password === record.password || canEdit(user, plural, ownedBy(record));

/** True if a user may read a record and its protected parts. */
export const canReadUnprotected = (user: User | undefined, plural: string, record: PostRecord): boolean =>
  canRead(user, plural, ownedBy(record)) && isUnprotectedFor(user, plural, record);

/** Makes the clause for records whose protected parts a user may read. */
export function unprotectedFor(user: User | undefined, plural: string, password?: string): Filter<PostRecord> {
  if (canDo(user, 'edit_others', plural)) return {};
  const open = password === undefined ? { password: '' } : { password: { $in: ['', password] } };
  if (!user || !canDo(user, 'edit', plural)) return open;
  return anyOf(open, { author: user.id, ...(mayNotEditApproved(user, plural) && { status: { $nin: [...APPROVED] } }) });
}

export const hidesNothing = (unprotected: Filter<PostRecord>): boolean => Object.keys(unprotected).length === 0;

/** True if a clause of `unprotectedFor` excludes exactly the records with a password. */
export const hidesProtected = (unprotected: Filter<PostRecord>): boolean =>
  Object.keys(unprotected).length === 1 && (unprotected as { password?: unknown }).password === '';

/** Negates a clause of `unprotectedFor`. If only passwords matter, an index can serve the result. */
export function protectedFrom(unprotected: Filter<PostRecord>): Filter<PostRecord> {
  const { password, ...others } = unprotected;
  if (password === undefined || Object.keys(others).length > 0) return { $nor: [unprotected] };
  return { password: { $not: typeof password === 'string' ? { $eq: password } : password } } as Filter<PostRecord>;
}

/** Widens a clause to the records whose protected parts a user may not read. */
export const orProtected = (clause: object, unprotected: Filter<PostRecord>): object =>
  hidesNothing(unprotected) ? clause : { $or: [clause, protectedFrom(unprotected)] };

/** Combines two clauses by “or” without `$or`. For `$or`, MongoDB scans an index for each branch and loses its order. */
const anyOf = (one: Filter<PostRecord>, other: Filter<PostRecord>): Filter<PostRecord> => ({
  $nor: [{ $and: [{ $nor: [one] }, { $nor: [other] }] }],
});

/** Returns the records of a list that a user sees. An index serves `parts`, which exclude each other, better than the whole. */
export function listVisibility(
  user: User | undefined,
  plural: string,
  requested: readonly PostStatus[] | undefined,
  password: string | undefined,
): ScopePart & { readonly parts?: readonly ScopePart[] } {
  const whole = { records: [visibleTo(user, plural, requested)], unprotected: unprotectedFor(user, plural, password) };
  if (!user || !canDo(user, 'edit', plural) || canDo(user, 'edit_others', plural)) return whole;
  const statuses = requested ?? LISTED_STATUSES;
  const uneditable = mayNotEditApproved(user, plural) ? statuses.filter((status) => APPROVED.includes(status)) : [];
  const editable = statuses.filter((status) => !uneditable.includes(status));
  const own = { author: user.id };
  const unprotected = unprotectedFor(undefined, plural, password);
  const parts: ScopePart[] = [];
  if (statuses.includes('publish')) parts.push({ records: [{ status: 'publish', author: { $ne: user.id } }], unprotected });
  if (uneditable.length > 0) parts.push({ records: [{ ...oneOf(uneditable), ...own }], unprotected });
  if (editable.length > 0)
    parts.push({ records: [{ ...oneOf(editable), ...own, ...ownInTrash(user, plural, editable) }], unprotected: {} });
  return { ...whole, parts };
}

/** Throws if a user may not read a record, or needs another password. */
export function assertReadable(
  type: ContentType & { readonly plural: string },
  record: PostRecord,
  user: User | undefined,
  password: unknown,
): void {
  const owned = ownedBy(record);
  if (!canRead(user, type.plural, owned)) throw record.status === 'trash' ? errors.noLongerAvailable(type) : errors.notAccessible(type);
  if (!isUnprotectedFor(user, type.plural, record, password))
    throw errors.passwordProtected(type, { isWrong: typeof password === 'string' });
}

/** Lists the codes of the errors that `assertReadable` throws. */
export const unreadable = ({ kind, protectable }: Pick<PostLike, 'kind' | 'protectable'>): DeclaredRefusal[] => [
  `${kind}-not-accessible`,
  `${kind}-no-longer-available`,
  ...(protectable ? [`${kind}-password-protected` as const] : []),
];
