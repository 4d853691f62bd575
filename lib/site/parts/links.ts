import { postUrl, siteUrl } from '../../content';
import { type Html, html, type Part } from '../../html';
import type { PageRequest } from '../requests/page-request';
import { isFollowable, type ShownRecord, shownName, textIn } from '../values/shown-record';

/** A website as a link if a browser can follow it, else as text. */
export const websiteLink = (address: string): Part =>
  isFollowable(address) ? html`<a href="${address}">${address.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '')}</a>` : address;

/** An e-mail address as a link if it is valid, else as text. */
export const emailLink = (email: string): Part =>
  /^[^\s@<>"?&%]+@[^\s@<>"?&%]+$/.test(email) ? html`<a href="mailto:${email}">${email}</a>` : email;

/** The terms of a record as links, or nothing. Their addresses are computed, since answers do not contain them. */
export const termLinks = (request: PageRequest, plural: string, terms: readonly ShownRecord[]): Part => {
  const { base, services } = request;
  const segment = services.termLikes.get(plural)?.segment ?? plural;
  const addressOf = (term: ShownRecord) => ({
    id: Number(term['id']),
    language: textIn(term, 'language') as PageRequest['language'],
    slug: textIn(term, 'slug'),
  });
  // Only these members, since plugins' members are no names.
  const named = terms.map((term) => ({
    ...{ name: term['name'], language: term['language'] },
    url: postUrl(addressOf(term), segment, siteUrl(base, services.site)),
  }));
  return named.length > 0 && linksTo(request, named);
};

/** Records as links to their pages, with commas. */
export const linksTo = (request: PageRequest, records: readonly ShownRecord[]): Part[] =>
  records.map((record, index) => html`${index > 0 && ', '}${recordLink(request, record)}`);

/** A record as a link to its page. */
export const recordLink = (request: PageRequest, record: ShownRecord): Html => {
  const url = textIn(record, 'url');
  const name = shownName(request, record);
  if (isFollowable(url)) return html`<a href="${url}"${languageMark(request, record)}>${name}</a>`;
  return isPageLanguage(request, record) ? html`${name}` : html`<span${languageMark(request, record)}>${name}</span>`;
};

/** True if a record is in the language of the page, or names no language. */
export const isPageLanguage = ({ language }: PageRequest, record: ShownRecord): boolean =>
  ['', language].includes(textIn(record, 'language'));

/** The `lang` attribute for a record in another language than the page. */
export const languageMark = (request: PageRequest, record: ShownRecord): Part =>
  !isPageLanguage(request, record) && html` lang="${textIn(record, 'language')}"`;
