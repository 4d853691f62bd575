import { expect } from 'chai';
import { type Running, startService } from '../support/service';

/** The fields of a stored event that differ between copies. */
interface Copied {
  readonly _id: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Texts of events with their number of copies. Each word is too frequent for the service to read the records. */
const TEXTS = [
  { number: 4700, json: { title: 'Garden', description: 'Music all night' } },
  { number: 500, json: { title: 'Garden of roses' } },
  { number: 500, json: { title: 'Music alone' } },
  { number: 40, json: { title: 'Music in the garden', description: 'Tonight' } },
  { number: 300, json: { title: 'Garden', description: 'Music all night', password: 'sesame' } },
] as const;
const OPEN = 4740;
const PROTECTED = 300;

describe('GET /events?q of frequent words', function () {
  this.timeout(120_000);
  let running: Running;
  before(async () => {
    running = await startService();
    const events = running.service.services.connection.collection<Copied>('events');
    let made = 1_000_000;
    for (const { number, json } of TEXTS) {
      const dates = { start_date: '2035-01-01 10:00:00', end_date: '2035-01-01 11:00:00' };
      const { status, body, text } = await running.ask('POST', '/events', { as: 'editor', json: { ...json, ...dates } });
      expect(status, text).to.equal(201);
      const first = await events.findOne({ _id: body.id });
      if (first === null) throw new Error('Nothing was stored.');
      const copies = Array.from({ length: number }, (_, place) => {
        const day = `2035-01-${String(1 + (place % 10)).padStart(2, '0')}`;
        made += 1;
        return {
          ...first,
          ...{ _id: made, group: made, slug: `copy-${made}`, startDate: `${day} 10:00:00`, endDate: `${day} 11:00:00` },
          ...{ startsAt: new Date(`${day}T10:00:00Z`), endsAt: new Date(`${day}T11:00:00Z`) },
        };
      });
      await events.deleteOne({ _id: body.id });
      await events.insertMany(copies);
    }
  });
  after(() => running.stop());

  const listed = async (query: string, as?: 'editor' | 'author') => {
    const { status, body, text } = await running.ask('GET', `/events?start_date=2035-01-01&per_page=3&${query}`, as ? { as } : {});
    expect(status, text.slice(0, 300)).to.equal(200);
    return body;
  };
  const titles = ({ events }: { readonly events: readonly { readonly title: string }[] }) => events.map(({ title }) => title);

  it('answers exact totals, matches in the title first', async () => {
    for (const q of ['garden music', 'gardens mus', 'night music garden']) {
      const found = await listed(`q=${q}`);
      const named = q.startsWith('night') ? 0 : 40;
      expect(found.total, q).to.equal(named > 0 ? OPEN : OPEN - 40);
      expect(titles(found), q).to.deep.equal(Array(3).fill(named > 0 ? 'Music in the garden' : 'Garden'));
    }
    expect((await listed('q=garden music&page=20')).total).to.equal(OPEN);
  });

  it('answers exact totals with other filters and facets', async () => {
    expect((await listed('q=garden music&end_date=2035-01-02 23:59:59')).total).to.equal(OPEN / 5);
    expect((await listed('q=garden music&ml_all=true&featured=true')).total).to.equal(0);
    expect((await listed('q=garden music&weekdays=mon,tue,wed,thu,fri,sat,sun')).total).to.equal(OPEN);
    const { facets, total } = await listed('q=garden music&facets=month');
    expect(facets.month).to.deep.equal([{ value: '2035-01', count: total }]);
  });

  it('finds protected events for editors, and not by ?password', async () => {
    expect((await listed('q=garden music&password=sesame', 'author')).total).to.equal(OPEN);
    expect((await listed('q=garden music', 'editor')).total).to.equal(OPEN + PROTECTED);
  });
});
