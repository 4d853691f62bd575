import type { PostStatus } from '../../access';
import { toInstant, toWall } from '../../calendar';
import type { PostRecord, Services } from '../types';
import type { SentPublication } from './publication-args';

/** The statuses of drafts. A draft gets the date of its publication, unless a client has set another. */
export const DRAFTS: readonly PostStatus[] = ['draft', 'pending'];

type SentDates = Pick<SentPublication, 'date' | 'date_utc'>;

/** Computes the dates of a record, which also decide between the statuses `publish` and `future`. */
export function datedStatus(sent: SentDates, current: PostRecord | undefined, status: PostStatus, { clock, site }: Services) {
  const now = clock.now();
  const dates = datesOf(sent, current, { status, zone: site.timezone, now });
  if (status !== 'publish' && status !== 'future') return { ...dates, status };
  const isFuture = dates.dateUtc !== null && toInstant(dates.dateUtc, 'UTC') > now;
  const dated: PostStatus = isFuture ? 'future' : 'publish';
  return { ...dates, status: dated };
}

/** Computes the local and the UTC date: the sent date, else the current date, else now. */
function datesOf(
  sent: SentDates,
  current: PostRecord | undefined,
  { status, zone, now }: { readonly status: PostStatus; readonly zone: string; readonly now: Date },
): Pick<PostRecord, 'date' | 'dateUtc' | 'dated'> {
  const isDraft = DRAFTS.includes(status);
  const local = sent.date?.wall;
  const utc = sent.date_utc?.instant;
  const requested = utc ?? (local === undefined ? undefined : toInstant(local, zone));
  if (requested !== undefined && !isCurrentDate(sent, current)) {
    // A draft has a UTC date only if the client sent it in UTC.
    const dateUtc = isDraft && utc === undefined ? null : toWall(requested, 'UTC');
    return { date: local ?? toWall(requested, zone), dateUtc, dated: true };
  }
  const isDateOpen = current?.dateUtc === null && !isDraft;
  if (current !== undefined && !isDateOpen) return { date: current.date, dateUtc: current.dateUtc };
  // A draft whose date no client has set is published now.
  const isDateSet = current !== undefined && (status === 'trash' || current.dated === true);
  const at = isDateSet ? toInstant(current.date, zone) : now;
  return { date: toWall(at, zone), dateUtc: isDraft ? null : toWall(at, 'UTC') };
}

/** True if the client sent back the dates of the record. */
const isCurrentDate = ({ date, date_utc }: SentDates, current: PostRecord | undefined): boolean =>
  current !== undefined &&
  (date?.wall === undefined || date.wall === current.date) &&
  (date_utc?.instant === undefined || toWall(date_utc.instant, 'UTC') === current.dateUtc);
