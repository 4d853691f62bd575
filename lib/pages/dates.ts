import { wallToMs } from '../calendar/wall';
import { isoOffset } from '../calendar/zones';
import type { Language } from '../language';
import { type Html, html } from './html';

/** What stands between two words that no line may part. */
const TIED = '\u00a0';

// Days before months, the hours of the whole day: nobody takes such a date for another one.
const LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>;

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const formats = Object.fromEntries(
    Object.entries(LOCALES).map(([language, locale]) => [language, new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })]),
  ) as Record<Language, Intl.DateTimeFormat>;
  return (wall: string, language: Language): Partial<Record<Intl.DateTimeFormatPartTypes, string>> =>
    Object.fromEntries(formats[language].formatToParts(wallToMs(wall)).map(({ type, value }) => [type, value]));
};

const longParts = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const shortParts = formatter({ day: 'numeric', month: 'short' });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ordinal = (day: string | undefined, language: Language): string => (day === '1' && language === 'fr' ? '1er' : String(day));

/** The day of a wall time in words: “Saturday 5 December 2026”, « samedi 5 décembre 2026 ». */
export const dayText = (wall: string, language: Language): string => {
  const { weekday, day, month, year } = longParts(wall, language);
  return `${weekday} ${ordinal(day, language)}${TIED}${month} ${year}`;
};

/** The time of day of a wall time: “19:30”, « 19 h 30 », « 19 h ». */
export const timeText = (wall: string, language: Language): string => {
  const [hour = '', minute = ''] = [wall.slice(11, 13), wall.slice(14, 16)];
  if (language === 'en') return `${hour}:${minute}`;
  return `${Number(hour)}${TIED}h${minute === '00' ? '' : `${TIED}${minute}`}`;
};

/** The month of a text that begins with `YYYY-MM`, in words: “December 2026”, « décembre 2026 ». */
export const monthText = (text: string, language: Language): string => {
  const { month, year } = longParts(`${text.slice(0, 7)}-01 00:00:00`, language);
  return `${month} ${year}`;
};

/** The same as a headline begins with it. */
export const monthTitle = (text: string, language: Language): string => capital(monthText(text, language));

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

const spanOf = (start: Html, end: Html, language: Language, begins: boolean): Html =>
  language === 'en' ? html`${start} – ${end}` : html`${begins ? 'Du' : 'du'} ${start} au ${end}`;

/** From when to when something takes place, each moment in a `time` that machines can read; it `begins` a sentence unless something stands before it. */
export const whenText = ({ start, end, utcStart, utcEnd, allDay }: Times, language: Language, begins = true): Html => {
  const isOneDay = dayOf(start) === dayOf(end);
  const isRange = language === 'fr' && !isOneDay;
  const first = isRange || !begins ? dayText(start, language) : capital(dayText(start, language));
  const from = datetime(start, utcStart, allDay);
  const to = datetime(end, utcEnd, allDay);
  if (allDay) {
    const begin = html`<time datetime="${from}">${first}</time>`;
    if (!isOneDay) return spanOf(begin, html`<time datetime="${to}">${dayText(end, language)}</time>`, language, begins);
    return html`${begin}${language === 'en' ? ', all day' : ', toute la journée'}`;
  }
  const at = language === 'en' ? ', ' : ` à${TIED}`;
  const moment = (day: string, wall: string) => `${day}${at}${timeText(wall, language)}`;
  if (!isOneDay) {
    return spanOf(
      html`<time datetime="${from}">${moment(first, start)}</time>`,
      html`<time datetime="${to}">${moment(dayText(end, language), end)}</time>`,
      language,
      begins,
    );
  }
  if (start === end) return html`<time datetime="${from}">${moment(first, start)}</time>`;
  const between = language === 'en' ? ['', ' – '] : [`de${TIED}`, ` à${TIED}`];
  return html`<time datetime="${dayOf(start)}">${first}</time>, ${between[0]}<time datetime="${from}">${timeText(start, language)}</time>${between[1]}<time datetime="${to}">${timeText(end, language)}</time>`;
};

/** The day that something starts as a tile: “5 Dec”. It repeats what stands beside it. */
export const dayTile = (wall: string, language: Language): Html => {
  const { day, month } = shortParts(wall, language);
  return html`<div class="tile" aria-hidden="true"><b>${day}</b><span>${month}</span></div>`;
};
