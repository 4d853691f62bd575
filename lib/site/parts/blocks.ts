import { type Html, html, type PageLink, type Part } from '../../html';
import type { Text } from '../../language';
import type { PageRequest } from '../requests/page-request';
import { type ShownImage, type ShownRecord, textIn } from '../values/shown-record';
import { descriptionHtml } from './description-html';

/** A description list of facts. Empty ones are left out. */
export const factsList = ({ language }: PageRequest, facts: readonly (readonly [Text, Part])[]): Html | undefined => {
  const filled = facts.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return filled.length === 0
    ? undefined
    : html`<dl>${filled.map(([name, value]) => html`<dt>${name[language]}</dt><dd>${value}</dd>\n`)}</dl>\n`;
};

/** Links to the previous and next page of a list. Nothing if there are none. */
export const pagerOf = (label: string, previous: PageLink | undefined, next: PageLink | undefined): Part =>
  (previous !== undefined || next !== undefined) &&
  html`<nav class="pager" aria-label="${label}">
${previous === undefined ? html`<span></span>` : html`<a rel="prev" href="${previous.href}">← ${previous.text}</a>`}
${next !== undefined && html`<a rel="next" href="${next.href}">${next.text} →</a>\n`}</nav>
`;

/**
 * A record's image, loaded lazily from another server without a referrer. Its size is unknown, so the place on the page has a fixed one.
 */
export const picture = (image: ShownImage | undefined): Part =>
  image !== undefined &&
  html`<p class="picture"><img src="${image.address}" alt="${image.alt}" loading="lazy" referrerpolicy="no-referrer"></p>\n`;

/** A record's description, else its excerpt. */
export const descriptionPart = (shown: ShownRecord): Part => {
  const text = textIn(shown, 'description') || textIn(shown, 'excerpt');
  return text !== '' && html`<div>${descriptionHtml(text)}</div>\n`;
};
