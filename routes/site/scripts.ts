import { type Html, html, type InLocale } from '../../lib/html';
import type { Text } from '../../lib/language';

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

/** The source of the script that shows an event's time in the reader's time zone, if that differs. */
export const LOCAL_TIME_SCRIPT = `
{
  const line = document.querySelector('.local[data-starts]');
  const moments = line ? [line.dataset.starts, line.dataset.ends].map((text) => new Date(text)) : [];
  if (line && moments.some((at, place) => -at.getTimezoneOffset() !== Number(line.dataset.offsets.split(' ')[place]))) {
    const format = new Intl.DateTimeFormat(line.dataset.locale, { dateStyle: 'full', timeStyle: 'short' });
    line.lastElementChild.textContent = format.formatRange(...moments);
    line.hidden = false;
  }
}
`;

const LOCAL_TIME: Text = { en: 'Your time:', fr: 'À votre heure\u00a0:' };

/** Renders the line for the reader's local time, hidden until the script fills it. Times are in UTC, offsets in minutes east of UTC. */
export const localTimeLine = (
  { utcStart, utcEnd }: { readonly utcStart: string; readonly utcEnd: string },
  offsets: readonly number[],
  { language, locale }: InLocale,
): Html => {
  const iso = (wall: string) => `${wall.replace(' ', 'T')}Z`;
  return html`<p class="local" hidden data-starts="${iso(utcStart)}" data-ends="${iso(utcEnd)}" data-offsets="${offsets.join(' ')}" data-locale="${locale}">${LOCAL_TIME[language]} <span></span></p>\n`;
};
