import type { CalendarPosts } from '../../../routes/records';
import type { Records } from '../../content';

/**
 * The records of post-like kinds by their plurals, as the compiler knows them. A plugin adds those of its own, which `registerPostLike` answers: then
 * `posts` and `on` know them too, in whatever plugin.
 *
 * @example
 * declare module 'calendar-events' {
 *   interface PostLikes {
 *     films: ReturnType<typeof registerFilms>;
 *   }
 * }
 */
export interface PostLikes {
  readonly events: Records<CalendarPosts['events']>;
  readonly venues: Records<CalendarPosts['venues']>;
  readonly organizers: Records<CalendarPosts['organizers']>;
}
