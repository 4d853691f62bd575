import { declarePostLike } from '../lib/kinds/post-like/routes';
import type { CalendarRegistry, Services } from '../lib/kinds/services';
import { declareTermLike, registerTerms } from '../lib/kinds/term-like/routes';
import { categories } from './categories';
import { registerDocumentation } from './documentation';
import { events } from './events';
import { declareCalendars } from './events/calendars';
import { organizers } from './organizers';
import { tags } from './tags';
import { venues } from './venues';

/** The calendar: the first plugin of the service. Describes its kinds, and answers what declares their routes once others have added to them. */
export function plugin(registry: CalendarRegistry, services: Services): () => void {
  const terms = { categories: registerTerms(services, categories), tags: registerTerms(services, tags) };
  const linked = { ...terms, venues: venues(services), organizers: organizers(services) };
  const calendar = events(services, linked);

  return () => {
    registerDocumentation(registry, services);
    declarePostLike(registry, services, calendar);
    declareCalendars(registry, services, calendar, linked);
    declarePostLike(registry, services, linked.venues);
    declarePostLike(registry, services, linked.organizers);
    declareTermLike(registry, services, categories);
    declareTermLike(registry, services, tags);
  };
}
