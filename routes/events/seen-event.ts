import { canRead } from '../../lib/access/posts';
import type { ArgRequest } from '../../lib/registry/args';
import { ownedBy } from '../post-like/post-record';
import { isOpenTo } from '../post-like/visibility';
import type { Services, User } from '../services';
import type { EventRecord } from './event-record';

/** Makes the check that a filter names an event that the user sees whole: a hidden one counts as unknown (DIFFERENCES 31). */
export const seenEvent =
  (services: Services) =>
  async (id: number, { user }: Pick<ArgRequest, 'user'>): Promise<boolean> => {
    const event = await services.kinds.posts<EventRecord>('events').byId(id);
    const asker = user as User | undefined;
    return event !== undefined && canRead(asker, 'events', ownedBy(event)) && isOpenTo(asker, 'events', event);
  };
