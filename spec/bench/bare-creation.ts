import type { ClientSession, MongoClient } from 'mongodb';
import { toInstant } from '../../lib/calendar/dates/zones';
import { collationKey } from '../../lib/calendar/text/collation-key';
import { fold } from '../../lib/calendar/text/fold';
import { slugify } from '../../lib/calendar/text/slug';
import { indexedWords } from '../../lib/content/search/words';
import { linkKey } from '../../lib/database/records/record';
import { filterKeys } from '../../routes/events/keys';
import type { BareCollections, BareEvent, BareLanguage } from './bare-record';

const LOCAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** The body of a request that creates an event. */
export interface SentEvent {
  readonly title: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly venue: number;
  readonly organizer: number;
  readonly categories: readonly number[];
}

const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** Makes the index keys of an event with the functions of the service. Only the link keys are sorted here. */
function keysOf(sent: SentEvent, language: BareLanguage, endsAt: Date) {
  const { title, description, start_date: startDate, timezone, venue, organizer, categories } = sent;
  const startsAt = toInstant(startDate, timezone);
  const [folding, text] = [fold(title), [title, description].map(fold).join('\n')];
  const named = { categories, venues: [venue], organizers: [organizer] };
  const links = Object.entries(named).flatMap(([field, ids]) => [...ids].sort((one, other) => one - other).map((id) => linkKey(field, id)));
  return {
    title: folding,
    ...filterKeys({ startDate, startsAt, endsAt, allDay: false, cost: [], featured: false, password: '' }),
    collated: collationKey(title, language),
    text,
    words: indexedWords({ language, title, text, links, isProtected: false }),
  };
}

/** Type guard for a body with all that a new event needs. */
export const isSentEvent = (body: unknown): body is SentEvent => {
  const sent = (body ?? {}) as Partial<Record<keyof SentEvent, unknown>>;
  return (
    [sent.title, sent.description, sent.timezone].every((value) => typeof value === 'string' && value.trim() !== '') &&
    [sent.start_date, sent.end_date].every((value) => LOCAL_TIME.test(String(value))) &&
    isId(sent.venue) &&
    isId(sent.organizer) &&
    Array.isArray(sent.categories) &&
    sent.categories.every(isId)
  );
};

/** Finds the first of `slug`, `slug-2`, `slug-3` ... that no event of the language uses. */
async function freeSlug({ events }: BareCollections, language: BareLanguage, slug: string, session: ClientSession): Promise<string> {
  for (let first = 1; ; first += 8) {
    const candidates = Array.from({ length: 8 }, (_, place) => (first + place === 1 ? slug : `${slug}-${first + place}`));
    const found = await events.find({ language, slug: { $in: candidates } }, { projection: { _id: 0, slug: 1 }, session }).toArray();
    const taken = new Set(found.map((event) => event.slug));
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

/**
 * Stores an event and adds it to the counts of its links, in one transaction. Returns the stored event.
 * Throws an error if a linked record does not exist.
 */
export async function createEvent(
  client: MongoClient,
  collections: BareCollections,
  sent: SentEvent,
  language: BareLanguage,
  author: number,
): Promise<BareEvent> {
  const { counters, events, venues, organizers, categories } = collections;
  const counter = await counters.findOneAndUpdate({ _id: 'posts' }, { $inc: { value: 1 } }, { upsert: true, returnDocument: 'after' });
  const id = counter?.value ?? 0;
  const now = new Date(new Date().setUTCMilliseconds(0));
  const date = now.toISOString().slice(0, 19).replace('T', ' ');
  const endsAt = toInstant(sent.end_date, sent.timezone);
  return client.withSession((session) =>
    session.withTransaction(async () => {
      const slug = await freeSlug(collections, language, slugify(sent.title) || String(id), session);
      const later = { $inc: { count: 1 }, $max: { until: endsAt } };
      const counted = await categories.bulkWrite(
        sent.categories.map((_id) => ({ updateOne: { filter: { _id, language }, update: { $inc: { count: 1 } } } })),
        { session },
      );
      const venue = await venues.updateOne({ _id: sent.venue, language }, later as object, { session });
      const organizer = await organizers.updateOne({ _id: sent.organizer, language }, later as object, { session });
      if (counted.matchedCount < sent.categories.length || venue.matchedCount === 0 || organizer.matchedCount === 0)
        throw new Error('The event names what is not there.');
      const event = {
        _id: id,
        group: id,
        translations: {},
        password: '',
        title: sent.title,
        excerpt: '',
        description: sent.description,
        startDate: sent.start_date,
        endDate: sent.end_date,
        timezone: sent.timezone,
        allDay: false,
        startsAt: toInstant(sent.start_date, sent.timezone),
        endsAt,
        cost: [],
        showMap: false,
        showMapLink: false,
        hidden: false,
        sticky: false,
        featured: false,
        eventStatus: null,
        statusReason: '',
        attendance: null,
        virtualUrl: '',
        imageAlt: '',
        categories: sent.categories,
        tags: [],
        venues: [sent.venue],
        organizers: [sent.organizer],
        parent: 0,
        slug,
        author,
        date,
        dateUtc: date,
        status: 'publish',
        image: null,
        language,
        created: now,
        modified: now,
        revision: 1,
        edition: 1,
        keys: keysOf(sent, language, endsAt),
      } satisfies BareEvent & Record<string, unknown>;
      await events.insertOne(event, { session });
      return event;
    }),
  );
}
