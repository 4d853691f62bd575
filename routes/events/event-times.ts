import { readDate } from '../../lib/calendar/dates';
import { toInstant, toWall } from '../../lib/calendar/zones';
import type { Text } from '../../lib/language';
import { refused } from '../common';
import type { Services } from '../services';
import type { EventRecord } from './event-record';

/** What clients may say of an event's time. */
export interface SentTimes {
  readonly start_date?: string;
  readonly end_date?: string;
  /** Empty for the zone of the site. */
  readonly timezone?: string;
  readonly all_day?: boolean;
}

export type Times = Pick<EventRecord, 'startDate' | 'endDate' | 'timezone' | 'startsAt' | 'endsAt' | 'allDay'>;

/**
 * Works out the times of an event that is created or, given `current`, updated: walls in its zone and the instants they mean
 * (REFERENCE 3.1; DIFFERENCES 10 to 13). Throws `rest_invalid_param` where the end is before the start.
 */
export function timesOf(sent: SentTimes, current: Times | undefined, { site, clock }: Services): Times {
  const timezone = sent.timezone === undefined ? (current?.timezone ?? site.timezone) : sent.timezone || site.timezone;
  const context = { zone: timezone, siteZone: site.timezone, now: clock.now() };
  const read = (text: string | undefined) => (text === undefined ? undefined : readDate(text, context));
  const allDay = sent.all_day ?? current?.allDay ?? false;
  const start = read(sent.start_date) ?? current?.startDate ?? '';
  const end = read(sent.end_date) ?? current?.endDate ?? start;
  const startDate = allDay ? `${start.slice(0, 10)} 00:00:00` : start;
  const endDate = allDay ? `${end.slice(0, 10)} 23:59:59` : end;
  if (endDate < startDate) {
    throw refused('end_date', {
      en: `Send an end that is not before the start (${startDate}).`,
      fr: `Envoyez une fin qui ne précède pas le début (${startDate}).`,
    });
  }
  const startsAt = toInstant(startDate, timezone);
  const endsAt = toInstant(endDate, timezone);
  if (toWall(startsAt, 'UTC') === '') throw refused('start_date', YEARS);
  if (toWall(endsAt, 'UTC') === '') throw refused('end_date', YEARS);
  return { startDate, endDate, timezone, allDay, startsAt, endsAt };
}

const YEARS: Text = {
  en: 'Send a date of the years 1 to 9999, in UTC too.',
  fr: 'Envoyez une date des années 1 à 9999, en UTC aussi.',
};
