import { expect } from 'chai';
import { openStage, type Stage, type Step } from '../../support/scenario';
import { refused } from '../../support/stage';

const event = (title: string, start: string, end: string, more: Readonly<Record<string, unknown>> = {}): Step => ({
  path: '/events',
  json: { title, start_date: start, end_date: end, ...more },
});

/** Sample events. At 12:00 on 2030-01-15 the default window is 2030-01-14 to 2032-01-15. */
const RECORDS: Readonly<Record<string, Step>> = {
  past: event('Past', '2029-12-01 10:00', '2029-12-01 12:00', { date: '2029-01-03' }),
  running: event('Running', '2030-01-10 10:00', '2030-02-10 12:00', { date: '2029-01-01' }),
  yesterday: event('Yesterday', '2030-01-14 00:00', '2030-01-14 01:00', { date: '2029-01-05' }),
  today: event('Today', '2030-01-15 09:00', '2030-01-15 10:00', { date: '2029-01-04' }),
  soon: event('Soon', '2030-02-01 10:00', '2030-02-01 12:00', { date: '2029-01-02' }),
  days: event('Days', '2030-03-01 10:00', '2030-03-05 12:00'),
  far: event('Far', '2031-12-31 10:00', '2031-12-31 12:00'),
  beyond: event('Beyond', '2033-01-01 10:00', '2033-01-01 12:00', { date: '2029-01-01' }),
  hidden: event('Hidden', '2030-02-02 10:00', '2030-02-02 12:00', { hide_from_listings: true }),
  draft: event('Draft', '2030-02-03 10:00', '2030-02-03 12:00', { status: 'draft' }),
  french: { ...event('Foire', '2030-02-01 10:00', '2030-02-01 12:00'), language: 'fr' },
};

/** A query, with the events that it lists. */
const WINDOWS: readonly (readonly [string, readonly string[]])[] = [
  ['', ['yesterday', 'today', 'soon', 'days', 'far']],
  ['start_date=2030-02-01', ['soon', 'days', 'far']],
  ['start_date=2030-02-01+11:00&strict_dates=true', ['days', 'far']],
  ['start_date=2030-02-01+11:00&strict_dates=false', ['soon', 'days', 'far']],
  ['start_date=0&strict_dates=true', ['past', 'running', 'yesterday', 'today', 'soon', 'days', 'far']],
  ['start_date=tomorrow', ['soon', 'days', 'far']],
  ['start_date=2030-02-02T00:00:00%2B05:00', ['soon', 'days', 'far']],
  ['start_date=2029-01-01', ['past', 'running', 'yesterday', 'today', 'soon', 'days', 'far']],
  ['start_date=2032-06-01', ['beyond']],
  ['end_date=2030-02-01', ['yesterday', 'today', 'soon']],
  ['end_date=2030-02-01+11:00&strict_dates=1', ['today']],
  ['start_date=2030-03-01&end_date=2030-03-04', []],
  ['start_date=2030-03-01&end_date=2030-03-05', ['days']],
  ['starts_before=2030-02-01', ['past', 'running', 'yesterday', 'today', 'soon']],
  ['starts_before=2030-02-01+10:00&strict_dates=true', ['past', 'running', 'yesterday', 'today']],
  ['starts_after=2030-02-01', ['days', 'far', 'beyond']],
  ['starts_after=2030-02-01+09:00&strict_dates=true', ['soon', 'days', 'far', 'beyond']],
  ['ends_before=2030-01-15', ['past', 'yesterday', 'today']],
  ['ends_after=2030-02-01', ['running', 'days', 'far', 'beyond']],
  ['starts_before=2030-02-15&ends_after=2030-02-01', ['running']],
  ['start_date=2030-01-01&starts_before=2030-01-14', ['running', 'yesterday']],
];

describe('GET /events: start_date, end_date and include', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  for (const [query, names] of WINDOWS)
    it(`${query || 'no date'} lists ${names.join(', ') || 'nothing'}`, async () => {
      const { body } = await stage.step({ path: `/events?${query}`, lists: names, has: { total: names.length } });
      // The `rest_url` of a list leads to the same list.
      await stage.step({ path: `/${body.rest_url.slice(stage.address.length)}`, lists: names });
    });
  it('include ignores dates, and sorts by publication', async () => {
    await stage.step({ path: '/events?include={far},{past},{beyond},{running}', lists: ['running', 'beyond', 'past', 'far'] });
    await stage.step({
      path: '/events?include[]={past}&include[]={soon}&start_date=2031-01-01&starts_after=2031-01-01&ends_before=2031-01-01',
      lists: ['soon', 'past'],
    });
    const { body } = await stage.step({ path: '/events?include={past}&starts_after=2031-01-01', lists: ['past'] });
    expect(new URL(body.rest_url).search).to.match(
      /^\?page=1&per_page=10&status=publish&include=\d+&starts_after=2031-01-01\+23%3A59%3A59$/,
    );
    await stage.step({ path: `/${body.rest_url.slice(stage.address.length)}`, lists: ['past'] });
  });
  it('include accepts IDs in every spelling, and skips empty items', async () => {
    await stage.step({ path: '/events?include={past},,{soon}.0,', lists: ['soon', 'past'] });
    await stage.step({ path: '/events?include=,', status: 400, code: 'rest_invalid_param', params: ['include'] });
  });
  it('include lists only events that the user may read and lists may show', async () => {
    await stage.step({ path: '/events?include={past},{draft},{hidden},999999', lists: ['past'] });
    await stage.step({ as: 'editor', path: '/events?include={past},{draft},{hidden},999999', lists: ['past', 'draft'] });
  });
  it('lists drafts for editors, and hide_from_listings for nobody', async () => {
    await stage.step({ as: 'editor', path: '/events', lists: ['yesterday', 'today', 'soon', 'draft', 'days', 'far'] });
    await stage.step({ as: 'editor', path: '/events?status=draft', lists: ['draft'] });
    await stage.step({ as: 'admin', path: '/events?search=hidden', lists: [] });
  });
  it('lists the events of the language', () => stage.step({ language: 'fr', path: '/events', lists: ['french'] }));
  it('lists events without json_ld', async () => {
    const { body } = await stage.step({ path: '/events' });
    for (const one of body.events) expect(one).to.not.have.property('json_ld');
  });
});

const DAY = ['2030-05-06 10:00', '2030-05-06 12:00'] as const;

describe('GET /events: search, categories, tags, venue, organizer, featured, post_parent and paging', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give({
      music: { path: '/categories', json: { name: 'Music' } },
      jazz: { path: '/categories', json: { name: 'Jazz & Blues', parent: '{music}' } },
      food: { path: '/categories', json: { name: 'Food' } },
      free: { path: '/tags', json: { name: 'Free entry' } },
      lyon: { path: '/venues', json: { venue: 'Lyon hall', geo_lat: 45.75, geo_lng: 4.85 } },
      paris: { path: '/venues', json: { venue: 'Paris hall', geo_lat: 48.8566, geo_lng: 2.3522 } },
      nowhere: { path: '/venues', json: { venue: 'Nowhere' } },
      ann: { path: '/organizers', json: { organizer: 'Ann' } },
      bob: { path: '/organizers', json: { organizer: 'Bob' } },
      concert: event('Été concert', ...DAY, {
        date: '2029-01-01',
        categories: ['{jazz}'],
        tags: ['{free}'],
        venue: '{lyon}',
        organizer: ['{ann}'],
        featured: true,
        description: 'Loud and 100% brass',
      }),
      dinner: event('Grand dinner', ...DAY, {
        date: '2029-01-02',
        categories: ['{food}', '{music}'],
        venue: '{paris}',
        organizer: ['{ann}', '{bob}'],
        excerpt: 'Quiet brass',
      }),
      market: event('Market day', ...DAY, {
        date: '2029-01-03',
        tags: ['{free}'],
        venue: '{nowhere}',
        organizer: ['{bob}'],
        description: '<p>under_score</p>',
      }),
      walk: event('Walk', ...DAY, { date: '2029-01-04' }),
    });
  });
  after(() => stage.stop());

  for (const [query, names] of [
    ['', ['concert', 'dinner', 'market', 'walk']],
    ['categories={jazz}', ['concert']],
    ['categories={music}', ['concert', 'dinner']],
    ['categories=music', ['concert', 'dinner']],
    ['categories={jazz},{food}', ['concert', 'dinner']],
    ['categories[]={jazz}&categories[]=food', ['concert', 'dinner']],
    ['categories={jazz},,food,', ['concert', 'dinner']],
    ['tags[]=&tags[]={free}', ['concert', 'market']],
    ['venue={lyon},&organizer=,{ann}', ['concert']],
    ['tags={free}', ['concert', 'market']],
    ['categories={music}&tags={free}', ['concert']],
    ['venue={lyon}', ['concert']],
    ['venue={lyon},{paris}', ['concert', 'dinner']],
    ['organizer={bob}', ['dinner', 'market']],
    ['organizer={ann}&venue={paris}', ['dinner']],
    ['organizer={ann}&tags={free}&featured=true', ['concert']],
    ['featured=true', ['concert']],
    ['featured=false', ['dinner', 'market', 'walk']],
    ['ticketed=true', []],
    ['search=ete', ['concert']],
    ['search=BRASS', ['concert', 'dinner']],
    ['search=brass+quiet', ['dinner']],
    ['search=brass+-loud', ['dinner']],
    ['search=brass+-a', []],
    ['search=%22quiet+brass%22', ['dinner']],
    ['search=%22brass+quiet%22', []],
    ['search=dinner+quiet', ['dinner']],
    ['search=%25', ['concert']],
    ['search=under_score', ['market']],
    ['search=Jazz', []],
    ['search=+', ['concert', 'dinner', 'market', 'walk']],
    ['search=.*', []],
    ['status=publish', ['concert', 'dinner', 'market', 'walk']],
    ['unknown=1&order=desc&offset=2', ['concert', 'dinner', 'market', 'walk']],
  ] as const)
    it(`${query || 'no filter'} lists ${names.join(', ') || 'nothing'}`, async () => {
      const { body } = await stage.step({ path: `/events?${query}`, lists: names, has: { total: names.length } });
      await stage.step({ path: `/${body.rest_url.slice(stage.address.length)}`, lists: names });
    });

  const window = [
    'start_date=2030-01-01&end_date=2030-12-31',
    'start_date=2030-01-01+00%3A00%3A00&end_date=2030-12-31+23%3A59%3A59',
  ] as const;
  for (const [query, written] of [
    ['', '&status=publish'],
    ['&featured=true', '&status=publish&featured=1'],
    ['&featured=FALSE', '&status=publish&featured=0'],
    ['&ticketed=1', '&status=publish&ticketed=1'],
    ['&geoloc=true', '&geoloc=1&status=publish'],
    ['&geoloc=0', '&geoloc=0&status=publish'],
    ['&geoloc_lat=1.50&geoloc_lng=2', '&geoloc_lat=1.5&geoloc_lng=2&status=publish'],
    ['&geoloc_lat=1&geoloc_lng=2&geoloc_radius=3', '&geoloc_lat=1&geoloc_lng=2&geoloc_radius=3&status=publish'],
    ['&organizer={ann},{bob}&search=%22a%26b%22&venue={lyon}', '&search=%22a%26b%22&status=publish&venue={lyon}&organizer={ann},{bob}'],
    ['&tags=free-entry&categories=food,{music}', '&categories={food},{music}&tags={free}&status=publish'],
    [
      '&ends_after=2030-01-02&starts_before=2030-01-03&post_parent={walk}',
      '&status=publish&post_parent={walk}&starts_before=2030-01-03+23%3A59%3A59&ends_after=2030-01-02+23%3A59%3A59',
    ],
  ] as const)
    it(`rest_url repeats ${query || 'nothing'} as the reference does`, async () => {
      const { body } = await stage.step({ path: `/events?${window[0]}${query}` });
      const ids = written.replace(/\{(\w+)\}/g, (_, name: string) => String(stage.names[name]));
      expect(new URL(body.rest_url).search).to.equal(`?page=1&per_page=10&${window[1]}${ids}`);
    });

  for (const [query, page, perPage] of [
    ['page=02&per_page=2.0', 2, 2],
    ['page=2e0&per_page=%202%20', 2, 2],
    ['per_page=51', 1, 50],
    ['per_page=9223372036854775807', 1, 50],
  ] as const)
    it(`${query} is page ${page} with per_page ${perPage}`, async () => {
      const { body } = await stage.step({ path: `/events?${query}` });
      expect(new URL(body.rest_url).search).to.match(new RegExp(`^\\?page=${page}&per_page=${perPage}&`));
    });
  it('page and per_page refuse what is no positive integer', async () => {
    for (const value of ['0', '-1', '1.5', 'abc', '', '0x1', '5abc', '9223372036854775808', '99999999999999999999'])
      await stage.step({ path: `/events?page=${value}&per_page=${value}`, ...refused('page', 'per_page') });
  });

  it('GET /venues and /organizers filter by event', async () => {
    await stage.step({ path: '/venues?event={concert}', lists: ['lyon'] });
    await stage.step({ path: '/organizers?event={dinner}', lists: ['bob', 'ann'] });
    await stage.step({ path: '/venues?has_events=true', lists: ['nowhere', 'paris', 'lyon'] });
    await stage.step({ path: '/venues?has_events=false', lists: [] });
    await stage.step({ path: '/organizers?only_with_upcoming=true&search=ann', lists: ['ann'] });
  });
});
