import { type DateWords, type Moment, momentIn, toInstant, toWall } from '../../lib/calendar';
import type { Services } from '../../lib/content';
import { invalidParam } from '../../lib/errors';
import type { Text } from '../../lib/language';

/** A sent time: its text, its meaning, and its moment in the zone that the event had at that point. */
export interface TimeText extends DateWords {
  readonly text: string;
  readonly zone: string;
  readonly moment: Moment;
}

/** The times that clients send. */
export interface SentTimes {
  readonly start_date?: TimeText;
  readonly end_date?: TimeText;
  readonly timezone?: string;
  readonly all_day?: boolean;
}

/** Stored times of an event: walls `YYYY-MM-DD HH:MM:SS` in `timezone`, and their instants. */
export interface EventTimes {
  readonly startDate: string;
  readonly endDate: string;
  readonly timezone: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly allDay: boolean;
}

/**
 * Computes the times of a new event or, with `current`, of an updated one. A time that is not sent, or sent unchanged, keeps its instant.
 * Throws `rest_invalid_param` if the end is before the start.
 */
export function timesOf(sent: SentTimes, current: EventTimes | undefined, { site }: Services): EventTimes {
  const timezone = sent.timezone ?? current?.timezone ?? site.timezone;
  const allDay = sent.all_day ?? current?.allDay ?? false;
  const momentOf = (sentTime: TimeText | undefined, stored: Moment | undefined, dayTime: string): Moment => {
    const isKept = timezone === current?.timezone && (sentTime === undefined || sentTime.text === stored?.wall);
    const given = sentTime ?? stored;
    // The zone may differ: a translation has that of its original, and another request may have changed it meanwhile.
    const moment = isKept ? stored : sentTime?.zone === timezone ? sentTime.moment : given && momentIn(timezone, given);
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

const YEARS: Text = {
  en: 'Send a date of the years 1 to 9999, in UTC too.',
  fr: 'Envoyez une date des années 1 à 9999, en UTC aussi.',
};
