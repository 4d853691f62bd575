import type { Fixtures } from '../../fixtures/fixture';
import type { Role } from '../../lib/access/roles';
import type { Language } from '../../lib/language';

/** The moment at which all of it is made, and the one at which questions are asked. */
export const MADE = '2030-01-15T12:00:00Z';
export const ASKED = '2030-01-20T12:00:00Z';

/** What the settings of the service are, wherever it stores. */
export const SETTINGS = { PUBLIC_URL: 'https://calendar.example.org', SITE_TIMEZONE: 'Europe/Paris', SEED: 'none' } as const;

/** The users, who all have the same application password. */
export const LOGINS = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
} as const satisfies Record<string, Role>;
export type Login = keyof typeof LOGINS;
export const PASSWORD = 'abcd efgh ijkl mnop qrst uvwx';

/** What tells the records of this calendar from those of any other. */
export const UUID = '11111111-2222-4333-8444-555555555555';

/** Records in both languages, as only fixtures have them. */
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

/** A request that changes something, by the administrator unless it says otherwise; `{name}` stands for the ID of what was made by that name. */
export interface Change {
  readonly as?: Login;
  readonly language?: Language;
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly makes?: string;
}

const dates = (day: string) => ({ start_date: `2030-${day} 10:00:00`, end_date: `2030-${day} 12:00:00` });

/** What is done one after the other: records of every kind and state, changed, unlinked, trashed, restored and removed. */
export const CHANGES: readonly Change[] = [
  { path: '/categories', json: { name: 'Talks' }, makes: 'talks' },
  { path: '/categories', json: { name: 'Old talks', parent: '{talks}' }, makes: 'old' },
  { path: '/categories', json: { name: 'Older talks', parent: '{old}' }, makes: 'older' },
  { path: '/tags', json: { name: 'Été', description: 'A <b>tag</b>' }, makes: 'tag' },
  { path: '/tags', json: { name: 'Unused' } },
  {
    path: '/venues',
    json: {
      venue: 'Town Hall',
      address: '1 Main Street',
      city: 'Leeds',
      country: 'United Kingdom',
      zip: 'LS1',
      phone: '+44 1',
      website: 'https://hall.example.org/',
    },
    makes: 'hall',
  },
  { path: '/venues', json: { venue: 'Hidden Cellar', status: 'draft' }, makes: 'cellar' },
  { path: '/venues', json: { venue: 'Burnt Theatre', city: 'Leeds' }, makes: 'burnt' },
  { path: '/organizers', json: { organizer: 'Tea Society', email: 'tea@example.org', phone: '+44 2' }, makes: 'society' },
  { path: '/organizers', json: { organizer: 'Secret Club', status: 'private' }, makes: 'club' },
  {
    path: '/events',
    json: {
      title: 'Tea & talk',
      description: '<p>Bring a <strong>cup</strong>.</p><script>alert(1)</script>',
      excerpt: 'A cup.',
      ...dates('05-06'),
      timezone: 'Europe/London',
      cost: '£5 - £7',
      website: 'https://tea.example.org/',
      image: 'https://pictures.example.org/tea.jpg',
      categories: ['{talks}', '{old}'],
      tags: ['{tag}'],
      venue: '{hall}',
      organizer: ['{society}', '{club}'],
      show_map: true,
      sticky: true,
    },
    makes: 'tea',
  },
  {
    path: '/events',
    json: { title: 'Tea & talk', ...dates('05-13'), venue: '{cellar}', organizer: '{society}', post_parent: '{tea}' },
    makes: 'again',
  },
  {
    path: '/events',
    json: {
      title: 'Inline',
      ...dates('06-01'),
      venue: { venue: 'New Barn', city: 'York' },
      organizer: { organizer: 'Farmers' },
      tags: 'Straw',
    },
  },
  {
    path: '/events',
    json: { title: 'Behind a password', ...dates('06-02'), password: 'open sesame', categories: '{talks}', venue: '{hall}' },
    makes: 'locked',
  },
  { path: '/events', json: { title: 'Draft', ...dates('06-03'), status: 'draft' }, makes: 'draft' },
  { path: '/events', json: { title: 'Waiting', ...dates('06-04') }, as: 'contributor', makes: 'waiting' },
  { path: '/events', json: { title: 'Private', ...dates('06-05'), status: 'private' }, makes: 'private' },
  { path: '/events', json: { title: 'Due', ...dates('06-06'), date: '2030-01-18 08:00:00' }, makes: 'due' },
  { path: '/events', json: { title: 'Far', ...dates('06-07'), date: '2031-01-01 08:00:00' }, makes: 'far' },
  { path: '/events', json: { title: 'By an author', ...dates('06-08'), cost: 0, all_day: true }, as: 'author', makes: 'own' },
  {
    path: '/events',
    json: { title: 'Past', start_date: '2029-05-06 10:00:00', end_date: '2029-05-06 11:00:00', tags: ['{tag}'] },
    makes: 'past',
  },
  { path: '/events', json: { title: 'Thrown away', ...dates('06-09'), categories: '{older}' }, makes: 'trashed' },
  { path: '/events', json: { title: 'Restored', ...dates('06-10') }, makes: 'restored' },
  { path: '/events', json: { title: 'Gone', ...dates('06-11') }, makes: 'gone' },
  { path: '/events', json: { title: 'At the theatre', ...dates('06-12'), venue: ['{burnt}', '{hall}'] }, makes: 'theatre' },
  { path: '/events', json: { title: '祭り', ...dates('06-13'), timezone: 'UTC+9' }, language: 'fr', makes: 'matsuri' },
  {
    path: '/tickets',
    json: { title: 'Day ticket', event: '{tea}', price: 12.5, capacity: 100, sales_end: '2030-05-01T00:00:00' },
    makes: 'ticket',
  },
  { path: '/tickets', json: { title: 'Cheap ticket', event: '{tea}', price: 3 } },
  { path: '/tickets', json: { title: 'Ticket of what is gone', event: '{gone}', price: 1 } },
  { method: 'PATCH', path: '/events/{tea}', json: { title: 'Tea and talk', cost: '5' }, as: 'editor' },
  { method: 'PATCH', path: '/venues/{hall}', json: { phone: '+44 3' } },
  { method: 'PATCH', path: '/tags/{tag}', json: { name: 'Summer' } },
  { method: 'PATCH', path: '/tickets/{ticket}', json: { price: 13 } },
  { method: 'DELETE', path: '/events/{trashed}' },
  { method: 'DELETE', path: '/events/{restored}' },
  { method: 'PATCH', path: '/events/{restored}', json: { status: 'publish' } },
  { method: 'DELETE', path: '/events/{gone}' },
  { method: 'DELETE', path: '/events/{gone}?force=true' },
  { method: 'DELETE', path: '/venues/{burnt}' },
  { method: 'DELETE', path: '/venues/{burnt}?force=true' },
  { method: 'DELETE', path: '/categories/{old}' },
];
