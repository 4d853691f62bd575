import { openStage, type Stage, type Step } from '../../support/scenario';

type Fields = Readonly<Record<string, unknown>>;

const creating = (title: string, sent: Fields): Step => ({
  as: 'editor',
  method: 'POST',
  path: '/events',
  json: { title, start_date: '2030-07-02 09:00', end_date: '2030-07-02 11:00', ...sent },
});
/** An event without length at an instant in UTC. */
const moment = (utc: string): Step => ({ path: '/events', json: { title: utc, start_date: utc, end_date: utc, timezone: 'UTC' } });
const secondsAfter = (utc: string, seconds: number): string => new Date(Date.parse(utc) + seconds * 1000).toISOString();

/** The zone of the site, the current time, and the bounds of the default window. window.spec.ts tests more. */
const WINDOWS: readonly (readonly [zone: string, now: string, first: string, last: string])[] = [
  ['UTC', '9998-12-31T12:00:00Z', '9998-12-30T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['America/Toronto', '2030-01-16T04:59:59Z', '2030-01-14T05:00:00Z', '2032-01-16T04:59:59Z'],
  ['America/Toronto', '2030-01-16T05:00:00Z', '2030-01-15T05:00:00Z', '2032-01-17T04:59:59Z'],
];

/** Publication fields of a record created at 2030-03-10T06:30:00Z in Toronto, and the fields in its answer. */
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
  [{ date: '2030-03-10 01:30' }, { date_utc: '2030-03-10 06:30:00', status: 'publish' }],
  [{ date: '2030-03-10 01:30:01' }, { date_utc: '2030-03-10 06:30:01', status: 'future' }],
  [{ date: '2030-03-10 02:30' }, { date: '2030-03-10 03:30:00', date_utc: '2030-03-10 07:30:00', status: 'future' }],
  [{ date: '+1 hour' }, { date: '2030-03-10 03:30:00', date_utc: '2030-03-10 07:30:00', status: 'future' }],
  [{ status: 'future' }, { status: 'publish' }],
  [{ status: 'draft' }, { date: '2030-03-10 01:30:00', date_utc: '0000-00-00 00:00:00' }],
];

/** Opens a stage for each zone, shared by the specs of a suite. */
function stagesIn(zones: Iterable<string>): (zone: string) => Stage {
  const stages = new Map<string, Stage>();
  before(async () => {
    for (const zone of new Set(zones)) stages.set(zone, await openStage({ SITE_TIMEZONE: zone }));
  });
  after(() => Promise.all([...stages.values()].map((stage) => stage.stop())));
  return (zone) => stages.get(zone) as Stage;
}

describe('GET /events: default dates', () => {
  const stageIn = stagesIn(WINDOWS.map(([zone]) => zone));
  for (const [zone, now, first, last] of WINDOWS)
    it(`lists events from ${first} to ${last} at ${now} on a site in ${zone}`, async () => {
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

describe('date and date_utc on a site in America/Toronto', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'America/Toronto' });
  });
  beforeEach(() => stage.clock.set(PUBLISHED));
  after(() => stage.stop());

  for (const [sent, has] of PUBLICATIONS) {
    it(`POST with ${JSON.stringify(sent)} answers ${JSON.stringify(has)}`, async () => {
      await stage.step({ as: 'editor', method: 'POST', path: '/venues', json: { venue: 'Hall', ...sent }, status: 201, has });
    });
  }
  it('modified is in the time zone of the site, also after its clocks changed', async () => {
    await stage.give({ one: creating('Concert', {}) });
    stage.clock.set('2030-03-10T07:00:00Z');
    const has = { date: '2030-03-10 01:30:00', modified: '2030-03-10 03:00:00', modified_utc: '2030-03-10 07:00:00' };
    await stage.step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: { title: 'New' }, has });
  });
  it('a future event is published by the first update after its date', async () => {
    await stage.give({ one: creating('Concert', { date_utc: '2030-03-10 08:00' }) });
    const change = { as: 'editor', method: 'PATCH', path: '/events/{one}', json: { title: 'New' } } as const;
    stage.clock.set('2030-03-10T07:59:59Z');
    await stage.step({ ...change, has: { status: 'future' } });
    stage.clock.set('2030-03-10T08:00:00Z');
    await stage.step({ ...change, has: { status: 'publish', date: '2030-03-10 04:00:00', date_utc: '2030-03-10 08:00:00' } });
    await stage.step({ path: '/events/{one}', has: { status: 'publish' } });
  });
});

describe('GET /venues and /organizers: only_with_upcoming', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'America/Toronto' });
    await stage.give({
      hall: { path: '/venues', json: { venue: 'Hall' } },
      ann: { path: '/organizers', json: { organizer: 'Ann' } },
      // The event ends at 03:00 UTC, which is late on 5 May in Toronto.
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
    it(`${shown ? 'lists' : 'leaves out'} those of an event that ends at 03:00 UTC, at ${now}`, async () => {
      stage.clock.set(now);
      await stage.step({ path: '/venues?only_with_upcoming=true', lists: shown ? ['hall'] : [] });
      await stage.step({ path: '/organizers?only_with_upcoming=true', lists: shown ? ['ann'] : [] });
    });
});
