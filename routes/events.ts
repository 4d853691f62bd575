import { fold } from '../lib/calendar';
import {
  excerpt,
  htmlText,
  imageAlt,
  type OwnRecord,
  type PostLike,
  type PostLikeDeclaration,
  type Services,
  slug,
  title,
} from '../lib/content';
import { cost } from './events/fields/cost';
import { eventLinks, eventWebsite, parent } from './events/fields/links';
import { flags, states } from './events/fields/states';
import { type EventTimes, type SentTimes, times, timesOf } from './events/fields/times';
import { eventFilters } from './events/filters/filters';
import { eventFacets, eventIndexes, eventOrder, filterKeys } from './events/keys';
import { distanceField, fullCalendar, geoJson } from './places/geojson';
import { eventJsonLdField } from './shared/json-ld';

const fields = (services: Services) =>
  ({
    title,
    slug: slug({ mayBeEmpty: true }),
    excerpt,
    description: htmlText(),
    ...times(services),
    ...cost(services),
    website: eventWebsite(services),
    ...flags,
    ...states,
    image_alt: imageAlt,
    ...eventLinks(services),
    post_parent: parent(services),
    distance: distanceField(({ venue }) => venue),
    custom_fields: {
      stored: false,
      show: () => [],
      answers: { type: 'array', maxItems: 0, required: true, description: { en: 'Always empty', fr: 'Toujours vide' } },
      description: { en: 'Always empty', fr: 'Toujours vide' },
    },
    json_ld: eventJsonLdField(services),
  }) as const;

/** A stored event. Times are local times `YYYY-MM-DD HH:MM:SS` in `timezone`, with their instants in UTC; links are IDs. */
export type EventRecord = OwnRecord<Omit<ReturnType<typeof fields>, keyof ReturnType<typeof times>>> & EventTimes;

export const eventType = ({ postLikes }: Pick<Services, 'postLikes'>): PostLike<EventRecord> =>
  postLikes.get('events') as unknown as PostLike<EventRecord>;

export const events = (services: Services): PostLikeDeclaration<EventRecord> => ({
  kind: 'event',
  plural: 'events',
  name: { en: 'event', fr: 'évènement' },
  names: { en: 'events', fr: 'évènements' },
  one: { en: 'an event', fr: 'un évènement' },
  description: {
    en: 'An event. In lists, only users who may edit a protected event get its texts, links and settings.',
    fr: 'Un évènement. Dans les listes, seuls ceux qui peuvent modifier un évènement protégé en reçoivent les textes, les liens et les réglages.',
  },
  limitsTerms: { en: 'of this event', fr: 'de cet évènement' },
  fields: fields(services),
  titled: 'title',
  lateSlugs: true,
  protectable: true,
  inLists: { hidden: false },
  filters: eventFilters(services),
  sort: (sent) => (sent['include'] ? { date: 1, _id: 1 } : { startDate: 1, date: 1, _id: 1 }),
  listIndex: eventOrder,
  indexes: eventIndexes,
  keys: (event) => ({ title: fold(event.title), ...filterKeys(event) }),
  searchRanking: { by: 'startsAt', compared: ['endsAt'] },
  sortFields: { start_date: 'startDate', end_date: 'endDate' },
  facets: eventFacets,
  formats: { geojson: geoJson(({ venue }) => venue), fullcalendar: fullCalendar },
  settle: (sent, { current }) => timesOf(sent as SentTimes, current, services),
});
