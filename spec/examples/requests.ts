import type { Language, Text } from '../../lib/language';
import type { Ask } from '../support/service';

/** A request of the scenario. It is the example for the success of `operation`, or prepares others. */
export interface Asking extends Ask {
  readonly method?: string;
  /** A path below the namespace, or from the host if it begins with `//`. `{en-venue}` and the like stand for IDs. */
  readonly path: string;
  readonly operation?: string;
  /** The name for the ID of the created record. */
  readonly makes?: string;
}

/** A kind with the record to create and the update to send. */
interface Sample {
  readonly plural: string;
  readonly kind: string;
  readonly record: (language: Language, number: number) => Readonly<Record<string, unknown>>;
  readonly changed: readonly string[];
}

const NAMES = {
  venue: { en: ['Rose Garden', 'Town Hall'], fr: ['Jardin des roses', 'Hôtel de ville'] },
  organizer: { en: ['Tea Society', 'Friends of Music'], fr: ['Société du thé', 'Les Amis de la musique'] },
  category: { en: ['Gatherings', 'Concerts'], fr: ['Rencontres', 'Concerts'] },
  tag: { en: ['Outdoors', 'For everybody'], fr: ['Plein air', 'Tout public'] },
  event: { en: ['Tea in the garden', 'Song recital'], fr: ['Thé au jardin', 'Récital de chant'] },
} as const;
const DESCRIPTION: Text = { en: 'Bring a cup.', fr: 'Apportez une tasse.' };
const FRANCE: Text = { en: 'France', fr: 'France' };

const nameOf = (kind: keyof typeof NAMES, language: Language, number: number): string => NAMES[kind][language][number - 1] ?? '';

const POST_LIKE: readonly Sample[] = [
  {
    plural: 'venues',
    kind: 'venue',
    record: (language, number) => ({
      venue: nameOf('venue', language, number),
      address: '1 place Bellecour',
      city: 'Lyon',
      country: FRANCE[language],
      zip: '69002',
      geo_lat: 45.7578,
      geo_lng: 4.832,
    }),
    changed: ['city'],
  },
  {
    plural: 'organizers',
    kind: 'organizer',
    record: (language, number) => ({
      organizer: nameOf('organizer', language, number),
      email: 'tea@example.org',
      phone: '+33 4 00 00 00 00',
      website: 'https://tea.example.org/',
    }),
    changed: ['phone'],
  },
  {
    plural: 'events',
    kind: 'event',
    record: (language, number) => ({
      title: nameOf('event', language, number),
      description: DESCRIPTION[language],
      start_date: `2030-06-0${number} 15:00:00`,
      end_date: `2030-06-0${number} 18:00:00`,
      timezone: 'Europe/Paris',
      cost: '5',
      website: 'https://tea.example.org/garden',
      venue: '{venue1}',
      organizer: ['{organizer1}'],
      categories: ['{category1}'],
      tags: ['{tag1}'],
    }),
    changed: ['cost'],
  },
];
const TERM_LIKE: readonly Sample[] = (
  [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const
).map(([plural, kind]) => ({
  plural,
  kind,
  record: (language: Language, number: number) => ({ name: nameOf(kind, language, number), description: DESCRIPTION[language] }),
  changed: ['description'],
}));

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const picked = (record: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;
const admin = { as: 'admin' } as const;

const making = ({ plural, kind, record }: Sample, language: Language): Asking[] =>
  [1, 2].map((number) => ({
    ...admin,
    method: 'POST',
    path: `/${plural}`,
    json: record(language, number),
    makes: `${kind}${number}`,
    ...(number === 1 && { operation: `post${capital(plural)}` }),
  }));

const reading = ({ plural, kind, record, changed }: Sample, language: Language, hasSlugs: boolean): Asking[] => {
  const named = capital(plural);
  const change = { ...admin, json: picked(record(language, 1), changed) };
  return [
    { path: `/${plural}?per_page=1`, operation: `get${named}` },
    ...(plural === 'venues' ? [{ path: '/venues?per_page=1&format=geojson', operation: 'getVenuesAsGeoJson' }] : []),
    ...(plural === 'events' ? [{ path: '/events?per_page=1&format=geojson', operation: 'getEventsAsGeoJson' }] : []),
    ...(plural === 'events' ? [{ path: '/events?per_page=1&format=fullcalendar', operation: 'getEventsAsVndFullcalendarJson' }] : []),
    { path: `/${plural}/{${kind}1}`, operation: `get${named}ById` },
    ...UPDATES.map((method) => ({ ...change, method, path: `/${plural}/{${kind}1}`, operation: `${method.toLowerCase()}${named}ById` })),
    ...(hasSlugs
      ? [
          { path: `/${plural}/by-slug/{${kind}1.slug}`, operation: `get${named}BySlug` },
          ...UPDATES.map((method) => ({
            ...change,
            method,
            path: `/${plural}/by-slug/{${kind}1.slug}`,
            operation: `${method.toLowerCase()}${named}BySlug`,
          })),
        ]
      : []),
  ];
};

const removing = ({ plural, kind }: Sample): Asking[] => [
  { ...admin, method: 'DELETE', path: `/${plural}/by-slug/{${kind}2.slug}`, operation: `delete${capital(plural)}BySlug` },
  { ...admin, method: 'DELETE', path: `/${plural}/{${kind}1}`, operation: `delete${capital(plural)}ById` },
];

export const requests = (language: Language): readonly Asking[] => {
  const [venues, organizers, events] = POST_LIKE;
  const all = [...POST_LIKE, ...TERM_LIKE];
  const linked = all.filter((sample) => sample !== events);
  return [
    { path: '?_fields=namespace,routes./cal/events/v1/doc,_links', operation: 'getIndex' },
    {
      path: '/doc?_fields=openapi,info.title,info.version,servers,paths./doc.get.operationId,components.securitySchemes',
      operation: 'getDoc',
    },
    ...linked.flatMap((sample) => making(sample, language)),
    ...(events ? making(events, language) : []),
    ...POST_LIKE.flatMap((sample) => reading(sample, language, true)),
    ...TERM_LIKE.flatMap((sample) => reading(sample, language, false)),
    { path: `/suggest?q=${{ en: 'gard', fr: 'jard' }[language]}&per_kind=2`, operation: 'getSuggest' },
    { path: '/events.ics', operation: 'getEventsIcs' },
    { path: '/events/{event1}.ics', operation: 'getEventsByIdIcs' },
    { path: '/events.atom', operation: 'getEventsAtom' },
    ...(events ? removing(events) : []),
    ...[venues, organizers].flatMap((sample) => (sample ? removing(sample) : [])),
    ...TERM_LIKE.map(
      ({ plural, kind }): Asking => ({
        ...admin,
        method: 'DELETE',
        path: `/${plural}/{${kind}2}`,
        operation: `delete${capital(plural)}ById`,
      }),
    ),
  ];
};
