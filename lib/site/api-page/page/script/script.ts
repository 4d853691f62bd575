import { type Html, html, trusted } from '../../../../html';
import type { DOCUMENT_WORDS } from '../words';
import { CODE_LANGUAGES, SAMPLE_CODE } from './sample-code';
import { SEARCH } from './script-search';
import { TRYING } from './script-trying';

export const SCRIPT_WORDS = [
  ...['found', 'nothing', 'waiting', 'answered', 'needed', 'wrong', 'back', 'failed', 'empty', 'cut', 'copied', 'notCopied', 'secret'],
] as readonly (keyof typeof DOCUMENT_WORDS)[];

/**
 * The script of the page. It shows the elements that need scripts, marks the current section in the contents, and keeps the place when
 * the reader changes the language.
 */
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

/** The script element, for the end of the page. */
export const documentationScript = (): Html => html`<script>${trusted(DOCUMENTATION_SCRIPT)}</script>\n`;
