import { expect } from 'chai';
import * as fc from 'fast-check';
import { type DateContext, dateDetails, type Moment, momentIn, parseDate, readInstant } from '../../../lib/calendar/dates/dates';
import { runs } from '../../support/runs';

type Context = DateContext & { readonly zone: string };

const readMoment = (text: string, { zone, ...context }: Context): Moment | undefined => {
  const parsed = parseDate(text, context);
  return parsed && momentIn(zone, parsed);
};
const readDate = (text: string, context: Context): string | undefined => readMoment(text, context)?.wall;

// A Saturday.
const now = new Date('2026-11-21T07:11:49Z');

const READ: readonly (readonly [text: string, wall: string])[] = [
  ['2030-05-06 07:08:09', '2030-05-06 07:08:09'],
  ['2030-05-06 07:08', '2030-05-06 07:08:00'],
  ['2030-05-06', '2030-05-06 00:00:00'],
  ['  2030-05-06  ', '2030-05-06 00:00:00'],
  ['2030-5-6', '2030-05-06 00:00:00'],
  ['2030/05/06', '2030-05-06 00:00:00'],
  ['2030-06', '2030-06-01 00:00:00'],
  ['2030-05-06T07:08:09', '2030-05-06 07:08:09'],
  ['2030-05-06T07:08:09.123', '2030-05-06 07:08:09'],
  ['20300506', '2030-05-06 00:00:00'],
  ['9999-12-31', '9999-12-31 00:00:00'],
  ['20300506T07:08:09', '2030-05-06 07:08:09'],
  ['2030-05-06 24:00', '2030-05-07 00:00:00'],
  ['2030-W19-1', '2030-05-06 00:00:00'],
  ['2030-126', '2030-05-06 00:00:00'],
  ['6 May 2030 7pm', '2030-05-06 19:00:00'],
  ['6th May 2030 12am', '2030-05-06 00:00:00'],
  ['May 6, 2030 7:30 p.m.', '2030-05-06 19:30:00'],
  ['Monday, 6 May 2030', '2030-05-06 00:00:00'],
  ['May 2030', '2030-05-01 00:00:00'],
  ['May 6 19:00', '2026-05-06 19:00:00'],
  ['May 6 7:30pm', '2026-05-06 19:30:00'],
  ['May 6th, 2030', '2030-05-06 00:00:00'],
  ['6-May-2030', '2030-05-06 00:00:00'],
  ['26.5.30', '2030-05-26 00:00:00'],
  ['6 V 2030', '2030-05-06 00:00:00'],
  ['2030:05:06 07:08:09', '2030-05-06 07:08:09'],
  ['+2030-05-06', '2030-05-06 00:00:00'],
  ['May', '2026-05-21 00:00:00'],
  ['T7.30', '2026-11-21 07:30:00'],
  ['07:08 2030', '2030-11-21 07:08:00'],
  ['back of 7pm', '2026-11-21 19:15:00'],
  ['front of 7', '2026-11-21 06:45:00'],
  ['05/06/2030', '2030-05-06 00:00:00'],
  ['06.05.2030', '2030-05-06 00:00:00'],
  ['06-05-2030 10:00', '2030-05-06 10:00:00'],
  ['now', '2026-11-21 07:11:49'],
  ['today', '2026-11-21 00:00:00'],
  ['yesterday', '2026-11-20 00:00:00'],
  ['tomorrow 9am', '2026-11-22 09:00:00'],
  ['tomorrow noon', '2026-11-22 12:00:00'],
  ['12:30', '2026-11-21 12:30:00'],
  ['saturday', '2026-11-21 00:00:00'],
  ['next monday', '2026-11-23 00:00:00'],
  ['last monday', '2026-11-16 00:00:00'],
  ['monday next week', '2026-11-23 00:00:00'],
  ['sunday this week', '2026-11-22 00:00:00'],
  ['+1 week', '2026-11-28 07:11:49'],
  ['+1 week 2 days', '2026-11-30 07:11:49'],
  ['2 days ago', '2026-11-19 07:11:49'],
  ['+2 weekdays', '2026-11-24 07:11:49'],
  ['third weekday', '2026-11-25 00:00:00'],
  ['this weekday', '2026-11-23 00:00:00'],
  ['2 weekdays ago', '2026-11-19 07:11:49'],
  ['+2 saturday', '2026-11-28 07:11:49'],
  ['1 saturday ago', '2026-11-14 07:11:49'],
  ['saturday 24:30', '2026-11-28 00:30:00'],
  ['10:00 tomorrow', '2026-11-22 00:00:00'],
  ['next week', '2026-11-23 07:11:49'],
  ['+1 month -1 day', '2026-12-20 07:11:49'],
  ['+90 min', '2026-11-21 08:41:49'],
  ['+1500 ms', '2026-11-21 07:11:50'],
  ['--2 days', '2026-11-23 07:11:49'],
  ['2030-01-31 +1 month', '2030-03-03 00:00:00'],
  ['last day of 2030-01-31 +1 month', '2030-02-28 00:00:00'],
  ['next year', '2027-11-21 07:11:49'],
  ['first day of next month', '2026-12-01 07:11:49'],
  ['last day of february 2031', '2031-02-28 00:00:00'],
  ['first monday of january 2030', '2030-01-07 00:00:00'],
  ['third friday of may 2030', '2030-05-17 00:00:00'],
  ['last friday of next month', '2026-12-25 00:00:00'],
  ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
  ['0001-01-01', '0001-01-01 00:00:00'],
];

const INSTANTS: readonly (readonly [text: string, utc: string])[] = [
  ['2030-05-06T07:08:09Z', '2030-05-06T07:08:09Z'],
  ['2030-05-06T07:08:09.123Z', '2030-05-06T07:08:09Z'],
  ['2030-05-06T07:08:09+02:00', '2030-05-06T05:08:09Z'],
  ['2030-05-06 07:08:09 -0500', '2030-05-06T12:08:09Z'],
  ['2030-05-06 07:08 EST', '2030-05-06T12:08:00Z'],
  ['2030-05-06 07:08 Europe/Paris', '2030-05-06T05:08:00Z'],
  ['Mon, 06 May 2030 07:08:09 GMT', '2030-05-06T07:08:09Z'],
  ['10/Oct/2030:13:55:36 -0700', '2030-10-10T20:55:36Z'],
  ['2030-05-06 07:08 +230', '2030-05-06T04:38:00Z'],
  ['2030-05-06 07:08 GMT+2', '2030-05-06T05:08:00Z'],
  ['2030-05-06 07:08:09 +0000 UTC', '2030-05-06T07:08:09Z'],
  ['Mon May 06 2030 07:08:09 GMT+0200 (CEST)', '2030-05-06T05:08:09Z'],
  ['2030-05-06T07:08+01:00Z', '2030-05-06T06:08:00Z'],
  ['@1904281689 -1 day', '2030-05-05T07:08:09Z'],
  ['1904281689', '2030-05-06T07:08:09Z'],
  ['1904281689.5', '2030-05-06T07:08:09Z'],
  ['@1904281689', '2030-05-06T07:08:09Z'],
  ['1234567', '1970-01-15T06:56:07Z'],
  ['123456789', '1973-11-29T21:33:09Z'],
  ['-86400', '1969-12-31T00:00:00Z'],
  ['0', '1970-01-01T00:00:00Z'],
];

// biome-ignore format: a list
const REFUSED = [
  '', ' ', 'garbage', 'zzz', 'x', 'EST', '2030-13-01', '2030-02-30', '2030-02-29', '20301399', '2030-05-06 25:00:00', '2030-05-06 07:60',
  '0000-00-00 00:00:00', '0000-00-00', '-0001-01-01', '2030-00-10', '2030-05-32', '20300230', '0000-01-01', '10000-01-01', '1e400', '99999999999999', '-99999999999999', '2030-05-06 2030-05-07', '07:08 09:10',
  '2030-05-06 07:08:09 garbage', '2030-05-06 07:08:09,5', '2030-05-06 07:08:09 UTC UTC UTC', '6 May 7pm', '6 v 2030', '2030-366', '2027-W53-1', '10:00 11:00 tomorrow',
  '-2030-05-06', '2030-05-06 +99:00', 'fifth week', 'mondays off', '9999-12-31T23:59:59-10:00', '+9999999 years', '<i>a</i>', '\0', '\ud800',
];

describe('parseDate, momentIn and readInstant', () => {
  for (const [text, wall] of READ) {
    it(`reads ${JSON.stringify(text)} as ${wall}, whatever the event’s zone`, () => {
      for (const zone of ['UTC', 'Europe/Paris', 'UTC-5']) expect(readDate(text, { zone, siteZone: 'UTC', now })).to.equal(wall);
    });
  }

  for (const [text, utc] of INSTANTS) {
    it(`reads ${JSON.stringify(text)} as the instant ${utc}, shown in the event’s zone`, () => {
      const instant = new Date(utc);
      const context = { siteZone: 'America/Toronto', now };
      expect(readInstant(text, context)?.toISOString()).to.equal(instant.toISOString());
      expect(readDate(text, { ...context, zone: 'UTC' })).to.equal(utc.replace('T', ' ').replace('Z', ''));
    });
  }

  for (const text of REFUSED) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(readDate(text, { zone: 'UTC', siteZone: 'UTC', now })).to.equal(undefined);
      expect(readInstant(text, { siteZone: 'UTC', now })).to.equal(undefined);
    });
  }

  it('converts an instant to the event’s zone', () => {
    const moment = readMoment('2030-05-06T23:00:00Z', { zone: 'UTC+2', siteZone: 'UTC', now });
    expect([moment?.wall, moment?.instant.toISOString()]).to.deep.equal(['2030-05-07 01:00:00', '2030-05-06T23:00:00.000Z']);
    const local = readMoment('2030-05-06T10:00:00', { zone: 'America/New_York', siteZone: 'UTC', now });
    expect([local?.wall, local?.instant.toISOString()]).to.deep.equal(['2030-05-06 10:00:00', '2030-05-06T14:00:00.000Z']);
    expect(readDate('2030-07-02T09:00:00Z', { zone: 'Europe/Paris', siteZone: 'UTC', now })).to.equal('2030-07-02 11:00:00');
    expect(readDate('1904281689', { zone: 'Asia/Kolkata', siteZone: 'UTC', now })).to.equal('2030-05-06 12:38:09');
  });

  it('works relative words out in the site’s zone and lets their wall time stand', () => {
    const late = new Date('2026-11-21T23:30:00Z');
    expect(readDate('tomorrow 9am', { zone: 'America/Toronto', siteZone: 'Pacific/Auckland', now: late })).to.equal('2026-11-23 09:00:00');
    expect(readDate('now', { zone: 'UTC', siteZone: 'America/Toronto', now: late })).to.equal('2026-11-21 18:30:00');
  });

  it('takes a wall time without zone as one of the site’s zone where an instant is wanted', () => {
    expect(readInstant('2030-07-02 09:00', { siteZone: 'Europe/Paris', now })?.toISOString()).to.equal('2030-07-02T07:00:00.000Z');
  });

  // The clocks of New York show 01:30 twice on 3 November 2030, and skip 02:30 on 10 March.
  for (const [text, at, instant] of [
    ['now', '2030-11-03T05:30:00Z', '2030-11-03T05:30:00Z'],
    ['now', '2030-11-03T06:30:00Z', '2030-11-03T06:30:00Z'],
    ['+1 hour', '2030-11-03T05:30:00Z', '2030-11-03T06:30:00Z'],
    ['+24 hours', '2030-11-02T16:00:00Z', '2030-11-03T16:00:00Z'],
    ['+1 day', '2030-11-02T16:00:00Z', '2030-11-03T17:00:00Z'],
    ['2030-11-03 01:30', '2030-11-03T06:30:00Z', '2030-11-03T05:30:00Z'],
    ['2030-11-03 00:00 +3 hours', '2030-01-01T00:00:00Z', '2030-11-03T07:00:00Z'],
    ['+1 day', '2030-03-09T07:30:00Z', '2030-03-10T07:30:00Z'],
    ['+1 hour', '2030-03-10T06:30:00Z', '2030-03-10T07:30:00Z'],
  ] as const) {
    it(`reads ${text} at ${at} in New York as ${instant}: days follow the clocks, hours the time that passes`, () => {
      const read = readInstant(text, { siteZone: 'America/New_York', now: new Date(at) });
      expect(read?.toISOString()).to.equal(instant.replace('Z', '.000Z'));
    });
  }

  for (const [text, at, wall] of [
    ['tomorrow', '2028-02-28T23:59:59Z', '2028-02-29 00:00:00'],
    ['+1 year', '2028-02-29T12:00:00Z', '2029-03-01 12:00:00'],
    ['+1 month', '2030-01-31T12:00:00Z', '2030-03-03 12:00:00'],
    ['last day of next month', '2030-01-31T12:00:00Z', '2030-02-28 12:00:00'],
    ['tomorrow', '2029-12-31T23:59:59Z', '2030-01-01 00:00:00'],
    ['29 february', '2028-06-01T12:00:00Z', '2028-02-29 00:00:00'],
    ['29 february', '2030-06-01T12:00:00Z', undefined],
    ['tomorrow', '9999-12-31T12:00:00Z', undefined],
  ] as const) {
    it(`reads ${text} on ${at.slice(0, 10)} as ${wall ?? 'no date'}`, () => {
      expect(readDate(text, { zone: 'UTC', siteZone: 'UTC', now: new Date(at) })).to.equal(wall);
    });
  }

  it('takes dates apart into zero-padded fields', () => {
    expect(dateDetails('2030-05-06 07:08:09')).to.deep.equal({
      year: '2030',
      month: '05',
      day: '06',
      hour: '07',
      minutes: '08',
      seconds: '09',
    });
  });

  it('answers a wall time or nothing for any text, and reads its own answers back', () => {
    const word = fc.constantFrom(
      ...['2030-05-06', '07:08', '7pm', 'next', 'monday', 'of', 'first', '+1', 'week', 'day', 'Z', '+02:00', 'ago', '@5', 'may', ','],
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, (sent) => {
        const context = { zone: 'Europe/Paris', siteZone: 'America/Toronto', now };
        const wall = readDate(sent, context);
        if (wall === undefined) return;
        expect(wall).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
        expect(readDate(wall, context)).to.equal(wall);
      }),
      { numRuns: runs(300) },
    );
  });
});
