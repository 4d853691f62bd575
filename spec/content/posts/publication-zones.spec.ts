import { expect } from 'chai';
import { readCalendar } from '../../support/read-calendar';
import { openPromises } from '../../support/stage';

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
}

const SITES: readonly Site[] = [
  {
    zone: 'America/New_York',
    moment: '2030-06-01 19:00',
    day: '2030-06-01',
    from: '2030-06-01T04:00:00Z',
    to: '2030-06-02T03:59:59Z',
    repeated: ['2030-11-03 01:30', '2030-11-03T05:30:00Z', '2030-11-03T06:30:00Z'],
  },
  {
    zone: 'Pacific/Auckland',
    moment: '2030-06-02 11:00',
    day: '2030-06-02',
    from: '2030-06-01T12:00:00Z',
    to: '2030-06-02T11:59:59Z',
    repeated: ['2030-04-07 02:30', '2030-04-06T13:30:00Z', '2030-04-06T14:30:00Z'],
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

for (const { zone, moment, day, from, to, repeated } of SITES)
  describe(`SITE_TIMEZONE=${zone}: date filters of GET /events`, () => {
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

    // `spec/calendar/window.spec.ts` tests all bounds. The second site only shows that its own zone is used.
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
      for (const name of BOUNDS) {
        await find(name, wall, first, true);
        await find(name, first, first, true);
        await find(name, second, second, true);
      }
    });
  });

describe('SITE_TIMEZONE: date and date_utc', () => {
  for (const [zone, away] of [
    ['America/New_York', -4],
    ['Pacific/Auckland', 12],
  ] as const)
    describe(`at a site in ${zone}`, () => {
      const { stage } = openPromises({ SITE_TIMEZONE: zone });
      const hour = (of: number) => new Date(Date.UTC(2029, 5, 5, of, 7, 8)).toISOString().slice(0, 19).replace('T', ' ');
      for (const [plural, json] of [
        ['venues', { venue: 'Dated' }],
        ['organizers', { organizer: 'Dated' }],
        ['events', { title: 'Dated', start_date: '2030-05-06', end_date: '2030-05-06' }],
      ] as const)
        it(`move each other in ${plural}, by ID and by slug`, async () => {
          const made = await stage().step({ as: 'editor', method: 'POST', path: `/${plural}`, json: { ...json, date: hour(11) } });
          expect(made.body.date_utc).to.equal(hour(11 - away));
          for (const [place, path] of [`/${plural}/${made.body.id}`, `/${plural}/by-slug/dated`].entries()) {
            const change = (sent: object, has: object) =>
              stage().step({ as: 'editor', method: 'PATCH', path, json: sent, status: 200, has: { ...has } });
            await change({ date: hour(9 + place) }, { date: hour(9 + place), date_utc: hour(9 + place - away) });
            await change({ date_utc: hour(10 + place) }, { date: hour(10 + place + away), date_utc: hour(10 + place) });
            const expected = { date: hour(10 + place + away), date_utc: hour(10 + place) };
            await change({ description: 'Something else' }, expected);
            await stage().step({ path, has: expected });
          }
        });
    });
});
