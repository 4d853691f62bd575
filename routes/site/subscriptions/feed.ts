import { type Html, type InLocale, markupOf, XML_DECLARATION, xml } from '../../../lib/html';
import { type ShownRecord, textIn } from '../../../lib/site';
import { eventSummary } from '../events/event-list';
import { titleWithState } from '../events/facts';

/** The metadata of an Atom feed. Without entries, the feed's update time is `now`. */
interface FeedAddress extends InLocale {
  /** An Atom ID that never changes, even if the address of the feed does. */
  readonly id: string;
  readonly self: string;
  readonly page: string;
  readonly title: string;
  /** The author of the feed: the name of the site. */
  readonly author: string;
  readonly now: Date;
}

/** An event in a feed, with the times of its publication and last change. */
export interface FeedEvent {
  /** An Atom ID that never changes and is equal in all feeds with the event. */
  readonly id: string;
  readonly shown: ShownRecord;
  readonly published: Date;
  readonly modified: Date;
}

const entry = ({ id, shown, published, modified }: FeedEvent, written: InLocale): Html => {
  return xml`<entry>
<id>${id}</id>
<title>${titleWithState(shown, written.language)}</title>
<link rel="alternate" type="text/html" href="${textIn(shown, 'url')}"/>
<published>${published.toISOString()}</published>
<updated>${modified.toISOString()}</updated>
<summary>${eventSummary(shown, written, 500).join('\n')}</summary>
</entry>
`;
};

/** Writes an Atom feed of events (RFC 4287), with their time, places and a short description. */
export const atomFeed = ({ id, self, page, title, author, language, locale, now }: FeedAddress, events: readonly FeedEvent[]): string => {
  const updated = events.length === 0 ? now : new Date(Math.max(...events.map(({ modified }) => modified.getTime())));
  return `${XML_DECLARATION}${markupOf(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${id}</id>
<title>${title}</title>
<author><name>${author}</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<updated>${updated.toISOString()}</updated>
${events.map((event) => entry(event, { language, locale }))}</feed>
`)}`;
};
