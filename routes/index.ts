import { declareTypeRoutes } from '../lib/content';
import type { MainPlugin } from '../lib/site';
import { categories } from './categories';
import { events } from './events';
import { declareCalendars } from './events/calendar/calendars';
import { declareFeeds } from './feeds';
import { organizers } from './organizers';
import { about, NAMESPACE } from './shared/about';
import { declareSuggestions } from './suggest';
import { tags } from './tags';
import { venues } from './venues';

/** The main plugin: the calendar, which declares events, venues, organizers, categories and tags. */
export const calendar: MainPlugin = {
  namespace: NAMESPACE,
  about,
  // Loaded with the first page, since programs and commands do not need them.
  pages: () => (require('./site/index') as typeof import('./site/index')).pages,
  types: (services) => [
    { posts: venues(services) },
    { posts: organizers(services) },
    { posts: events(services) },
    { terms: categories },
    { terms: tags },
  ],
  declareRoutes(registry, services) {
    declareTypeRoutes(registry, services, 'events');
    declareCalendars(registry, services);
    declareFeeds(registry, services);
    declareSuggestions(registry, services);
    for (const plural of ['venues', 'organizers', 'categories', 'tags']) declareTypeRoutes(registry, services, plural);
  },
};
