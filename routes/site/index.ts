import type { PostRecord } from '../../lib/content';
import type { Pages } from '../../lib/site';
import type { EventRecord } from '../events';
import { EVENT_LINKS } from '../events/link-names';
import { subscriptionsOf, waysTo } from './calendars';
import { embedPage } from './embed-page';
import { embeddableEvent, embeddableList } from './embeddable-views';
import { eventPage } from './event-page';
import { eventSection, sectionAddress } from './event-section';
import { addressPart, contactFacts } from './facts';
import { oldAddress } from './old-addresses';
import { searchBox } from './search-box';
import { elsewherePage, startPage } from './start-page';
import { WORDS } from './words';

/** The calendar's part of the pages of all kinds: events by month and by themselves, and below what they belong to. */
export const pages: Pages = {
  main: 'events',
  home: { title: WORDS.events, back: WORDS.toStart },
  sections: ['venues', 'organizers', 'categories', 'tags'],
  names: ['title', 'venue', 'organizer', 'name'],
  filters: { [EVENT_LINKS.venue]: 'venue', [EVENT_LINKS.organizer]: 'organizer' },
  search: searchBox,
  start: startPage,
  old: oldAddress,
  elsewhere: elsewherePage,
  record: (visit, record: PostRecord) => eventPage(visit, record as EventRecord),
  embed: embedPage,
  embeddable: embeddableList,
  embeddableRecord: embeddableEvent,
  facts: (visit, shown) => [[WORDS.address, addressPart(shown, visit, shown['show_map_link'] === true)], ...contactFacts(shown)],
  belonging(visit, filters, repeated, address) {
    const ways = waysTo(visit, repeated);
    const part = () => eventSection(visit, filters, address, ways);
    return { canonical: sectionAddress(visit, address), subscriptions: subscriptionsOf(ways), part };
  },
};
