import { expect } from 'chai';
import { type Answer, clockAt, type Running, startService } from '../support/service';

const OF_TYPE = { status: 400, details: ['rest_invalid_type'] };
const OF_VALUE = { status: 400, details: [] };
const TAKEN = { status: 201, details: [] };

/** The status of an answer, and the codes of its type errors. */
const outcome = ({ status, body }: Answer) => ({
  status,
  details: Object.values((body.data?.details ?? {}) as Record<string, { code: string }>).map(({ code }) => code),
});

describe('answers of The Events Calendar beside the recordings', () => {
  let running: Running;
  const event = { title: 'Concert', start_date: '2030-01-02 09:00:00', end_date: '2030-01-02 11:00:00' };

  before(async () => {
    running = await startService({ clock: clockAt('2026-11-21T07:11:46Z') });
  });
  after(() => running.stop());

  const create = (path: string, json: object) => running.ask('POST', path, { as: 'admin', json });

  const images: readonly (readonly [value: unknown, forEvents: object, forVenues: object])[] = [
    ['', TAKEN, TAKEN],
    ['0', OF_VALUE, TAKEN],
    [0, OF_VALUE, OF_TYPE],
    [false, TAKEN, TAKEN],
    [[], OF_VALUE, OF_TYPE],
    [null, OF_TYPE, OF_TYPE],
    [true, OF_VALUE, OF_VALUE],
    [-1, OF_VALUE, OF_VALUE],
    ['nope', OF_VALUE, OF_VALUE],
  ];
  for (const [image, forEvents, forVenues] of images) {
    it(`POST with image ${JSON.stringify(image)}, for events, venues and organizers`, async () => {
      expect(outcome(await create('/events', { ...event, image })), 'event').to.deep.equal(forEvents);
      expect(outcome(await create('/venues', { venue: 'Hall', image })), 'venue').to.deep.equal(forVenues);
      expect(outcome(await create('/organizers', { organizer: 'Ann', image })), 'organizer').to.deep.equal(forVenues);
    });
  }

  const refused: readonly (readonly [name: string, ofValue: readonly unknown[], ofType: readonly unknown[]])[] = [
    ['slug', ['0', 0, 5, true, false, [], ['a'], { a: 1 }], [null]],
    ['all_day', [], ['yes', 'on', '', null, 2, 1.5, [], ['true'], { a: 1 }]],
    ['end_date', ['', 'zzz', [], ['2030-01-03'], true, false, { a: 1 }], [0, 1893589200]],
    ['timezone', ['2', 5, true, ['UTC'], ' UTC '], [null, 0, false, []]],
    ['date', ['', [], true, '2025-02-30'], [null, 0, 1735787045]],
    ['website', [5, true, ['https://example.org'], 'tel:1', 'https://'], []],
  ];
  for (const [name, ofValue, ofType] of refused) {
    it(`POST /events refuses wrong values and types of ${name}`, async () => {
      for (const [values, refusal] of [
        [ofValue, OF_VALUE],
        [ofType, OF_TYPE],
      ] as const) {
        for (const value of values)
          expect(outcome(await create('/events', { ...event, [name]: value })), JSON.stringify(value)).to.deep.equal(refusal);
      }
    });
  }

  it('PATCH of image: null, false and "" empty it, 0 is refused', async () => {
    const { body } = await create('/events', event);
    for (const [image, status] of [
      [0, 400],
      ['0', 400],
      ['', 200],
      [null, 200],
      [false, 200],
    ] as const) {
      expect((await running.ask('PATCH', `/events/${body.id}`, { as: 'admin', json: { image } })).status, JSON.stringify(image)).to.equal(
        status,
      );
    }
  });

  it('parent of categories is refused by type for a slug or name, by value if unknown', async () => {
    await create('/categories', { name: 'Chamber music', slug: 'chamber' });
    const refusals = [
      ['chamber', OF_TYPE],
      ['Chamber music', OF_TYPE],
      ['unheard-of', OF_VALUE],
      ['', OF_VALUE],
    ] as const;
    for (const [parent, refusal] of refusals) {
      expect(outcome(await create('/categories', { name: `Below ${parent}`, parent })), parent).to.deep.equal(refusal);
      expect(outcome(await running.ask('GET', `/categories?parent=${encodeURIComponent(parent)}`)), parent).to.deep.equal(refusal);
    }
  });

  it('lists in the query may have any keys (include[a]=1)', async () => {
    const { body } = await create('/events', { ...event, categories: ['Whatever keys'] });
    const [{ id, slug }] = body.categories;
    for (const query of [`include[a]=${body.id}`, `categories[b]=${id}`, `categories[b]=${slug}`]) {
      const { body: list } = await running.ask('GET', `/events?start_date=2000-01-01&end_date=2100-01-01&${query}`);
      expect(
        list.events.map((one: { id: number }) => one.id),
        query,
      ).to.deep.equal([body.id]);
    }
    const { body: list } = await running.ask('GET', `/categories?slug[c]=${slug}`);
    expect(list.categories.map((one: { id: number }) => one.id)).to.deep.equal([id]);
  });

  it('modified of a new record is its date, modified_utc its date_utc', async () => {
    const dates = { date: '2025-01-02 03:04:05', date_utc: '2024-06-01 00:00:00' };
    const published = await create('/events', { ...event, ...dates });
    expect(published.body).to.include({ ...dates, modified: dates.date, modified_utc: dates.date_utc });
    const drafted = await create('/events', { ...event, date: dates.date, status: 'draft' });
    expect(drafted.body).to.include({ modified: dates.date, modified_utc: '0000-00-00 00:00:00' });
    const changed = await running.ask('PATCH', `/events/${published.body.id}`, { as: 'admin', json: { title: 'Recital' } });
    expect(changed.body).to.include({ ...dates, modified: '2026-11-21 07:11:46', modified_utc: '2026-11-21 07:11:46' });
  });

  it('_fields leaves _links of the namespace index', async () => {
    const { body } = await running.ask('GET', '?_fields=namespace');
    expect(body).to.have.keys('namespace', '_links');
  });
});
