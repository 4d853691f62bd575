import { expect } from 'chai';
import { type Running, startService } from '../support/service';

/** The fields of a stored record that these lists are sorted by. */
interface Copied {
  readonly _id: number;
  readonly date: string;
  readonly startDate: string;
  readonly modified: Date;
  readonly venues: readonly number[];
  readonly keys: Readonly<Record<string, unknown>> & { readonly collated: string };
}

/** More events than the service sorts in memory, and more than it reads in the order of a venue index. */
const EVENTS = 1300;
const VENUES = 40;

const compare = <T>(one: T, other: T): number => (one < other ? -1 : one > other ? 1 : 0);

/** Sort keys of events, by the name that `sort` takes. */
const ORDERS: Readonly<Record<string, (event: Copied) => string | number>> = {
  title: ({ keys }) => keys.collated,
  start_date: ({ startDate }) => startDate,
  date: ({ date }) => date,
  modified: ({ modified }) => modified.getTime(),
};

describe('GET /events?sort of long lists', () => {
  let running: Running;
  let venues: number[];
  let events: readonly Copied[];
  const collection = <R extends object>(plural: string) => running.service.services.connection.collection<R>(plural);

  const create = async (path: string, json: object): Promise<number> => {
    const { status, body, text } = await running.ask('POST', path, { as: 'editor', json });
    expect(status, text).to.equal(201);
    return body.id;
  };

  before(async () => {
    running = await startService();
    venues = [];
    for (let place = 0; place < VENUES; place += 1)
      venues.push(await create('/venues', { venue: `Hall ${place}`, geo_lat: 45 + place / 100, geo_lng: 4.8 }));
    const id = await create('/events', { title: 'One', start_date: '2035-01-01 10:00:00', end_date: '2035-01-01 11:00:00' });
    const first = await collection<Copied>('events').findOne({ _id: id });
    if (first === null) throw new Error('Nothing was stored.');
    // Few distinct values, so that many events tie.
    const copies = Array.from({ length: EVENTS }, (_, place) => ({
      ...first,
      _id: id + 1 + place,
      group: id + 1 + place,
      slug: `copy-${place}`,
      date: `2030-01-0${1 + (place % 3)} 00:00:00`,
      startDate: `2035-01-1${(place * 7) % 5} 10:00:00`,
      modified: new Date(Date.UTC(2030, 0, 1 + ((place * 11) % 4))),
      venues: [...new Set([place, place * 3].map((number) => venues[number % VENUES] ?? 0))],
      // A protected event, whose place must stay hidden.
      password: place % 10 === 1 ? 'sesame' : '',
      keys: { ...first.keys, collated: `title ${(place * 13) % 6}` },
    }));
    await collection<Copied>('events').deleteOne({ _id: id });
    await collection<Copied>('events').insertMany(copies);
    events = copies;
  });
  after(() => running.stop());

  const listed = async (query: string) => {
    const { status, body, text } = await running.ask('GET', `/events?start_date=2035-01-01&${query}`);
    expect(status, text.slice(0, 300)).to.equal(200);
    return body;
  };

  for (const sort of ['-modified,title', 'title,-start_date', 'start_date,title', '-start_date,modified', '-date,-title,modified'])
    for (const more of sort === '-modified,title' ? ['', '&ml_all=true'] : [''])
      it(`GET /events?sort=${sort}${more} sorts page by page`, async () => {
        const names = sort.split(',');
        const last = names.at(-1)?.startsWith('-') ? -1 : 1;
        const sorted = events.toSorted((one, other) => {
          for (const name of names) {
            const order = ORDERS[name.replace('-', '')];
            if (order === undefined) throw new Error(`Nothing is ordered by ${name}.`);
            const difference = compare(order(one), order(other)) * (name.startsWith('-') ? -1 : 1);
            if (difference !== 0) return difference;
          }
          return compare(one._id, other._id) * last;
        });
        for (const [page, size] of [
          [1, 10],
          [7, 45],
          [29, 45],
        ] as const) {
          const { events: found, total } = await listed(`sort=${sort}&page=${page}&per_page=${size}${more}`);
          expect(total).to.equal(EVENTS);
          expect(
            found.map(({ id }: { readonly id: number }) => id),
            `page ${page}`,
          ).to.deep.equal(sorted.slice((page - 1) * size, page * size).map(({ _id }) => _id));
        }
      });

  it('bbox, geoloc and venue count each event once, and no protected event', async () => {
    const open = events.filter((_, place) => place % 10 !== 1);
    const box = 'bbox=4,44,5,46';
    const { total, facets } = await listed(`${box}&facets=weekday`);
    expect(total).to.equal(open.length);
    expect(facets.weekday.reduce((sum: number, { count }: { readonly count: number }) => sum + count, 0)).to.equal(open.length);
    expect((await listed(`${box}&sort=title,-start_date`)).total).to.equal(open.length);
    expect((await listed('geoloc_lat=45.2&geoloc_lng=4.8&geoloc_radius=500')).total).to.equal(open.length);
    expect((await listed('geoloc=true')).total).to.equal(open.length);
    expect((await listed(`${box}&password=sesame`)).total).to.equal(open.length);
    const [hall] = venues;
    const expected = open.filter((event) => hall !== undefined && event.venues.includes(hall));
    expect((await listed(`${box}&venue=${hall}`)).total).to.equal(expected.length);
  });
});
