import { type Html, html, type Part } from '../../pages/html';
import { isFollowable, type ShownRecord, shownName, textIn } from './shown-record';
import type { PageVisit } from './visit';

/** An address as a link where a browser can follow it to a site, else as text. */
export const websiteLink = (address: string): Part =>
  isFollowable(address) ? html`<a href="${address}">${address.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '')}</a>` : address;

/** Records by their names, each as a link to its page. */
export const linksTo = (visit: PageVisit, records: readonly ShownRecord[]): Part[] =>
  records.map((record, place) => html`${place > 0 && ', '}${recordLink(visit, record)}`);

/** A record by its name, as a link to its page. */
export const recordLink = (visit: PageVisit, record: ShownRecord): Html => {
  const url = textIn(record, 'url');
  return isFollowable(url) ? html`<a href="${url}">${shownName(visit, record)}</a>` : html`${shownName(visit, record)}`;
};
