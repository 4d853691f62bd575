import { openStage, type Stage, type Step } from '../support/scenario';

type Fields = Readonly<Record<string, unknown>>;

const creating = (title: string, sent: Fields): Step => ({
  as: 'editor',
  method: 'POST',
  path: '/events',
  json: { title, start_date: '2030-07-02 09:00', end_date: '2030-07-02 11:00', ...sent },
});
/** An event of one moment, in UTC. */
const moment = (utc: string): Step => ({ path: '/events', json: { title: utc, start_date: utc, end_date: utc, timezone: 'UTC' } });
const secondsAfter = (utc: string, seconds: number): string => new Date(Date.parse(utc) + seconds * 1000).toISOString();

/** The site's zone, the present moment, and the first and the last instant of the default window. */
const WINDOWS: readonly (readonly [zone: string, now: string, first: string, last: string])[] = [
  ['UTC', '2030-01-15T23:59:59Z', '2030-01-14T00:00:00Z', '2032-01-15T23:59:59Z'],
  ['UTC', '2030-01-16T00:00:00Z', '2030-01-15T00:00:00Z', '2032-01-16T23:59:59Z'],
  ['UTC', '2028-02-29T12:00:00Z', '2028-02-28T00:00:00Z', '2030-03-01T23:59:59Z'],
  ['UTC', '2028-03-01T00:00:00Z', '2028-02-29T00:00:00Z', '2030-03-01T23:59:59Z'],
  ['UTC', '9997-12-31T12:00:00Z', '9997-12-30T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['UTC', '9998-12-31T12:00:00Z', '9998-12-30T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['America/Toronto', '2030-01-16T04:59:59Z', '2030-01-14T05:00:00Z', '2032-01-16T04:59:59Z'],
  ['America/Toronto', '2030-01-16T05:00:00Z', '2030-01-15T05:00:00Z', '2032-01-17T04:59:59Z'],
  ['America/Toronto', '2030-03-10T06:59:59Z', '2030-03-09T05:00:00Z', '2032-03-11T04:59:59Z'],
  ['America/Toronto', '2030-03-11T04:00:00Z', '2030-03-10T05:00:00Z', '2032-03-12T04:59:59Z'],
  ['America/Toronto', '2030-11-03T06:30:00Z', '2030-11-02T04:00:00Z', '2032-11-04T03:59:59Z'],
  ['Asia/Kolkata', '2030-01-15T18:29:59Z', '2030-01-13T18:30:00Z', '2032-01-15T18:29:59Z'],
  ['Asia/Kolkata', '2030-01-15T18:30:00Z', '2030-01-14T18:30:00Z', '2032-01-16T18:29:59Z'],
  ['Pacific/Apia', '2030-01-01T10:59:59Z', '2029-12-30T11:00:00Z', '2032-01-01T10:59:59Z'],
  ['Pacific/Apia', '2029-12-31T11:00:00Z', '2029-12-30T11:00:00Z', '2032-01-01T10:59:59Z'],
  ['America/Sao_Paulo', '2028-02-29T12:00:00Z', '2028-02-28T03:00:00Z', '2030-03-02T02:59:59Z'],
  ['Europe/London', '2030-03-31T00:30:00Z', '2030-03-30T00:00:00Z', '2032-03-31T22:59:59Z'],
  ['Europe/London', '2030-10-27T00:30:00Z', '2030-10-25T23:00:00Z', '2032-10-27T22:59:59Z'],
  ['Australia/Lord_Howe', '2030-04-07T16:00:00Z', '2030-04-06T13:00:00Z', '2032-04-08T13:29:59Z'],
];

/** What a list shows of five moments of 12 June 2030 in Kolkata, asked at its first. */
const DAY: Readonly<Record<string, string>> = {
  before: '2030-06-11T18:29:59Z',
  first: '2030-06-11T18:30:00Z',
  nine: '2030-06-12T03:30:00Z',
  last: '2030-06-12T18:29:59Z',
  after: '2030-06-12T18:30:00Z',
};
const FILTERS: readonly (readonly [query: string, names: readonly string[]])[] = [
  ['start_date=2030-06-12', ['first', 'nine', 'last', 'after']],
  ['start_date=0', ['first', 'nine', 'last', 'after']],
  ['start_date=today', ['first', 'nine', 'last', 'after']],
  ['start_date=tomorrow', ['after']],
  ['start_date=2030-06-11T18:30:00Z', ['first', 'nine', 'last', 'after']],
  ['start_date=2030-06-12T18:30:00Z', ['after']],
  ['start_date=2030-06-12&end_date=2030-06-12', ['first', 'nine', 'last']],
  ['end_date=2030-06-11', ['before']],
  ['end_date=yesterday', ['before']],
  ['end_date=9999-12-31', ['before', 'first', 'nine', 'last', 'after']],
  ['start_date=0001-01-02&end_date=9999-12-31', ['before', 'first', 'nine', 'last', 'after']],
  ['starts_before=2030-06-12', ['before', 'first', 'nine']],
  ['starts_before=9999-12-31', ['before', 'first', 'nine', 'last', 'after']],
  ['starts_after=2030-06-11', ['first', 'nine', 'last', 'after']],
  ['ends_before=2030-06-12', ['before', 'first', 'nine']],
  ['ends_after=2030-06-12', ['after']],
  ['ends_after=yesterday', ['first', 'nine', 'last', 'after']],
  ['start_date=2030-06-12+09:00&strict_dates=true', ['nine', 'last', 'after']],
  ['start_date=2030-06-12T03:30:01Z&strict_dates=true', ['last', 'after']],
  ['end_date=2030-06-12+09:00&strict_dates=true', ['before', 'first', 'nine']],
  ['starts_before=2030-06-12+09:00&strict_dates=true', ['before', 'first']],
  ['starts_after=2030-06-12+09:00&strict_dates=true', ['last', 'after']],
  ['ends_before=2030-06-12&strict_dates=true', ['before']],
  ['ends_after=2030-06-12T05:00%2B05:30&strict_dates=true', ['nine', 'last', 'after']],
  ['starts_after=now&strict_dates=true', ['nine', 'last', 'after']],
  ['starts_after=%2B9+hours&strict_dates=true', ['last', 'after']],
  ['ends_before=1907465400&strict_dates=true', ['before', 'first']],
];

/** The site's zone, the present moment, what is said of the start, and the start. */
const WORDS: readonly (readonly [zone: string, now: string, sent: Fields, start: string, utc: string])[] = [
  ['America/Toronto', '2030-01-16T04:59:59Z', { start_date: 'tomorrow 9am' }, '2030-01-16 09:00:00', '2030-01-16 14:00:00'],
  ['America/Toronto', '2030-01-16T05:00:00Z', { start_date: 'tomorrow 9am' }, '2030-01-17 09:00:00', '2030-01-17 14:00:00'],
  ['America/Toronto', '2030-03-09T17:00:00Z', { start_date: '+1 day' }, '2030-03-10 12:00:00', '2030-03-10 16:00:00'],
  ['America/Toronto', '2030-03-09T17:00:00Z', { start_date: '+24 hours' }, '2030-03-10 13:00:00', '2030-03-10 17:00:00'],
  [
    'America/Toronto',
    '2030-01-16T04:59:59Z',
    { start_date: 'tomorrow 9am', timezone: 'Asia/Tokyo' },
    '2030-01-16 09:00:00',
    '2030-01-16 00:00:00',
  ],
  ['America/Toronto', '2030-11-03T05:30:00Z', { start_date: 'now' }, '2030-11-03 01:30:00', '2030-11-03 05:30:00'],
  ['America/Toronto', '2028-02-28T20:00:00Z', { start_date: 'tomorrow' }, '2028-02-29 00:00:00', '2028-02-29 05:00:00'],
  ['Asia/Kolkata', '2030-01-15T18:30:00Z', { start_date: 'today', all_day: true }, '2030-01-16 00:00:00', '2030-01-15 18:30:00'],
  ['Pacific/Apia', '2029-12-31T10:59:59Z', { start_date: 'today' }, '2029-12-31 00:00:00', '2029-12-30 11:00:00'],
  ['Pacific/Apia', '2029-12-31T11:00:00Z', { start_date: 'today' }, '2030-01-01 00:00:00', '2029-12-31 11:00:00'],
  ['Pacific/Apia', '2030-01-31T12:00:00Z', { start_date: 'last day of next month noon' }, '2030-03-31 12:00:00', '2030-03-30 23:00:00'],
  ['Europe/London', '2030-03-30T12:00:00Z', { start_date: 'sunday 01:30' }, '2030-03-31 02:30:00', '2030-03-31 01:30:00'],
  ['Australia/Lord_Howe', '2030-01-05T13:30:00Z', { start_date: 'next monday' }, '2030-01-07 00:00:00', '2030-01-06 13:00:00'],
];

/** What is said of the publication of a record made at 2030-03-10T06:30:00Z in Toronto, and what its answer says. */
const PUBLISHED = '2030-03-10T06:30:00Z';
const PUBLICATIONS: readonly (readonly [sent: Fields, has: Fields])[] = [
  [
    {},
    {
      date: '2030-03-10 01:30:00',
      date_utc: '2030-03-10 06:30:00',
      modified: '2030-03-10 01:30:00',
      modified_utc: '2030-03-10 06:30:00',
      status: 'publish',
    },
  ],
  [{ date: '2029-07-01 10:00' }, { date: '2029-07-01 10:00:00', date_utc: '2029-07-01 14:00:00', modified_utc: '2029-07-01 14:00:00' }],
  [{ date_utc: '2029-07-01 10:00' }, { date: '2029-07-01 06:00:00', date_utc: '2029-07-01 10:00:00' }],
  [{ date_utc: '2029-07-01T10:00:00+02:00' }, { date: '2029-07-01 04:00:00', date_utc: '2029-07-01 08:00:00' }],
  [{ date: 'yesterday' }, { date: '2030-03-09 00:00:00', date_utc: '2030-03-09 05:00:00' }],
  [{ date: '2030-03-10 01:30' }, { date_utc: '2030-03-10 06:30:00', status: 'publish' }],
  [{ date: '2030-03-10 01:30:01' }, { date_utc: '2030-03-10 06:30:01', status: 'future' }],
  [{ date: '2030-03-10 02:30' }, { date: '2030-03-10 03:30:00', date_utc: '2030-03-10 07:30:00', status: 'future' }],
  [{ date: '+1 hour' }, { date: '2030-03-10 03:30:00', date_utc: '2030-03-10 07:30:00', status: 'future' }],
  [{ date_utc: '+1 hour' }, { date: '2030-03-10 03:30:00', date_utc: '2030-03-10 07:30:00', status: 'future' }],
  [{ status: 'future' }, { status: 'publish' }],
  [{ status: 'draft' }, { date: '2030-03-10 01:30:00', date_utc: '0000-00-00 00:00:00' }],
];

/** A stage for each of the zones, which the specs of a suite share. */
function stagesIn(zones: Iterable<string>): (zone: string) => Stage {
  const stages = new Map<string, Stage>();
  before(async () => {
    for (const zone of new Set(zones)) stages.set(zone, await openStage({ SITE_TIMEZONE: zone }));
  });
  after(() => Promise.all([...stages.values()].map((stage) => stage.stop())));
  return (zone) => stages.get(zone) as Stage;
}

describe('the default window of events', () => {
  const stageIn = stagesIn(WINDOWS.map(([zone]) => zone));
  for (const [zone, now, first, last] of WINDOWS)
    it(`is from ${first} to ${last} at ${now} in ${zone}`, async () => {
      const stage = stageIn(zone);
      stage.clock.set(now);
      const given = {
        early: moment(secondsAfter(first, -1)),
        first: moment(first),
        last: moment(last),
        ...(last < '9999-12-31' && { late: moment(secondsAfter(last, 1)) }),
      };
      await stage.give(given);
      for (const query of ['', '?strict_dates=false', '?start_date=yesterday']) {
        const { body } = await stage.step({ path: `/events${query}`, lists: ['first', 'last'], has: { total: 2 } });
        await stage.step({ path: `/${body.rest_url.slice(stage.address.length)}`, lists: ['first', 'last'] });
      }
      for (const name of Object.keys(given)) await stage.step({ as: 'editor', method: 'DELETE', path: `/events/{${name}}` });
    });
});

describe('the days of date filters', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'Asia/Kolkata' });
    stage.clock.set('2030-06-11T18:30:00Z');
    await stage.give(Object.fromEntries(Object.entries(DAY).map(([name, utc]) => [name, moment(utc)])));
  });
  after(() => stage.stop());
  for (const [query, names] of FILTERS)
    it(`are the site’s for ${query}: ${names.join(', ')}`, async () => {
      const { body } = await stage.step({ path: `/events?${query}`, lists: names });
      await stage.step({ path: `/${body.rest_url.slice(stage.address.length)}`, lists: names });
    });
});

describe('relative words', () => {
  const stageIn = stagesIn(WORDS.map(([zone]) => zone));
  for (const [zone, now, sent, start, utc] of WORDS)
    it(`make ${JSON.stringify(sent)} ${start} at ${now} in ${zone}`, async () => {
      const stage = stageIn(zone);
      stage.clock.set(now);
      const has = { start_date: start, utc_start_date: utc };
      await stage.step({ ...creating('Soon', { ...sent, end_date: '2039-01-01' }), status: 201, has });
    });
});

describe('publication dates of a site in America/Toronto', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'America/Toronto' });
  });
  beforeEach(() => stage.clock.set(PUBLISHED));
  after(() => stage.stop());

  for (const [sent, has] of PUBLICATIONS) {
    it(`of ${JSON.stringify(sent)} are ${JSON.stringify(has)}`, async () => {
      await stage.step({ ...creating('Concert', sent), status: 201, has });
      await stage.step({ as: 'editor', method: 'POST', path: '/venues', json: { venue: 'Hall', ...sent }, status: 201, has });
    });
  }
  it('tell a change by the site’s clock, also after it was put forward', async () => {
    await stage.give({ one: creating('Concert', {}) });
    stage.clock.set('2030-03-10T07:00:00Z');
    const has = { date: '2030-03-10 01:30:00', modified: '2030-03-10 03:00:00', modified_utc: '2030-03-10 07:00:00' };
    await stage.step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: { title: 'New' }, has });
  });
  it('make a record of the future one of the present with the first change after its time', async () => {
    await stage.give({ one: creating('Concert', { date_utc: '2030-03-10 08:00' }) });
    const change = { as: 'editor', method: 'PATCH', path: '/events/{one}', json: { title: 'New' } } as const;
    stage.clock.set('2030-03-10T07:59:59Z');
    await stage.step({ ...change, has: { status: 'future' } });
    stage.clock.set('2030-03-10T08:00:00Z');
    await stage.step({ ...change, has: { status: 'publish', date: '2030-03-10 04:00:00', date_utc: '2030-03-10 08:00:00' } });
    await stage.step({ path: '/events/{one}', has: { status: 'publish' } });
  });
});

describe('venues and organizers with upcoming events', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'America/Toronto' });
    await stage.give({
      hall: { path: '/venues', json: { venue: 'Hall' } },
      ann: { path: '/organizers', json: { organizer: 'Ann' } },
      // It ends at 03:00 in UTC, late in the evening of the fifth in Toronto.
      night: creating('Night', {
        start_date: '2030-05-06 09:00',
        end_date: '2030-05-06 12:00',
        timezone: 'Asia/Tokyo',
        venue: '{hall}',
        organizer: '{ann}',
      }),
    });
  });
  after(() => stage.stop());
  for (const [now, shown] of [
    ['2030-05-05T12:00:00Z', true],
    ['2030-05-06T02:59:59Z', true],
    ['2030-05-06T03:00:01Z', false],
  ] as const)
    it(`are ${shown ? '' : 'not '}shown at ${now}`, async () => {
      stage.clock.set(now);
      await stage.step({ path: '/venues?only_with_upcoming=true', lists: shown ? ['hall'] : [] });
      await stage.step({ path: '/organizers?only_with_upcoming=true', lists: shown ? ['ann'] : [] });
    });
});
