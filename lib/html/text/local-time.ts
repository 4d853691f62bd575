import { LANGUAGES, type Text } from '../../language';
import { type Html, html, trusted } from './html';
import type { InLocale } from './locales';

const WORDS: Text = { en: 'Your time:', fr: 'À votre heure\u00a0:' };

/** Functions that write a time range in a language, as source code for the browser. They write like `whenText`. */
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
 * The source of a function that writes two moments as text: `(moments, locale, language, timeZone)`. The default time zone is the
 * browser's.
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

/** The script that shows an event's time in the reader's time zone, if it differs from the event's. Only the browser knows that zone. */
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

/** A line for the reader's local time, hidden until the script fills it. The times are UTC, the offsets minutes east of UTC. */
export const localTimeLine = (
  { utcStart, utcEnd }: { readonly utcStart: string; readonly utcEnd: string },
  offsets: readonly number[],
  { language, locale }: InLocale,
): Html => {
  const iso = (wall: string) => `${wall.replace(' ', 'T')}Z`;
  return html`<p class="local" hidden data-starts="${iso(utcStart)}" data-ends="${iso(utcEnd)}" data-offsets="${offsets.join(' ')}" data-locale="${locale}">${WORDS[language]} <span></span></p>\n`;
};

/** The script element, for the end of the page. */
export const localTimeScript = (): Html => html`<script>${trusted(LOCAL_TIME_SCRIPT)}</script>\n`;
