import { expect } from 'chai';
import { readMoment } from '../../lib/calendar/dates/dates';

const now = new Date('2030-01-15T12:00:00Z');
const read = (text: string, zone: string, siteZone = 'UTC') => {
  const moment = readMoment(text, { zone, siteZone, now });
  return moment && [moment.wall, moment.instant.toISOString().slice(0, 19).replace('T', ' ')];
};

/** Dates with an offset, their wall times in the zone of the event, and their instants in UTC. */
const IN_ZONES: readonly (readonly [text: string, zone: string, wall: string, utc: string])[] = [
  ['2030-05-06T10:00:00Z', 'America/New_York', '2030-05-06 06:00:00', '2030-05-06 10:00:00'],
  ['2030-05-06 10:00:00 -0500', 'Europe/Paris', '2030-05-06 17:00:00', '2030-05-06 15:00:00'],
  ['2030-05-06T23:00:00Z', 'UTC+2', '2030-05-07 01:00:00', '2030-05-06 23:00:00'],
  ['2030-05-06T10:00:00+02:00', 'UTC', '2030-05-06 08:00:00', '2030-05-06 08:00:00'],
  ['2030-05-06T10:00:00', 'America/New_York', '2030-05-06 10:00:00', '2030-05-06 14:00:00'],
];

/** Numbers that are read as seconds since 1970 or as eight digits of a date. */
const NUMBERS: readonly (readonly [text: string, wall: string])[] = [
  ['1904292000', '2030-05-06 10:00:00'],
  ['86400', '1970-01-02 00:00:00'],
  ['1234567', '1970-01-15 06:56:07'],
  ['123456789', '1973-11-29 21:33:09'],
  ['@86400', '1970-01-02 00:00:00'],
  ['9999-12-31', '9999-12-31 00:00:00'],
];

/** Relative dates on a site in Auckland at 01:00 on 16 January. */
const RELATIVE: readonly (readonly [text: string, wall: string])[] = [
  ['tomorrow 9am', '2030-01-17 09:00:00'],
  ['+1 week', '2030-01-23 01:00:00'],
  ['now', '2030-01-16 01:00:00'],
  ['today', '2030-01-16 00:00:00'],
  ['next monday', '2030-01-21 00:00:00'],
];

describe('readMoment', () => {
  for (const [text, zone, wall, utc] of IN_ZONES)
    it(`reads ${text} in ${zone} as ${wall}`, () => expect(read(text, zone)).to.deep.equal([wall, utc]));

  for (const [text, wall] of NUMBERS) it(`reads ${text} as ${wall}`, () => expect(read(text, 'UTC')?.[0]).to.equal(wall));

  for (const [text, wall] of RELATIVE)
    it(`reads ${text} in the zone of the site as ${wall}`, () =>
      expect(read(text, 'Pacific/Auckland', 'Pacific/Auckland')?.[0]).to.equal(wall));

  for (const text of ['2030-00-10', '2030-05-32', '2030-05-06 25:00', '20300230', '0000-00-00', '-0001-01-01', 'never'])
    it(`refuses ${text}`, () => expect(read(text, 'UTC')).to.equal(undefined));
});
