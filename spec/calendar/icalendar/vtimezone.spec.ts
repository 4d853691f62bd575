import { expect } from 'chai';
import fc from 'fast-check';
import { toInstant } from '../../../lib/calendar/dates/zones';
import { readCalendar } from '../../support/read-calendar';
import { runs } from '../../support/runs';
import { calendarOf, eventBetween, sampleEvent } from './sample';

/** A zone, the wall times of start and end, and the TZID; undefined if times are written in UTC. */
const TIMES: readonly (readonly [string, string, string, string | undefined])[] = [
  ['UTC', '2030-05-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['Etc/UTC', '2030-05-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['Europe/Paris', '2030-07-14 20:00:00', '2030-07-15 01:00:00', 'Europe/Paris'],
  ['europe/paris', '2030-12-14 20:00:00', '2030-12-15 01:00:00', 'Europe/Paris'],
  ['Europe/London', '1970-01-01 00:00:00', '1970-12-31 23:59:59', 'Europe/London'],
  ['America/New_York', '2037-12-31 23:00:00', '2038-07-04 01:00:00', 'America/New_York'],
  ['America/New_York', '1973-06-01 12:00:00', '2007-11-02 12:00:00', 'America/New_York'],
  ['Australia/Sydney', '2030-01-15 12:00:00', '2030-07-15 12:00:00', 'Australia/Sydney'],
  ['America/Santiago', '2029-12-15 12:00:00', '2031-04-15 12:00:00', 'America/Santiago'],
  ['Asia/Kolkata', '2030-05-06 12:30:00', '2030-05-06 13:45:00', 'Asia/Kolkata'],
  ['Asia/Kathmandu', '2030-05-06 12:30:00', '2030-05-06 13:45:00', 'Asia/Kathmandu'],
  ['asia/kathmandu', '2030-05-06 12:30:00', '2030-05-06 13:45:00', 'Asia/Kathmandu'],
  ['Australia/Lord_Howe', '2030-04-06 12:00:00', '2030-04-08 12:00:00', 'Australia/Lord_Howe'],
  ['Pacific/Chatham', '2030-09-28 12:00:00', '2030-09-30 12:00:00', 'Pacific/Chatham'],
  ['Africa/Casablanca', '2030-01-15 12:00:00', '2030-02-15 12:00:00', 'Africa/Casablanca'],
  ['America/Nuuk', '2030-03-30 12:00:00', '2030-03-31 12:00:00', 'America/Nuuk'],
  ['Asia/Jerusalem', '2030-03-28 12:00:00', '2030-03-30 12:00:00', 'Asia/Jerusalem'],
  ['Europe/Istanbul', '2016-09-01 12:00:00', '2017-01-01 12:00:00', 'Europe/Istanbul'],
  ['Asia/Tokyo', '9998-05-06 07:08:09', '9999-12-31 08:59:59', undefined],
  ['Europe/Paris', '9000-07-14 20:00:00', '9000-12-14 20:00:00', undefined],
  ['America/Santiago', '2026-07-14 20:00:00', '9000-12-14 20:00:00', 'America/Santiago'],
  ['Africa/Cairo', '2028-01-06 07:08:09', '2099-11-01 09:00:00', 'Africa/Cairo'],
  ['Africa/Casablanca', '2029-01-06 07:08:09', '2099-11-01 09:00:00', 'Africa/Casablanca'],
  ['UTC+2', '2030-05-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['UTC+5.75', '2030-05-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['UTC-9.5', '2030-05-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['+05:45', '1965-05-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['-0330', '2030-05-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['GMT+2', '2030-05-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['EST', '2030-01-06 07:08:09', '2030-05-06 09:00:00', undefined],
  ['CEST', '2030-01-06 07:08:09', '2030-05-06 09:00:00', undefined],
];

const ZONES = [
  ...new Set(TIMES.map(([zone]) => zone)),
  'Africa/Cairo',
  'America/Sao_Paulo',
  'Asia/Tehran',
  'Pacific/Apia',
  'Antarctica/Troll',
];

const yearsAgo = (year: number) => Date.UTC(year, 0, 2);

describe('VTIMEZONE', () => {
  for (const [zone, start, end, name] of TIMES) {
    it(`gives ${start} to ${end} in ${zone} the right instants`, () => {
      const { events, zones } = readCalendar(calendarOf([sampleEvent({ timezone: zone, startDate: start, endDate: end })]));
      expect(events.map((event) => [event.start, event.end])).to.deep.equal([[+toInstant(start, zone), +toInstant(end, zone)]]);
      expect(zones).to.deep.equal(name === undefined ? [] : [name]);
      expect(events[0]?.parameter('dtstart', 'tzid')).to.equal(name);
    });
  }

  it('uses UTC for wall times that occur twice', () => {
    const first = Date.UTC(2030, 9, 27, 0, 30);
    const text = calendarOf([eventBetween('Europe/Paris', first, first + 3_600_000)]);
    expect(text).to.include('DTSTART:20301027T003000Z\r\nDTEND:20301027T013000Z\r\n');
    expect(readCalendar(text).events.map(({ start, end }) => [start, end])).to.deep.equal([[first, first + 3_600_000]]);
  });

  it('is written once, for all years of the events', () => {
    const events = [1970, 2030, 2024].map((year) => eventBetween('Europe/Paris', Date.UTC(year, 6, 1), Date.UTC(year, 6, 2), `${year}`));
    const read = readCalendar(calendarOf(events));
    expect(read.zones).to.deep.equal(['Europe/Paris']);
    expect(read.events.map(({ start }) => start)).to.deep.equal(events.map(({ startsAt }) => +startsAt));
  });

  it('has the rules of today for the future', () => {
    const text = calendarOf([sampleEvent({ timezone: 'Europe/Paris' })]);
    expect(text.match(/RRULE.*/g)).to.deep.equal(['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU']);
    expect(text).to.match(/BEGIN:DAYLIGHT\r\nDTSTART:20290325T020000\r\nTZOFFSETFROM:\+0100\r\nTZOFFSETTO:\+0200\r\nTZNAME:CEST\r\n/);
  });

  it('is left out for whole days, and stands alone in a calendar without events', () => {
    expect(readCalendar(calendarOf([sampleEvent({ timezone: 'Europe/Paris', allDay: true })])).zones).to.deep.equal([]);
    expect(readCalendar(calendarOf([], 'Europe/Paris')).zones).to.deep.equal(['Europe/Paris']);
    expect(readCalendar(calendarOf([])).zones).to.deep.equal(['UTC']);
  });

  const within = (first: number, last: number) =>
    fc.record({
      zone: fc.constantFrom(...ZONES),
      start: fc.integer({ min: yearsAgo(first) / 1000, max: yearsAgo(last) / 1000 }).map((seconds) => seconds * 1000),
      length: fc.integer({ min: 1, max: 400 * 86_400 }).map((seconds) => seconds * 1000),
    });

  for (const [first, last, all] of [
    [1970, 2038, 60],
    [1950, 1970, 20],
    [2038, 9000, 20],
  ] as const) {
    it(`is parsed back to the right instants, from ${first} to ${last}`, function () {
      this.timeout(120_000);
      fc.assert(
        fc.property(fc.array(within(first, last), { minLength: 1, maxLength: 6 }), (times) => {
          const events = times.map(({ zone, start, length }, index) => eventBetween(zone, start, start + length, String(index)));
          const read = readCalendar(calendarOf(events)).events;
          expect(read.map(({ start, end }) => [start, end])).to.deep.equal(times.map(({ start, length }) => [start, start + length]));
        }),
        { numRuns: runs(all) },
      );
    });
  }
});
