import { dayOf, isoDate, wallToMs } from '../../calendar';
import { firstWeekDay, type Html, html, type InLocale, memoize } from '../../html';
import { capitalized, type Language } from '../../language';

const TIED = '\u00a0';

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

const formatIn = (options: Intl.DateTimeFormatOptions) =>
  memoize((locale: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));

const LONG = formatIn({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const WEEKDAY = formatIn({ weekday: 'short' });
const SHORT = formatIn({ day: 'numeric', month: 'short' });
const HOURS = formatIn({ hour: 'numeric', minute: '2-digit' });

const partsOf = (format: (locale: string) => Intl.DateTimeFormat, wall: string, { locale }: InLocale): Parts => {
  const parts = format(locale).formatToParts(wallToMs(wall));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
};

const isMonthFirst = memoize((locale: string) => {
  const parts = LONG(locale).formatToParts(0);
  return parts.findIndex(({ type }) => type === 'month') < parts.findIndex(({ type }) => type === 'day');
});

const isHalfDays = memoize((locale: string) => HOURS(locale).resolvedOptions().hour12 === true);

interface Writing {
  /** Writes the number of a day in its month, from `1`. */
  number(day: string): string;
  day(parts: Parts, locale: string): string;
  time(wall: string, locale: string): string;
  /** The texts before and between the two days of a range. */
  readonly span: readonly [string, string];
  readonly allDay: string;
  /** The text between a day and a time, and the texts around two times of one day. */
  readonly at: string;
  readonly between: readonly [string, string];
}

const frenchNumber = (day: string): string => (day === '1' ? '1er' : day);

const WRITING: Readonly<Record<Language, Writing>> = {
  en: {
    number: (day) => day,
    day: ({ weekday, day, month, year }, locale) =>
      isMonthFirst(locale) ? `${weekday}, ${month}${TIED}${day}, ${year}` : `${weekday} ${day}${TIED}${month} ${year}`,
    time: (wall, locale) => (isHalfDays(locale) ? HOURS(locale).format(wallToMs(wall)).replaceAll(/\s/g, TIED) : wall.slice(11, 16)),
    span: ['', ' – '],
    allDay: ', all day',
    at: ', ',
    between: ['', ' – '],
  },
  fr: {
    number: frenchNumber,
    day: ({ weekday, day = '', month, year }) => `${weekday} ${frenchNumber(day)}${TIED}${month} ${year}`,
    time: (wall) => {
      const minute = wall.slice(14, 16);
      return `${Number(wall.slice(11, 13))}${TIED}h${minute === '00' ? '' : `${TIED}${minute}`}`;
    },
    span: ['du ', ' au '],
    allDay: ', toute la journée',
    at: ` à${TIED}`,
    between: [`de${TIED}`, ` à${TIED}`],
  },
};

/** Writes the day of a local time in words: “Saturday 5 December 2026”, « samedi 5 décembre 2026 ». */
export const dayText = (wall: string, written: InLocale): string =>
  WRITING[written.language].day(partsOf(LONG, wall, written), written.locale);

/** Writes the day of the month of a local time: “1”, « 1er ». */
export const dayNumber = (wall: string, { language }: InLocale): string => WRITING[language].number(String(Number(wall.slice(8, 10))));

/** Writes the time of day of a local time: “19:30”, “7:30 p.m.”, « 19 h 30 ». */
export const timeText = (wall: string, { language, locale }: InLocale): string => WRITING[language].time(wall, locale);

/** Writes the month of a text that begins with `YYYY-MM`: “December 2026”, « décembre 2026 ». */
export const monthText = (text: string, written: InLocale): string => {
  const { month, year } = partsOf(LONG, `${text.slice(0, 7)}-01 00:00:00`, written);
  return `${month} ${year}`;
};

export const monthTitle = (text: string, written: InLocale): string => capitalized(monthText(text, written));

/** Returns the names of the weekdays, long and short, from the locale's first day of the week. */
export const weekdayNames = (written: InLocale): readonly { readonly long: string; readonly short: string }[] =>
  Array.from({ length: 7 }, (_, day) => {
    // 1 January of the year 1 is a Monday.
    const wall = `0001-01-0${((day + firstWeekDay(written.locale) - 1) % 7) + 1} 00:00:00`;
    return { long: String(partsOf(LONG, wall, written).weekday), short: String(partsOf(WEEKDAY, wall, written).weekday) };
  });

/** The start and end of an event: local times `YYYY-MM-DD HH:MM:SS` in its time zone and in UTC. */
export interface Times {
  readonly start: string;
  readonly end: string;
  readonly utcStart: string;
  readonly utcEnd: string;
  readonly allDay: boolean;
}

/** Returns the `datetime` attribute of a local time: ISO 8601 with the UTC offset. */
const datetime = (wall: string, utc: string): string => isoDate(wall, utc).replace('+00:00', 'Z');

const timeElement = (wall: string, utc: string, written: InLocale): Html =>
  html`<time datetime="${datetime(wall, utc)}">${timeText(wall, written)}</time>`;

/**
 * Renders the time range of an event, with machine-readable `time` elements. `begins` is false if text precedes the range in its sentence.
 */
export const whenText = (times: Times, written: InLocale, { begins = true }: { readonly begins?: boolean } = {}): Html => {
  const { start, end, utcStart, utcEnd, allDay } = times;
  const isOneDay = dayOf(start) === dayOf(end);
  const { span, allDay: allDayText, at, between } = WRITING[written.language];
  const first = (text: string): string => (begins ? capitalized(text) : text);
  const range = (from: Html, to: Html): Html => html`${first(span[0])}${from}${span[1]}${to}`;
  const startDay = isOneDay || span[0] === '' ? first(dayText(start, written)) : dayText(start, written);
  if (allDay) {
    const begin = html`<time datetime="${dayOf(start)}">${startDay}</time>`;
    return isOneDay ? html`${begin}${allDayText}` : range(begin, html`<time datetime="${dayOf(end)}">${dayText(end, written)}</time>`);
  }
  const moment = (wall: string, utc: string, day: string): Html =>
    html`<time datetime="${datetime(wall, utc)}">${day}${at}${timeText(wall, written)}</time>`;
  const begin = moment(start, utcStart, startDay);
  if (!isOneDay) return range(begin, moment(end, utcEnd, dayText(end, written)));
  if (utcStart === utcEnd) return begin;
  const [from, to] = [timeElement(start, utcStart, written), timeElement(end, utcEnd, written)];
  return html`<time datetime="${dayOf(start)}">${startDay}</time>, ${between[0]}${from}${between[1]}${to}`;
};

/** Renders the hours of an event below a heading with its start day. If the event ends on another day: the whole range. */
export const hoursText = (times: Times, written: InLocale): Html => {
  const { start, end, utcStart, utcEnd, allDay } = times;
  if (dayOf(start) !== dayOf(end)) return whenText(times, written);
  const { allDay: allDayText, between } = WRITING[written.language];
  if (allDay) return html`${capitalized(allDayText.replace(', ', ''))}`;
  const from = timeElement(start, utcStart, written);
  return utcStart === utcEnd ? from : html`${capitalized(between[0])}${from}${between[1]}${timeElement(end, utcEnd, written)}`;
};

/** Renders the start day of an event as a tile: “5 Dec”. The tile is hidden from screen readers, since the text repeats the day. */
export const dayTile = (wall: string, written: InLocale): Html => {
  const { day, month } = partsOf(SHORT, wall, written);
  return html`<div class="tile" aria-hidden="true"><b>${day}</b><span>${month}</span></div>`;
};
