import {
  ALL_VISIBLE,
  filterBy,
  groupMembers,
  idIn,
  isTrue,
  type ListFilter,
  type PostRecord,
  postOfLanguage,
  repeatedBoolean,
  type Sent,
  type Services,
  showsStandIns,
  type View,
  visiblePost,
} from '../../lib/content';
import { linkedIds } from '../../lib/database';
import type { Text } from '../../lib/language';

/** That something holds of what is kept of the events of a record's own language or, where it may stand in for a translation, of those of the list's. */
const ofEither = (own: object, abroad: string, holds: object, sent: Sent, { language }: View): object =>
  showsStandIns(sent) ? { $or: [own, { [`${abroad}.${language}`]: holds }] } : own;

/** What the filters are described by. */
interface Words {
  readonly event: Text;
  readonly hasEvents: Text;
  readonly upcoming: Text;
}

/** The filters of a kind that events link to, by these events; `plural` is the kind's, and the name of its IDs in events. */
export const filtersByEvents = (services: Services, plural: string, words: Words): readonly ListFilter[] => [
  filterBy<number>(
    'event',
    { ...idIn(visiblePost(services, [{ collection: 'events' }])), description: words.event },
    {
      async where(id, view) {
        const event = await postOfLanguage(services.kinds.posts<PostRecord>('events'), 'events', id, view);
        const linked = linkedIds(event, plural);
        return { condition: { _id: { $in: await groupMembers(services.kinds.posts(plural), linked, ALL_VISIBLE) } }, index: null };
      },
    },
  ),
  filterBy(
    'has_events',
    { ...repeatedBoolean, description: words.hasEvents },
    {
      where(wanted, view, sent) {
        const some = ofEither({ used: true }, 'abroad', { $gt: 0 }, sent, view);
        return { condition: isTrue(wanted) ? some : showsStandIns(sent) ? { $nor: [some] } : { used: false } };
      },
    },
  ),
  filterBy(
    'only_with_upcoming',
    { ...repeatedBoolean, default: false, description: words.upcoming },
    {
      where(wanted, view, sent) {
        if (!isTrue(wanted)) return undefined;
        const upcoming = { $gte: services.clock.now() };
        return { condition: ofEither({ until: upcoming }, 'abroadUntil', upcoming, sent, view) };
      },
      inLinks: (sent) => (isTrue(sent) ? sent : undefined),
    },
  ),
];
