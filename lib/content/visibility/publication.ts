import { canDelete, canDo, type PostStatus, permittedStatus } from '../../access';
import { toInstant, toWall } from '../../calendar';
import { LONGEST_SLUG } from '../../database';
import { errors } from '../../errors';
import { exactly } from '../../registry';
import { ownedBy, type PostRecord, type publicationAnswer, type Services, type Writing } from '../types';
import { companionMark, companionPublication } from './companions';
import { type SentPublication, UNSET_UTC } from './publication-args';
import { datedStatus } from './publication-dates';

/**
 * Decides author, status and dates of a record that a user writes. Throws 403 `rest_forbidden` for an author or a status that the user may
 * not set.
 *
 * A sent value comes first. Without one, a record keeps its value, and a new record gets:
 *
 * - inside an unpublished record, if no status was sent: the author of that record, and the status `draft`;
 * - as a translation: the status of its original, and its date, if that is in the future;
 * - else: the user as author, the status `publish` if the user may publish, else `draft`, and the date now.
 */
export function publicationOf(
  { plural }: { readonly plural: string },
  services: Services,
  sent: SentPublication,
  writing: Pick<Writing, 'current' | 'original' | 'user' | 'outer'>,
) {
  const { current } = writing;
  const requested = requestedPublication(sent, writing);
  const author = authorOf(plural, requested.author, writing);
  const status = statusOf(plural, requested.status, writing);
  const dated = datedStatus(requested, current, status, services);
  return { author, ...dated, ...companionMark(sent, dated.status, writing) };
}

type Writer = Pick<Writing, 'current' | 'user'>;

/** Returns the author. Only users with the right `edit_others` may name another user than themselves and the current author. */
function authorOf(plural: string, requested: number | undefined, { current, user }: Writer): number {
  const author = requested ?? current?.author ?? user.id;
  const isAllowed = author === user.id || author === current?.author || canDo(user, 'edit_others', plural);
  if (!isAllowed) throw errors.forbidden();
  return author;
}

/**
 * Returns the status before the date decides between `publish` and `future`. The current status needs no right, and the trash needs the
 * right to delete. Without the right to publish, `publish` and `future` become `pending`.
 */
function statusOf(plural: string, requested: PostStatus | undefined, { current, user }: Writer): PostStatus {
  if (current !== undefined && (requested === undefined || requested === current.status)) return current.status;
  if (current !== undefined && requested === 'trash' && !canDelete(user, plural, ownedBy(current))) throw errors.forbidden();
  return permittedStatus(user, plural, requested);
}

/** Returns the sent publication, for a new record with defaults from its outer record or its original. */
function requestedPublication(
  sent: SentPublication,
  { current, original, outer }: Pick<Writing, 'current' | 'original' | 'outer'>,
): SentPublication {
  const requested = companionPublication(sent, outer);
  return current === undefined && original !== undefined ? { ...requested, ...translationPublication(original, requested) } : requested;
}

/** Returns the status of a new translation, from its original, unless the client sent a status. A future date is copied too. */
function translationPublication(original: PostRecord, { status: sent, date, date_utc }: SentPublication): SentPublication {
  if (sent !== undefined) return {};
  const status = original.status === 'trash' ? (original.trashed?.status ?? 'draft') : original.status;
  const isDateSent = date?.wall !== undefined || date_utc?.instant !== undefined;
  if (status !== 'future' || original.dateUtc === null || isDateSent) return { status };
  return { status, date_utc: { instant: toInstant(original.dateUtc, 'UTC') } };
}

const TRASHED = '__trashed';

/** Makes the slug of a record in the trash, within the length limit. */
export const trashedSlug = (slug: string): string => {
  const beginning = Array.from(slug).slice(0, LONGEST_SLUG - TRASHED.length);
  return `${beginning.join('').replace(/-+$/, '')}${TRASHED}`;
};

/** Returns the changes that move a record to the trash. Its slug becomes free; `trashed` stores the old status and slug. */
export const toTrash = (record: PostRecord, zone: string): Partial<PostRecord> => ({
  status: 'trash',
  edited: true,
  trashed: { status: record.status, slug: record.slug },
  slug: trashedSlug(record.slug),
  dateUtc: record.dateUtc ?? toWall(toInstant(record.date, zone), 'UTC'),
});

const shownPublication = exactly<typeof publicationAnswer>();

export function presentPublication(record: PostRecord, zone: string) {
  const dateUtc = record.dateUtc ?? UNSET_UTC;
  // A record that was never edited shows its publication date here.
  const isNew = !record.edited;
  return shownPublication({
    author: record.author,
    status: record.status,
    date: record.date,
    date_utc: dateUtc,
    modified: isNew ? record.date : toWall(record.modified, zone),
    modified_utc: isNew ? dateUtc : toWall(record.modified, 'UTC'),
  });
}
