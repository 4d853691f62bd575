import type { CalendarPosts } from '../../../routes/records';
import type { Records } from '../../content';

/**
 * The TypeScript types of the records of each post-like type, by plural. A plugin adds the return type of its call of `registerPostLike`.
 * Then `posts` and `on` are typed for these records in every plugin.
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
