import { LANGUAGES, type Language, type Text } from '../language';
import { type Html, html, trusted } from './html';
import type { InLocale } from './locales';

/** Makes an inline script element for the end of a page. The page's content security policy must allow the same source by its hash. */
export const inlineScript = (source: string): Html => html`<script>${trusted(source)}</script>\n`;

/** The default radius of a search near the visitor, in kilometres. */
const KILOMETRES = 10;
/** The pause after a typed letter before suggestions are requested, in ms. */
const PAUSE = 150;

/**
 * The source of the search form's script. It suggests names while the visitor types, and searches near the position of the browser, rounded
 * to about a hundred metres. If the script fails, the form works without it.
 */
export const FINDER_SCRIPT = `
{
  const form = document.querySelector('form.finder');
  const box = form.elements.q, list = form.querySelector('datalist');
  let timer, asked = '';
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const typed = box.value.trim();
      if (typed.length < 2 || typed === asked) return;
      asked = typed;
      const found = await fetch(form.dataset.suggest + '?per_kind=4&q=' + encodeURIComponent(typed))
        .then((answer) => answer.ok ? answer.json() : undefined)
        .catch(() => undefined);
      if (typed !== asked) return;
      if (found === undefined) {
        asked = '';
        return;
      }
      const { suggestions } = found;
      list.replaceChildren(...[...new Set(suggestions.map(({ name }) => name))].map((name) => {
        const option = document.createElement('option');
        option.value = name;
        return option;
      }));
    }, ${PAUSE});
  });
  // Empty fields are left out of the address.
  form.addEventListener('submit', () => {
    const empty = [...form.elements].filter((field) => field.name && field.value === '');
    for (const field of empty) field.disabled = true;
    // Visitors may return to the page from the browser's history, so the fields are enabled again.
    setTimeout(() => empty.forEach((field) => { field.disabled = false; }));
  });
  const near = form.querySelector('#near');
  if (navigator.geolocation && isSecureContext) {
    near.hidden = false;
    near.addEventListener('click', () => {
      near.disabled = true;
      navigator.geolocation.getCurrentPosition(({ coords }) => {
        const place = { geoloc_lat: coords.latitude.toFixed(3), geoloc_lng: coords.longitude.toFixed(3), geoloc_radius: form.elements.geoloc_radius?.value || ${KILOMETRES} };
        for (const [name, value] of Object.entries(place)) {
          const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name }));
          field.value = value;
        }
        form.requestSubmit();
      }, () => {
        near.disabled = false;
        const told = form.querySelector('[role=status]');
        told.textContent = told.dataset.failed;
      });
    });
  }
}
`;

const WORDS = {
  share: { en: 'Share', fr: 'Partager' },
  copied: { en: 'The address is copied.', fr: 'L’adresse est copiée.' },
  print: { en: 'Print', fr: 'Imprimer' },
  localTime: { en: 'Your time:', fr: 'À votre heure\u00a0:' },
} as const satisfies Record<string, Text>;

/** The source of the script of the share and print buttons. If the browser cannot share, the script copies the address. */
export const SHARE_SCRIPT = `
{
  const [share, print] = document.querySelectorAll('.own-means button');
  const url = document.querySelector('link[rel=canonical]')?.href ?? location.href;
  share.hidden = !(navigator.share || navigator.clipboard);
  share.addEventListener('click', async () => {
    try {
      if (navigator.share) return await navigator.share({ title: document.title, url });
      await navigator.clipboard.writeText(url);
      const told = share.parentElement.querySelector('[role=status]');
      told.textContent = told.dataset.copied;
    } catch {}
  });
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}
`;

/** Renders the share and print buttons. The buttons are hidden until the script shows them. */
export const shareButtons = (language: Language): Html =>
  html`<p class="own-means actions"><button type="button" class="button plain" hidden>${WORDS.share[language]}</button> <button type="button" class="button plain" hidden>${WORDS.print[language]}</button> <span class="quiet" role="status" data-copied="${WORDS.copied[language]}"></span></p>\n`;

/** The sources of browser functions that write a time range, by language. They return the same text as `whenText`. */
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

/** The source of a browser function that writes two moments as text, without `timeZone` in the zone of the browser. */
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

/** The source of the script that shows an event's time in the reader's time zone, if that differs. */
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

/** Renders the line for the reader's local time, hidden until the script fills it. Times are in UTC, offsets in minutes east of UTC. */
export const localTimeLine = (
  { utcStart, utcEnd }: { readonly utcStart: string; readonly utcEnd: string },
  offsets: readonly number[],
  { language, locale }: InLocale,
): Html => {
  const iso = (wall: string) => `${wall.replace(' ', 'T')}Z`;
  return html`<p class="local" hidden data-starts="${iso(utcStart)}" data-ends="${iso(utcEnd)}" data-offsets="${offsets.join(' ')}" data-locale="${locale}">${WORDS.localTime[language]} <span></span></p>\n`;
};
