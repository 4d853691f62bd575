import { type EventFacts, eventJsonLd, type OrganizerFacts, offeredPrice, type VenueFacts } from '../../lib/calendar';
import type { Field, PostRecord, Services, View } from '../../lib/content';
import type { Text } from '../../lib/language';
import type { Answers } from '../../lib/registry';

interface Shown extends EventFacts {
  readonly venue: VenueFacts | readonly VenueFacts[];
  readonly organizer: readonly OrganizerFacts[];
  readonly cost: string;
}

/** Makes the field `json_ld` of an event, in the vocabulary of schema.org. */
export const eventJsonLdField = ({ site }: Services) =>
  jsonLdField<Shown>((event, record) => {
    const { venue, organizer: organizers, cost } = event;
    const { cost: stored = [] } = (record ?? {}) as { readonly cost?: readonly string[] };
    // Users who may not read a protected event get an empty cost.
    const price = cost === '' ? undefined : offeredPrice(stored, site);
    return eventJsonLd({ ...event, date_utc: record?.dateUtc ?? undefined, venues: [venue].flat(), organizers, price });
  }, eventJsonLdAnswer);

/** Makes the field `json_ld` of a single record. `describe` converts the response to JSON-LD. */
export const jsonLdField = <Shown extends object>(
  describe: (shown: Shown, record: PostRecord | undefined) => object,
  answers: Answers & Required<Pick<Answers, 'description'>>,
) =>
  ({
    stored: false,
    read: (records: readonly PostRecord[], { single }: View, shown: readonly object[]) =>
      shown.map((one, index) => (single ? describe(one as Shown, records[index]) : undefined)),
    answers,
    description: answers.description,
  }) as const satisfies Field;

const text = { type: 'string' } as const;
const given = { type: 'string', required: true } as const;
const typed = <const T extends string>(type: T) => ({ type: 'string', enum: [type], required: true }) as const;

export const placeAnswer = {
  type: 'object',
  title: 'Place',
  properties: {
    '@type': typed('Place'),
    name: given,
    description: text,
    image: text,
    url: text,
    address: {
      type: 'object',
      properties: {
        '@type': typed('PostalAddress'),
        streetAddress: text,
        addressLocality: text,
        addressRegion: text,
        postalCode: text,
        addressCountry: text,
      },
    },
    geo: {
      type: 'object',
      properties: {
        '@type': typed('GeoCoordinates'),
        latitude: { type: 'number', required: true },
        longitude: { type: 'number', required: true },
      },
    },
    telephone: text,
    sameAs: text,
  },
  description: { en: 'The venue in the vocabulary of schema.org', fr: 'Le lieu dans le vocabulaire de schema.org' },
} as const satisfies Answers;

export const organizationAnswer = {
  type: 'object',
  title: 'Organization',
  properties: {
    '@type': typed('Organization'),
    name: given,
    description: text,
    image: text,
    url: text,
    telephone: text,
    email: text,
    sameAs: text,
  },
  description: { en: 'The organizer in the vocabulary of schema.org', fr: 'L’organisateur dans le vocabulaire de schema.org' },
} as const satisfies Answers;

const virtualAnswer = {
  type: 'object',
  title: 'VirtualLocation',
  properties: { '@type': typed('VirtualLocation'), url: given },
} as const satisfies Answers;

const offer = {
  type: 'object',
  title: 'Offer',
  properties: {
    '@type': { type: 'string', enum: ['Offer', 'AggregateOffer'], required: true },
    price: text,
    lowPrice: text,
    highPrice: text,
    priceCurrency: { ...given, description: { en: 'The ISO 4217 code', fr: 'Le code ISO 4217' } },
    url: given,
    category: given,
    availability: given,
    validFrom: { type: 'string', format: 'date-time' },
  },
} as const satisfies Answers;

const edge = (day: Text) =>
  ({
    ...given,
    description: {
      en: `In ISO 8601: the ${day.en} day of an all-day event, else the moment with its offset`,
      fr: `En ISO 8601 : le ${day.fr} jour d’un évènement de journées entières, sinon le moment avec son décalage`,
    },
  }) as const;

const eventJsonLdAnswer = {
  type: 'object',
  title: 'EventJsonLd',
  properties: {
    '@context': given,
    '@type': typed('Event'),
    name: given,
    description: text,
    image: text,
    url: given,
    eventAttendanceMode: given,
    eventStatus: given,
    startDate: edge({ en: 'first', fr: 'premier' }),
    endDate: edge({ en: 'last', fr: 'dernier' }),
    location: { anyOf: [placeAnswer, virtualAnswer, { type: 'array', items: { anyOf: [placeAnswer, virtualAnswer] } }] },
    organizer: { anyOf: [organizationAnswer, { type: 'array', items: organizationAnswer }] },
    offers: offer,
  },
  description: {
    en: 'The event in the vocabulary of schema.org. Only in the answer for a single event',
    fr: 'L’évènement dans le vocabulaire de schema.org. Seulement dans la réponse pour un seul évènement',
  },
} as const satisfies Answers;
