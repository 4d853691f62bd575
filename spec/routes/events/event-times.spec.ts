import { expect } from 'chai';
import { momentIn, parseDate } from '../../../lib/calendar/dates/dates';
import { toWall, zoneAbbreviation } from '../../../lib/calendar/dates/zones';
import type { Services } from '../../../lib/content/types/services';
import { ApiError } from '../../../lib/errors/refusal';
import { type EventTimes, type TimeText, timesOf } from '../../../routes/events/fields/times';

interface Sent {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly timezone?: string;
  readonly all_day?: boolean;
}

interface Has extends Sent {
  readonly timezone_abbr?: string;
  readonly utc_start_date?: string;
  readonly utc_end_date?: string;
}

const NOW = '2030-01-15T12:00:00Z';

/** Computes the times of an event from the sent members. `current` are its times before an update. */
const times = (sent: Sent, siteZone: string, { now = NOW, current }: { readonly now?: string; readonly current?: EventTimes } = {}) => {
  const zone = sent.timezone ?? current?.timezone ?? siteZone;
  const read = (text: string | undefined): TimeText | undefined => {
    if (text === undefined) return undefined;
    const date = parseDate(text, { siteZone, now: new Date(now) });
    if (date === undefined || momentIn(zone, date) === undefined) throw new Error(`${text} is no date.`);
    return { text, ...date };
  };
  const [start, end] = [read(sent.start_date), read(sent.end_date)];
  const { timezone, all_day } = sent;
  const values = {
    ...(start && { start_date: start }),
    ...(end && { end_date: end }),
    ...(timezone !== undefined && { timezone }),
    ...(all_day !== undefined && { all_day }),
  };
  return timesOf(values, current, { site: { timezone: siteZone } } as Services);
};

/** Formats times as answers show them. */
const shown = ({ startDate, endDate, timezone, allDay, startsAt, endsAt }: EventTimes): Required<Has> => ({
  start_date: startDate,
  end_date: endDate,
  timezone,
  all_day: allDay,
  timezone_abbr: zoneAbbreviation(timezone, startsAt),
  utc_start_date: toWall(startsAt, 'UTC'),
  utc_end_date: toWall(endsAt, 'UTC'),
});

const HOURS = { start_date: '2030-07-02 09:00', end_date: '2030-07-02 11:00' };

const EVENTS: Readonly<Record<string, readonly (readonly [sent: Sent, has: Has])[]>> = {
  'America/Toronto': [
    [{}, { timezone: 'America/Toronto', timezone_abbr: 'EDT', start_date: '2030-07-02 09:00:00', utc_start_date: '2030-07-02 13:00:00' }],
    [{ timezone: 'Europe/Paris' }, { timezone_abbr: 'CEST', start_date: '2030-07-02 09:00:00', utc_start_date: '2030-07-02 07:00:00' }],
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
    // On this day clocks skip the hour from 02:00.
    [
      { start_date: '2030-03-10 02:30', end_date: '2030-03-10 03:30' },
      { start_date: '2030-03-10 03:30:00', utc_start_date: '2030-03-10 07:30:00', utc_end_date: '2030-03-10 07:30:00' },
    ],
    // On this day clocks show the hour from 01:00 twice.
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
    // On this day summer time starts at midnight, so the day has no 00:00.
    [
      { start_date: '2018-11-04', end_date: '2018-11-04', all_day: true },
      { start_date: '2018-11-04 00:00:00', utc_start_date: '2018-11-04 03:00:00', utc_end_date: '2018-11-05 01:59:59' },
    ],
  ],
  'Australia/Lord_Howe': [
    [{}, { timezone_abbr: '+1030', utc_start_date: '2030-07-01 22:30:00' }],
    // On this day clocks skip half an hour.
    [
      { start_date: '2030-10-06 02:15', end_date: '2030-10-06 09:00' },
      { start_date: '2030-10-06 02:45:00', utc_start_date: '2030-10-05 15:45:00', utc_end_date: '2030-10-05 22:00:00' },
    ],
  ],
};

/** Updates on a site in America/Toronto: times at creation, sent times and resulting times. */
const CHANGES: readonly (readonly [title: string, made: Sent, sent: Sent, has: Has])[] = [
  [
    'keeps the second of two equal times when no time is sent',
    { start_date: '2030-11-03T05:45Z', end_date: '2030-11-03T06:15Z' },
    {},
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
    { timezone: 'America/Toronto' },
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
    'start_date alone leaves the end',
    {},
    { start_date: '2030-07-02 08:00' },
    { start_date: '2030-07-02 08:00:00', end_date: '2030-07-02 11:00:00' },
  ],
  [
    'end_date alone leaves the start',
    {},
    { end_date: '2030-07-03 01:00' },
    { start_date: '2030-07-02 09:00:00', end_date: '2030-07-03 01:00:00' },
  ],
  [
    'keeps the wall times when only its zone changes',
    {},
    { timezone: 'Asia/Tokyo' },
    { start_date: '2030-07-02 09:00:00', utc_start_date: '2030-07-02 00:00:00', timezone: 'Asia/Tokyo' },
  ],
  ['lasts whole days with all_day alone', {}, { all_day: true }, { start_date: '2030-07-02 00:00:00', end_date: '2030-07-02 23:59:59' }],
  [
    'stays all_day when the dates change',
    { all_day: true },
    { start_date: '2030-07-03 12:00', end_date: '2030-07-04 13:00' },
    { all_day: true, start_date: '2030-07-03 00:00:00', end_date: '2030-07-04 23:59:59' },
  ],
  [
    'takes the times that are sent with all_day false',
    { all_day: true },
    { all_day: false, start_date: '2030-07-03 12:00', end_date: '2030-07-04 13:00' },
    { all_day: false, start_date: '2030-07-03 12:00:00', end_date: '2030-07-04 13:00:00' },
  ],
  [
    'keeps exact manual offsets in every season',
    { timezone: 'UTC+2' },
    { start_date: '2030-01-02 09:00' },
    { utc_start_date: '2030-01-02 07:00:00' },
  ],
];

/** All-day events on a site in UTC: the sent members, and the resulting start and end. */
const DAYS: readonly (readonly [sent: Sent, has: Has])[] = [
  [{ all_day: true }, { all_day: true, start_date: '2030-05-06 00:00:00', end_date: '2030-05-06 23:59:59' }],
  [{ all_day: false }, { all_day: false, start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' }],
  [{ all_day: true, end_date: '2030-05-06 24:00' }, { end_date: '2030-05-07 23:59:59' }],
  // The clocks change on this day.
  [
    { all_day: true, timezone: 'Europe/Paris', start_date: '2030-03-31', end_date: '2030-03-31' },
    { utc_start_date: '2030-03-30 23:00:00', utc_end_date: '2030-03-31 21:59:59', timezone_abbr: 'CET' },
  ],
  // This instant is on Monday in Greenwich and on Tuesday in Paris.
  [
    { all_day: true, timezone: 'Europe/Paris', start_date: '2030-05-06T23:00Z', end_date: '2030-05-06T23:30Z' },
    { start_date: '2030-05-07 00:00:00', end_date: '2030-05-07 23:59:59' },
  ],
];

describe('timesOf: start_date, end_date, timezone and all_day of an event', () => {
  for (const [zone, rows] of Object.entries(EVENTS))
    for (const [sent, has] of rows)
      it(`makes ${JSON.stringify(sent)} ${JSON.stringify(has)} on a site in ${zone}`, () =>
        expect(shown(times({ ...HOURS, ...sent }, zone))).to.deep.include(has));

  for (const [title, made, sent, has] of CHANGES)
    it(title, () => {
      const current = times({ ...HOURS, ...made }, 'America/Toronto');
      expect(shown(times(sent, 'America/Toronto', { current }))).to.deep.include(has);
    });

  for (const [sent, has] of DAYS)
    it(`all_day: makes ${JSON.stringify(sent)} ${JSON.stringify(has)}`, () =>
      expect(shown(times({ start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00', ...sent }, 'UTC'))).to.deep.include(has));

  it('reads relative dates in the zone of the site, and lets their wall time stand in that of the event', () => {
    const now = '2030-01-16T04:59:59Z';
    const sent = { start_date: 'tomorrow 9am', end_date: '2039-01-01', timezone: 'Asia/Tokyo' };
    expect(shown(times(sent, 'America/Toronto', { now }))).to.deep.include({
      start_date: '2030-01-16 09:00:00',
      utc_start_date: '2030-01-16 00:00:00',
    });
  });

  it('refuses an end_date before the start_date, also where its wall time is later', () => {
    for (const sent of [
      { start_date: '2030-05-06 10:00', end_date: '2030-05-06 09:59:59' },
      { start_date: '2030-11-03T06:15Z', end_date: '2030-11-03T05:45Z' },
    ])
      expect(() => times(sent, 'America/Toronto')).to.throw(ApiError);
    const end = '2030-05-06 10:00:00';
    expect(shown(times({ start_date: end, end_date: end }, 'UTC')).end_date).to.equal(end);
  });
});
