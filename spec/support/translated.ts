import type { Fixtures } from '../../fixtures/fixture';

/** Fixtures with all content types in both languages. */
export const TRANSLATED: Fixtures = {
  categories: [
    { key: 'music', name: { en: 'Music', fr: 'Musique' }, description: { en: 'What sounds.', fr: 'Ce qui sonne.' } },
    { key: 'jazz', parent: 'music', name: { en: 'Jazz', fr: 'Jazz' } },
  ],
  tags: [{ key: 'open-air', name: { en: 'Open air', fr: 'Plein air' } }],
  venues: [
    {
      key: 'opera',
      venue: { en: 'Opera', fr: 'Opéra' },
      city: 'Lyon',
      country: { en: 'France', fr: 'France' },
      geo_lat: 45.76,
      geo_lng: 4.83,
    },
  ],
  organizers: [{ key: 'friends', organizer: { en: 'Friends of Music', fr: 'Les Amis de la musique' }, email: 'music@example.org' }],
  events: [
    {
      key: 'recital',
      title: { en: 'Recital', fr: 'Récital' },
      description: { en: '<p>Songs.</p>', fr: '<p>Des chansons.</p>' },
      start_date: '2030-03-01 20:00:00',
      end_date: '2030-03-01 22:00:00',
      timezone: 'Europe/Paris',
      all_day: false,
      cost: '12',
      categories: ['music', 'jazz'],
      tags: ['open-air'],
      venue: 'opera',
      organizers: ['friends'],
    },
    {
      key: 'fair',
      title: { en: 'Fair', fr: 'Foire' },
      description: { en: 'Three days.', fr: 'Trois jours.' },
      start_date: '2030-04-01 00:00:00',
      end_date: '2030-04-03 23:59:59',
      timezone: 'America/New_York',
      all_day: true,
      featured: true,
      categories: [],
      tags: [],
    },
  ],
};
