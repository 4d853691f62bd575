import type { Filter } from 'mongodb';
import { toWall } from '../../lib/calendar/zones';
import { LANGUAGES } from '../../lib/language';
import { NEWEST } from '../../lib/records/indexes';
import type { Services } from '../services';
import type { PostRecord } from './post-record';

/** Zones differ by less than this, in ms: the index holds the date in the zone of the site. */
const ZONES_APART = 48 * 3_600_000;

/** How many records are published in one transaction. */
const AT_ONCE = 100;

/** Publishes the `future` records whose time has come, as the CMS' scheduler does (REFERENCE 11); answers how many. Errors of the driver pass through. */
export async function publishDue(services: Services): Promise<number> {
  const now = services.clock.now();
  const due = {
    language: { $in: LANGUAGES },
    status: 'future',
    date: { $lte: toWall(new Date(now.getTime() + ZONES_APART), 'UTC') },
    dateUtc: { $lte: toWall(now, 'UTC') },
  } as Filter<PostRecord>;
  let published = 0;
  for (const { posts } of services.postLikes.values()) {
    for (;;) {
      const found = await posts
        .collection()
        .find(due, { ...(NEWEST.name && { hint: NEWEST.name }), limit: AT_ONCE, projection: { _id: 1 } })
        .toArray();
      for (const { _id } of found) {
        published += await services.connection.transact(async (session) => {
          const current = await posts.byId(_id, session);
          // Another process may have been faster, or somebody has given it another date.
          const isDue = current?.status === 'future' && current.dateUtc !== null && current.dateUtc <= toWall(now, 'UTC');
          if (isDue) await posts.update(current, { status: 'publish' }, session);
          return Number(isDue);
        });
      }
      if (found.length < AT_ONCE) break;
    }
  }
  return published;
}
