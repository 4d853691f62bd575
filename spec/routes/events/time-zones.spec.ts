import { openStage, type Stage, type Step } from '../../support/scenario';

type Fields = Readonly<Record<string, unknown>>;

const HOURS = { start_date: '2030-07-02 09:00', end_date: '2030-07-02 11:00' };
const creating = (sent: Fields): Step => ({ as: 'editor', method: 'POST', path: '/events', json: { title: 'Concert', ...HOURS, ...sent } });

/** Sent members on a site in America/Toronto, with members of the answer. event-times.spec.ts tests more. */
const EVENTS: readonly (readonly [sent: Fields, has: Fields])[] = [
  [{}, { timezone: 'America/Toronto', timezone_abbr: 'EDT', start_date: '2030-07-02 09:00:00', utc_start_date: '2030-07-02 13:00:00' }],
  [{ timezone: '' }, { timezone: 'America/Toronto', utc_end_date: '2030-07-02 15:00:00' }],
  [
    { start_date: '2030-07-02T09:00:00Z', timezone: 'Asia/Tokyo', end_date: '2030-07-02 19:00' },
    { timezone_abbr: 'JST', start_date: '2030-07-02 18:00:00', utc_end_date: '2030-07-02 10:00:00' },
  ],
];

const CHANGES: readonly (readonly [title: string, made: Fields, sent: Fields, has: Fields])[] = [
  [
    'keeps the second of two equal times when something else changes',
    { start_date: '2030-11-03T05:45Z', end_date: '2030-11-03T06:15Z' },
    { title: 'New' },
    { end_date: '2030-11-03 01:15:00', utc_end_date: '2030-11-03 06:15:00' },
  ],
];

/** Events whose order by wall time differs from the order by instant. */
const ORDERED: Readonly<Record<string, Fields>> = {
  auckland: { start_date: '2030-05-06 08:00', end_date: '2030-05-06 23:00', timezone: 'Pacific/Auckland' },
  honolulu: { start_date: '2030-05-06 08:30', end_date: '2030-05-06 23:00', timezone: 'Pacific/Honolulu' },
  paris: { start_date: '2030-05-06 09:00', end_date: '2030-05-06 10:00', timezone: 'Europe/Paris' },
  manual: { start_date: '2030-05-06 09:30', end_date: '2030-05-06 10:00', timezone: 'UTC+14' },
};

describe('POST and PATCH /events: timezone, on a site in America/Toronto', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'America/Toronto' });
  });
  after(() => stage.stop());
  for (const [sent, has] of EVENTS)
    it(`answers ${JSON.stringify(has)} for ${JSON.stringify(sent)}`, () => stage.step({ ...creating(sent), has }));
  for (const [title, made, sent, has] of CHANGES) {
    it(title, async () => {
      await stage.give({ one: creating(made) });
      await stage.step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: sent, has });
      await stage.step({ path: '/events/{one}', has });
    });
  }
  for (const [sent, startDate, endDate] of [
    [{}, '2030-07-02T09:00:00-04:00', '2030-07-02T11:00:00-04:00'],
    [{ timezone: 'UTC+5:30' }, '2030-07-02T09:00:00+05:30', '2030-07-02T11:00:00+05:30'],
    [{ start_date: '2030-11-03T05:45Z', end_date: '2030-11-03T06:15Z' }, '2030-11-03T01:45:00-04:00', '2030-11-03T01:15:00-05:00'],
    // In Beirut summer time starts at midnight, so this day has no 00:00.
    [{ start_date: '2024-03-31', end_date: '2024-03-31', all_day: true, timezone: 'Asia/Beirut' }, '2024-03-31', '2024-03-31'],
  ] as const) {
    it(`json_ld of ${JSON.stringify(sent)} has startDate ${startDate} and endDate ${endDate}`, async () => {
      await stage.give({ one: creating(sent) });
      await stage.step({ path: '/events/{one}', has: { 'json_ld.startDate': startDate, 'json_ld.endDate': endDate } });
    });
  }
  it('refuses an end_date before the start_date although its wall time is later', async () => {
    const [start_date, end_date] = ['2030-11-03T06:15Z', '2030-11-03T05:45Z'];
    await stage.step({ ...creating({ start_date, end_date }), status: 400, params: ['end_date'] });
  });
});

describe('GET /events: events of several time zones', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'America/Toronto' });
    await stage.give(Object.fromEntries(Object.entries(ORDERED).map(([name, sent]) => [name, creating(sent)])));
  });
  after(() => stage.stop());

  it('sorts by the wall time of the start', () => stage.step({ path: '/events', lists: ['auckland', 'honolulu', 'paris', 'manual'] }));
  for (const [query, names] of [
    // These instants are 15:30 and 16:00 on 5 May, and 03:00 and 14:30 on 6 May in Toronto.
    ['start_date=2030-05-06', ['honolulu', 'paris']],
    ['start_date=2030-05-05&starts_before=2030-05-05', ['auckland', 'manual']],
    ['starts_before=2030-05-05T20:00Z&strict_dates=true', ['manual']],
    ['starts_after=2030-05-06+03:00&strict_dates=true', ['honolulu']],
    ['end_date=2030-05-05', ['manual']],
    ['ends_after=2030-05-06', ['honolulu']],
  ] as const)
    it(`compares instants: ${query} lists ${names.join(', ')}`, () => stage.step({ path: `/events?${query}`, lists: names }));
});
