import type { FixtureEvent, Fixtures, FixtureTerm } from '../../fixtures/fixture';
import type { Language, Text } from '../../lib/language';
import { WORDS } from './words';

const DAY = 86_400_000;
const YEARS = 5;
const ENGLISH = 7;
const ZONES = ['Europe/Paris', 'Europe/London', 'America/New_York', 'America/Montreal', 'UTC'];
const PLACES = [
  { city: 'Lyon', country: { en: 'France', fr: 'France' }, geo_lat: 45.76, geo_lng: 4.83 },
  { city: 'Bristol', country: { en: 'United Kingdom', fr: 'Royaume-Uni' }, geo_lat: 51.45, geo_lng: -2.58 },
  { city: 'Boston', country: { en: 'United States', fr: 'États-Unis' }, geo_lat: 42.36, geo_lng: -71.06 },
  { city: 'Québec', country: { en: 'Canada', fr: 'Canada' }, geo_lat: 46.81, geo_lng: -71.21 },
] as const;

/**
 * Creates a pseudo-random generator of numbers from 0 to 1 with a seed (mulberry32).
 * Source: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = ReturnType<typeof createRandom>;
const whole = (random: Random, most: number): number => Math.floor(random() * most);
const oneOf = <T>(random: Random, values: readonly T[]): T => values[whole(random, values.length)] as T;
const someOf = (random: Random, most: number, prefix: string, count: number): string[] => [
  ...new Set(Array.from({ length: most }, () => `${prefix}${whole(random, count)}`)),
];

const range = <T>(length: number, make: (place: number) => T): T[] => Array.from({ length }, (_, place) => make(place));
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Makes a distinct pair of words for each number below the square of the word count. */
const pair = (language: Language, number: number): string => {
  const words = WORDS[language];
  return `${words[number % words.length]} ${words[(number + 1 + Math.floor(number / words.length)) % words.length]}`;
};
const named = (number: number, en: string, fr: string) => ({
  en: capital(`${pair('en', number)} ${en}`.trim()),
  fr: capital(`${fr} ${pair('fr', number)}`.trim()),
});

/** Makes sentences of 300 to 1,500 characters in total. */
function prose(random: Random, language: Language): string {
  const least = 300 + whole(random, 1100);
  let text = '';
  while (text.length < least) {
    const words = range(5 + whole(random, 8), () => oneOf(random, WORDS[language]));
    text += `${text === '' ? '' : ' '}${capital(words.join(' '))}.`;
  }
  return text;
}

/** The numbers of venues, organizers, tags and categories for a number of events. */
const sizesFor = (events: number) => {
  const share = Math.min(1, events / 5000);
  const scaled = (most: number, least: number) => Math.max(least, Math.round(most * share));
  return { venues: scaled(500, 20), organizers: scaled(200, 10), tags: scaled(300, 20), categories: 60 };
};

function termsOf(sizes: ReturnType<typeof sizesFor>): Pick<Fixtures, 'categories' | 'tags' | 'venues' | 'organizers'> {
  const random = createRandom(1);
  const category = (place: number): FixtureTerm => ({
    key: `category-${place}`,
    name: named(place, '', ''),
    // Six roots. Every category has up to three children.
    ...(place >= 6 && { parent: `category-${Math.floor((place - 6) / 3)}` }),
  });
  return {
    categories: range(sizes.categories, category),
    tags: range(sizes.tags, (place) => ({ key: `tag-${place}`, name: named(place + 100, '', '') })),
    venues: range(sizes.venues, (place) => ({
      ...oneOf(random, PLACES),
      key: `venue-${place}`,
      venue: named(place, 'hall', 'Salle'),
      description: { en: prose(random, 'en').slice(0, 200).trim(), fr: prose(random, 'fr').slice(0, 200).trim() },
      address: `${1 + whole(random, 200)} Market Street`,
      zip: String(10_000 + whole(random, 80_000)),
      phone: `+33 4 ${10_000_000 + place}`,
      website: `https://venue-${place}.example.org`,
    })),
    organizers: range(sizes.organizers, (place) => ({
      key: `organizer-${place}`,
      organizer: named(place, 'society', 'Société'),
      website: `https://organizer-${place}.example.org`,
      email: `office@organizer-${place}.example.org`,
    })),
  };
}

const toWall = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

function eventOf(random: Random, place: number, today: number, sizes: ReturnType<typeof sizesFor>) {
  const language = languageOf(place);
  const allDay = random() < 0.1;
  const start = today - 2 * 365 * DAY + whole(random, YEARS * 365) * DAY + (8 + whole(random, 13)) * 3_600_000;
  const end = start + (1 + whole(random, 4)) * 3_600_000 + (random() < 0.1 ? whole(random, 5) * DAY : 0);
  const only = (text: string) => ({ [language]: text });
  const title = range(2 + whole(random, 4), () => oneOf(random, WORDS[language])).join(' ');
  return {
    key: `event-${place}`,
    title: only(`${capital(title)} ${place}`),
    description: only(prose(random, language)),
    start_date: toWall(start),
    end_date: toWall(end),
    timezone: oneOf(random, ZONES),
    all_day: allDay,
    ...(random() < 0.5 && { cost: String(5 * whole(random, 12)) }),
    ...(random() < 0.3 && { website: `https://event-${place}.example.org` }),
    ...(random() < 0.05 && { featured: true }),
    categories: someOf(random, 1 + whole(random, 3), 'category-', sizes.categories),
    tags: someOf(random, whole(random, 5), 'tag-', sizes.tags),
    ...(random() < 0.9 && { venue: `venue-${whole(random, sizes.venues)}` }),
    organizers: someOf(random, 1 + whole(random, 2), 'organizer-', sizes.organizers),
  } satisfies Omit<FixtureEvent, 'title' | 'description'> & Record<'title' | 'description', Partial<Text>>;
}

const languageOf = (place: number): Language => (place % 10 < ENGLISH ? 'en' : 'fr');

/**
 * Generates the data set for `calendar-events seed`, one record after the other.
 * Each event has one language. Other records have both.
 */
export function* dataSet(events: number, today: Date): Generator<Partial<Record<keyof Fixtures, object>>> {
  const sizes = sizesFor(events);
  for (const [list, records] of Object.entries(termsOf(sizes))) for (const record of records) yield { [list]: record };
  for (let place = 0; place < events; place++) yield { events: eventOf(createRandom(1000 + place), place, today.getTime(), sizes) };
}
