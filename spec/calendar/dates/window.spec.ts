import { expect } from 'chai';
import { type DateContext, readRequestedMoment } from '../../../lib/calendar/dates/dates';
import { type Bounds, defaultWindow, idleDates, requestedDates, type WindowParams } from '../../../lib/calendar/dates/window';

const utc = { siteZone: 'UTC', now: new Date('2026-11-21T07:11:49Z') };

type Sent = { readonly [Name in keyof WindowParams]: WindowParams[Name] extends boolean | undefined ? boolean : string };

const read = (sent: Sent, context: DateContext): WindowParams =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      typeof value === 'string' ? (readRequestedMoment(value, context) ?? { text: value }) : value,
    ]),
  );
const datesOf = (sent: Sent, context: DateContext) => requestedDates(read(sent, context), context);

// The dates that the reference system repeats in `rest_url`.
const EFFECTIVE: readonly (readonly [sent: Sent, dates: Record<string, string>])[] = [
  [{}, { start_date: '2026-11-20 00:00:00', end_date: '2028-11-21 23:59:59' }],
  [{ end_date: '2030-06-10' }, { start_date: '2026-11-20 00:00:00', end_date: '2030-06-10 23:59:59' }],
  [{ start_date: 'tomorrow' }, { start_date: '2026-11-22 00:00:00', end_date: '2028-11-21 23:59:59' }],
  [{ start_date: '0' }, { start_date: '2026-11-21 00:00:00', end_date: '2028-11-21 23:59:59' }],
  [{ start_date: '2030-06-10' }, { start_date: '2030-06-10 00:00:00', end_date: '2032-06-10 23:59:59' }],
  [{ start_date: '2032-02-29' }, { start_date: '2032-02-29 00:00:00', end_date: '2034-03-01 23:59:59' }],
  [
    { start_date: '2030-06-12 09:30', end_date: '2030-06-12 09:45' },
    { start_date: '2030-06-12 00:00:00', end_date: '2030-06-12 23:59:59' },
  ],
  [
    { start_date: '2030-06-12 09:30', end_date: '2030-06-12 09:45', strict_dates: true },
    { start_date: '2030-06-12 09:30:00', end_date: '2030-06-12 09:45:00' },
  ],
  [
    { start_date: '2030-06-12T00:00:00+05:00', end_date: '2030-06' },
    { start_date: '2030-06-11 00:00:00', end_date: '2030-06-01 23:59:59' },
  ],
  [
    { start_date: '1907366400', end_date: '1907366400' },
    { start_date: '2030-06-11 00:00:00', end_date: '2030-06-11 23:59:59' },
  ],
  [{ starts_before: '2030-06-12 08:30' }, { starts_before: '2030-06-12 23:59:59' }],
  [{ starts_before: '2030-06-12', strict_dates: true }, { starts_before: '2030-06-12 00:00:00' }],
  [{ starts_after: '0' }, { starts_after: '2026-11-21 23:59:59' }],
  [{ starts_after: '0', strict_dates: true }, { starts_after: '1970-01-01 00:00:00' }],
  [{ strict_dates: true }, { start_date: '2026-11-20 23:59:00', end_date: '2028-11-21 07:11:49' }],
  [
    { starts_after: '2030-06-02', end_date: '2030-06-12' },
    { end_date: '2030-06-12 23:59:59', starts_after: '2030-06-02 23:59:59' },
  ],
  [
    { starts_after: '2030-06-20', starts_before: '2030-06-02' },
    { starts_before: '2030-06-02 23:59:59', starts_after: '2030-06-20 23:59:59' },
  ],
  [
    { ends_before: '2030-06-12', ends_after: '2030-06-01' },
    { ends_before: '2030-06-12 23:59:59', ends_after: '2030-06-01 23:59:59' },
  ],
];

/** The zone of the site, the current time, and the first and last instant of the default window. */
const DEFAULTS: readonly (readonly [zone: string, now: string, first: string, last: string])[] = [
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

const iso = (bounds: Bounds): Record<string, string> =>
  Object.fromEntries(Object.entries(bounds).map(([name, date]) => [name, date.toISOString()]));

describe('askedDates: the window of start_date, end_date, starts_before, starts_after, ends_before and ends_after', () => {
  for (const [sent, dates] of EFFECTIVE) {
    it(`makes ${JSON.stringify(sent)} ${JSON.stringify(dates)}`, () => expect(datesOf(sent, utc).dates).to.deep.equal(dates));
  }

  for (const [siteZone, now, first, last] of DEFAULTS)
    it(`is from ${first} to ${last} by default, at ${now} in ${siteZone}`, () => {
      const { window } = datesOf({}, { siteZone, now: new Date(now) });
      expect([window.start.gte, window.end.lte].map((date) => date?.toISOString().replace('.000Z', 'Z'))).to.deep.equal([first, last]);
    });

  it('repeats its dates in the order of the reference', () => {
    const sent = { ends_after: '2030-01-01', starts_before: '2030-01-02', end_date: '2030-01-03', start_date: '2030-01-04' };
    expect(Object.keys(datesOf(sent, utc).dates)).to.deep.equal(['start_date', 'end_date', 'starts_before', 'ends_after']);
  });

  // The dates that the reference system repeats beside `include`.
  for (const [sent, dates] of [
    [
      { start_date: '2035-01-01', end_date: '2036-01-01' },
      { start_date: '2026-11-20 23:59:00', end_date: '2028-11-21 07:11:49' },
    ],
    [{ starts_after: '2035-01-01' }, { starts_after: '2035-01-01 23:59:59' }],
    [
      { end_date: '2036-01-01', ends_before: '2035-01-01 10:00', strict_dates: true },
      { end_date: '2028-11-21 07:11:49', ends_before: '2035-01-01 10:00:00' },
    ],
  ] as const)
    it(`repeats ${JSON.stringify(dates)} for ${JSON.stringify(sent)} where no date is in force`, () =>
      expect(idleDates(read(sent, utc), utc)).to.deep.equal(dates));

  for (const [sent, end] of [
    [{ start_date: '2028-11-21 23:59:59' }, '2028-11-21 23:59:59'],
    [{ start_date: '2028-11-22' }, '2030-11-22 23:59:59'],
    [{ start_date: '2028-11-21 07:11:49', strict_dates: true }, '2028-11-21 07:11:49'],
    [{ start_date: '2028-11-21 07:11:50', strict_dates: true }, '2030-11-21 07:11:50'],
  ] as const)
    it(`ends by default at ${end} for ${JSON.stringify(sent)}`, () => {
      expect(datesOf(sent, utc).dates.end_date).to.equal(end);
    });

  it('prints its defaults with the time of the request', () => {
    expect(defaultWindow(utc)).to.deep.equal({ start_date: '2026-11-20 23:59:00', end_date: '2028-11-21 07:11:49' });
  });

  it('includes the bounds of start_date and end_date, excludes those of the others, and combines all', () => {
    const { window } = datesOf(
      {
        start_date: '2030-06-01',
        starts_before: '2030-06-10',
        starts_after: '2030-06-02',
        end_date: '2030-06-20',
        ends_before: '2030-06-19',
        ends_after: '2030-06-03',
      },
      utc,
    );
    expect(iso(window.start)).to.deep.equal({
      gte: '2030-06-01T00:00:00.000Z',
      gt: '2030-06-02T23:59:59.000Z',
      lt: '2030-06-10T23:59:59.000Z',
    });
    expect(iso(window.end)).to.deep.equal({
      gt: '2030-06-03T23:59:59.000Z',
      lte: '2030-06-20T23:59:59.000Z',
      lt: '2030-06-19T23:59:59.000Z',
    });
  });

  it('begins and ends days where the site’s clocks do, also on days of 23 and 25 hours', () => {
    const paris = { siteZone: 'Europe/Paris', now: utc.now };
    const { window: spring } = datesOf({ start_date: '2030-03-31', end_date: '2030-03-31' }, paris);
    expect(iso(spring.start)).to.deep.equal({ gte: '2030-03-30T23:00:00.000Z' });
    expect(iso(spring.end)).to.deep.equal({ lte: '2030-03-31T21:59:59.000Z' });
    // In Beirut the last hour of one autumn day occurs twice, and the first hour of one spring day is skipped.
    const beirut = { siteZone: 'Asia/Beirut', now: utc.now };
    expect(iso(datesOf({ end_date: '2024-10-26' }, beirut).window.end)).to.deep.equal({ lte: '2024-10-26T21:59:59.000Z' });
    expect(iso(datesOf({ start_date: '2024-03-31' }, beirut).window.start)).to.deep.equal({ gte: '2024-03-30T22:00:00.000Z' });
  });

  it('sets no bound for a text that is no date, and ends with the last day of all', () => {
    expect(datesOf({ starts_after: 'garbage' }, utc).window).to.deep.equal({ start: {}, end: {} });
    expect(iso(datesOf({ end_date: '9999-12-31' }, utc).window.end)).to.deep.equal({ lte: '9999-12-31T23:59:59.000Z' });
    const late = { siteZone: 'UTC', now: new Date('9998-12-31T12:00:00Z') };
    expect(defaultWindow(late)).to.deep.equal({ start_date: '9998-12-30 23:59:00', end_date: '9999-12-31 12:00:00' });
    expect(iso(datesOf({ strict_dates: true }, late).window.end)).to.deep.equal({ lte: '9999-12-31T12:00:00.000Z' });
  });
});
