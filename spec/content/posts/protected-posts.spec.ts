import { expect } from 'chai';
import type { Step } from '../../support/scenario';
import { category, DATES, event, openPromises, organizer, patch, refused, tag, venue } from '../../support/stage';

/** Fields of a protected event, and what lists show of them to those who may not edit it. */
const PARTS = {
  description: 'Champagne',
  excerpt: 'Oysters',
  cost: '50',
  website: 'https://example.org/secret',
  image: 'https://example.org/secret.png',
  featured: true,
  sticky: true,
  categories: ['Hidden'],
  tags: ['Hidden'],
  venue: { venue: 'Hidden', geo_lat: 45, geo_lng: 5 },
  organizer: [{ organizer: 'Hidden' }],
};
const SHOWN = {
  ...{ title: 'Party', slug: 'party', start_date: DATES.start_date, description: '', excerpt: '', cost: '', website: '', image: false },
  ...{ featured: null, sticky: null, all_day: null, venue: [], organizer: [], categories: [], tags: [], 'cost_details.values': [] },
};

describe('GET /events: protected events', () => {
  const { stage, promise } = openPromises();
  before(async () => {
    await stage().give({ party: event('Party', { ...PARTS, slug: 'party' }, { as: 'author' }) });
    await stage().step(patch('/events/{party}', { password: 'sesame' }, { as: 'author' }));
  });

  promise(
    'are listed without their hidden fields to those who may not edit them',
    {},
    ...([undefined, 'author2'] as const).map(
      (as): Step => ({
        ...(as && { as }),
        path: '/events',
        lists: ['party'],
        has: Object.fromEntries(Object.entries(SHOWN).map(([name, value]) => [`events[0].${name}`, value])),
        hides: /Champagne|Oysters|secret|Hidden|\$50|"password"/,
      }),
    ),
    { path: '/tags', lists: [] },
    { path: '/venues?event={party}', ...refused('event') },
    { path: '/tags?event={party}&hide_empty=false', ...refused('event') },
  );

  promise(
    'are listed whole with their password',
    {},
    {
      path: '/events?include={party}&password=sesame',
      lists: ['party'],
      has: { 'events[0].venue.venue': 'Hidden', 'events[0].cost': '$50', 'events[0].featured': true },
    },
  );

  it('are listed whole to those who may edit them, who can write them back', async () => {
    const { body: single } = await stage().step({ as: 'author', path: '/events/{party}' });
    // Lists omit JSON-LD.
    const listable = JSON.parse(JSON.stringify(single, (name, value) => (name === 'json_ld' ? undefined : value)));
    for (const as of ['author', 'editor'] as const) {
      const { body } = await stage().step({ as, path: '/events', lists: ['party'] });
      expect(body.events[0]).to.deep.equal(listable);
      await stage().step(patch('/events/{party}', body.events[0], { as, has: { cost: '$50', 'venue.venue': 'Hidden' } }));
      listable.modified = (await stage().step({ as, path: '/events/{party}' })).body.modified;
      listable.modified_utc = listable.modified;
    }
    await stage().step({ path: '/events/{party}', status: 403, code: 'event-password-protected' });
  });

  promise(
    'are listed whole, found and counted once their password is cleared',
    {},
    patch('/events/{party}', { password: '' }, { as: 'author' }),
    { path: '/events?search=champagne&featured=true', has: { total: 1, 'events[0].venue.venue': 'Hidden' } },
    { path: '/tags', has: { total: 1, 'tags[0].count': 1 } },
  );
});

describe('GET /events: filters and counts reveal nothing of hidden events', () => {
  const { stage } = openPromises();

  it('finds a protected event by none of its hidden parts', async () => {
    await stage().give({
      category: category('Covert'),
      child: category('Covert below', { parent: '{category}' }),
      tag: tag('Covert'),
      venue: venue('Covert', { geo_lat: 60, geo_lng: 25 }),
      organizer: organizer('Covert'),
      party: event(
        'Masked',
        {
          description: 'Waltz <b>and</b> polka',
          excerpt: 'Tango',
          categories: ['{child}'],
          tags: ['{tag}'],
          venue: '{venue}',
          organizer: ['{organizer}'],
          featured: true,
        },
        { as: 'author' },
      ),
      lock: patch('/events/{party}', { password: 'sesame' }, { as: 'author' }),
    });
    const queries = [
      ...['waltz', 'tango', 'and+polka', '%22waltz+and%22', 'masked+waltz', 'covert'].map((words) => `search=${words}`),
      'venue={venue}',
      'organizer={organizer}',
      'categories={category}',
      'categories={child}',
      'tags={tag}',
      'featured=true&include={party}',
      'geoloc=true&include={party}',
      'geoloc_lat=60&geoloc_lng=25',
      'include={party}&venue={venue}',
      'start_date=2030-05-06&organizer={organizer}',
      'tags={tag}&password=simsim',
      'venue={venue}&tags={tag}&password=sesame',
    ];
    for (const query of queries) await stage().step({ path: `/events?${query}`, lists: [], has: { total: 0, total_pages: 0 } });
    await stage().step({ as: 'author2', path: '/events?search=waltz&include={party}', lists: [] });
    // An exclusion of hidden words would reveal them.
    for (const query of [
      'search=masked',
      'featured=false',
      'geoloc=false',
      'search=masked+-waltz',
      'venue={venue}&tags={tag}&password=sesame',
    ])
      await stage().step({ path: `/events?${query}&include={party}`, lists: ['party'], has: { total: 1 } });
    await stage().step({
      as: 'author',
      path: '/events?search=waltz&venue={venue}&organizer={organizer}&categories={category}&tags={tag}&featured=true&include={party}',
      lists: ['party'],
    });
  });

  for (const [title, more] of Object.entries({
    private: { status: 'private' },
    future: { date: '2031-01-01' },
    protected: { password: 'p' },
  }))
    it(`counts an event that is ${title} for no category, tag, venue or organizer`, async () => {
      await stage().give({
        category: category(`Counted ${title}`),
        tag: tag(`Counted ${title}`),
        venue: venue(`Counted ${title}`),
        organizer: organizer(`Counted ${title}`),
        one: event('Uncounted', {
          ...more,
          ...{ categories: ['{category}'], tags: ['{tag}'], venue: '{venue}', organizer: ['{organizer}'] },
        }),
      });
      for (const [plural, name] of [
        ['categories', 'category'],
        ['tags', 'tag'],
      ] as const) {
        const path = `/${plural}?search=${title}`;
        await stage().step({ path, lists: [], has: { total: 0 } });
        await stage().step({ as: 'admin', path: `${path}&hide_empty=false`, lists: [name], has: { [`${plural}[0].count`]: 0 } });
      }
      for (const [plural, name] of [
        ['venues', 'venue'],
        ['organizers', 'organizer'],
      ] as const) {
        const path = `/${plural}?search=${title}`;
        await stage().step({ path: `${path}&has_events=true`, lists: [], has: { total: 0 } });
        await stage().step({ as: 'admin', path: `${path}&only_with_upcoming=true`, lists: [], has: { total: 0 } });
        await stage().step({ path: `${path}&has_events=false`, lists: [name], has: { total: 1 } });
      }
    });
});
