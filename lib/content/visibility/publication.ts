import type { ClientSession, Filter } from 'mongodb';
import { canDelete, canDo, type PostStatus, scaleStatus, type User } from '../../access';
import { type Moment, readMoment, toInstant, toWall } from '../../calendar';
import { DUE, keyOf, LONGEST_SLUG, linkedIds } from '../../database';
import { ApiError, errors } from '../../errors';
import { type ArgRequest, exactly, type Schema } from '../../registry';
import { editOf } from '../records';
import { ownedBy, type PostRecord, type publicationAnswer, type Services, STATUS_MEANINGS, type TypeField, type Writing } from '../types';
import { DATE, date, either, POSITIVE, readPositiveInteger, status } from '../values';

export interface SentPublication {
  readonly author?: number;
  readonly status?: PostStatus;
  /** The publication date. Empty if the client sent back the unset date of a draft. */
  readonly date?: Partial<Moment>;
  readonly date_utc?: Partial<Moment>;
}

/** The UTC date of drafts in responses, which clients may send back. */
const UNSET_UTC = '0000-00-00 00:00:00';
const DATE_OR_UNSET: Schema = either(DATE, { type: 'string', enum: [UNSET_UTC] });
const UNPUBLISHED: readonly PostStatus[] = ['draft', 'pending'];

export const publicationArgs = (services: Services, plural: string) => {
  const { timezone } = services.site;
  // Responses have both zones, so the year must be 1 to 9999 in both.
  const inBoth = (zone: string, otherZone: string) =>
    date(
      (text): SentPublication['date'] => {
        if (text === UNSET_UTC) return {};
        const moment = readMoment(text, { zone, siteZone: zone, now: services.clock.now() });
        return moment && toWall(moment.instant, otherZone) !== '' ? moment : undefined;
      },
      {
        en: 'Send a valid date, e.g. 2030-05-06 07:08:09.',
        fr: 'Envoyez une date valide, par exemple 2030-05-06 07:08:09.',
      },
    );
  return {
    author: {
      type: 'integer',
      async validate(value: unknown, request: ArgRequest): Promise<true> {
        if (typeof value === 'number' && !Number.isInteger(value)) throw errors.invalidType('author', ['integer']);
        const id = readPositiveInteger(value);
        const user = request.user as User | undefined;
        // Users who may not set another author must not learn which users exist.
        const unchanged = id === (request.record as PostRecord | undefined)?.author;
        if (id !== undefined && (unchanged || id === user?.id || !canDo(user, 'edit_others', plural))) return true;
        if (id === undefined || !(await services.users.byId(id))) {
          throw errors.invalidValue({ en: 'Send the ID of an existing user.', fr: 'Envoyez l’identifiant d’un utilisateur existant.' });
        }
        return true;
      },
      accepts: POSITIVE,
      description: {
        en: 'The ID of the author, by default the user who creates it. To name another user, you need the right to edit the records of others',
        fr: 'L’identifiant de l’auteur, par défaut l’utilisateur qui le crée. Pour en nommer un autre, il faut le droit de modifier les enregistrements des autres',
      },
    },
    date: {
      ...inBoth(timezone, 'UTC'),
      accepts: DATE_OR_UNSET,
      description: {
        en: 'The publication date, in the zone of the site, by default now. A record with a later date waits with the status future',
        fr: 'La date de publication, dans le fuseau du site, par défaut maintenant. Un enregistrement d’une date à venir attend avec le statut future',
      },
    },
    date_utc: {
      ...inBoth('UTC', timezone),
      accepts: DATE_OR_UNSET,
      description: {
        en: 'The publication date in UTC. Send only one of the two',
        fr: 'La date de publication en UTC. N’envoyez que l’une des deux',
      },
    },
    status: {
      ...status,
      description: {
        en: `The status: ${STATUS_MEANINGS.en}. By default a translation has the status of its original, and another record publish if you may publish, else draft. If you may not publish, publish and future become pending`,
        fr: `Le statut : ${STATUS_MEANINGS.fr}. Par défaut une traduction a celui de l’original, et un autre contenu publish si vous pouvez publier, sinon draft. Si vous ne pouvez pas publier, publish et future deviennent pending`,
      },
    },
  } as const;
};

/** Computes author, status and dates of a record. Throws 403 `rest_forbidden` for an author or a status that the user may not set. */
export function publicationOf(
  { plural }: { readonly plural: string },
  services: Services,
  publication: SentPublication,
  writing: Pick<Writing, 'current' | 'original' | 'user' | 'within'>,
) {
  const { current, original, user, within } = writing;
  const own = publicationWithin(publication, within);
  // A new translation takes from its original what the request leaves out.
  const sent = current === undefined ? { ...own, ...publicationLike(original, own) } : own;
  const author = sent.author ?? current?.author ?? user.id;
  if (author !== (current?.author ?? user.id) && author !== user.id && !canDo(user, 'edit_others', plural)) throw errors.forbidden();
  const isRemoval = sent.status === 'trash' && current !== undefined && current.status !== 'trash';
  if (isRemoval && !canDelete(user, plural, ownedBy(current))) throw errors.forbidden();
  const requested = sent.status ?? current?.status;
  const status = requested === current?.status && requested !== undefined ? requested : scaleStatus(user, plural, requested);
  const dated = datedStatus(sent, current, status, services);
  // Only a status that the client sent itself removes the mark.
  return { author, ...dated, ...publishesWith(publication, dated.status, writing) };
}

/** Returns the status of a new translation, from its original. A future date is copied too. */
function publicationLike(original: PostRecord | undefined, { status: sent, date, date_utc }: SentPublication): SentPublication {
  if (original === undefined || sent !== undefined) return {};
  const status = original.status === 'trash' ? (original.trashed?.status ?? 'draft') : original.status;
  if (status !== 'future' || original.dateUtc === null || date?.wall !== undefined || date_utc?.instant) return { status };
  return { status, date_utc: { instant: toInstant(original.dateUtc, 'UTC') } };
}

/** Computes dates and adjusts the status: of `publish` and `future`, the date decides. */
function datedStatus(sent: SentPublication, current: PostRecord | undefined, status: PostStatus, { clock, site }: Services) {
  const now = clock.now();
  const dates = datesOf(sent, current, status, site.timezone, now);
  const isFuture = dates.dateUtc !== null && toInstant(dates.dateUtc, 'UTC') > now;
  const timed: PostStatus = isFuture ? 'future' : 'publish';
  return { ...dates, status: status === 'publish' || status === 'future' ? timed : status };
}

function datesOf(sent: SentPublication, current: PostRecord | undefined, status: PostStatus, zone: string, now: Date) {
  const [local, instant] = [sent.date?.wall, sent.date_utc?.instant];
  const unchanged = current && (local === undefined || local === current.date) && (!instant || toWall(instant, 'UTC') === current.dateUtc);
  const isPublished = !UNPUBLISHED.includes(status);
  if (!unchanged && (local !== undefined || instant)) {
    const at = instant ?? toInstant(local as string, zone);
    // Drafts have a UTC date only if the client sent a date.
    return { date: local ?? toWall(at, zone), dateUtc: instant || isPublished ? toWall(at, 'UTC') : null, dated: true };
  }
  if (current && (current.dateUtc !== null || !isPublished)) return { date: current.date, dateUtc: current.dateUtc };
  // A draft without a date of its own is published now.
  const at = current && (status === 'trash' || current.dated) ? toInstant(current.date, zone) : now;
  return { date: toWall(at, zone), dateUtc: isPublished ? toWall(at, 'UTC') : null };
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

const publication = exactly<typeof publicationAnswer>();

export function presentPublication(record: PostRecord, zone: string) {
  const dateUtc = record.dateUtc ?? UNSET_UTC;
  // A record that was never edited shows its publication date here.
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

/*
 * A companion is a record that somebody created by its data inside another record, for example a venue inside an event.
 * While the outer record is unpublished, its companions are drafts of its author, so that they reveal nothing.
 * They have the mark `publishesWith` and are published together with the outer record.
 * If somebody gives a companion a status of its own, it loses the mark.
 */

/** Returns the publication of a companion. Without a sent status, the companion is a draft by the author of the outer record. */
const publicationWithin = (sent: SentPublication, within: Writing['within']): SentPublication =>
  within === undefined || within.status === 'publish' || sent.status !== undefined
    ? sent
    : { author: within.author, ...sent, status: 'draft' };

/** Returns the mark of a companion that is published with the outer record. A status from a client removes the mark. */
function publishesWith(
  { status: sent }: SentPublication,
  status: PostStatus,
  { current, within }: Pick<Writing, 'current' | 'within'>,
): Pick<PostRecord, 'publishesWith'> {
  if (current === undefined)
    return within !== undefined && UNPUBLISHED.includes(status) && (sent === undefined || sent === 'publish')
      ? { publishesWith: true }
      : {};
  const isOwn = current.publishesWith === true && sent !== undefined && sent !== current.status && sent !== 'trash';
  return isOwn ? { publishesWith: undefined } : {};
}

/** Publishes the companions of a published record. A companion with a future date waits for that date. */
export async function publishCompanions(
  { plural, fields }: { readonly plural: string; readonly fields: readonly Pick<TypeField, 'makes' | 'path'>[] },
  services: Services,
  record: PostRecord,
  session: ClientSession,
): Promise<void> {
  if (record.status !== 'publish') return;
  for (const { makes, path } of fields) {
    if (makes === undefined || path === undefined) continue;
    const to = services.postLikes.get(services.stores.sharing.linkedBy(plural, path) ?? '');
    const ids = linkedIds(record, path);
    if (to === undefined || ids.length === 0) continue;
    for (const draft of (await to.posts.many(ids, session)).values()) {
      if (draft.publishesWith !== true || draft.author !== record.author || !UNPUBLISHED.includes(draft.status)) continue;
      services.connection.lock([keyOf(to.plural, draft._id)], session);
      const changes = {
        ...datedStatus({}, draft, 'publish', services),
        publishesWith: undefined,
        edited: true,
        ...editOf(draft, services),
      };
      await to.posts.update(draft, changes, session);
    }
  }
}

/**
 * Publishes the records with status `future` whose date has come, and returns their number. Stops early if the signal aborts. After 4xx
 * errors of single records it continues, and throws the first at the end.
 */
export async function publishDue(services: Services, signal?: AbortSignal): Promise<number> {
  const now = services.clock.now();
  const due: Filter<PostRecord> = { status: 'future', dateUtc: { $lte: toWall(now, 'UTC') } };
  let published = 0;
  let refusal: ApiError | undefined;
  for (const type of services.postLikes.values()) {
    const { plural, posts } = type;
    const found = posts.collection().find(due, { projection: { _id: 1 }, hint: DUE.name });
    for (const { _id } of await found.toArray()) {
      if (signal?.aborted) return published;
      try {
        published += await services.connection.transact(async (session) => {
          services.connection.lock([keyOf(plural, _id)], session);
          const current = await posts.byId(_id, session);
          // Another process may have published the record, or a user may have changed its date.
          if (current?.status !== 'future' || current.dateUtc === null || current.dateUtc > toWall(now, 'UTC')) return 0;
          await publishCompanions(type, services, await posts.update(current, { status: 'publish' }, session), session);
          return 1;
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        refusal ??= error;
      }
    }
  }
  if (refusal) throw refusal;
  return published;
}
