import { wallToMs } from '../calendar/wall';
import { isoOffset } from '../calendar/zones';
import { capitalized, type Language } from '../language';
import { type Html, html } from './html';
import { LOCALES } from './locales';

/** What stands between two words that no line may part. */
const TIED = '\u00a0';

const formatter = (options: Intl.DateTimeFormatOptions) => {
  // Each takes a millisecond or more to make, which a start without pages need not wait for.
  const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {};
  return (wall: string, language: Language): Partial<Record<Intl.DateTimeFormatPartTypes, string>> => {
    formats[language] ??= new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
    return Object.fromEntries(formats[language].formatToParts(wallToMs(wall)).map(({ type, value }) => [type, value]));
  };
};

const longParts = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const weekdayParts = formatter({ weekday: 'short' });
const shortParts = formatter({ day: 'numeric', month: 'short' });

/** How a language writes days and times, and what it puts between them. */
interface Writing {
  day(number: string): string;
  time(hour: string, minute: string): string;
  /** From one day to another; in French that `begins` a sentence, or does not, and the days do not. */
  span(start: Html, end: Html, begins: boolean): Html;
  readonly isSpanWord: boolean;
  readonly allDay: string;
  /** What stands between a day and a time of it, and around two times of one day. */
  readonly at: string;
  readonly between: readonly [string, string];
}

const WRITING: Readonly<Record<Language, Writing>> = {
  en: {
    day: (number) => number,
    time: (hour, minute) => `${hour}:${minute}`,
    span: (start, end) => html`${start} – ${end}`,
    isSpanWord: false,
    allDay: ', all day',
    at: ', ',
    between: ['', ' – '],
  },
  fr: {
    day: (number) => (number === '1' ? '1er' : number),
    time: (hour, minute) => `${Number(hour)}${TIED}h${minute === '00' ? '' : `${TIED}${minute}`}`,
    span: (start, end, begins) => html`${begins ? 'Du' : 'du'} ${start} au ${end}`,
    isSpanWord: true,
    allDay: ', toute la journée',
    at: ` à${TIED}`,
    between: [`de${TIED}`, ` à${TIED}`],
  },
};

/** The day of a wall time in words: “Saturday 5 December 2026”, « samedi 5 décembre 2026 ». */
export const dayText = (wall: string, language: Language): string => {
  const { weekday, day, month, year } = longParts(wall, language);
  return `${weekday} ${WRITING[language].day(String(day))}${TIED}${month} ${year}`;
};

/** The time of day of a wall time: “19:30”, « 19 h 30 », « 19 h ». */
export const timeText = (wall: string, language: Language): string => WRITING[language].time(wall.slice(11, 13), wall.slice(14, 16));

/** The month of a text that begins with `YYYY-MM`, in words: “December 2026”, « décembre 2026 ». */
export const monthText = (text: string, language: Language): string => {
  const { month, year } = longParts(`${text.slice(0, 7)}-01 00:00:00`, language);
  return `${month} ${year}`;
};

/** The same as a headline begins with it. */
export const monthTitle = (text: string, language: Language): string => capitalized(monthText(text, language));

/** The days of a week from Monday on, whole and short. */
export const weekdayNames = (language: Language): readonly { readonly long: string; readonly short: string }[] =>
  // 1 January of the year 1 is a Monday.
  Array.from({ length: 7 }, (_, day) => {
    const wall = `0001-01-0${day + 1} 00:00:00`;
    return { long: String(longParts(wall, language).weekday), short: String(weekdayParts(wall, language).weekday) };
  });

/** When something starts and ends: wall times, of the zone that they are of and in UTC. */
export interface Times {
  readonly start: string;
  readonly end: string;
  readonly utcStart: string;
  readonly utcEnd: string;
  readonly allDay: boolean;
}

const dayOf = (wall: string): string => wall.slice(0, 10);

/** What machines read of a moment: the date of a whole day; else ISO 8601, with the offset. */
const datetime = (wall: string, utc: string, allDay: boolean): string => {
  if (allDay) return dayOf(wall);
  return `${wall.replace(' ', 'T')}${wall === utc ? 'Z' : isoOffset(wall, utc)}`;
};

/** From when to when something takes place, each moment in a `time` that machines can read; it `begins` a sentence unless something stands before it. */
export const whenText = ({ start, end, utcStart, utcEnd, allDay }: Times, language: Language, begins = true): Html => {
  const isOneDay = dayOf(start) === dayOf(end);
  const { span, isSpanWord, allDay: allDayText, at, between } = WRITING[language];
  const isRange = isSpanWord && !isOneDay;
  const first = isRange || !begins ? dayText(start, language) : capitalized(dayText(start, language));
  const from = datetime(start, utcStart, allDay);
  const to = datetime(end, utcEnd, allDay);
  if (allDay) {
    const begin = html`<time datetime="${from}">${first}</time>`;
    if (!isOneDay) return span(begin, html`<time datetime="${to}">${dayText(end, language)}</time>`, begins);
    return html`${begin}${allDayText}`;
  }
  const moment = (day: string, wall: string) => `${day}${at}${timeText(wall, language)}`;
  if (!isOneDay) {
    return span(
      html`<time datetime="${from}">${moment(first, start)}</time>`,
      html`<time datetime="${to}">${moment(dayText(end, language), end)}</time>`,
      begins,
    );
  }
  if (start === end) return html`<time datetime="${from}">${moment(first, start)}</time>`;
  return html`<time datetime="${dayOf(start)}">${first}</time>, ${between[0]}<time datetime="${from}">${timeText(start, language)}</time>${between[1]}<time datetime="${to}">${timeText(end, language)}</time>`;
};

/** When something takes place below a heading that says the day that it starts: its hours; until when, where that is another day. */
export const hoursText = (times: Times, language: Language): Html => {
  const { start, end, utcStart, utcEnd, allDay } = times;
  if (dayOf(start) !== dayOf(end)) return whenText(times, language);
  const { allDay: allDayText, between } = WRITING[language];
  if (allDay) return html`${capitalized(allDayText.replace(', ', ''))}`;
  const from = html`<time datetime="${datetime(start, utcStart, false)}">${timeText(start, language)}</time>`;
  if (start === end) return from;
  return html`${capitalized(between[0])}${from}${between[1]}<time datetime="${datetime(end, utcEnd, false)}">${timeText(end, language)}</time>`;
};

/** The day that something starts as a tile: “5 Dec”. It repeats what stands beside it. */
export const dayTile = (wall: string, language: Language): Html => {
  const { day, month } = shortParts(wall, language);
  return html`<div class="tile" aria-hidden="true"><b>${day}</b><span>${month}</span></div>`;
};
