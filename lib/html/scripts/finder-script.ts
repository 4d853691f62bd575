import { type Html, html, trusted } from '../text/html';

/** The default radius of a search nearby, in kilometres. */
const KILOMETRES = 10;
/** The pause after a letter before suggestions are requested, in ms. */
const PAUSE = 150;

/**
 * The script of the search form for events. It suggests names while the visitor types, and searches near the position of the browser,
 * rounded to about a hundred metres. If the script fails, the form works without it.
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
    // For visitors who return to the page from the browser's history.
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

/** The script element, for the end of the page. */
export const finderScript = (): Html => html`<script>${trusted(FINDER_SCRIPT)}</script>\n`;
