import { expect } from 'chai';
import type { LegacyView } from '../../lib/site/requests/page-request';
import { readLegacyAddress } from '../../routes/site/legacy-addresses';
import { openStage, type Stage } from '../support/scenario';
import { category, event, venue } from '../support/stage';

const TODAY = '2030-01-15';
const day = (date: string) => ({ start_date: `${date} 00:00:00`, end_date: `${date} 23:59:59` });
const DECEMBER = { start_date: '2030-12-01 00:00:00', end_date: '2030-12-31 23:59:59' };

const MEANINGS: readonly (readonly [string, LegacyView | undefined])[] = [
  ['/events/', { view: {} }],
  ['/events', { view: {} }],
  ['/Events/List/', { view: {} }],
  ['/events/list/page/2/', { view: { page: '2' } }],
  ['/events/page/3', { view: { page: '3' } }],
  ['/events/list/page/x', undefined],
  ['/events/month/', { view: { month: '2030-01' } }],
  ['/events/month/2030-12/', { view: { month: '2030-12' } }],
  ['/events/2030-12/', { view: { month: '2030-12' } }],
  ['/events/month/2030-13/', undefined],
  ['/events/today/', { view: { day: TODAY } }],
  ['/events/day/', { view: { day: TODAY } }],
  ['/events/2030-12-24/', { view: { day: '2030-12-24' } }],
  ['/events/day/2030-12-24/', { view: { day: '2030-12-24' } }],
  ['/events/week/', { view: { when: 'week' } }],
  ['/events/nonsense/', undefined],
  ['/events/?tribe-bar-search=jazz&tribe-bar-date=2030-12-01', { view: { q: 'jazz', start_date: '2030-12-01' } }],
  ['/events/list/?tribe-bar-search=+&tribe-bar-date=soon', { view: {} }],
  ['/events/month/2030-12/?tribe-bar-search=jazz&tribe-bar-date=2030-12-01', { view: { q: 'jazz', month: '2030-12' } }],
  ['/events/feed/', { feed: {} }],
  ['/events/ical/', { calendar: {} }],
  ['/events/?ical=1', { calendar: {} }],
  ['/events/month/2030-12/?ical=1', { calendar: DECEMBER }],
  ['/events/2030-12-24/?outlook-ical=1', { calendar: day('2030-12-24') }],
  ['/events/?ical=0', { view: {} }],
  ['/event/fair/', { path: '/event/fair/' }],
  ['/event/fair/2030-12-24/', { path: '/event/fair/' }],
  ['/event/fair/ical/', { event: 'fair' }],
  ['/event/fair/?ical=1', { event: 'fair' }],
  ['/event/', undefined],
  ['/venue/hall/', { path: '/venue/hall/' }],
  ['/venue/hall/?ical=1', { calendar: { venue: 'hall' } }],
  ['/organizer/club/', { path: '/organizer/club/' }],
  ['/organizer/club/feed/', { feed: { organizer: 'club' } }],
  ['/events/category/music/', { path: '/events/category/music/' }],
  ['/events/category/music/jazz/', { path: '/events/category/jazz/' }],
  ['/events/category/music/list/', { view: { categories: 'music' } }],
  ['/events/category/music/month/2030-12/', { view: { categories: 'music', month: '2030-12' } }],
  ['/events/category/music/?ical=1', { calendar: { categories: 'music' } }],
  ['/events/category/music/feed/', { feed: { categories: 'music' } }],
  ['/events/category/', undefined],
  ['/events/tag/loud/', { path: '/tag/loud/' }],
  ['/events/tag/loud/month/', { view: { tags: 'loud', month: '2030-01' } }],
  ['/?post_type=tribe_events&ical=1&eventDisplay=list', { calendar: {} }],
  ['/?post_type=tribe_events', { view: {} }],
  ['/?post_type=tribe_events&eventDisplay=month&eventDate=2030-12', { view: { month: '2030-12' } }],
  ['/?tribe_events=fair', { path: '/event/fair/' }],
  ['/?tribe_events_cat=music', { path: '/events/category/music/' }],
  ['/?ical=1', { calendar: {} }],
  ['/?s=fair', undefined],
  ['/about/', undefined],
];

describe('oldAddress', () => {
  for (const [address, meaning] of MEANINGS) {
    it(`reads ${address}`, () => {
      const { pathname, searchParams } = new URL(address, 'http://calendar.example');
      expect(readLegacyAddress(pathname, Object.fromEntries(searchParams), TODAY)).to.deep.equal(meaning);
    });
  }
});

describe('addresses of a former site', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give({
      hall: venue('Hall'),
      music: category('Music'),
      fair: event('Fair', { venue: '{hall}', categories: ['{music}'] }),
      fete: { ...event('Foire', { translation_of: '{fair}' }), language: 'fr' },
    });
  });
  after(() => stage.stop());

  const ask = (path: string, accept = '*/*') => stage.ask('GET', `/${path}`, { headers: { accept } });

  it('show the page to programs that take anything', async () => {
    for (const path of [
      ...['/events/', '/events/month/2030-05/', '/events/2030-05-06/', '/events/category/music/list/', '/fr/events/month/2030-05/'],
    ]) {
      const { status, headers, text } = await ask(path);
      expect([status, headers['content-type']], path).to.deep.equal([200, 'text/html; charset=UTF-8']);
      expect(text, path).to.match(/Fair|Foire/);
    }
  });

  it('redirect permanently to records', async () => {
    const { status, headers } = await ask('/event/fair/');
    expect(status).to.equal(301);
    expect(new URL(headers['location'] ?? '').pathname).to.equal('/en/event/fair/');
  });

  it('answer iCalendar files', async () => {
    for (const path of [
      ...['/events/?ical=1', '/event/fair/ical/', '/event/fair/?outlook-ical=1', '/event/foire/ical/', '/venue/hall/?ical=1'],
      ...['/?ical=1'],
    ]) {
      const { status, headers, text } = await ask(path);
      expect([status, headers['content-type']], path).to.deep.equal([200, 'text/calendar; charset=utf-8']);
      expect(text, path).to.match(/SUMMARY[^:]*:(?:Fair|Foire)/);
    }
  });

  it('are not found if they name nothing', async () => {
    for (const path of ['/event/none/ical/', '/events/category/none/list/', '/events/nonsense/', '/venue/none/?ical=1'])
      expect((await ask(path)).status, path).to.equal(404);
  });

  it('say where the API is, in the head and in headers of pages', async () => {
    const { headers, text } = await ask('/en/event/fair/');
    const origin = headers['x-tec-api-origin'] ?? '';
    expect(headers).to.include({ 'x-tec-api-version': 'v1', 'x-tec-api-root': `${origin}/wp-json/tribe/events/v1/` });
    expect(headers['link']).to.equal(`<${origin}/wp-json/>; rel="https://api.w.org/"`);
    expect(text).to.include(`<link rel="https://api.w.org/" href="${origin}/wp-json/">`);
    expect(text)
      .to.include('<meta name="tec-api-version" content="v1">')
      .and.to.include(`<meta name="tec-api-origin" content="${origin}">`);
    expect(text).to.include(`<link rel="alternate" href="${origin}/wp-json/tribe/events/v1/">`);
    expect((await ask('/en/')).headers['link']).to.equal(`<${origin}/en/>; rel="https://api.w.org/"`);
  });

  it('leave the own addresses of pages as they are', async () => {
    await stage.give({ russian: category('Музыка') });
    const { body } = await stage.ask('GET', `/categories/${stage.names['russian']}`);
    const own = new URL(body.url).pathname;
    expect(own).to.match(/%d0/);
    for (const path of [own, '/en/events/category/Music/']) expect((await ask(path)).status, path).to.equal(200);
  });

  it('are in the headers of the front page too', async () => {
    const { headers } = await ask('/', 'text/html');
    const origin = headers['x-tec-api-origin'] ?? '';
    expect(headers).to.include({
      'x-tec-api-root': `${origin}/wp-json/tribe/events/v1/`,
      link: `<${origin}/wp-json/>; rel="https://api.w.org/"`,
    });
  });

  it('are closed to robots in months without events', async () => {
    for (const query of ['month=1500-01', 'month=2099-01', 'day=9000-01-01']) {
      const { text } = await ask(`/en/?${query}`, 'text/html');
      expect(text, query).to.include('<meta name="robots" content="noindex">');
    }
    expect((await ask('/en/?month=2030-02', 'text/html')).status).to.equal(200);
  });
});
