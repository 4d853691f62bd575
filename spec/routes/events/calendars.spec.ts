import { expect } from 'chai';
import type { EventRecord } from '../../../routes/events';
import { MOST_EVENTS } from '../../../routes/events/calendar/calendars';
import { readCalendar } from '../../support/read-calendar';
import { openStage, type Stage, type Step } from '../../support/scenario';

const TYPE = 'text/calendar; charset=utf-8';
const times = (day: string) => ({ start_date: `${day} 20:00:00`, end_date: `${day} 22:00:00` });
const event = (title: string, more: object = {}): Step => ({ path: '/events', json: { title, ...times('2030-02-01'), ...more } });

const RECORDS: Readonly<Record<string, Step>> = {
  hall: {
    path: '/venues',
    json: { venue: 'Old Hall', address: '1, rue du Port', city: 'Lyon', country: 'France', geo_lat: 45.75, geo_lng: 4.85 },
  },
  society: { path: '/organizers', json: { organizer: 'Tea; Society', email: 'tea@example.org' } },
  paris: event('Paris', {
    timezone: 'Europe/Paris',
    description: '<p>One &amp; <b>two</b>,</p>\n<p>three;</p>',
    venue: '{hall}',
    organizer: '{society}',
    categories: ['Music'],
    tags: ['New'],
  }),
  sydney: event('Sydney', { timezone: 'Australia/Sydney', ...times('2030-07-01') }),
  manual: event('Manual', { timezone: 'UTC+5.5', categories: ['Music'] }),
  days: event('Days', { all_day: true, start_date: '2030-03-01', end_date: '2030-03-03' }),
  changing: event('Changing', { timezone: 'America/New_York', start_date: '2030-03-09 23:00:00', end_date: '2030-03-10 05:00:00' }),
  recent: event('Recent', times('2029-12-20')),
  older: event('Older', times('2029-12-10')),
  french: { ...event('Fête', { timezone: 'Europe/Paris' }), language: 'fr' },
  hidden: event('Hidden', { hide_from_listings: true }),
  locked: event('Locked'),
  draft: event('Draft', { status: 'draft' }),
  closed: event('Closed', { status: 'private' }),
  later: event('Later', { date: '2030-06-01 00:00:00', status: 'publish' }),
};

const SHOWN = ['Changing', 'Days', 'Manual', 'Paris', 'Recent', 'Sydney'];

/** A query, with the titles of the matching events. */
const FILTERS: readonly (readonly [string, readonly string[]])[] = [
  ['', SHOWN],
  ['?status=publish', SHOWN],
  ['?per_page=1&page=3', SHOWN],
  ['?categories=music', ['Manual', 'Paris']],
  ['?search=three', ['Paris']],
  ['?start_date=2029-12-01', [...SHOWN, 'Older'].sort()],
  ['?start_date=2030-03-01&end_date=2030-03-31', ['Changing', 'Days']],
  ['?ends_before=2029-12-15', ['Older']],
  ['?include={older},{sydney},{hidden},{locked},{draft}', ['Older', 'Sydney']],
  ['?ml_language=fr', ['Fête']],
];

describe('GET /events.ics and /events/ID.ics', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
    await stage.step({ as: 'admin', method: 'PATCH', path: '/events/{locked}', json: { password: 'secret' } });
  });
  after(() => stage.stop());

  const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => String(stage.names[name]));
  const titles = (text: string) =>
    readCalendar(text)
      .events.map((one) => one.text('summary'))
      .sort();

  for (const [query, expected] of FILTERS) {
    it(`has ${expected.length} events ${query === '' ? 'from a month ago on' : `of ${query}`}`, async () => {
      const { status, headers, text } = await stage.ask('GET', `/events.ics${fill(query)}`);
      expect(status, text).to.equal(200);
      expect(headers).to.include({ 'content-type': TYPE, 'x-tec-total': String(expected.length), 'x-wp-total': String(expected.length) });
      expect(titles(text)).to.deep.equal(expected);
    });
  }

  for (const as of ['admin', 'editor', 'author', 'subscriber'] as const) {
    it(`has public events only for the ${as}, as a private answer`, async () => {
      const { headers, text } = await stage.ask('GET', '/events.ics?password=secret', { as });
      expect(text).to.equal((await stage.ask('GET', '/events.ics')).text);
      expect(headers['cache-control']).to.include('no-store').and.include('private');
    });
  }

  it('has the instants of the JSON, and dates for whole days', async () => {
    const { text } = await stage.ask('GET', '/events.ics');
    const { events } = readCalendar(text);
    for (const name of ['paris', 'sydney', 'manual', 'changing', 'recent']) {
      const { body } = await stage.ask('GET', `/events/${stage.names[name]}`);
      const read = events.find(({ uid }) => uid.startsWith(`event-${body.id}@`));
      const instants = [body.utc_start_date, body.utc_end_date].map((wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`));
      expect([read?.start, read?.end], name).to.deep.equal(instants);
    }
    const days = events.find(({ uid }) => uid.startsWith(`event-${stage.names['days']}@`));
    expect([days?.start, days?.end]).to.deep.equal(['2030-03-01', '2030-03-04']);
  });

  it('has each VTIMEZONE once, X-WR-CALNAME and REFRESH-INTERVAL', async () => {
    const { text } = await stage.ask('GET', '/events.ics');
    const read = readCalendar(text);
    expect([...read.zones].sort()).to.deep.equal(['America/New_York', 'Australia/Sydney', 'Europe/Paris']);
    expect(read.text('name')).to.equal('Calendar Events');
    expect(text).to.include('X-WR-CALNAME:Calendar Events\r\n').and.include('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
  });

  it('is French below /fr', async () => {
    const { headers, text } = await stage.ask('GET', '/events.ics', { language: 'fr' });
    const read = readCalendar(text);
    expect(read.events.map((one) => one.text('summary'))).to.deep.equal(['Fête']);
    expect(read.events[0]?.parameter('summary', 'language')).to.equal('fr');
    expect(read.text('name')).to.equal('Évènements du calendrier');
    expect(headers).to.include({ 'content-language': 'fr', 'content-disposition': 'inline; filename="events-fr.ics"' });
  });

  it('answers 304 to If-None-Match, HEAD and CORS', async () => {
    const first = await stage.ask('GET', '/events.ics', { headers: { origin: 'https://example.org' } });
    expect(first.headers).to.include({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': 'https://example.org' });
    const again = await stage.ask('GET', '/events.ics', { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.status, again.text]).to.deep.equal([304, '']);
    const head = await stage.ask('HEAD', '/events.ics');
    expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, '', first.headers.etag]);
  });

  const refused: readonly Step[] = [
    { path: '/events.ics?status=draft', status: 400, code: 'rest_invalid_param', params: ['status'] },
    { path: '/events.ics?start_date=nope', status: 400, code: 'rest_invalid_param', params: ['start_date'] },
    { path: '/events.ics', method: 'POST', as: 'admin', json: {}, status: 404, code: 'rest_no_route' },
    { path: '/events/999999.ics', status: 404, code: 'rest-event-not-found' },
    { path: '/events/x.ics', status: 404, code: 'rest_no_route' },
    { path: '/events/{draft}.ics', status: 403, code: 'event-not-accessible' },
    { path: '/events/{locked}.ics', status: 403, code: 'event-password-protected' },
    { path: '/venues/{hall}.ics', status: 404, code: 'rest_no_route' },
  ];
  for (const step of refused) {
    it(`refuses ${step.method ?? 'GET'} ${step.path} in JSON`, async () => {
      await stage.step(step);
    });
  }

  it('is wrapped in JSON by _envelope and _jsonp', async () => {
    const { text } = await stage.ask('GET', `/events/${stage.names['paris']}.ics`);
    const { body } = await stage.ask('GET', `/events/${stage.names['paris']}.ics?_envelope&_fields=id`);
    expect(body).to.include({ status: 200, body: text });
    const called = await stage.ask('GET', `/events/${stage.names['paris']}.ics?_jsonp=cb`);
    expect(called.text).to.equal(`/**/cb(${JSON.stringify(text)})`);
  });

  it('is in OPTIONS, the index and the OpenAPI document', async () => {
    const { body, headers } = await stage.ask('OPTIONS', '/events.ics');
    expect(headers.allow).to.equal('GET');
    expect(body.endpoints[0]).to.have.property('content_type', TYPE);
    expect(body.endpoints[0].args.start_date.default).to.equal('2029-12-15 00:00:00');
    expect(body.endpoints[0].args)
      .to.include.all.keys('search', 'categories', 'venue', 'include')
      .and.not.have.any.keys('page', 'per_page');
    const index = await stage.ask('GET', '');
    expect(index.body.routes).to.include.all.keys('/cal/events/v1/events.ics', '/cal/events/v1/events/(?P<id>[0-9]+)\\.ics');
    const { paths } = (await stage.ask('GET', '/doc')).body;
    expect(paths['/events.ics'].get.responses['200'].content['text/calendar'].schema).to.deep.equal({ type: 'string' });
    expect(paths['/events/{id}.ics'].get).to.include({ operationId: 'getEventsByIdIcs' });
    expect(paths['/events/{id}'].get.responses['200'].content).to.have.all.keys('application/json');
  });

  it('has one event with LOCATION, ORGANIZER and CATEGORIES', async () => {
    const { headers, text } = await stage.ask('GET', `/events/${stage.names['paris']}.ics`);
    const [read] = readCalendar(text).events;
    expect(headers).to.include({
      'content-type': TYPE,
      'content-language': 'en',
      'content-disposition': `attachment; filename="event-${stage.names['paris']}.ics"`,
    });
    expect(read?.text('description')).to.equal('One & two,\n\nthree;');
    expect(read?.text('location')).to.equal('Old Hall, 1, rue du Port, Lyon, France');
    expect(text).to.include('GEO:45.75;4.85\r\n').and.include('ORGANIZER;CN="Tea; Society":mailto:tea@example.org\r\n');
    expect(read?.all('categories')).to.deep.equal(['Music', 'New']);
    expect(read?.text('url')).to.match(/\/en\/event\/paris\/$/);
    expect(read?.text('status')).to.equal('CONFIRMED');
  });

  it('answers one event to those who may read it', async () => {
    const draft = await stage.ask('GET', `/events/${stage.names['draft']}.ics`, { as: 'admin' });
    expect(readCalendar(draft.text).events[0]?.text('status')).to.equal('TENTATIVE');
    expect(draft.headers['cache-control']).to.include('no-store');
    const locked = await stage.ask('GET', `/events/${stage.names['locked']}.ics?password=secret`);
    expect(titles(locked.text)).to.deep.equal(['Locked']);
    expect(locked.headers['cache-control']).to.equal('private, no-cache');
  });

  it('keeps the UID of an event, and raises SEQUENCE when it changes', async () => {
    const path = `/events/${stage.names['older']}.ics`;
    const read = async (language: 'en' | 'fr') => readCalendar((await stage.ask('GET', path, { language })).text).events[0];
    const [before, french] = [await read('en'), await read('fr')];
    expect(french?.uid).to.equal(before?.uid);
    expect(before?.uid).to.match(/^event-\d+@[0-9a-f-]{36}$/);
    stage.clock.set('2030-01-15T13:00:00Z');
    await stage.step({ as: 'admin', method: 'PATCH', path: `/events/{older}`, json: { title: 'Oldest' } });
    const after = await read('en');
    expect(after?.uid).to.equal(before?.uid);
    expect(Number(after?.text('sequence'))).to.be.above(Number(before?.text('sequence')));
    expect(after?.text('last-modified')).to.equal('2030-01-15T13:00:00Z');
  });
});

describe('GET /events.ics: many events', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give({ one: event('One') });
  });
  after(() => stage.stop());

  /** Stores copies of one event up to a number of events. */
  const fillTo = async (count: number) => {
    const posts = stage.service.services.stores.posts<EventRecord>('events');
    const one = await posts.byId(Number(stage.names['one']));
    if (!one) throw new Error('There is no event.');
    const first = (await posts.collection().countDocuments()) + 1;
    const copies = Array.from({ length: count - first + 1 }, (_, index) => ({
      ...one,
      _id: 1000 + first + index,
      slug: `copy-${first + index}`,
    }));
    await posts.collection().insertMany(copies as never[]);
  };

  it('has all events without paging', async () => {
    await fillTo(120);
    const { headers, text } = await stage.ask('GET', '/events.ics');
    expect(readCalendar(text).events).to.have.lengthOf(120);
    expect(headers['x-tec-total']).to.equal('120');
    expect(text).to.not.include('\r\nDESCRIPTION');
  });

  it('has every change that was acknowledged before the request', async () => {
    await fillTo(500);
    for (let round = 0; round < 4; round++) {
      const title = `Round ${round}`;
      const before = stage.ask('GET', '/events.ics');
      await stage.step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: { title } });
      const after = await stage.ask('GET', '/events.ics');
      expect(after.text).to.include(title);
      expect((await before).status).to.equal(200);
    }
  });

  it(`has at most ${MOST_EVENTS} events, and says how many there are`, async function () {
    this.timeout(120_000);
    await fillTo(MOST_EVENTS + 1);
    const { headers, text } = await stage.ask('GET', '/events.ics');
    expect(text.match(/BEGIN:VEVENT/g)).to.have.lengthOf(MOST_EVENTS);
    expect(headers['x-tec-total']).to.equal(String(MOST_EVENTS + 1));
    expect(text.replaceAll('\r\n ', '')).to.include(`The first ${MOST_EVENTS} of ${MOST_EVENTS + 1} events.`);
  });
});
