import type { CalendarRegistry, Services } from '../../types';
import { declarePostLike } from './post-routes';
import { declareTermLike } from './term-routes';

/** Declares the routes of a compiled type. */
export function declareTypeRoutes(registry: CalendarRegistry, services: Services, plural: string): void {
  const [posts, terms] = [services.postLikes.get(plural), services.termLikes.get(plural)];
  if (posts) declarePostLike(registry, services, posts);
  if (terms) declareTermLike(registry, services, terms);
}
