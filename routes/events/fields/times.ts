import {
  type DateWords,
  dateDetails,
  isZone,
  type Moment,
  momentIn,
  parseDate,
  toInstant,
  toWall,
  ZONE_PATTERN,
  zoneAbbreviation,
} from '../../../lib/calendar';
import { date as dateValue, isEmptyNonText, type OwnField, type Services, wallAnswer } from '../../../lib/content';
import { errors, invalidParam } from '../../../lib/errors';
import type { Text } from '../../../lib/language';
import { type Answers, type ArgRequest, type ReadValue, readAs } from '../../../lib/registry';
import { flag } from './states';

/** A parsed date from a request, with its text. */
export interface TimeText extends DateWords {
  readonly text: string;
}

/** The date and zone args of a request that creates or updates an event. */
export interface SentTimes {
  readonly start_date?: TimeText;
  readonly end_date?: TimeText;
  readonly timezone?: string;
  readonly all_day?: boolean;
}

/** Stored times of an event: local times `YYYY-MM-DD HH:MM:SS` in `timezone`, and their instants. */
export interface EventTimes {
  readonly startDate: string;
  readonly endDate: string;
  readonly timezone: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly allDay: boolean;
}

/**
 * Computes the times of a new event or, with `current`, of an updated one. A time that is missing or unchanged in the request has the same
 * instant as before. Throws `rest_invalid_param` if the end is before the start.
 */
export function timesOf(sent: SentTimes, current: EventTimes | undefined, { site }: Services): EventTimes {
  const timezone = sent.timezone ?? current?.timezone ?? site.timezone;
  const allDay = sent.all_day ?? current?.allDay ?? false;
  const momentOf = (sentTime: TimeText | undefined, stored: Moment | undefined, dayTime: string): Moment => {
    const isKept = timezone === current?.timezone && (sentTime === undefined || sentTime.text === stored?.wall);
    const given = sentTime ?? stored;
    const moment = isKept ? stored : given && momentIn(timezone, given);
    const wall = allDay ? `${moment?.wall.slice(0, 10)} ${dayTime}` : (moment?.wall ?? '');
    return moment?.wall === wall ? moment : { wall, instant: toInstant(wall, timezone) };
  };
  const start = momentOf(sent.start_date, current && { wall: current.startDate, instant: current.startsAt }, '00:00:00');
  const end = momentOf(sent.end_date, current && { wall: current.endDate, instant: current.endsAt }, '23:59:59');
  if (end.instant < start.instant) {
    throw invalidParam('end_date', {
      en: `Send an end that is not before the start (${start.wall}).`,
      fr: `Envoyez une fin qui ne précède pas le début (${start.wall}).`,
    });
  }
  if (toWall(start.instant, 'UTC') === '') throw invalidParam('start_date', YEARS);
  if (toWall(end.instant, 'UTC') === '') throw invalidParam('end_date', YEARS);
  return { startDate: start.wall, endDate: end.wall, timezone, allDay, startsAt: start.instant, endsAt: end.instant };
}

const YEARS: Text = { en: 'Send a date of the years 1 to 9999, in UTC too.', fr: 'Envoyez une date des années 1 à 9999, en UTC aussi.' };

const two = { type: 'string', pattern: '^\\d\\d$', patternText: { en: 'two digits', fr: 'deux chiffres' }, required: true } as const;

const dateDetailsAnswer = {
  type: 'object',
  title: 'DateDetails',
  properties: {
    year: { type: 'string', pattern: '^\\d{4}$', patternText: { en: 'four digits', fr: 'quatre chiffres' }, required: true },
    month: two,
    day: two,
    hour: two,
    minutes: two,
    seconds: two,
  },
  required: true,
  description: { en: 'The parts of the date, padded with zeros', fr: 'Les parties de la date, complétées par des zéros' },
} as const satisfies Answers;

const NO_ZONE: Text = {
  en: 'Send a time zone, e.g. Europe/Paris or UTC+2. An empty text means that of the site.',
  fr: 'Envoyez un fuseau horaire, par exemple Europe/Paris ou UTC+2. Un texte vide signifie celui du site.',
};

const ZONE_FORMS: Text = {
  en: 'A time zone: a name of the IANA database in upper or lower case, an abbreviation or an offset. An empty text means that of the site.',
  fr: 'Un fuseau horaire : un nom de la base de l’IANA en majuscules ou minuscules, une abréviation ou un décalage. Un texte vide signifie celui du site.',
};

/** Makes the time fields of events. `timesOf` computes the stored times, and responses show them in the event's zone and in UTC. */
export const times = (services: Services) => {
  const { timezone: siteZone } = services.site;
  /** Returns the zone in the request. Undefined if missing or unknown. */
  const sentZone = ({ params }: ArgRequest): string | undefined => {
    const sent = params['timezone'];
    if (sent === '') return siteZone;
    return typeof sent === 'string' && isZone(sent) ? sent : undefined;
  };
  const zoneOf = (request: ArgRequest): string => {
    const stored =
      typeof request.params['timezone'] === 'string' ? undefined : (request.record as Partial<EventTimes> | undefined)?.timezone;
    return sentZone(request) ?? stored ?? siteZone;
  };
  const date = <const S extends string>(as: S, description: Text, shown: Text) =>
    ({
      ...dateValue((text, request): TimeText | undefined => {
        const parsed = parseDate(text, { siteZone, now: services.clock.now() });
        return parsed && momentIn(zoneOf(request), parsed) && { text, ...parsed };
      }),
      required: true,
      as,
      settled: true,
      shared: true,
      nulled: 'refused',
      answers: { ...wallAnswer, description: shown },
      description,
    }) as const satisfies OwnField;
  return {
    all_day: ALL_DAY,
    start_date: date(
      'startDate',
      {
        en: 'The start, such as 2030-06-01 15:00, in the time zone of the event. A date with an offset or a Z is converted to that zone',
        fr: 'Le début, par exemple 2030-06-01 15:00, dans le fuseau de l’évènement. Une date avec un décalage ou un Z est convertie dans ce fuseau',
      },
      { en: 'The start, in its own zone', fr: 'Le début, dans son fuseau' },
    ),
    start_date_details: details(({ startDate }) => startDate),
    end_date: date(
      'endDate',
      {
        en: 'The end, in the form of start_date. It may not be before the start',
        fr: 'La fin, sous la forme de start_date. Elle ne peut précéder le début',
      },
      { en: 'The end, in its own zone', fr: 'La fin, dans son fuseau' },
    ),
    end_date_details: details(({ endDate }) => endDate),
    utc_start_date: utcWall('startsAt', { en: 'The start in UTC', fr: 'Le début en UTC' }),
    utc_start_date_details: details(({ startsAt }) => toWall(startsAt, 'UTC')),
    utc_end_date: utcWall('endsAt', { en: 'The end in UTC', fr: 'La fin en UTC' }),
    utc_end_date_details: details(({ endsAt }) => toWall(endsAt, 'UTC')),
    timezone: {
      type: 'string',
      validate(value: unknown, request: ArgRequest, name: string): ReadValue<string> {
        if (isEmptyNonText(value)) throw errors.invalidType(name, ['string']);
        const zoneName = sentZone(request);
        if (zoneName === undefined) throw errors.invalidValue(NO_ZONE);
        return readAs(zoneName);
      },
      accepts: { title: 'TimeZoneName', type: 'string', pattern: ZONE_PATTERN, patternText: ZONE_FORMS, description: ZONE_FORMS },
      settled: true,
      shared: true,
      nulled: 'refused',
      answers: {
        type: 'string',
        required: true,
        description: { en: 'The time zone, as an IANA name or an offset', fr: 'Le fuseau, selon son nom IANA ou par un décalage' },
      },
      description: {
        en: 'The time zone of its dates: an IANA name such as Europe/Paris, or an offset such as UTC+2. By default that of the site',
        fr: 'Le fuseau de ses dates : un nom IANA comme Europe/Paris, ou un décalage comme UTC+2. Par défaut celui du site',
      },
    },
    timezone_abbr: shown((event) => zoneAbbreviation(event.timezone, event.startsAt), {
      type: 'string',
      required: true,
      description: { en: 'The abbreviation of the time zone at the start', fr: 'L’abréviation du fuseau au début de l’évènement' },
    }),
  } as const satisfies Record<string, OwnField>;
};

/** The field `all_day`. If true, only the days of the dates count, not their times. */
const ALL_DAY = {
  ...flag('allDay', {
    shown: { en: 'Whether it lasts whole days', fr: 'Indique s’il dure des journées entières' },
    description: {
      en: 'True if it lasts whole days. It then starts at 00:00:00 and ends at 23:59:59, and sent times are ignored',
      fr: 'Vrai s’il dure des journées entières. Il commence alors à 00:00:00 et se termine à 23:59:59, et les heures envoyées sont ignorées',
    },
  }),
  default: false,
  settled: true,
} as const satisfies OwnField;

/** Makes a read-only field that is computed from the times of an event. */
const shown = (read: (event: EventTimes) => unknown, answers: NonNullable<OwnField['answers']>) =>
  ({
    stored: false,
    show: (_: unknown, record: unknown) => read(record as EventTimes),
    answers,
    description: answers.description ?? dateDetailsAnswer.description,
  }) as const;

/**
 * Makes a read-only field with an instant as wall time in UTC. Translations share the instant, since it determines the local time in a
 * zone.
 */
const utcWall = <const S extends 'startsAt' | 'endsAt'>(as: S, description: Text) =>
  ({ ...shown((event) => toWall(event[as], 'UTC'), { ...wallAnswer, description }), as, shared: true }) as const;

const details = (read: (event: EventTimes) => string) => shown((event) => dateDetails(read(event)), dateDetailsAnswer);
