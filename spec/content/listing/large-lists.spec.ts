import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { presentInParts } from '../../../lib/content/show/presenter';
import { type Running, startService } from '../../support/service';

const LONG = 100_000;

describe('presentInParts', () => {
  const records = (count: number, length: number) => Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(length) }));

  it('lets other work run between records with long texts, and keeps the order', async () => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        turns += 1;
        await nextTurn();
      }
    })();
    const shown = await presentInParts(records(20, LONG), async (some) => some.map(({ id }) => ({ id })));
    isOver = true;
    await others;
    expect(shown).to.deep.equal(records(20, 0).map(({ id }) => ({ id })));
    expect(turns).to.be.at.least(20);
  });

  it('shows a page of usual records in one go', async () => {
    const parts: number[] = [];
    await presentInParts(records(50, 1000), async (some) => {
      parts.push(some.length);
      return some.map(() => ({}));
    });
    expect(parts).to.deep.equal([50]);
  });

  it('stops once the texts exceed the limit of an answer', async () => {
    let shown = 0;
    const failure = await presentInParts(records(500, LONG), async (some) => {
      shown += some.length;
      return some.map(({ text }) => ({ text }));
    }).catch((error) => error);
    expect(failure).to.have.property('code', 'rest_answer_too_large');
    expect(shown).to.be.within(160, 180);
  });
});

describe('A list of more than 16 MiB', () => {
  let running: Running;
  /** Creates a record and stores copies of it, which differ in nothing but their IDs. */
  const createMany = async (plural: string, many: number, json: object): Promise<void> => {
    const { status, body, text } = await running.ask('POST', `/${plural}`, { as: 'admin', json });
    expect(status, text.slice(0, 300)).to.equal(201);
    const records = running.service.services.connection.collection<{ _id: number }>(plural);
    const first = await records.findOne({ _id: body.id });
    const idOf = (place: number) => 1_000_000 + place;
    await records.insertMany(
      Array.from({ length: many - 1 }, (_, place) => ({ ...first, _id: idOf(place), group: idOf(place), slug: `copy-${place}` })),
    );
  };
  before(async () => {
    running = await startService({ environment: { MAX_PER_PAGE: '100' } });
    await createMany('venues', 62, { venue: 'Hall', description: `<p>${'語'.repeat(95_000)}</p>` });
    const times = { start_date: '2040-05-06 10:00:00', end_date: '2040-05-06 12:00:00' };
    await createMany('events', 50, { title: 'Event', description: '"'.repeat(60_000), ...times });
  });
  after(() => running.stop());

  it('is refused with a code that asks for fewer records, in both languages, for all users', async () => {
    for (const [as, language, says] of [
      [undefined, 'en', /fewer records \(per_page\).*_fields/],
      ['admin', 'fr', /moins d’enregistrements.*_fields/],
    ] as const) {
      const { status, body } = await running.ask('GET', '/venues?per_page=100&ml_fallback=true', { language, ...(as && { as }) });
      expect([status, body.code]).to.deep.equal([400, 'rest_answer_too_large']);
      expect(body.message).to.match(says);
    }
  });

  it('does not affect feeds and pages, which show short records', async () => {
    const feed = await running.ask('GET', '/events.atom?start_date=2040-01-01');
    expect([feed.status, feed.text.match(/<entry>/g)?.length]).to.deep.equal([200, 50]);
    expect((await running.ask('GET', '/events.ics?start_date=2040-05-01')).status).to.equal(200);
    expect((await running.ask('GET', '//en/venue/', { headers: { accept: 'text/html' } })).status).to.equal(200);
  });

  it('succeeds for fewer records or fewer members', async () => {
    const few = await running.ask('GET', '/venues?per_page=5');
    expect([few.status, few.body.venues.length]).to.deep.equal([200, 5]);
    const names = await running.ask('GET', '/venues?per_page=100&_fields=venues.venue,total');
    expect([names.status, names.body.total, names.body.venues.length]).to.deep.equal([200, 62, 62]);
  });
});
