import { LANGUAGES, type Text } from '../../language';
import { type Html, html, trusted } from './html';
import type { InLocale } from './locales';

const WORDS: Text = { en: 'Your time:', fr: 'À votre heure\u00a0:' };

/** How a language writes from when to when something takes place, of what browsers tell of moments: functions of the script, which write as `whenText` does. */
const WRITERS: Text = {
  en: `{
      day: ({ weekday, day, month, year }, isMonthFirst) => isMonthFirst ? weekday + ', ' + month + ' ' + day + ', ' + year : weekday + ' ' + day + ' ' + month + ' ' + year,
      time: ({ hour, minute }) => hour + ':' + minute,
      knowsHalfDays: true,
      once: (day, time) => day + ', ' + time,
      within: (day, from, to) => day + ', ' + from + ' – ' + to,
      span: (first, from, last, to) => first + ', ' + from + ' – ' + last + ', ' + to,
    }`,
  fr: `{
      day: ({ weekday, day, month, year }) => weekday + ' ' + (day === '1' ? '1er' : day) + ' ' + month + ' ' + year,
      time: ({ hour, minute }) => Number(hour) + '\u00a0h' + (minute === '00' ? '' : '\u00a0' + minute),
      once: (day, time) => day + ' à\u00a0' + time,
      within: (day, from, to) => day + ', de\u00a0' + from + ' à\u00a0' + to,
      span: (first, from, last, to) => 'du ' + first + ' à\u00a0' + from + ' au ' + last + ' à\u00a0' + to,
    }`,
};

/**
 * The source of a function of two moments, the locale and the language in which they are written, and the zone where not that of the browser is
 * meant: a text.
 */
export const LOCAL_TIME_WRITER = `(moments, locale, language, timeZone) => {
    const writing = {
      ${LANGUAGES.map((language) => `${language}: ${WRITERS[language]}`).join(',\n      ')},
    }[language];
    const format = (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
    const long = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
    const hours = format({ hour: 'numeric', minute: '2-digit' });
    const whole = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    const isHalfDays = writing.knowsHalfDays && hours.resolvedOptions().hour12;
    const types = long.formatToParts(0).map(({ type }) => type);
    const partsOf = (format, at) => Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const [first, last] = moments.map((at) => writing.day(partsOf(long, at), types.indexOf('month') < types.indexOf('day')));
    const [from, to] = moments.map((at) => isHalfDays ? hours.format(at).replace(/\\s/g, '\\u00a0') : writing.time(partsOf(whole, at)));
    if (first !== last) return writing.span(first, from, last, to);
    return from === to ? writing.once(first, from) : writing.within(first, from, to);
  }`;

/**
 * The script of an event's time. Only the browser knows the zone of who reads: where its clocks show something else than those of the event, it
 * adds what they show.
 */
export const LOCAL_TIME_SCRIPT = `
{
  const write = ${LOCAL_TIME_WRITER};
  const line = document.querySelector('.local[data-starts]');
  const moments = line ? [line.dataset.starts, line.dataset.ends].map((text) => new Date(text)) : [];
  if (line && moments.some((at, place) => -at.getTimezoneOffset() !== Number(line.dataset.offsets.split(' ')[place]))) {
    line.lastElementChild.textContent = write(moments, line.dataset.locale, document.documentElement.lang);
    line.hidden = false;
  }
}
`;

/** A line for the reader's local time, hidden until the script fills it. Walls are in UTC, offsets in minutes east of it. */
export const localTimeLine = (
  { utcStart, utcEnd }: { readonly utcStart: string; readonly utcEnd: string },
  offsets: readonly number[],
  { language, locale }: InLocale,
): Html => {
  const iso = (wall: string) => `${wall.replace(' ', 'T')}Z`;
  return html`<p class="local" hidden data-starts="${iso(utcStart)}" data-ends="${iso(utcEnd)}" data-offsets="${offsets.join(' ')}" data-locale="${locale}">${WORDS[language]} <span></span></p>\n`;
};

/** The element of the script, for the end of what it reads. */
export const localTimeScript = (): Html => html`<script>${trusted(LOCAL_TIME_SCRIPT)}</script>\n`;
