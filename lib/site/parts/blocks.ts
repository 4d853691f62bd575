import { sanitizeHtml } from '../../calendar';
import { postUrl, siteUrl } from '../../content';
import { type Html, html, joined, type PageLink, type Part, trusted } from '../../html';
import type { Language } from '../../language';
import type { Facts, PageRequest } from '../requests/page-request';
import { isFollowable, type ShownImage, type ShownRecord, shownName, textIn } from '../values/shown-record';
import { PAGE_WORDS } from './words';

export const isFilled = (part: Part): boolean => part !== undefined && part !== '' && part !== false;

/** Renders facts as a description list without empty ones. Undefined if all are empty. */
export const factsList = ({ language }: PageRequest, facts: Facts): Html | undefined => {
  const filled = facts.filter(([, value]) => isFilled(value));
  return filled.length === 0
    ? undefined
    : html`<dl>${filled.map(([name, value]) => html`<dt>${name[language]}</dt><dd>${value}</dd>\n`)}</dl>\n`;
};

export const pagerOf = (label: string, previous: PageLink | undefined, next: PageLink | undefined): Part =>
  (previous !== undefined || next !== undefined) &&
  html`<nav class="pager" aria-label="${label}">
${previous === undefined ? html`<span></span>` : html`<a rel="prev" href="${previous.href}">← ${previous.text}</a>`}
${next !== undefined && html`<a rel="next" href="${next.href}">${next.text} →</a>\n`}</nav>
`;

/** Renders links to the previous and next page of a list. `addressOf` returns the address of a page, from 1 to `pages`. */
export const listPager = ({ language }: PageRequest, page: number, pages: number, addressOf: (page: number) => string): Part =>
  pagerOf(
    PAGE_WORDS.pages[language],
    page > 1 ? { href: addressOf(page - 1), text: PAGE_WORDS.previousPage[language] } : undefined,
    page < pages ? { href: addressOf(page + 1), text: PAGE_WORDS.nextPage[language] } : undefined,
  );

/** Renders a record's image, loaded lazily and without a referrer, since another server may have it. */
export const picture = (image: ShownImage | undefined): Part =>
  image !== undefined &&
  html`<p class="picture"><img src="${image.address}" alt="${image.alt}" loading="lazy" referrerpolicy="no-referrer"></p>\n`;

/** Renders a record's description, else its excerpt; nothing if both are empty. */
export const descriptionPart = (shown: ShownRecord): Part => {
  const text = textIn(shown, 'description') || textIn(shown, 'excerpt');
  return text !== '' && html`<div>${descriptionHtml(text)}</div>\n`;
};

/** Elements for landmarks, and elements that a page has once. In a description they become plain elements. */
const LANDMARKS: ReadonlySet<string> = new Set(['main', 'header', 'footer', 'nav', 'aside', 'section', 'article']);
/** Attributes in a description that the policy forbids, that start something by themselves, or that only the page may set. */
const DROPPED: ReadonlySet<string> = new Set(['style', 'role', 'autoplay', 'tabindex']);

/**
 * Renders a record's description as HTML within a page. The result is sanitized and properly nested, and has no headline, landmarks or
 * styles of its own. Images load lazily. Headings get the levels of the page, from `h2` on, and no level is skipped.
 */
export const descriptionHtml = (description: string): Html => {
  const above: string[] = [];
  const levelOf = (name: string): string => {
    while (above.some((one) => one >= name)) above.pop();
    return `h${Math.min(above.push(name) + 1, 6)}`;
  };
  return trusted(
    sanitizeHtml(description, (name, attributes) => {
      const allowed = Object.fromEntries(Object.entries(attributes).filter(([its]) => !DROPPED.has(its)));
      const lazy = name === 'img' && !('loading' in allowed) && { loading: 'lazy' };
      const described = name === 'img' && !('alt' in allowed) && { alt: '' };
      const element = LANDMARKS.has(name) ? 'div' : name;
      return { tagName: /^h[1-6]$/.test(name) ? levelOf(name) : element, attribs: { ...lazy, ...described, ...allowed } };
    }),
  );
};

/** Renders a website as a link if its address is http, else as text. */
export const websiteLink = (address: string): Part =>
  isFollowable(address) ? html`<a href="${address}">${address.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '')}</a>` : address;

/** Renders an e-mail address as a link if it is valid, else as text. */
export const emailLink = (email: string): Part =>
  /^[^\s@<>"?&%]+@[^\s@<>"?&%]+$/.test(email) ? html`<a href="mailto:${email}">${email}</a>` : email;

/** Renders the terms of a record as links. Their addresses are computed, since API responses do not contain them. */
export const termLinks = (request: PageRequest, plural: string, terms: readonly ShownRecord[]): Part => {
  const { base, services } = request;
  const segment = services.termLikes.get(plural)?.segment ?? plural;
  // Only these members are read, since plugins may have added others.
  const named = terms.map((term) => {
    const address = { id: Number(term['id']), language: textIn(term, 'language') as Language, slug: textIn(term, 'slug') };
    return { name: term['name'], language: term['language'], url: postUrl(address, segment, siteUrl(base, services.site)) };
  });
  return named.length > 0 && linksTo(request, named);
};

export const linksTo = (request: PageRequest, records: readonly ShownRecord[]): Part =>
  joined(records.map((record) => recordLink(request, record)));

export const recordLink = (request: PageRequest, record: ShownRecord): Html => {
  const url = textIn(record, 'url');
  const name = shownName(request, record);
  if (isFollowable(url)) return html`<a href="${url}"${languageMark(request, record)}>${name}</a>`;
  return textInLanguage(request, record, name);
};

/** Renders a text of a record, marked with the record's language if the page has another. */
export const textInLanguage = (request: PageRequest, record: ShownRecord, text: string): Html => {
  const mark = languageMark(request, record);
  return mark ? html`<span${mark}>${text}</span>` : html`${text}`;
};

/** Makes the `lang` attribute for a record in another language than the page. False if the language is the same. */
export const languageMark = ({ language }: PageRequest, record: ShownRecord): Html | false => {
  const own = textIn(record, 'language');
  return own !== '' && own !== language && html` lang="${own}"`;
};
