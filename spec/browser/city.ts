import type { Running } from '../support/service';

/** The current time in the sample city, in UTC. It is a Thursday. */
export const CITY_NOW = '2026-06-11T08:00:00Z';

/** The settings of the service for the sample city. */
export const CITY = {
  SITE_NAME_EN: 'What’s on in Lyon',
  SITE_NAME_FR: 'Que faire à Lyon',
  SITE_TIMEZONE: 'Europe/Paris',
  CURRENCY: 'EUR',
} as const;

const VENUES = {
  opera: { address: 'Place de la Comédie', city: 'Lyon', zip: '69001', country: 'France', geo_lat: 45.7677, geo_lng: 4.8362 },
  park: { address: 'Boulevard des Belges', city: 'Lyon', zip: '69006', country: 'France', geo_lat: 45.7772, geo_lng: 4.8555 },
  hall: { address: '14 rue de Bonald', city: 'Lyon', zip: '69007', country: 'France', geo_lat: 45.7485, geo_lng: 4.8417 },
} as const;
const NAMES = {
  opera: { en: 'Opera House', fr: 'Opéra' },
  park: { en: 'Golden Head Park', fr: 'Parc de la Tête d’Or' },
  hall: { en: 'River Hall', fr: 'Salle du Rhône' },
} as const;

interface CityEvent {
  readonly en: string;
  readonly fr: string;
  readonly start: string;
  readonly end: string;
  readonly venue?: keyof typeof VENUES;
  readonly category: readonly [en: string, fr: string];
  readonly more?: object;
}

const MUSIC = ['Music', 'Musique'] as const;
const ART = ['Exhibitions', 'Expositions'] as const;
const FAMILY = ['Families', 'En famille'] as const;
const TALKS = ['Talks', 'Conférences'] as const;

/** Events of a few weeks that cover all layouts. They have long runs, all states, prices, whole days, other zones and scripts, and a long title. */
const EVENTS: readonly CityEvent[] = [
  {
    en: 'Looms and silk',
    fr: 'Métiers et soie',
    start: '2026-04-18',
    end: '2026-08-30',
    venue: 'hall',
    category: ART,
    more: { all_day: true, cost: '8' },
  },
  {
    en: 'Jazz on the barge',
    fr: 'Jazz sur la péniche',
    start: '2026-06-11 20:30',
    end: '2026-06-11 23:00',
    category: MUSIC,
    more: { cost: '15 - 30' },
  },
  {
    en: 'Storytelling under the plane trees',
    fr: 'Contes sous les platanes',
    start: '2026-06-12 16:00',
    end: '2026-06-12 17:00',
    venue: 'park',
    category: FAMILY,
    more: { cost: 'Free' },
  },
  {
    en: 'The Magic Flute',
    fr: 'La Flûte enchantée',
    start: '2026-06-13 19:30',
    end: '2026-06-13 22:45',
    venue: 'opera',
    category: MUSIC,
    more: {
      cost: '20 - 110',
      featured: true,
      show_map_link: true,
      organizer: [{ organizer: 'Opéra de Lyon', website: 'https://opera.example/' }],
      tags: ['opera', 'Mozart'],
    },
  },
  {
    en: 'Botany walk',
    fr: 'Balade botanique',
    start: '2026-06-13 10:00',
    end: '2026-06-13 12:00',
    venue: 'park',
    category: FAMILY,
    more: { event_status: 'cancelled', status_reason: 'Storm' },
  },
  {
    en: 'City planning, live from Québec',
    fr: 'Urbanisme, en direct de Québec',
    start: '2026-06-15 12:00',
    end: '2026-06-15 13:30',
    category: TALKS,
    more: { timezone: 'America/Toronto', attendance: 'online', virtual_url: 'https://meet.example/city' },
  },
  {
    en: '日本の夏祭り ― 盆踊りと花火 🎆',
    fr: 'أمسية شعرية على ضفاف الرون',
    start: '2026-06-16 18:00',
    end: '2026-06-16 22:00',
    venue: 'park',
    category: FAMILY,
  },
  {
    en: 'A conversation about how medium-sized cities between two rivers have housed, fed and entertained those who came to them over the last two thousand years',
    fr: 'Une conversation sur la manière dont les villes moyennes situées entre deux fleuves ont logé, nourri et diverti celles et ceux qui y sont venus depuis deux mille ans',
    start: '2026-06-18 18:30',
    end: '2026-06-18 20:00',
    venue: 'hall',
    category: TALKS,
  },
  {
    en: 'Festival of Music',
    fr: 'Fête de la musique',
    start: '2026-06-21',
    end: '2026-06-21',
    category: MUSIC,
    more: { all_day: true, cost: 'Free', featured: true },
  },
  {
    en: 'Open-air cinema',
    fr: 'Cinéma en plein air',
    start: '2026-06-26 22:15',
    end: '2026-06-27 00:30',
    venue: 'park',
    category: FAMILY,
    more: { cost: '5' },
  },
];

const describedIn = {
  en: (title: string) => `<p>${title}: doors open half an hour before.</p><p>Bring a friend.</p>`,
  fr: (title: string) => `<p>${title}\u00a0: ouverture des portes une demi-heure avant.</p><p>Venez à deux.</p>`,
};

/** Creates the events of the city in both languages, as translations. Returns the URLs of the opera page. */
export const fillCity = async ({ ask }: Pick<Running, 'ask'>): Promise<{ readonly en: string; readonly fr: string }> => {
  const make = async (language: 'en' | 'fr', json: object) => {
    const { status, body, text } = await ask('POST', '/events', { as: 'admin', language, json });
    if (status !== 201) throw new Error(text);
    return body;
  };
  let pages = { en: '', fr: '' };
  for (const { start, end, venue, category, more, ...titles } of EVENTS) {
    const placeIn = (language: 'en' | 'fr') => venue && { venue: { venue: NAMES[venue][language], ...VENUES[venue] } };
    const textsIn = (language: 'en' | 'fr') => ({
      title: titles[language],
      description: describedIn[language](titles[language]),
      start_date: start,
      end_date: end,
    });
    const english = await make('en', { ...textsIn('en'), ...placeIn('en'), categories: [category[0]], ...more });
    const french = await make('fr', { ...textsIn('fr'), ...more, ...placeIn('fr'), categories: [category[1]] });
    if (titles.en === 'The Magic Flute') pages = { en: new URL(english.url).pathname, fr: new URL(french.url).pathname };
  }
  return pages;
};
