import { setImmediate as pause } from 'node:timers/promises';
import { createZoneUse, vcalendar, vevent } from '../../../lib/calendar';
import {
  assertReadable,
  type CalendarRegistry,
  limitGuesses,
  type PostLike,
  revisionOf,
  type Sent,
  type Services,
  servedRecord,
  singleArgs,
  type User,
  unreadable,
  type View,
} from '../../../lib/content';
import { byIndex, createInstallation } from '../../../lib/database';
import { errors } from '../../../lib/errors';
import type { Language, Text } from '../../../lib/language';
import { type Args, READABLE, reply } from '../../../lib/registry';
import { type EventRecord, eventType } from '../../events';
import { NAMESPACE, TOTAL_HEADER } from '../../shared/about';
import { type CalendarView, calendarEvents } from './calendar-events';
import { calendarArgs, calendarQuery, freshFor } from './calendar-filter';

const TYPE = 'text/calendar; charset=utf-8';
/** The maximum number of events in a calendar. */
export const MOST_EVENTS = 5000;
/** The number of events converted at once, to save memory. */
const AT_ONCE = 100;
/** Maximum lengths of descriptions in UTF-16 units: in a calendar of many events, and of one event. */
const LONGEST_DESCRIPTION = { many: 4000, one: 1024 * 1024 };

const TOTAL = {
  type: 'integer',
  required: true,
  description: {
    en: `The total number of events. The calendar contains at most ${MOST_EVENTS} of them.`,
    fr: `Le nombre total d’évènements. Le calendrier en contient ${MOST_EVENTS} au plus.`,
  },
} as const;
const DISPOSITION = {
  type: 'string',
  required: true,
  description: { en: 'The file name of the calendar.', fr: 'Le nom de fichier du calendrier.' },
} as const;

const cut = (total: number): Text => ({
  en: `The first ${MOST_EVENTS} of ${total} events. Add start_date, end_date or another filter to the address to see the others.`,
  fr: `Les ${MOST_EVENTS} premiers évènements sur ${total}. Ajoutez start_date, end_date ou un autre filtre à l’adresse pour voir les autres.`,
});

/** Properties of an iCalendar file in addition to its events. */
interface CalendarProperties {
  readonly language: Language;
  /** The name of the calendar. Undefined: the name of the site. */
  readonly name?: string;
  readonly description?: Text | undefined;
}

/** Returns the name of a calendar or feed, made from the filters in the request. */
export type FilteredName = (params: Sent, language: Language, services: Services) => Promise<string>;

/** The objects that all calendars of a database share: the event type, the writer, and the name of the database. */
interface Calendars {
  readonly services: Services;
  readonly type: PostLike<EventRecord>;
  readonly nameOf: FilteredName;
  readonly write: ReturnType<typeof calendarEvents>;
  installation(): Promise<string>;
}

/** Declares the iCalendar routes: all events, and one event (RFC 5545). */
export function declareCalendars(registry: CalendarRegistry, services: Services, nameOf: FilteredName): void {
  const type = eventType(services);
  const calendars = { services, type, nameOf, write: calendarEvents(services), installation: createInstallation(services.connection) };
  declareCalendarOfAll(registry, calendars);
  declareCalendarOfOne(registry, calendars);
}

function declareCalendarOfAll(registry: CalendarRegistry, calendars: Calendars): void {
  const { services, type } = calendars;
  registry.registerRoute(NAMESPACE, '/events.ics', {
    methods: READABLE,
    permission: 'public',
    type: TYPE,
    headers: { 'X-WP-Total': TOTAL, [TOTAL_HEADER]: TOTAL, 'Content-Disposition': DISPOSITION },
    errors: ['rest_search_too_broad'],
    summary: { en: 'Subscribe to events, as iCalendar', fr: 'S’abonner aux évènements, au format iCalendar' },
    description: {
      en: `The public events, with the filters of the list, from a month ago on. At most ${MOST_EVENTS} events; \`${TOTAL_HEADER}\` has the total.`,
      fr: `Les évènements publics, avec les filtres de la liste, à partir d’un mois avant aujourd’hui. ${MOST_EVENTS} évènements au plus ; \`${TOTAL_HEADER}\` donne le total.`,
    },
    args: calendarArgs(services, type) as Args,
    cache: true,
    async handle({ baseUrl, language, user, params }) {
      const { text, total } = await makeCalendar(calendars, params as Sent, { baseUrl, language });
      return reply(text, {
        headers: {
          'X-WP-Total': String(total),
          [TOTAL_HEADER]: String(total),
          'Content-Disposition': `inline; filename="events-${language}.ics"`,
          ...freshFor(user === undefined),
        },
      });
    },
  });
}

/** Makes the iCalendar file of all events, which is the same for every user. */
async function makeCalendar(calendars: Calendars, params: Sent, view: Pick<View, 'baseUrl' | 'language'>) {
  const { services, type, nameOf } = calendars;
  const { baseUrl, language } = view;
  services.clock.holds('day');
  const { filter, sort, hint } = await calendarQuery(type, params, view);
  const by = byIndex(hint);
  const events = type.posts.collection();
  const cursor = events
    .find(filter, { ...by, batchSize: AT_ONCE })
    .sort(sort)
    .limit(MOST_EVENTS);
  const { count, parts } = await collect(calendars, inBatches(cursor as AsyncIterable<EventRecord>), {
    user: undefined,
    baseUrl,
    installation: await calendars.installation(),
    longestDescription: LONGEST_DESCRIPTION.many,
  });
  const total = count < MOST_EVENTS ? count : await events.countDocuments(filter, by);
  const name = await nameOf(params, language, services);
  return { text: textOf(services, parts, { language, name, description: total > count ? cut(total) : undefined }), total };
}

function declareCalendarOfOne(registry: CalendarRegistry, calendars: Calendars): void {
  const { services, type } = calendars;
  const { id, password } = singleArgs(type);
  registry.registerRoute(
    NAMESPACE,
    {
      path: '/events/{id}.ics',
      load: async ({ path }) => servedRecord(await type.posts.byId(Number(path.id)), services.site),
      notFound: (path) => errors.notFound(type, String(path.id)),
    },
    {
      methods: READABLE,
      permission: 'public',
      type: TYPE,
      headers: { 'Content-Disposition': DISPOSITION },
      errors: unreadable(type),
      summary: { en: 'Read an event as iCalendar', fr: 'Lire un évènement au format iCalendar' },
      description: { en: 'A file to add to a calendar.', fr: 'Un fichier à ajouter à un agenda.' },
      args: { id, password },
      cache: true,
      async handle({ record, user, params, baseUrl, address }) {
        await limitGuesses(services, type, [record], { user, address, password: params.password });
        assertReadable(type, record, user as User | undefined, params.password);
        const { parts } = await collect(calendars, inBatches([record]), {
          user,
          baseUrl,
          installation: await calendars.installation(),
          longestDescription: LONGEST_DESCRIPTION.one,
        });
        const isOpen = user === undefined && record.password === '';
        return reply(textOf(services, parts, { language: record.language }), {
          language: record.language,
          revision: revisionOf(type.plural, record),
          headers: {
            'Content-Disposition': `attachment; filename="event-${record._id}.ics"`,
            ...freshFor(isOpen),
            ...(record.password !== '' && user === undefined && { 'Cache-Control': 'private, no-cache' }),
          },
        });
      },
    },
  );
}

/** Converts events to the parts of an iCalendar file, in batches: the time zones of the events, then the events. */
async function collect({ write }: Calendars, batches: AsyncIterable<readonly EventRecord[]>, view: CalendarView) {
  const zones = createZoneUse();
  const events: string[][] = [];
  for await (const batch of batches) {
    for (const event of await write(batch, view)) {
      zones.note(event);
      events.push(vevent(event));
    }
    await pause();
  }
  const timezones: string[][] = [];
  for (const timezone of zones.timezones()) {
    timezones.push(timezone);
    // Other requests run between two zones.
    await pause();
  }
  return { count: events.length, parts: [...timezones, ...events] };
}

function textOf({ site, clock }: Services, parts: readonly (readonly string[])[], properties: CalendarProperties): string {
  const { language, name = site.name[language], description } = properties;
  return vcalendar({ name, language, timezone: site.timezone, description: description?.[language] }, parts, clock.peek());
}

async function* inBatches<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const one of items) {
    batch.push(one);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
