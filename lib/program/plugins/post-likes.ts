import type { CalendarPosts } from '../../../routes/records';
import type { Records } from '../../content';

/**
 * The records of post-like types by plural, for the compiler. A plugin adds its own type, as `registerPostLike` answers it. Then `posts`
 * and `on` know the type of its records in every plugin.
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
