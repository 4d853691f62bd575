import type { PostRecord } from '../../lib/content';
import type { Pages } from '../../lib/site';
import type { EventRecord } from '../events';
import { EVENT_LINKS } from '../shared/about';
import { CHOICE_PARAMS } from './choice/choice';
import { searchBox } from './choice/finder';
import { EMBED_PARAMS, embeddableEvent, embeddableList, embedPage } from './embed';
import { eventPage, eventSection, sectionAddress } from './events/event-page';
import { addressPart, contactFacts } from './events/facts';
import { OLD_PARAMS, readLegacyAddress } from './legacy-addresses';
import { calendarAddresses, subscriptionsOf } from './subscriptions/calendars';
import { elsewherePage, startPage } from './views/start-page';
import { WORDS } from './words';

/** The pages for people that the calendar adds: start pages, event pages, and the events of venues, organizers and terms. */
export const pages: Pages = {
  main: 'events',
  params: [...CHOICE_PARAMS, ...EMBED_PARAMS, ...OLD_PARAMS],
  home: { title: WORDS.events, back: WORDS.toStart },
  sections: ['venues', 'organizers', 'categories', 'tags'],
  names: ['title', 'venue', 'organizer', 'name'],
  filters: { [EVENT_LINKS.venue]: 'venue', [EVENT_LINKS.organizer]: 'organizer' },
  search: searchBox,
  start: startPage,
  legacyView: readLegacyAddress,
  elsewhere: elsewherePage,
  record: (request, record: PostRecord) => eventPage(request, record as EventRecord),
  embed: embedPage,
  embeddable: embeddableList,
  embeddableRecord: embeddableEvent,
  facts: (request, shown) => [
    [WORDS.address, addressPart(shown, request, { withMap: shown['show_map_link'] === true })],
    ...contactFacts(shown),
  ],
  linkedList(request, filters, repeated, address) {
    const addresses = calendarAddresses(request, repeated);
    const part = () => eventSection(request, filters, address, addresses);
    return { canonical: sectionAddress(request, address), subscriptions: subscriptionsOf(addresses), part };
  },
};
