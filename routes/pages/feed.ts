import { type ShownRecord, textIn } from '../../lib/kinds/pages/shown-record';
import { type Html, markupOf } from '../../lib/pages/html';
import type { InLocale } from '../../lib/pages/locales';
import { XML_DECLARATION, xml } from '../../lib/pages/xml';
import { eventSummary } from './event-summary';
import { titleWithState } from './state-marks';

/** What a feed is of, beside its entries: its own address, that of the page that it belongs to, what it is called, and when nothing else says so, now. */
export interface FeedPlace extends InLocale {
  readonly self: string;
  readonly page: string;
  readonly title: string;
  readonly now: Date;
}

/** An event of a feed: as answers show it, when it was published and when it changed last. */
export interface FeedEvent {
  readonly shown: ShownRecord;
  readonly published: Date;
  readonly modified: Date;
}

const entry = ({ shown, published, modified }: FeedEvent, written: InLocale): Html => {
  return xml`<entry>
<id>${textIn(shown, 'rest_url')}</id>
<title>${titleWithState(shown, written.language)}</title>
<link rel="alternate" type="text/html" href="${textIn(shown, 'url')}"/>
<published>${published.toISOString()}</published>
<updated>${modified.toISOString()}</updated>
<summary>${eventSummary(shown, written, 500).join('\n')}</summary>
</entry>
`;
};

/** Events as a feed for programs that tell what is new (Atom, RFC 4287): when and where, and what is said of them in short. */
export const atomFeed = ({ self, page, title, language, locale, now }: FeedPlace, events: readonly FeedEvent[]): string => {
  const updated = events.length === 0 ? now : new Date(Math.max(...events.map(({ modified }) => modified.getTime())));
  return `${XML_DECLARATION}${markupOf(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${self}</id>
<title>${title}</title>
<author><name>${title}</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<updated>${updated.toISOString()}</updated>
${events.map((event) => entry(event, { language, locale }))}</feed>
`)}`;
};
