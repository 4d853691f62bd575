import type { View } from '../../lib/kinds/context';
import type { PostRecord } from '../../lib/kinds/post-record';
import { readableTo } from '../../lib/kinds/posts/sight';
import type { Services } from '../../lib/kinds/services';
import { shownMembers } from '../../lib/kinds/shown-members';
import { linkedIds } from '../../lib/records/links';
import { type Located, locationOf, type Point } from '../places/point';

/** Makes the function that answers where the venues of events are, as far as the reader may see these. */
export const venuePoints =
  (services: Services) =>
  async (events: readonly PostRecord[], view: View): Promise<readonly (readonly Point[])[]> => {
    const namings = events.map((event) => ({ ids: linkedIds(event, 'venues'), language: view.language }));
    for (const [place, { ids }] of namings.entries()) view.madeOf?.records(events[place]?._id ?? 0, 'venues', ids);
    const venues = services.kinds.posts<Located>('venues');
    const shown = await shownMembers(venues, namings, readableTo(view.user, 'venues'), services.site.served);
    return shown.map((members) => members.flatMap((venue) => locationOf(venue) ?? []));
  };
