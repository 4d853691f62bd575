import {
  ALL_VISIBLE,
  filterBy,
  groupMembers,
  idIn,
  isTrue,
  type ListFilter,
  line,
  type PostRecord,
  postOfLanguage,
  repeatedBoolean,
  type Sent,
  type Services,
  showsStandIns,
  type View,
  visiblePost,
  websiteLine,
} from '../../lib/content';
import { linkedIds } from '../../lib/database';
import type { Text } from '../../lib/language';

/** The contact fields of venues and organizers, such as phone. */
export const contactFields = {
  phone: line(
    { en: 'A phone number for visitors, as it is to be read', fr: 'Un numéro de téléphone pour les visiteurs, tel qu’il doit être lu' },
    { shared: true },
  ),
  website: websiteLine({
    en: 'Its own site: an address with its scheme, such as https://example.org',
    fr: 'Son propre site : une adresse avec son protocole, comme https://example.org',
  }),
} as const;

/** Makes a condition on a record's events. If records replace missing translations, events in the list's language match too. */
const ofEither = (own: object, abroad: string, holds: object, sent: Sent, { language }: View): object =>
  showsStandIns(sent) ? { $or: [own, { [`${abroad}.${language}`]: holds }] } : own;

/** The descriptions of the filters by events. */
interface Words {
  readonly event: Text;
  readonly hasEvents: Text;
  readonly upcoming: Text;
}

/** Makes the filters of venues or organizers by their events. `plural` is also the event field with their IDs. */
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
      where(value, view, sent) {
        const some = ofEither({ used: true }, 'abroad', { $gt: 0 }, sent, view);
        return { condition: isTrue(value) ? some : showsStandIns(sent) ? { $nor: [some] } : { used: false } };
      },
    },
  ),
  filterBy(
    'only_with_upcoming',
    { ...repeatedBoolean, default: false, description: words.upcoming },
    {
      where(value, view, sent) {
        if (!isTrue(value)) return undefined;
        const upcoming = { $gte: services.clock.now() };
        return { condition: ofEither({ until: upcoming }, 'abroadUntil', upcoming, sent, view) };
      },
      inLinks: (sent) => (isTrue(sent) ? sent : undefined),
    },
  ),
];
