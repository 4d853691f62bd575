import { expect } from 'chai';
import { readCalendar } from '../../support/read-calendar';
import { event, openPromises, patch, venue } from '../../support/stage';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A site, with the local time of 23:00 UTC on 1 June and the local day that contains it. */
interface Site {
  readonly zone: string;
  readonly moment: string;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  /** An hour of 2030 that clocks show twice, with both instants. */
  readonly repeated: readonly [wall: string, first: string, second: string];
  /** The hours from UTC in June, and `tomorrow 9am`. */
  readonly away: number;
  readonly tomorrow: string;
}

const SITES: readonly Site[] = [
  {
    zone: 'America/New_York',
    moment: '2030-06-01 19:00',
    day: '2030-06-01',
    from: '2030-06-01T04:00:00Z',
    to: '2030-06-02T03:59:59Z',
    repeated: ['2030-11-03 01:30', '2030-11-03T05:30:00Z', '2030-11-03T06:30:00Z'],
    away: -4,
    tomorrow: '2030-01-16 09:00:00',
  },
  {
    zone: 'Pacific/Auckland',
    moment: '2030-06-02 11:00',
    day: '2030-06-02',
    from: '2030-06-01T12:00:00Z',
    to: '2030-06-02T11:59:59Z',
    repeated: ['2030-04-07 02:30', '2030-04-06T13:30:00Z', '2030-04-06T14:30:00Z'],
    away: 12,
    tomorrow: '2030-01-17 09:00:00',
  },
];

const MOMENT = '2030-06-01T23:00:00Z';
const LATER = '2030-06-02T00:00:00Z';

type Bound = 'start_date' | 'end_date' | 'starts_before' | 'starts_after' | 'ends_before' | 'ends_after';
type Compare = (event: { start: number; end: number }, at: number) => boolean;

/** The comparison of instants for each filter. */
const COMPARE: Readonly<Record<Bound, Compare>> = {
  start_date: ({ start }, at) => start >= at,
  end_date: ({ end }, at) => end <= at,
  starts_before: ({ start }, at) => start < at,
  starts_after: ({ start }, at) => start > at,
  ends_before: ({ end }, at) => end < at,
  ends_after: ({ end }, at) => end > at,
};
const BOUNDS = Object.keys(COMPARE) as Bound[];
/** Zones on both sides of the sites' zones and of the date line. */
const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'UTC-12', 'Pacific/Auckland'];

for (const { zone, moment, day, from, to, repeated, away, tomorrow } of SITES)
  describe(`SITE_TIMEZONE=${zone}: date filters of GET /events, date and date_utc`, () => {
    const { stage } = openPromises({ SITE_TIMEZONE: zone });
    const events: { id: number; start: number; end: number }[] = [];
    const [wall, first, second] = repeated;

    before(async () => {
      const moments = [from, to, MOMENT, LATER].map((at) => Date.parse(at));
      const starts = moments.flatMap((at) => [at - HOUR, at - MINUTE, at, at + MINUTE]);
      const all = [...starts, Date.parse(first), Date.parse(second)];
      for (const [place, start] of all.entries()) {
        const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');
        const dates = { start_date: iso(start), end_date: iso(start + HOUR) };
        const json = { title: `Around ${place}`, ...dates, timezone: ZONES[place % ZONES.length] };
        const { body } = await stage().step({ as: 'editor', method: 'POST', path: '/events', json, status: 201 });
        expect(body.utc_start_date).to.equal(iso(start).replace('T', ' ').replace('Z', ''));
        events.push({ id: body.id, start, end: start + HOUR });
      }
    });

    const find = async (name: Bound, text: string, at: string, strict: boolean) => {
      const expected = events.filter((event) => COMPARE[name](event, Date.parse(at))).map(({ id }) => id);
      const query = `${name}=${encodeURIComponent(text)}${strict ? '&strict_dates=true' : ''}`;
      const { body } = await stage().step({ path: `/events?per_page=50&${query}` });
      const idsOf = (list: { id: number }[]) => list.map(({ id }) => id).sort((one, other) => one - other);
      expect(idsOf(body.events), query).to.deep.equal(expected);
      if (text === at) return;
      const again = await stage().step({ path: `/${body.rest_url.slice(stage().address.length)}` });
      expect(again.body.events, body.rest_url).to.deep.equal(body.events);
      const ics = await stage().step({ path: `/events.ics?${query}` });
      expect(readCalendar(ics.text).events.length, `ics ${query}`).to.equal(expected.length);
    };

    // `spec/calendar/dates/window.spec.ts` tests all bounds. The second site only shows that its own zone is used.
    for (const name of zone === SITES[0]?.zone ? BOUNDS : BOUNDS.slice(0, 2))
      it(`${name} compares instants, by the time and by the day`, async () => {
        for (const [text, at] of [
          [moment, MOMENT],
          [MOMENT, MOMENT],
          [String(Date.parse(MOMENT) / 1000), MOMENT],
          [day, from],
        ] as const)
          await find(name, text, at, true);
        for (const text of [day, moment]) await find(name, text, name === 'start_date' ? from : to, false);
      });

    it('read an hour that the clocks show twice as the first of the two, unless an offset is sent', async () => {
      for (const name of zone === SITES[0]?.zone ? BOUNDS : BOUNDS.slice(0, 1)) {
        await find(name, wall, first, true);
        await find(name, first, first, true);
        await find(name, second, second, true);
      }
    });

    it('date and date_utc of a record move each other, by ID and by slug', async () => {
      const hour = (of: number) => new Date(Date.UTC(2029, 5, 5, of, 7, 8)).toISOString().slice(0, 19).replace('T', ' ');
      await stage().give({ dated: { ...venue('Dated', { date: hour(11) }), has: { date_utc: hour(11 - away) } } });
      for (const [place, path] of ['/venues/{dated}', '/venues/by-slug/dated'].entries()) {
        await stage().step(patch(path, { date: hour(9 + place) }, { has: { date_utc: hour(9 + place - away) } }));
        const expected = { date: hour(10 + place + away), date_utc: hour(10 + place) };
        await stage().step(patch(path, { date_utc: hour(10 + place) }, { has: expected }));
        await stage().step(patch(path, { description: 'Something else' }, { has: expected }));
      }
    });

    it('dates without a zone and relative dates are read in the zone of the site', async () => {
      const wall = { start_date: '20300506', end_date: '2035-01-01' };
      await stage().give({ one: event('Walled', { ...wall, date: '2029-06-05T12:00:00Z' }) });
      const utc = new Date(Date.UTC(2030, 4, 6, -away)).toISOString().slice(0, 19).replace('T', ' ');
      const { body } = await stage().step({ path: '/events/{one}', has: { timezone: zone, utc_start_date: utc } });
      expect(Date.parse(`${body.date}Z`) - Date.parse(`${body.date_utc}Z`)).to.equal(away * HOUR);
      for (const field of ['start_date', 'date'])
        await stage().step(patch('/events/{one}', { [field]: 'tomorrow 9am' }, { has: { [field]: tomorrow } }));
    });
  });
