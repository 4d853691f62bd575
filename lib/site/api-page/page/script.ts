import { CODE_LANGUAGES, SAMPLE_CODE } from './sample-code';
import { TRYING } from './script-trying';
import type { DOCUMENT_WORDS } from './words';

/** The source of the search in the page's script. It shows the operations that contain every typed word, ignoring accents. */
const SEARCH = String.raw`
  const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const field = page.querySelector('#search');
  const found = page.querySelector('#found');
  let entries;
  const read = () => all('.operation').map((section) => ({
    section,
    text: folded(all('.sought', section).map((part) => part.textContent).join(' ')),
    links: all('.contents a[href="#' + section.id + '"]').map((link) => link.parentElement),
  }));
  const search = () => {
    entries ??= read();
    const wanted = folded(field.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { section, text, links } of entries) {
      const isFound = wanted.every((word) => text.includes(word));
      if (isFound) count += 1;
      section.hidden = !isFound;
      for (const link of links) link.hidden = !isFound;
    }
    const isSearching = wanted.length > 0;
    for (const group of all('.group-of')) group.hidden = !group.querySelector('.operation:not([hidden])');
    for (const group of all('.contents .group')) group.hidden = !group.querySelector('ul > li:not([hidden])');
    for (const beside of all('.beside, .aside-of')) beside.hidden = isSearching;
    found.textContent = !isSearching ? '' : count === 0 ? words.nothing : words.found.replace('{count}', count);
  };
  field.addEventListener('input', search);
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    page.querySelector('.operation:not([hidden]) h3 a')?.focus();
  });
  // The target of a link is never hidden.
  addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest('[hidden]')) return;
    field.value = '';
    search();
    target.scrollIntoView();
  });
`;

/** Keys of `DOCUMENT_WORDS` whose texts the script shows. */
export const SCRIPT_WORDS = [
  ...['found', 'nothing', 'waiting', 'answered', 'needed', 'wrong', 'back', 'failed', 'empty', 'cut', 'copied', 'notCopied', 'secret'],
] as readonly (keyof typeof DOCUMENT_WORDS)[];

/** The source of the page's script. It shows the elements that need scripts, and marks the current section in the contents. */
export const DOCUMENTATION_SCRIPT = `
(() => {
  const page = document.querySelector('.documentation');
  const words = JSON.parse(page.dataset.words);
  const all = (selector, within = page) => [...within.querySelectorAll(selector)];
  for (const waiting of all('[data-scripted]')) waiting.hidden = false;

  const languages = all('.languages a', document).map((link) => [link, link.href]);
  const keepPlace = () => { for (const [link, href] of languages) link.href = href + location.hash; };
  addEventListener('hashchange', keepPlace);
  keepPlace();

  const links = new Map(all('.contents.wide a').map((link) => [link.hash.slice(1), link]));
  const mark = (id) => {
    for (const link of links.values()) link.removeAttribute('aria-current');
    const link = links.get(id);
    if (!link) return;
    link.setAttribute('aria-current', 'true');
    const side = document.querySelector('.side');
    const { top, bottom } = link.getBoundingClientRect();
    const box = side.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) side.scrollTop += top - box.top - box.height / 3;
  };
  const watch = new IntersectionObserver((seen) => {
    const shown = seen.find((one) => one.isIntersecting);
    if (shown) mark(shown.target.id);
  }, { rootMargin: '-8% 0px -85% 0px' });
  for (const place of all('.operation, .beside h2, .group-of > h2')) watch.observe(place);
${SEARCH}${SAMPLE_CODE}  const NAMES = ${JSON.stringify(CODE_LANGUAGES)};
${TRYING}})();
`;
