import { NOW, type Step } from '../../support/scenario';
import { event, openPromises, patch, remove } from '../../support/stage';

type Fields = Readonly<Record<string, unknown>>;

const HOURS = { start_date: '2030-07-02 09:00', end_date: '2030-07-02 11:00' };
const concert = (sent: Fields, overrides: Partial<Step> = {}): Step => event('Concert', { ...HOURS, ...sent }, overrides);
/** An event without length at an instant in UTC. */
const moment = (utc: string): Step => event(utc, { start_date: utc, end_date: utc, timezone: 'UTC' });
const secondsAfter = (utc: string, seconds: number): string => new Date(Date.parse(utc) + seconds * 1000).toISOString();

/** The current time, and the bounds of the default window. `spec/calendar/dates/window.spec.ts` tests more. */
const WINDOWS: readonly (readonly [now: string, first: string, last: string])[] = [
  ['2030-01-16T04:59:59Z', '2030-01-14T05:00:00Z', '2032-01-16T04:59:59Z'],
  ['2030-01-16T05:00:00Z', '2030-01-15T05:00:00Z', '2032-01-17T04:59:59Z'],
];

/** Events whose order by wall time differs from the order by instant. */
const ORDERED: Readonly<Record<string, Fields>> = {
  auckland: { start_date: '2030-05-06 08:00', end_date: '2030-05-06 23:00', timezone: 'Pacific/Auckland' },
  honolulu: { start_date: '2030-05-06 08:30', end_date: '2030-05-06 23:00', timezone: 'Pacific/Honolulu' },
  paris: { start_date: '2030-05-06 09:00', end_date: '2030-05-06 10:00', timezone: 'Europe/Paris' },
  manual: { start_date: '2030-05-06 09:30', end_date: '2030-05-06 10:00', timezone: 'UTC+14' },
};

/** Sent members, with members of the answer. event-times.spec.ts tests more. */
const EVENTS: readonly (readonly [sent: Fields, has: Fields])[] = [
  [{}, { timezone: 'America/Toronto', timezone_abbr: 'EDT', start_date: '2030-07-02 09:00:00', utc_start_date: '2030-07-02 13:00:00' }],
  [{ timezone: '' }, { timezone: 'America/Toronto', utc_end_date: '2030-07-02 15:00:00' }],
  [
    { start_date: '2030-07-02T09:00:00Z', timezone: 'Asia/Tokyo', end_date: '2030-07-02 19:00' },
    { timezone_abbr: 'JST', start_date: '2030-07-02 18:00:00', utc_end_date: '2030-07-02 10:00:00' },
  ],
];

/** Publication fields of a record created at 2030-03-10T06:30:00Z, and the fields in its answer. */
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

describe('events on a site in America/Toronto', () => {
  const { stage, promise } = openPromises({ SITE_TIMEZONE: 'America/Toronto' });
  beforeEach(() => stage().clock.set(NOW));

  for (const [now, first, last] of WINDOWS)
    it(`are listed from ${first} to ${last} at ${now}`, async () => {
      stage().clock.set(now);
      const given = {
        early: moment(secondsAfter(first, -1)),
        first: moment(first),
        last: moment(last),
        late: moment(secondsAfter(last, 1)),
      };
      await stage().give(given);
      for (const query of ['', '?strict_dates=false', '?start_date=yesterday']) {
        const { body } = await stage().step({ path: `/events${query}`, lists: ['first', 'last'], has: { total: 2 } });
        await stage().step({ path: `/${body.rest_url.slice(stage().address.length)}`, lists: ['first', 'last'] });
      }
      for (const name of Object.keys(given)) await stage().step(remove(`/events/{${name}}`));
    });

  promise(
    'are sorted by the wall time of the start, and found by instants',
    Object.fromEntries(Object.entries(ORDERED).map(([name, sent]) => [name, concert(sent)])),
    { path: '/events', lists: ['auckland', 'honolulu', 'paris', 'manual'] },
    // These instants are 15:30 and 16:00 on 5 May, and 03:00 and 14:30 on 6 May in Toronto.
    { path: '/events?start_date=2030-05-06', lists: ['honolulu', 'paris'] },
    { path: '/events?start_date=2030-05-05&starts_before=2030-05-05', lists: ['auckland', 'manual'] },
    { path: '/events?starts_before=2030-05-05T20:00Z&strict_dates=true', lists: ['manual'] },
    { path: '/events?starts_after=2030-05-06+03:00&strict_dates=true', lists: ['honolulu'] },
    { path: '/events?end_date=2030-05-05', lists: ['manual'] },
    { path: '/events?ends_after=2030-05-06', lists: ['honolulu'] },
  );

  for (const [sent, has] of EVENTS)
    it(`have ${JSON.stringify(has)} for ${JSON.stringify(sent)}`, () => stage().give({ one: { ...concert(sent), has } }));
  const later = { end_date: '2030-11-03 01:15:00', utc_end_date: '2030-11-03 06:15:00' };
  promise(
    'keep the second of two equal times when something else changes',
    { one: concert({ start_date: '2030-11-03T05:45Z', end_date: '2030-11-03T06:15Z' }) },
    patch('/events/{one}', { title: 'New' }, { has: later }),
    { path: '/events/{one}', has: later },
  );
  for (const [sent, startDate, endDate] of [
    [{}, '2030-07-02T09:00:00-04:00', '2030-07-02T11:00:00-04:00'],
    [{ timezone: 'UTC+5:30' }, '2030-07-02T09:00:00+05:30', '2030-07-02T11:00:00+05:30'],
    [{ start_date: '2030-11-03T05:45Z', end_date: '2030-11-03T06:15Z' }, '2030-11-03T01:45:00-04:00', '2030-11-03T01:15:00-05:00'],
    // In Beirut summer time starts at midnight, so this day has no 00:00.
    [{ start_date: '2024-03-31', end_date: '2024-03-31', all_day: true, timezone: 'Asia/Beirut' }, '2024-03-31', '2024-03-31'],
  ] as const)
    promise(
      `have startDate ${startDate} and endDate ${endDate} in json_ld for ${JSON.stringify(sent)}`,
      { one: concert(sent) },
      { path: '/events/{one}', has: { 'json_ld.startDate': startDate, 'json_ld.endDate': endDate } },
    );
  promise(
    'have no end_date before the start_date although its wall time is later',
    {},
    {
      ...concert({ start_date: '2030-11-03T06:15Z', end_date: '2030-11-03T05:45Z' }),
      as: 'editor',
      method: 'POST',
      status: 400,
      params: ['end_date'],
    },
  );

  for (const [sent, has] of PUBLICATIONS)
    it(`are published with ${JSON.stringify(sent)} as ${JSON.stringify(has)}`, async () => {
      stage().clock.set(PUBLISHED);
      await stage().give({ one: { ...concert(sent), has } });
    });
  it('have modified in the time zone of the site, also after its clocks changed', async () => {
    stage().clock.set(PUBLISHED);
    await stage().give({ one: concert({}) });
    stage().clock.set('2030-03-10T07:00:00Z');
    const has = { date: '2030-03-10 01:30:00', modified: '2030-03-10 03:00:00', modified_utc: '2030-03-10 07:00:00' };
    await stage().step(patch('/events/{one}', { title: 'New' }, { has }));
  });
  it('are published by the first update after their date', async () => {
    stage().clock.set(PUBLISHED);
    await stage().give({ one: concert({ date_utc: '2030-03-10 08:00' }) });
    stage().clock.set('2030-03-10T07:59:59Z');
    await stage().step(patch('/events/{one}', { title: 'New' }, { has: { status: 'future' } }));
    stage().clock.set('2030-03-10T08:00:00Z');
    const has = { status: 'publish', date: '2030-03-10 04:00:00', date_utc: '2030-03-10 08:00:00' };
    await stage().step(patch('/events/{one}', { title: 'New' }, { has }));
    await stage().step({ path: '/events/{one}', has: { status: 'publish' } });
  });

  it('are upcoming until their end, for their venues and organizers (only_with_upcoming)', async () => {
    // The event ends at 03:00 UTC, which is late on 5 May in Toronto.
    const night = { start_date: '2030-05-06 09:00', end_date: '2030-05-06 12:00', timezone: 'Asia/Tokyo' };
    await stage().give({
      hall: { path: '/venues', json: { venue: 'Hall' } },
      ann: { path: '/organizers', json: { organizer: 'Ann' } },
      night: event('Night', { ...night, venue: '{hall}', organizer: '{ann}' }),
    });
    for (const [now, shown] of [
      ['2030-05-05T12:00:00Z', true],
      ['2030-05-06T02:59:59Z', true],
      ['2030-05-06T03:00:01Z', false],
    ] as const) {
      stage().clock.set(now);
      await stage().step({ path: '/venues?only_with_upcoming=true', lists: shown ? ['hall'] : [] });
      await stage().step({ path: '/organizers?only_with_upcoming=true', lists: shown ? ['ann'] : [] });
    }
  });
});
