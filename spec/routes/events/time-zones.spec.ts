import { openStage, type Stage, type Step } from '../../support/scenario';

type Fields = Readonly<Record<string, unknown>>;

const HOURS = { start_date: '2030-07-02 09:00', end_date: '2030-07-02 11:00' };
const creating = (sent: Fields): Step => ({ as: 'editor', method: 'POST', path: '/events', json: { title: 'Concert', ...HOURS, ...sent } });

/** The zone of the site, what is said of an event, and what its answer says. */
const EVENTS: Readonly<Record<string, readonly (readonly [sent: Fields, has: Fields])[]>> = {
  'America/Toronto': [
    [{}, { timezone: 'America/Toronto', timezone_abbr: 'EDT', start_date: '2030-07-02 09:00:00', utc_start_date: '2030-07-02 13:00:00' }],
    [{ timezone: '' }, { timezone: 'America/Toronto', utc_end_date: '2030-07-02 15:00:00' }],
    [{ timezone: 'Europe/Paris' }, { timezone_abbr: 'CEST', start_date: '2030-07-02 09:00:00', utc_start_date: '2030-07-02 07:00:00' }],
    [{ timezone: 'UTC-5' }, { timezone_abbr: 'UTC-5', utc_start_date: '2030-07-02 14:00:00' }],
    [{ timezone: 'EST' }, { timezone_abbr: 'EST', utc_start_date: '2030-07-02 14:00:00' }],
    [{ start_date: '2030-07-02T09:00:00+02:00' }, { start_date: '2030-07-02 03:00:00', utc_start_date: '2030-07-02 07:00:00' }],
    [{ start_date: '2030-07-02T09:00:00Z', timezone: 'Asia/Tokyo', end_date: '2030-07-02 19:00' }, { start_date: '2030-07-02 18:00:00' }],
    [{ start_date: '1909220400' }, { start_date: '2030-07-02 07:00:00', utc_start_date: '2030-07-02 11:00:00' }],
    [
      { start_date: '2030-03-09 12:00', end_date: '2030-03-10 12:00' },
      { timezone_abbr: 'EST', utc_start_date: '2030-03-09 17:00:00', utc_end_date: '2030-03-10 16:00:00' },
    ],
    [
      { start_date: '2030-03-09', end_date: '2030-03-10', all_day: true },
      { end_date: '2030-03-10 23:59:59', utc_start_date: '2030-03-09 05:00:00', utc_end_date: '2030-03-11 03:59:59' },
    ],
    [
      { start_date: '2030-11-02', end_date: '2030-11-03', all_day: true },
      { end_date: '2030-11-03 23:59:59', utc_start_date: '2030-11-02 04:00:00', utc_end_date: '2030-11-04 04:59:59' },
    ],
    // The clocks skip the second hour of this day,
    [
      { start_date: '2030-03-10 02:30', end_date: '2030-03-10 03:30' },
      { start_date: '2030-03-10 03:30:00', utc_start_date: '2030-03-10 07:30:00', utc_end_date: '2030-03-10 07:30:00' },
    ],
    // and show the first hour of this one twice.
    [
      { start_date: '2030-11-03 01:30', end_date: '2030-11-03 01:45' },
      { timezone_abbr: 'EDT', utc_start_date: '2030-11-03 05:30:00', utc_end_date: '2030-11-03 05:45:00' },
    ],
    [
      { start_date: '2030-11-03T05:45Z', end_date: '2030-11-03T06:15Z' },
      { start_date: '2030-11-03 01:45:00', end_date: '2030-11-03 01:15:00', utc_end_date: '2030-11-03 06:15:00' },
    ],
  ],
  'Asia/Kolkata': [
    [{}, { timezone_abbr: 'IST', utc_start_date: '2030-07-02 03:30:00' }],
    [{ timezone: 'UTC+5.5' }, { timezone_abbr: 'UTC+5.5', utc_start_date: '2030-07-02 03:30:00' }],
    [{ start_date: '2030-07-01T20:00:00Z' }, { start_date: '2030-07-02 01:30:00' }],
    [{ all_day: true }, { utc_start_date: '2030-07-01 18:30:00', utc_end_date: '2030-07-02 18:29:59' }],
  ],
  'Pacific/Apia': [
    [{}, { timezone_abbr: '+13', utc_start_date: '2030-07-01 20:00:00', utc_end_date: '2030-07-01 22:00:00' }],
    [{ start_date: '2030-07-01T12:00:00Z' }, { start_date: '2030-07-02 01:00:00' }],
    // Apia had no 30 December in 2011.
    [
      { start_date: '2011-12-29 12:00', end_date: '2011-12-31 12:00' },
      { utc_start_date: '2011-12-29 22:00:00', utc_end_date: '2011-12-30 22:00:00' },
    ],
    [
      { start_date: '2011-12-30 12:00', end_date: '2011-12-31 12:00' },
      { start_date: '2011-12-31 12:00:00', end_date: '2011-12-31 12:00:00' },
    ],
  ],
  'America/Sao_Paulo': [
    [{}, { timezone_abbr: '-03', utc_start_date: '2030-07-02 12:00:00' }],
    // Midnight did not come on the day that summer time began.
    [
      { start_date: '2018-11-04', end_date: '2018-11-04', all_day: true },
      { start_date: '2018-11-04 00:00:00', utc_start_date: '2018-11-04 03:00:00', utc_end_date: '2018-11-05 01:59:59' },
    ],
  ],
  'Europe/London': [
    [{}, { timezone_abbr: 'BST', utc_start_date: '2030-07-02 08:00:00' }],
    [{ start_date: '2030-01-02 09:00' }, { timezone_abbr: 'GMT', utc_start_date: '2030-01-02 09:00:00' }],
    [{ timezone: 'Asia/Tokyo' }, { timezone_abbr: 'JST', utc_start_date: '2030-07-02 00:00:00' }],
  ],
  'Australia/Lord_Howe': [
    [{}, { timezone_abbr: '+1030', utc_start_date: '2030-07-01 22:30:00' }],
    [{ start_date: '2030-01-02 09:00' }, { timezone_abbr: '+11', utc_start_date: '2030-01-01 22:00:00' }],
    // Half an hour is skipped on this day.
    [
      { start_date: '2030-10-06 02:15', end_date: '2030-10-06 09:00' },
      { start_date: '2030-10-06 02:45:00', utc_start_date: '2030-10-05 15:45:00', utc_end_date: '2030-10-05 22:00:00' },
    ],
  ],
};

/** How events change whose zone is not the site's, or whose clocks change. */
const CHANGES: readonly (readonly [title: string, made: Fields, sent: Fields, has: Fields])[] = [
  [
    'keeps the second of two equal times when something else changes',
    { start_date: '2030-11-03T05:45Z', end_date: '2030-11-03T06:15Z' },
    { title: 'New' },
    { end_date: '2030-11-03 01:15:00', utc_end_date: '2030-11-03 06:15:00' },
  ],
  [
    'keeps the second of two equal times when it is written back',
    { start_date: '2030-11-03T05:45Z', end_date: '2030-11-03T06:15Z' },
    { start_date: '2030-11-03 01:45:00', end_date: '2030-11-03 01:15:00', timezone: 'America/Toronto' },
    { utc_start_date: '2030-11-03 05:45:00', utc_end_date: '2030-11-03 06:15:00' },
  ],
  [
    'takes the one of two equal times that is sent',
    { start_date: '2030-11-03T05:15Z', end_date: '2030-11-03 01:15' },
    { end_date: '2030-11-03T06:15Z' },
    { end_date: '2030-11-03 01:15:00', utc_end_date: '2030-11-03 06:15:00' },
  ],
  [
    'moves a time forward that the clocks of its new zone skip',
    { timezone: 'Europe/Paris', start_date: '2030-03-10 02:30', end_date: '2030-03-10 04:00' },
    { timezone: 'America/Toronto' },
    { start_date: '2030-03-10 03:30:00', utc_start_date: '2030-03-10 07:30:00', utc_end_date: '2030-03-10 08:00:00' },
  ],
  [
    'keeps whole days when its zone changes',
    { timezone: 'Asia/Tokyo', all_day: true },
    { timezone: '' },
    {
      timezone: 'America/Toronto',
      start_date: '2030-07-02 00:00:00',
      end_date: '2030-07-02 23:59:59',
      utc_start_date: '2030-07-02 04:00:00',
      utc_end_date: '2030-07-03 03:59:59',
    },
  ],
  [
    'takes a time sent with an offset in its own zone, not in the site’s',
    { timezone: 'Asia/Tokyo' },
    { end_date: '2030-07-02T12:00:00Z' },
    { end_date: '2030-07-02 21:00:00', utc_end_date: '2030-07-02 12:00:00' },
  ],
  [
    'keeps exact manual offsets in every season',
    { timezone: 'UTC+2' },
    { start_date: '2030-01-02 09:00' },
    { utc_start_date: '2030-01-02 07:00:00' },
  ],
];

/** Events whose walls and instants are not in the same order. */
const ORDERED: Readonly<Record<string, Fields>> = {
  auckland: { start_date: '2030-05-06 08:00', end_date: '2030-05-06 23:00', timezone: 'Pacific/Auckland' },
  honolulu: { start_date: '2030-05-06 08:30', end_date: '2030-05-06 23:00', timezone: 'Pacific/Honolulu' },
  paris: { start_date: '2030-05-06 09:00', end_date: '2030-05-06 10:00', timezone: 'Europe/Paris' },
  manual: { start_date: '2030-05-06 09:30', end_date: '2030-05-06 10:00', timezone: 'UTC+14' },
};

for (const [zone, rows] of Object.entries(EVENTS)) {
  describe(`on a site in ${zone}`, () => {
    let stage: Stage;
    before(async () => {
      stage = await openStage({ SITE_TIMEZONE: zone });
    });
    after(() => stage.stop());
    for (const [sent, has] of rows)
      it(`an event of ${JSON.stringify(sent)} has ${JSON.stringify(has)}`, () => stage.step({ ...creating(sent), has }));
  });
}

describe('an event of a site in America/Toronto', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'America/Toronto' });
  });
  after(() => stage.stop());
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
    // In Beirut midnight did not come on the day that summer time began.
    [
      { start_date: '2024-03-31', end_date: '2024-03-31', all_day: true, timezone: 'Asia/Beirut' },
      '2024-03-31T00:00:00+02:00',
      '2024-03-31T23:59:59+03:00',
    ],
  ] as const) {
    it(`tells search engines of ${JSON.stringify(sent)} that it lasts from ${startDate} to ${endDate}`, async () => {
      await stage.give({ one: creating(sent) });
      await stage.step({ path: '/events/{one}', has: { 'json_ld.startDate': startDate, 'json_ld.endDate': endDate } });
    });
  }
  it('refuses an end that comes before the start although its clock shows more', async () => {
    const [start_date, end_date] = ['2030-11-03T06:15Z', '2030-11-03T05:45Z'];
    await stage.step({ ...creating({ start_date, end_date }), status: 400, params: ['end_date'] });
  });
});

describe('a list of events of several zones', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'America/Toronto' });
    await stage.give(Object.fromEntries(Object.entries(ORDERED).map(([name, sent]) => [name, creating(sent)])));
  });
  after(() => stage.stop());

  it('is in the order of what the clocks on the wall show', () =>
    stage.step({ path: '/events', lists: ['auckland', 'honolulu', 'paris', 'manual'] }));
  for (const [query, names] of [
    // 2030-05-05T19:30Z, 20:00Z, 2030-05-06T07:00Z and 18:30Z are 15:30, 16:00 on the fifth, and 03:00, 14:30 on the sixth in Toronto.
    ['start_date=2030-05-06', ['honolulu', 'paris']],
    ['start_date=2030-05-05&starts_before=2030-05-05', ['auckland', 'manual']],
    ['starts_before=2030-05-05T20:00Z&strict_dates=true', ['manual']],
    ['starts_after=2030-05-06+03:00&strict_dates=true', ['honolulu']],
    ['end_date=2030-05-05', ['manual']],
    ['ends_after=2030-05-06', ['honolulu']],
  ] as const)
    it(`shows ${names.join(', ')} for ${query}: filters compare instants`, () => stage.step({ path: `/events?${query}`, lists: names }));
});
