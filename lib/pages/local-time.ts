import { LANGUAGES, type Text } from '../language';
import { type Html, html, trusted } from './html';
import type { InLocale } from './locales';

const WORDS: Text = { en: 'Your time:', fr: 'À votre heure\u00a0:' };

/** What is mended of how browsers write moments in a language: a function of the script. */
const MENDED: Text = {
  en: "(text) => text.replace(/(day),(?= \\d)| at /g, (all, day) => day ?? ', ')",
  fr: "(text) => text.replace(/(\\d\\d):(\\d\\d)/g, (all, hour, minute) => Number(hour) + '\\u00a0h' + (minute === '00' ? '' : '\\u00a0' + minute)).replace(/(^|\\s)1 (?=[a-zéû])/g, '$11er ')",
};

const MENDERS = LANGUAGES.map((language) => `${language}: ${MENDED[language]}`).join(',\n      ');

/**
 * The one script of the pages. Only the browser knows the zone of who reads: where its clocks show something else than those of the event, it
 * adds what they show. Without the script the page says the same in the event's zone and in UTC.
 */
export const LOCAL_TIME_SCRIPT = `
{
  const line = document.querySelector('.local[data-starts]');
  const moments = line ? [line.dataset.starts, line.dataset.ends].map((text) => new Date(text)) : [];
  if (line && moments.some((at, place) => -at.getTimezoneOffset() !== Number(line.dataset.offsets.split(' ')[place]))) {
    const mended = {
      ${MENDERS},
    }[document.documentElement.lang];
    const format = new Intl.DateTimeFormat(line.dataset.locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' });
    line.lastElementChild.textContent = mended(format.formatRange(...moments));
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
