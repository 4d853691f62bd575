import { postUrl, siteUrl } from '../../content';
import { type Html, html, type Part } from '../../html';
import type { PageRequest } from './page-request';
import { isFollowable, type ShownRecord, shownName, textIn } from './shown-record';

/** An address as a link where a browser can follow it to a site, else as text. */
export const websiteLink = (address: string): Part =>
  isFollowable(address) ? html`<a href="${address}">${address.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '')}</a>` : address;

/** An address of e-mail as a link where it is plainly one, else as text. */
export const emailLink = (email: string): Part =>
  /^[^\s@<>"?&%]+@[^\s@<>"?&%]+$/.test(email) ? html`<a href="mailto:${email}">${email}</a>` : email;

/** The terms of a record as links, nothing where there are none; answers show them without the addresses of their pages. */
export const termLinks = (visit: PageRequest, plural: string, terms: readonly ShownRecord[]): Part => {
  const { base, services } = visit;
  const segment = services.termLikes.get(plural)?.segment ?? plural;
  const addressOf = (term: ShownRecord) => ({
    id: Number(term['id']),
    language: textIn(term, 'language') as PageRequest['language'],
    slug: textIn(term, 'slug'),
  });
  // Nothing but this: what plugins add to a term is no name of it.
  const named = terms.map((term) => ({
    ...{ name: term['name'], language: term['language'] },
    url: postUrl(addressOf(term), segment, siteUrl(base, services.site)),
  }));
  return named.length > 0 && linksTo(visit, named);
};

/** Records by their names, each as a link to its page. */
export const linksTo = (visit: PageRequest, records: readonly ShownRecord[]): Part[] =>
  records.map((record, place) => html`${place > 0 && ', '}${recordLink(visit, record)}`);

/** A record by its name, as a link to its page. */
export const recordLink = (visit: PageRequest, record: ShownRecord): Html => {
  const url = textIn(record, 'url');
  const name = shownName(visit, record);
  if (isFollowable(url)) return html`<a href="${url}"${languageMark(visit, record)}>${name}</a>`;
  return isPageLanguage(visit, record) ? html`${name}` : html`<span${languageMark(visit, record)}>${name}</span>`;
};

/** Whether what is shown of a record is in the language of the page; what says of none is. */
export const isPageLanguage = ({ language }: PageRequest, record: ShownRecord): boolean =>
  ['', language].includes(textIn(record, 'language'));

/** The attribute that says in which language a part of a page is, for what has no translation into that of the page. */
export const languageMark = (visit: PageRequest, record: ShownRecord): Part =>
  !isPageLanguage(visit, record) && html` lang="${textIn(record, 'language')}"`;
