import { setImmediate as pause } from 'node:timers/promises';
import { createZoneUse, vcalendar, vevent } from '../../../lib/calendar';
import {
  assertReadable,
  type CalendarRegistry,
  createTaskQueue,
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
import { byIndex, WITHOUT_KEYS } from '../../../lib/database';
import { errors } from '../../../lib/errors';
import type { Text } from '../../../lib/language';
import { READABLE, reply } from '../../../lib/registry';
import { type EventRecord, eventType } from '../../events';
import { NAMESPACE, TOTAL_HEADER } from '../../shared/about';
import { type CalendarView, calendarArgs, calendarEvents, calendarQuery, FRESH, filteredName } from './calendar-events';

const TYPE = 'text/calendar; charset=utf-8';
export const MOST_EVENTS = 5000;
/** The number of events converted at once, to save memory. */
const AT_ONCE = 200;
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

/** The objects that all calendars of a database share: the event type, and the function that converts events. */
interface Calendars {
  readonly services: Services;
  readonly type: PostLike<EventRecord>;
  readonly convert: ReturnType<typeof calendarEvents>;
  /** Makes one long calendar at a time. */
  readonly inTurn: ReturnType<typeof createTaskQueue>;
}

/** Declares the iCalendar routes: all events, and one event (RFC 5545). */
export function declareCalendars(registry: CalendarRegistry, services: Services): void {
  const calendars = { services, type: eventType(services), convert: calendarEvents(services), inTurn: createTaskQueue() };
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
    args: calendarArgs(services, type),
    cache: true,
    async handle({ baseUrl, language, user, params }) {
      const { text, total } = await makeCalendar(calendars, params as Sent, { baseUrl, language });
      return reply(text, {
        headers: {
          'X-WP-Total': String(total),
          [TOTAL_HEADER]: String(total),
          'Content-Disposition': `inline; filename="events-${language}.ics"`,
          ...(user === undefined && FRESH),
        },
      });
    },
  });
}

/** Makes the iCalendar file of all events, which is the same for every user. */
async function makeCalendar(calendars: Calendars, params: Sent, view: Pick<View, 'baseUrl' | 'language'>) {
  const { services, type } = calendars;
  const { site, clock } = services;
  const { baseUrl, language } = view;
  clock.limitValidity('day');
  const { filter, sort, hint } = await calendarQuery(type, params, view);
  const by = byIndex(hint);
  const events = type.posts.collection();
  const cursor = events
    .find(filter, { ...by, batchSize: AT_ONCE, projection: WITHOUT_KEYS.posts })
    .sort(sort)
    .limit(MOST_EVENTS);
  const reader = { user: undefined, baseUrl, longestDescription: LONGEST_DESCRIPTION.many };
  const { count, parts } = await calendars.inTurn(() => collect(calendars, cursor as AsyncIterable<EventRecord>, reader));
  const total = count < MOST_EVENTS ? count : await events.countDocuments(filter, by);
  const name = await filteredName(params, language, services);
  const description = total > count ? cut(total)[language] : undefined;
  return { text: vcalendar({ name, language, timezone: site.timezone, description }, parts, clock.peek()), total };
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
        const { parts } = await collect(calendars, [record], { user, baseUrl, longestDescription: LONGEST_DESCRIPTION.one });
        const { language } = record;
        const { site, clock } = services;
        return reply(vcalendar({ name: site.name[language], language, timezone: site.timezone }, parts, clock.peek()), {
          language,
          revision: revisionOf(type.plural, record),
          headers: {
            'Content-Disposition': `attachment; filename="event-${record._id}.ics"`,
            ...(user === undefined && (record.password === '' ? FRESH : { 'Cache-Control': 'private, no-cache' })),
          },
        });
      },
    },
  );
}

/** Converts events to the parts of an iCalendar file, in batches: the time zones of the events, then the events. */
async function collect({ convert }: Calendars, records: AsyncIterable<EventRecord> | Iterable<EventRecord>, view: CalendarView) {
  const zones = createZoneUse();
  const events: string[][] = [];
  const convertAll = async (batch: readonly EventRecord[]) => {
    for (const event of await convert(batch, view)) {
      zones.note(event);
      events.push(vevent(event));
    }
    await pause();
  };
  let batch: EventRecord[] = [];
  for await (const record of records) {
    if (batch.push(record) < AT_ONCE) continue;
    await convertAll(batch);
    batch = [];
  }
  if (batch.length > 0) await convertAll(batch);
  const timezones: string[][] = [];
  for (const timezone of zones.timezones()) {
    timezones.push(timezone);
    // Other requests run between two zones.
    await pause();
  }
  return { count: events.length, parts: [...timezones, ...events] };
}
