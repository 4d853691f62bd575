import type { Step } from '../../support/scenario';
import { DATES, openPromises } from '../../support/stage';

describe('GET /events: protected events', () => {
  const { stage } = openPromises();
  before(async () => {
    await stage().give({
      category: { path: '/categories', json: { name: 'Hidden category' } },
      tag: { path: '/tags', json: { name: 'Hidden tag' } },
      venue: { path: '/venues', json: { venue: 'Hidden hall', geo_lat: 45, geo_lng: 5 } },
      organizer: { path: '/organizers', json: { organizer: 'Hidden Ann' } },
      party: {
        as: 'author',
        path: '/events',
        json: {
          title: 'Party',
          slug: 'party',
          ...DATES,
          description: 'Champagne',
          excerpt: 'Oysters',
          cost: '50',
          website: 'https://example.org/secret',
          categories: ['{category}'],
          tags: ['{tag}'],
          venue: '{venue}',
          organizer: ['{organizer}'],
          featured: true,
          image: 'https://example.org/secret.png',
        },
      },
    });
    await stage().step({ as: 'author', method: 'PATCH', path: '/events/{party}', json: { password: 'sesame' } });
  });

  const locked = { status: 403, code: 'event-password-protected' };
  const steps: Readonly<Record<string, Step>> = {
    'are refused without the password': { path: '/events/{party}', ...locked },
    'are refused by slug without the password': { path: '/events/by-slug/party', ...locked },
    'are refused with a wrong password': { path: '/events/{party}?password=simsim', ...locked },
    'are refused in French to French readers': { language: 'fr', path: '/events/{party}', ...locked, says: /protégé/ },
    'refuse an empty password': { path: '/events/{party}?password=', status: 400, params: ['password'] },
    'are shown with the right password': { path: '/events/{party}?password=sesame', has: { id: '{party}', cost: '$50' } },
    'are shown by slug with the right password': { path: '/events/by-slug/party?password=sesame', has: { id: '{party}' } },
    'are shown to those who may edit them': { as: 'author', path: '/events/{party}', has: { id: '{party}', 'venue.id': '{venue}' } },
    'are refused to other authors': { as: 'author2', path: '/events/{party}', ...locked },
    'never tell their password': { as: 'admin', path: '/events/{party}', hides: /sesame/ },
    'keep their hidden fields in lists': {
      path: '/events',
      lists: ['party'],
      has: {
        'events[0].title': 'Party',
        'events[0].slug': 'party',
        'events[0].start_date': DATES.start_date,
        'events[0].description': '',
        'events[0].excerpt': '',
        'events[0].cost': '',
        'events[0].website': '',
        'events[0].image': false,
        'events[0].featured': null,
        'events[0].all_day': null,
        'events[0].venue': [],
        'events[0].organizer': [],
        'events[0].categories': [],
        'events[0].tags': [],
        'events[0].cost_details.values': [],
      },
      hides: /Champagne|Oysters|secret|Hidden|"password"/,
    },
    'are listed whole to those who may edit them': {
      as: 'editor',
      path: '/events',
      lists: ['party'],
      has: { 'events[0].venue.id': '{venue}', 'events[0].cost': '$50', 'events[0].featured': true },
    },
    'are listed whole with their password': {
      path: '/events?include={party}&password=sesame',
      lists: ['party'],
      has: { 'events[0].cost': '$50' },
    },
    'are found by their title': { path: '/events?search=party', lists: ['party'] },
    'are not found by hidden words': { path: '/events?search=champagne', lists: [] },
    'are not left out for hidden words, which would tell of them': { path: '/events?search=party+-champagne', lists: ['party'] },
    'are not found by venue': { path: '/events?venue={venue}', lists: [] },
    'are not found by organizer': { path: '/events?organizer={organizer}', lists: [] },
    'are not found by category': { path: '/events?categories={category}', lists: [] },
    'are not found by tag': { path: '/events?tags={tag}', lists: [] },
    'are not found as featured': { path: '/events?featured=true', lists: [] },
    'are not found by place': { path: '/events?geoloc_lat=45&geoloc_lng=5', lists: [] },
    'are found by all this by those who may edit them': {
      as: 'author',
      path: '/events?search=champagne&venue={venue}&organizer={organizer}&categories={category}&tags={tag}&featured=true',
      lists: ['party'],
    },
    'are counted in no category': { path: '/categories?hide_empty=false', lists: ['category'], has: { 'categories[0].count': 0 } },
    'make no tag show': { path: '/tags', lists: [] },
    'make no venue one with events': { path: '/venues?has_events=true', lists: [] },
    'make no organizer one with upcoming events': { path: '/organizers?only_with_upcoming=true', lists: [] },
    'are unknown to the filters of venues': { path: '/venues?event={party}', status: 400, params: ['event'] },
    'are unknown to the filters of terms': { path: '/tags?event={party}&hide_empty=false', status: 400, params: ['event'] },
    'keep their password in an update that sends none': {
      as: 'editor',
      method: 'PATCH',
      path: '/events/{party}',
      json: { excerpt: 'Oysters!' },
      status: 200,
    },
    'are still protected then': { path: '/events/{party}', ...locked },
    'cannot be opened by other authors': {
      as: 'author2',
      method: 'PATCH',
      path: '/events/{party}',
      json: { password: '' },
      status: 403,
      code: 'rest_forbidden',
    },
    'cannot be opened with the right password in an update by other authors': {
      as: 'author2',
      method: 'PATCH',
      path: '/events/{party}',
      json: { password: 'sesame' },
      status: 403,
    },
    'get another password': { as: 'author', method: 'PUT', path: '/events/{party}', json: { password: 'open' }, status: 200 },
    'are closed to the old one': { path: '/events/{party}?password=sesame', ...locked },
    'are open to the new one': { path: '/events/{party}?password=open', status: 200 },
    'get another one by slug': {
      as: 'author',
      method: 'PATCH',
      path: '/events/by-slug/party',
      json: { password: 'other' },
      status: 200,
    },
    'are closed to that before': { path: '/events/{party}?password=open', ...locked },
    'are open to that by slug': { path: '/events/by-slug/party?password=other', status: 200 },
    'lose it with the empty text': { as: 'author', method: 'PATCH', path: '/events/{party}', json: { password: '' }, status: 200 },
    'are open then': { path: '/events/{party}', has: { 'venue.id': '{venue}' } },
    'are counted then': { path: '/tags', lists: ['tag'], has: { 'tags[0].count': 1 } },
  };
  for (const [title, step] of Object.entries(steps)) it(title, () => stage().step(step));
});

describe('GET /events: filters and counts reveal nothing of hidden events', () => {
  const { stage } = openPromises();
  const STATUSES = {
    private: 'private',
    trash: 'trash',
    future: 'future',
    protected: 'publish',
  } as const;

  for (const as of [undefined, 'author2'] as const)
    it(`finds a protected event by none of its hidden parts, for ${as ?? 'an anonymous client'}`, async () => {
      await stage().give({
        category: { path: '/categories', json: { name: `Covert ${as}` } },
        child: { path: '/categories', json: { name: `Covert below ${as}`, parent: '{category}' } },
        tag: { path: '/tags', json: { name: `Covert ${as}` } },
        venue: { path: '/venues', json: { venue: `Covert ${as}`, geo_lat: 60, geo_lng: 25 } },
        organizer: { path: '/organizers', json: { organizer: `Covert ${as}` } },
        party: {
          as: 'author',
          path: '/events',
          json: {
            title: `Masked ${as}`,
            ...DATES,
            description: 'Waltz <b>and</b> polka',
            excerpt: 'Tango',
            categories: ['{child}'],
            tags: ['{tag}'],
            venue: '{venue}',
            organizer: ['{organizer}'],
            featured: true,
          },
        },
        lock: { as: 'author', method: 'PATCH', path: '/events/{party}', json: { password: 'sesame' } },
      });
      const reader = { ...(as && { as }) };
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
      ];
      for (const query of queries)
        await stage().step({ ...reader, path: `/events?${query}`, lists: [], has: { total: 0, total_pages: 0 } });
      for (const query of ['search=masked', 'featured=false&include={party}', 'geoloc=false&include={party}', 'search=masked+-waltz'])
        await stage().step({ ...reader, path: `/events?${query}&include={party}`, lists: ['party'], has: { total: 1 } });
      await stage().step({ ...reader, path: '/events?venue={venue}&tags={tag}&password=sesame&include={party}', lists: ['party'] });
      await stage().step({ ...reader, path: '/events?venue={venue}&tags={tag}&password=sesame', lists: [] });
      await stage().step({
        as: 'author',
        path: '/events?search=waltz&venue={venue}&organizer={organizer}&categories={category}&tags={tag}&featured=true&include={party}',
        lists: ['party'],
      });
    });
  for (const [title, more] of Object.entries(STATUSES))
    it(`counts an event that is ${title} for no category, tag, venue or organizer`, async () => {
      await stage().give({
        category: { path: '/categories', json: { name: `Counted ${title}` } },
        tag: { path: '/tags', json: { name: `Counted ${title}` } },
        venue: { path: '/venues', json: { venue: `Counted ${title}` } },
        organizer: { path: '/organizers', json: { organizer: `Counted ${title}` } },
        one: {
          path: '/events',
          json: {
            title: 'Uncounted',
            ...DATES,
            status: more,
            ...(more === 'future' && { date: '2031-01-01' }),
            categories: ['{category}'],
            tags: ['{tag}'],
            venue: '{venue}',
            organizer: ['{organizer}'],
          },
        },
      });
      if (title === 'protected') await stage().step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: { password: 'p' } });
      for (const as of [undefined, 'admin'] as const) {
        const reader = { ...(as && { as }) };
        for (const [plural, name] of [
          ['categories', 'category'],
          ['tags', 'tag'],
        ] as const) {
          await stage().step({ ...reader, path: `/${plural}?search=${title}`, lists: [], has: { total: 0 } });
          await stage().step({
            ...reader,
            path: `/${plural}?search=${title}&hide_empty=false`,
            lists: [name],
            has: { [`${plural}[0].count`]: 0 },
          });
          await stage().step({ ...reader, path: `/${plural}/{${name}}`, has: { count: 0 } });
        }
        for (const [plural, name] of [
          ['venues', 'venue'],
          ['organizers', 'organizer'],
        ] as const) {
          await stage().step({ ...reader, path: `/${plural}?search=${title}&has_events=true`, lists: [], has: { total: 0 } });
          await stage().step({ ...reader, path: `/${plural}?search=${title}&only_with_upcoming=true`, lists: [], has: { total: 0 } });
          await stage().step({ ...reader, path: `/${plural}?search=${title}&has_events=false`, lists: [name], has: { total: 1 } });
        }
      }
    });
});
