import type { PageVisit } from '../../lib/kinds/pages/page-visit';
import type { PostLike } from '../../lib/kinds/post-like';
import type { EventRecord } from '../events';

/** The kind of the events. */
export const eventsOf = ({ services }: Pick<PageVisit, 'services'>): PostLike<EventRecord> =>
  services.postLikes.get('events') as unknown as PostLike<EventRecord>;
