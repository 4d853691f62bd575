import type { Pages } from '../lib/kinds/pages/page-visit';
import type { PostRecord } from '../lib/kinds/post-record';
import type { EventRecord } from './events';
import { EVENT_LINKS } from './events/link-names';
import { subscriptionsOf, waysTo } from './pages/calendars';
import { embedPage } from './pages/embed-page';
import { embeddableEvent, embeddableList } from './pages/embeddable-views';
import { eventPage } from './pages/event-page';
import { eventSection, sectionAddress } from './pages/event-section';
import { addressPart, contactFacts } from './pages/facts';
import { searchBox } from './pages/search-box';
import { elsewherePage, startPage } from './pages/start-page';
import { WORDS } from './pages/words';

/** The calendar's part of the pages of all kinds: events by month and by themselves, and below what they belong to. */
export const pages: Pages = {
  main: 'events',
  home: { title: WORDS.events, back: WORDS.toStart },
  sections: ['venues', 'organizers', 'categories', 'tags'],
  names: ['title', 'venue', 'organizer', 'name'],
  filters: { [EVENT_LINKS.venue]: 'venue', [EVENT_LINKS.organizer]: 'organizer' },
  search: searchBox,
  start: startPage,
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
