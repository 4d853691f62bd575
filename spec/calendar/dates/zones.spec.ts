import { expect } from 'chai';
import * as fc from 'fast-check';
import { isoDate, isZone, toInstant, toWall, zoneAbbreviation } from '../../../lib/calendar/dates/zones';

const ACCEPTED = `Europe/Paris europe/paris UTC utc GMT EST CEST UTC+2 UTC-5 UTC+5.5 UTC+5:30 UTC+0 +02:00 -0500 +2 GMT+2 Europe/Kyiv
  Asia/Kolkata EST5EDT US/Pacific Etc/GMT+3`.split(/\s+/);
const REFUSED = [
  ...['', '2', 'garbage', ' Europe/Paris ', 'Mars/Phobos', 'UTC+99', '+25:00', 'UTC+5:99', 'x', '__proto__', 'toString', '\0', '\ud800'],
];

const WALLS: readonly (readonly [wall: string, zone: string, utc: string, abbreviation: string])[] = [
  ['2030-07-02 09:00:00', 'Europe/Paris', '2030-07-02T07:00:00Z', 'CEST'],
  ['2030-01-02 09:00:00', 'Europe/Paris', '2030-01-02T08:00:00Z', 'CET'],
  ['2030-07-02 09:00:00', 'America/New_York', '2030-07-02T13:00:00Z', 'EDT'],
  ['2030-07-02 09:00:00', 'utc', '2030-07-02T09:00:00Z', 'UTC'],
  ['2030-07-02 09:00:00', 'UTC+2', '2030-07-02T07:00:00Z', 'UTC+2'],
  ['2030-07-02 09:00:00', 'UTC-5', '2030-07-02T14:00:00Z', 'UTC-5'],
  ['2030-07-02 09:00:00', 'UTC+5.5', '2030-07-02T03:30:00Z', 'UTC+5.5'],
  ['2030-07-02 09:00:00', 'UTC+5:30', '2030-07-02T03:30:00Z', 'UTC+5:30'],
  ['2030-07-02 09:00:00', '+02:00', '2030-07-02T07:00:00Z', 'GMT+0200'],
  ['2030-07-02 09:00:00', '-0500', '2030-07-02T14:00:00Z', 'GMT-0500'],
  ['2030-07-02 09:00:00', '+2', '2030-07-02T07:00:00Z', 'GMT+0200'],
  ['2030-07-02 09:00:00', 'EST', '2030-07-02T14:00:00Z', 'EST'],
  ['2030-07-02 09:00:00', 'z', '2030-07-02T09:00:00Z', 'Z'],
  ['2030-07-02 09:00:00', 'cest', '2030-07-02T07:00:00Z', 'CEST'],
  ['2030-07-02 09:00:00', 'Europe/Kyiv', '2030-07-02T06:00:00Z', 'EEST'],
  ['2030-07-02 09:00:00', 'Asia/Kolkata', '2030-07-02T03:30:00Z', 'IST'],
  ['2030-07-02 09:00:00', 'America/Toronto', '2030-07-02T13:00:00Z', 'EDT'],
  ['2030-07-02 09:00:00', 'Europe/London', '2030-07-02T08:00:00Z', 'BST'],
  ['2030-07-02 09:00:00', 'America/Sao_Paulo', '2030-07-02T12:00:00Z', '-03'],
  ['2030-07-02 09:00:00', 'Asia/Dubai', '2030-07-02T05:00:00Z', '+04'],
  ['2030-07-02 09:00:00', 'Asia/Kathmandu', '2030-07-02T03:15:00Z', '+0545'],
  ['2030-01-02 09:00:00', 'Australia/Sydney', '2030-01-01T22:00:00Z', 'AEDT'],
  ['2030-11-03 01:30:00', 'America/New_York', '2030-11-03T05:30:00Z', 'EDT'],
  ['0099-02-28 23:59:59', 'UTC', '0099-02-28T23:59:59Z', 'UTC'],
  ['9999-12-31 23:59:59', 'Asia/Tokyo', '9999-12-31T14:59:59Z', 'JST'],
];

const EXACT = ['UTC', 'UTC+2', 'UTC-5.5', '+02:00', '-0930', 'EST', 'Asia/Kolkata', 'Asia/Dubai'];
const CHANGING = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham'];

describe('isZone, toInstant, toWall and zoneAbbreviation', () => {
  for (const zone of ACCEPTED) it(`take ${zone}`, () => expect(isZone(zone)).to.equal(true));
  for (const zone of REFUSED) it(`refuse ${JSON.stringify(zone)}`, () => expect(isZone(zone)).to.equal(false));

  for (const [wall, zone, utc, abbreviation] of WALLS) {
    it(`know that ${wall} in ${zone} is ${utc}, ${abbreviation}`, () => {
      const instant = toInstant(wall, zone);
      expect(instant.toISOString()).to.equal(utc.replace('Z', '.000Z'));
      expect(toWall(instant, zone)).to.equal(wall);
      expect(zoneAbbreviation(zone, instant)).to.equal(abbreviation);
    });
  }

  it('move a wall time that the clocks skip forward (DST gap)', () => {
    expect(toWall(toInstant('2030-03-10 02:30:00', 'America/New_York'), 'America/New_York')).to.equal('2030-03-10 03:30:00');
    expect(toWall(toInstant('2011-12-30 12:00:00', 'Pacific/Apia'), 'Pacific/Apia')).to.equal('2011-12-31 12:00:00');
    // Newfoundland used to change its clocks at one minute past midnight.
    expect(toWall(toInstant('2010-03-14 00:00:30', 'America/St_Johns'), 'America/St_Johns')).to.equal('2010-03-14 00:00:30');
    expect(toWall(toInstant('2010-03-14 00:01:30', 'America/St_Johns'), 'America/St_Johns')).to.equal('2010-03-14 01:01:30');
  });

  it('write offsets as ISO 8601 does', () => {
    expect(isoDate('2030-07-02 09:00:00', '2030-07-02 07:00:00')).to.equal('2030-07-02T09:00:00+02:00');
    expect(isoDate('2030-07-02 09:00:00', '2030-07-02 14:30:00')).to.equal('2030-07-02T09:00:00-05:30');
    expect(isoDate('2030-07-02 09:00:00', '2030-07-02 09:00:00')).to.equal('2030-07-02T09:00:00+00:00');
  });

  it('answer an invalid date for a text that is no wall time', () => {
    expect(Number.isNaN(toInstant('garbage', 'UTC').getTime())).to.equal(true);
    expect(toWall(new Date(Number.NaN), 'Europe/Paris')).to.equal('');
    expect(toWall(new Date(-1e15), 'UTC')).to.equal('');
  });

  const wallTime = fc.date({ min: new Date('1980-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  it('turn any wall time into an instant and back where clocks never change', () => {
    fc.assert(
      fc.property(wallTime, fc.constantFrom(...EXACT), (date, zone) => {
        const wall = toWall(date, 'UTC');
        expect(toWall(toInstant(wall, zone), zone)).to.equal(wall);
      }),
    );
  });

  it('turn any instant into a wall time and back to it or to the first of the two that show it', () => {
    fc.assert(
      fc.property(wallTime, fc.constantFrom(...CHANGING), (date, zone) => {
        const wall = toWall(date, zone);
        const instant = toInstant(wall, zone);
        expect(toWall(instant, zone)).to.equal(wall);
        expect(instant.getTime()).to.be.at.most(date.getTime());
      }),
    );
  });

  it('agree with Intl to the hour, also around unusual clock changes', () => {
    for (const [zone, first] of [
      ['Africa/Freetown', '1939-08-25'],
      ['America/Recife', '2000-10-01'],
      ['Asia/Gaza', '2054-03-20'],
    ] as const) {
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      for (let hour = 0; hour < 30 * 24; hour++) {
        const at = new Date(Date.parse(`${first}T00:00:00Z`) + hour * 3_600_000);
        expect(toWall(at, zone)).to.equal(shown.format(at));
      }
    }
  });

  it('isZone answers for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => [true, false].includes(isZone(text))));
  });
});
