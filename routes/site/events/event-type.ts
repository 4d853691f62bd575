import type { PostLike } from '../../../lib/content';
import type { PageRequest } from '../../../lib/site';
import type { EventRecord } from '../../events';

/** The content type of events. */
export const eventsOf = ({ services }: Pick<PageRequest, 'services'>): PostLike<EventRecord> =>
  services.postLikes.get('events') as unknown as PostLike<EventRecord>;
