import { categories } from './categories';
import { registerDocumentation } from './documentation';
import { events } from './events';
import { organizers } from './organizers';
import { registerPostLike } from './post-like';
import type { CalendarRegistry, Services } from './services';
import { tags } from './tags';
import { registerTermLike, registerTerms } from './term-like';
import { venues } from './venues';

/** The calendar: the first plugin of the service, registered like any other. */
export function plugin(registry: CalendarRegistry, services: Services): void {
  const terms = { categories: registerTerms(services, categories), tags: registerTerms(services, tags) };
  const linked = { ...terms, venues: venues(services), organizers: organizers(services) };

  registerDocumentation(registry);
  registerPostLike(registry, services, events(services, linked));
  registerPostLike(registry, services, linked.venues);
  registerPostLike(registry, services, linked.organizers);
  registerTermLike(registry, services, categories);
  registerTermLike(registry, services, tags);
}
