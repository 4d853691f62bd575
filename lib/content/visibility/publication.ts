import { canDelete, canDo, type PostStatus, scaleStatus } from '../../access';
import { type Moment, readMoment, toInstant, toWall } from '../../calendar';
import { LONGEST_SLUG } from '../../database';
import { errors } from '../../errors';
import { type ArgRequest, exactly, type Schema } from '../../registry';
import { ownedBy, type PostRecord, type publicationAnswer, type Services, STATUS_MEANINGS, type User } from '../types';
import { DATE, date, either, POSITIVE, readPositiveInteger, status } from '../values';

/** What clients may say of a record's publication. */
export interface SentPublication {
  readonly author?: number;
  readonly status?: PostStatus;
  /** Empty where what drafts show is written back. */
  readonly date?: Partial<Moment>;
  readonly date_utc?: Partial<Moment>;
}

/** What is stored of it. */
type Publication = Pick<PostRecord, 'author' | 'status' | 'date' | 'dateUtc' | 'dated'>;

/** What drafts show as their date in UTC, and what may be written back. */
export const UNSET_UTC = '0000-00-00 00:00:00';
const DATE_OR_UNSET: Schema = either(DATE, { type: 'string', enum: [UNSET_UTC] });
const UNPUBLISHED: readonly PostStatus[] = ['draft', 'pending'];

/** The args of a record's publication, for a kind of this plural. */
export const publicationArgs = (services: Services, plural: string) => {
  const { timezone } = services.site;
  // Records show the date in both zones, so it must be one of the years 1 to 9999 in both.
  const inBoth = (zone: string, otherZone: string) =>
    date(
      (text): SentPublication['date'] => {
        if (text === UNSET_UTC) return {};
        const moment = readMoment(text, { zone, siteZone: zone, now: services.clock.now() });
        return moment && toWall(moment.instant, otherZone) !== '' ? moment : undefined;
      },
      {
        en: 'Send a date that exists, e.g. 2030-05-06 07:08:09.',
        fr: 'Envoyez une date qui existe, par exemple 2030-05-06 07:08:09.',
      },
    );
  return {
    author: {
      type: 'integer',
      async validate(value: unknown, request: ArgRequest): Promise<true> {
        if (typeof value === 'number' && !Number.isInteger(value)) throw errors.invalidType('author', ['integer']);
        const id = readPositiveInteger(value);
        const user = request.user as User | undefined;
        // Who may not name others learns nothing of who exists.
        const unchanged = id === (request.record as PostRecord | undefined)?.author;
        if (id !== undefined && (unchanged || id === user?.id || !canDo(user, 'edit_others', plural))) return true;
        if (id === undefined || !(await services.users.byId(id))) {
          throw errors.invalidValue({ en: 'Send the ID of a user who exists.', fr: 'Envoyez l’identifiant d’un utilisateur existant.' });
        }
        return true;
      },
      accepts: POSITIVE,
      description: {
        en: 'The ID of the user who is its author: whoever creates it unless given. To name another one must be allowed to edit what others wrote',
        fr: 'L’identifiant de l’utilisateur qui en est l’auteur : qui le crée à défaut. Pour en nommer un autre, il faut pouvoir modifier ce que d’autres ont écrit',
      },
    },
    date: {
      ...inBoth(timezone, 'UTC'),
      accepts: DATE_OR_UNSET,
      description: {
        en: 'When it is published, in the zone of the site: now unless given. What is published at a date to come waits as future',
        fr: 'Quand il est publié, dans le fuseau du site : maintenant à défaut. Ce qui est publié à une date à venir attend, en future',
      },
    },
    date_utc: {
      ...inBoth('UTC', timezone),
      accepts: DATE_OR_UNSET,
      description: { en: 'The same date in UTC; send one of the two', fr: 'La même date en UTC ; envoyez l’une des deux' },
    },
    status: {
      ...status,
      description: {
        en: `Who sees it: ${STATUS_MEANINGS.en}. Unless given, a translation has that of its original, and anything else publish for who may publish, else draft; publish and future of who may not are pending`,
        fr: `Qui le voit : ${STATUS_MEANINGS.fr}. À défaut, une traduction a celui de l’original, et tout autre contenu publish pour qui peut publier, sinon draft ; publish et future de qui ne le peut pas deviennent pending`,
      },
    },
  } as const;
};

/** The record whose publication is worked out, and who asks for it. */
interface Publishing {
  readonly current: PostRecord | undefined;
  /** The record that a new one translates. */
  readonly original?: PostRecord | undefined;
  readonly user: User;
  readonly plural: string;
  readonly services: Services;
}

/**
 * Works out author, status and publication date of a record that is created or, given `current`,
 * updated. Throws 403 `rest_forbidden` for what the user may not say.
 */
export function publicationOf(said: SentPublication, { current, original, user, plural, services }: Publishing): Publication {
  const sent = current === undefined ? { ...said, ...publicationLike(original, said) } : said;
  const now = services.clock.now();
  const author = sent.author ?? current?.author ?? user.id;
  if (author !== (current?.author ?? user.id) && author !== user.id && !canDo(user, 'edit_others', plural)) throw errors.forbidden(false);
  const moving = sent.status === 'trash' && current !== undefined && current.status !== 'trash';
  if (moving && !canDelete(user, plural, ownedBy(current))) throw errors.forbidden(false);
  const asked = sent.status ?? current?.status;
  const status = asked === current?.status && asked !== undefined ? asked : scaleStatus(user, plural, asked);
  const dates = datesOf(sent, current, status, services, now);
  return { author, ...dates, status: inTime(status, dates.dateUtc, now) };
}

/** The status that a new translation takes from its original, and the date if that is to come. */
function publicationLike(original: PostRecord | undefined, { status: said, date, date_utc }: SentPublication): SentPublication {
  if (original === undefined || said !== undefined) return {};
  const status = original.status === 'trash' ? (original.trashed?.status ?? 'draft') : original.status;
  if (status !== 'future' || original.dateUtc === null || date?.wall !== undefined || date_utc?.instant) return { status };
  return { status, date_utc: { instant: toInstant(original.dateUtc, 'UTC') } };
}

/** The publication of a draft that is published without anybody saying how. */
export function publicationOfDraft(current: PostRecord, services: Services): Pick<PostRecord, 'status' | 'date' | 'dateUtc' | 'dated'> {
  const now = services.clock.now();
  const dates = datesOf({}, current, 'publish', services, now);
  return { ...dates, status: inTime('publish', dates.dateUtc, now) };
}

/** A published record of the future is `future`; a `future` one whose time has come is published. */
function inTime(status: PostStatus, dateUtc: string | null, now: Date): PostStatus {
  if (status !== 'publish' && status !== 'future') return status;
  return dateUtc !== null && toInstant(dateUtc, 'UTC') > now ? 'future' : 'publish';
}

function datesOf(
  sent: SentPublication,
  current: PostRecord | undefined,
  status: PostStatus,
  { site }: Services,
  now: Date,
): Pick<PostRecord, 'date' | 'dateUtc' | 'dated'> {
  const [local, instant] = [sent.date?.wall, sent.date_utc?.instant];
  const unchanged = current && (local === undefined || local === current.date) && (!instant || toWall(instant, 'UTC') === current.dateUtc);
  if (!unchanged && (local !== undefined || instant)) {
    const at = instant ?? toInstant(local as string, site.timezone);
    // Drafts have a date in UTC only when they are given one.
    const floating = instant === undefined && UNPUBLISHED.includes(status);
    return { date: local ?? toWall(at, site.timezone), dateUtc: floating ? null : toWall(at, 'UTC'), dated: true };
  }
  const published = !UNPUBLISHED.includes(status);
  if (current && (current.dateUtc !== null || !published)) return { date: current.date, dateUtc: current.dateUtc };
  // A draft is published now unless it was given a date.
  const kept = current && (status === 'trash' || current.dated);
  const at = kept ? toInstant(current.date, site.timezone) : now;
  return { date: toWall(at, site.timezone), dateUtc: published ? toWall(at, 'UTC') : null };
}

const TRASHED = '__trashed';

/** The slug of a record in the trash: no longer than any. */
export const trashedSlug = (slug: string): string =>
  `${[...slug]
    .slice(0, LONGEST_SLUG - TRASHED.length)
    .join('')
    .replace(/-+$/, '')}${TRASHED}`;

/** The fields that change when a record goes to the trash: its slug is freed, what it was is kept. */
export const toTrash = (record: PostRecord, zone: string): Partial<PostRecord> => ({
  status: 'trash',
  edited: true,
  trashed: { status: record.status, slug: record.slug },
  slug: trashedSlug(record.slug),
  dateUtc: record.dateUtc ?? toWall(toInstant(record.date, zone), 'UTC'),
});

const publication = exactly<typeof publicationAnswer>();

/** The dates and the publication as answers show them. */
export function presentPublication(record: PostRecord, zone: string) {
  const dateUtc = record.dateUtc ?? UNSET_UTC;
  // A record that was never changed counts as modified at its publication date.
  const isNew = !record.edited;
  return publication({
    author: record.author,
    status: record.status,
    date: record.date,
    date_utc: dateUtc,
    modified: isNew ? record.date : toWall(record.modified, zone),
    modified_utc: isNew ? dateUtc : toWall(record.modified, 'UTC'),
  });
}
