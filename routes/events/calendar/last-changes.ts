import { namesIn, type PostRecord, type Services } from '../../../lib/content';
import type { Store, Stored } from '../../../lib/database';
import type { EventRecord } from '../../events';

/** Links of events whose target records appear in calendars and feeds. */
const LINKS = ['venues', 'organizers', 'categories', 'tags'] as const;

type Changed = Pick<Stored, '_id' | 'translations' | 'modified'>;
type Reads = Pick<Store<Stored>, 'many'>;

const siblingsOf = ({ translations }: Changed): number[] => Object.values(translations).map(({ id }) => id);

/** Reads records by ID, together with their translations. */
const withTranslations = async ({ many }: Reads, ids: readonly number[]): Promise<ReadonlyMap<number, Changed>> => {
  const named = await many(ids);
  const others = [...named.values()].flatMap(siblingsOf).filter((id) => !named.has(id));
  return new Map([...named, ...(await many(others))]);
};

/**
 * Makes the function that returns the time of each event's last change for calendars and feeds. A change of a linked record, in any
 * language, counts as a change of the event. The time therefore never decreases when a linked record is hidden or removed.
 */
export function createLastChanges({ kinds }: Services): (events: readonly EventRecord[]) => Promise<readonly Date[]> {
  const readsOf = (link: (typeof LINKS)[number]): Reads =>
    link === 'categories' || link === 'tags' ? namesIn(kinds.terms(link), 'modified') : namesIn(kinds.posts<PostRecord>(link), 'modified');

  return async (events) => {
    const known = await Promise.all(
      LINKS.map(async (link) => ({
        link,
        records: await withTranslations(
          readsOf(link),
          events.flatMap((event) => event[link]),
        ),
      })),
    );
    return events.map((event) => {
      const moments = known.flatMap(({ link, records }) => {
        const named = event[link].flatMap((id) => records.get(id) ?? []);
        const shown = named.flatMap((record) => siblingsOf(record).flatMap((id) => records.get(id) ?? []));
        return [...named, ...shown].map(({ modified }) => modified);
      });
      const all = [event.modified, ...(event.unlinked ? [event.unlinked] : []), ...moments];
      return new Date(Math.max(...all.map(Number)));
    });
  };
}
