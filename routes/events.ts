import { fold } from '../lib/calendar/fold';
import { assignedTerms } from '../lib/kinds/fields/assigned-terms';
import { inlineLink } from '../lib/kinds/fields/inline-link';
import { excerpt, htmlText, imageAlt, slug, title } from '../lib/kinds/fields/lines';
import type { OwnRecord } from '../lib/kinds/fields/own-record';
import { USUAL_TEXTS } from '../lib/kinds/fields/usual-texts';
import type { PostLikeDeclaration } from '../lib/kinds/post-like';
import type { Services } from '../lib/kinds/services';
import { index } from '../lib/records/indexes';
import { HOLLOW, linkedData } from '../lib/values/links';
import { either } from '../lib/values/schemas';
import { cost } from './events/cost';
import { type EventTimes, type SentTimes, timesOf } from './events/event-times';
import { eventFacets } from './events/facets';
import { eventFilters } from './events/filters';
import { flags } from './events/flags';
import { eventJsonLdField } from './events/json-ld';
import { parent } from './events/parent';
import { COMPARED_KEYS, LONG, queryKeys } from './events/query-keys';
import { states } from './events/states';
import { times } from './events/times';
import { eventWebsite } from './events/website';
import { distanceField } from './places/distance-field';
import { geoJson } from './places/geojson';

const fields = (services: Services) =>
  ({
    title: title(USUAL_TEXTS.title),
    slug: slug(USUAL_TEXTS.slug, true),
    excerpt: excerpt(USUAL_TEXTS.excerpt),
    description: htmlText(USUAL_TEXTS.description),
    ...times(services),
    ...cost(services),
    website: eventWebsite(services),
    ...flags,
    ...states,
    image_alt: imageAlt,
    categories: assignedTerms(services, {
      shared: true,
      shown: { en: 'The categories, by name', fr: 'Les catégories, par nom' },
      description: {
        en: 'Its categories by ID, name or slug, in a list or with commas between them; an unknown name becomes a category, and [] takes all away',
        fr: 'Ses catégories par identifiant, nom ou slug, dans une liste ou séparées par des virgules ; un nom inconnu devient une catégorie, et [] les enlève toutes',
      },
    }),
    tags: assignedTerms(services, {
      shared: true,
      shown: { en: 'The tags, by name', fr: 'Les étiquettes, par nom' },
      description: {
        en: 'Its tags by ID, name or slug, in a list or with commas between them; an unknown name becomes a tag, and [] takes all away',
        fr: 'Ses étiquettes par identifiant, nom ou slug, dans une liste ou séparées par des virgules ; un nom inconnu devient une étiquette, et [] les enlève toutes',
      },
    }),
    venue: inlineLink(services, {
      to: 'venues',
      as: 'venues',
      shared: true,
      takes: 'one',
      what: { en: 'a venue', fr: 'd’un lieu' },
      accepts: linkedData('venue'),
      answers: {
        description: {
          en: 'The venue; an empty list where there is none, and a list of several',
          fr: 'Le lieu ; une liste vide s’il n’y en a pas, et une liste s’il y en a plusieurs',
        },
      },
      description: {
        en: 'Where it takes place: the ID of a venue, an object with its data, of which venue is the name, or a list of these. A name that there is already links that venue, another makes one; [] for none',
        fr: 'Où il a lieu : l’identifiant d’un lieu, un objet avec ses données, dont venue est le nom, ou une liste de ceux-ci. Un nom existant désigne ce lieu, un autre en crée un ; [] pour aucun',
      },
    }),
    organizer: inlineLink(services, {
      to: 'organizers',
      as: 'organizers',
      shared: true,
      takes: 'many',
      what: { en: 'an organizer', fr: 'd’un organisateur' },
      accepts: either(linkedData('organizer'), HOLLOW),
      answers: { description: { en: 'The organizers', fr: 'Les organisateurs' } },
      description: {
        en: 'Who organizes it: the ID of an organizer, an object with its data, of which organizer is the name, or a list of these. A name that there is already links that organizer, another makes one; [] for none',
        fr: 'Qui l’organise : l’identifiant d’un organisateur, un objet avec ses données, dont organizer est le nom, ou une liste de ceux-ci. Un nom existant désigne cet organisateur, un autre en crée un ; [] pour aucun',
      },
    }),
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

/** A stored event: walls `YYYY-MM-DD HH:MM:SS` in `timezone`, the instants that they mean, links as IDs. */
export type EventRecord = OwnRecord<Omit<ReturnType<typeof fields>, keyof ReturnType<typeof times>>> &
  EventTimes & { readonly categories: readonly number[]; readonly tags: readonly number[] };

/** Order of the calendar, and what its filters compare: kept in the index, so that counting reads no record. */
const CALENDAR = {
  startDate: 1,
  date: 1,
  _id: 1,
  startsAt: 1,
  endsAt: 1,
  author: 1,
  password: 1,
  featured: 1,
  ...COMPARED_KEYS,
  eventStatus: 1,
  attendance: 1,
} as const;
const LISTED = { language: 1, hidden: 1, status: 1 } as const;
/** What everybody may know of. */
const PUBLIC = { language: 1, status: 1, password: 1 } as const;

/** Where a venue or an organizer that an event names inline cannot be made. */
const UNLINKED = ['could-not-create-venue', 'could-not-create-organizer'] as const;

/** The events of the calendar. */
export const events = (services: Services): PostLikeDeclaration<EventRecord> => ({
  kind: 'event',
  plural: 'events',
  name: { en: 'event', fr: 'évènement' },
  names: { en: 'events', fr: 'évènements' },
  one: { en: 'an event', fr: 'un évènement' },
  description: {
    en: 'An event. Lists show others no texts, links and settings of one that is protected.',
    fr: 'Un évènement. Les listes cachent aux autres les textes, liens et réglages de celui qui est protégé.',
  },
  narrowsTerms: { en: 'of this event', fr: 'de cet évènement' },
  fields: fields(services),
  titled: 'title',
  lateSlugs: true,
  protectable: true,
  filters: eventFilters(services),
  sort: (sent) => (sent['include'] ? { date: 1, _id: 1 } : { startDate: 1, date: 1, _id: 1 }),
  order: index('calendar', { ...LISTED, ...CALENDAR }),
  indexes: [
    index('children', { parent: 1, ...LISTED, ...CALENDAR }),
    index('venues', { venues: 1, ...LISTED, ...CALENDAR }),
    index('organizers', { organizers: 1, ...LISTED, ...CALENDAR }),
    index('tags', { tags: 1, ...LISTED, ...CALENDAR }),
    index('categories', { categories: 1, ...LISTED, ...CALENDAR }),
    index('venuesUntil', { venues: 1, ...PUBLIC, endsAt: 1 }),
    index('organizersUntil', { organizers: 1, ...PUBLIC, endsAt: 1 }),
    LONG,
  ],
  counted: [
    { field: 'categories', collection: 'categories' },
    { field: 'tags', collection: 'tags' },
    { field: 'venues', collection: 'venues', latest: { field: 'endsAt', index: 'venuesUntil' } },
    { field: 'organizers', collection: 'organizers', latest: { field: 'endsAt', index: 'organizersUntil' } },
  ],
  keys: (event) => ({ title: fold(event.title), ...queryKeys(event) }),
  found: { by: 'startsAt', compared: ['endsAt'] },
  sorts: { start_date: 'startDate', end_date: 'endDate' },
  facets: eventFacets,
  formats: { geojson: geoJson(({ venue }) => venue) },
  errors: { creating: UNLINKED, updating: UNLINKED },
  settle: (sent, { current }) => timesOf(sent as SentTimes, current, services),
});
