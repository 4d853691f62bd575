import { expect } from 'chai';
import { clockAt, type Login, type Running, startService } from '../support/service';
import { explain, type Watching, watchCommands, watchedUri } from './commands';
import { crowdId, storeCrowd } from './crowd';

const READERS: readonly (Login | undefined)[] = [undefined, 'author', 'editor'];
/** A page has ten records; of what an author sees, a third of the rest may have to be looked at. */
const PAGE = 30;

/** Lists whose page reads about as many records as it shows, and whose total reads none: indexes hold what they ask for. */
const LISTS: readonly (readonly [plural: string, query: string, more?: { readonly page?: number; readonly editorsOnly?: boolean }])[] = [
  ['events', ''],
  ['events', '?page=5'],
  ['events', `?categories=${crowdId(1)}`],
  ['events', `?categories=${crowdId(12)}`],
  ['events', `?categories=${crowdId(1)},${crowdId(2)}`],
  ['events', `?tags=${crowdId(2)}`],
  ['events', `?venue=${crowdId(2)}`],
  ['events', `?venue=${crowdId(2)},${crowdId(4)}`],
  ['events', `?organizer=${crowdId(2)}`],
  ['events', '?featured=true'],
  ['events', '?featured=false'],
  ['events', '?starts_after=2030-02-01'],
  ['events', '?ends_before=2030-03-01'],
  ['events', '?starts_after=2030-02-01&ends_before=2030-02-10'],
  ['events', '?ticketed=true'],
  ['events', '?geoloc=true'],
  ['events', '?status=publish'],
  ['events', '?status=draft', { editorsOnly: true }],
  ['events', '?status=draft,publish', { editorsOnly: true }],
  ['events', '?status=private&featured=false', { editorsOnly: true }],
  ['venues', ''],
  ['venues', '?has_events=true'],
  ['venues', '?has_events=false'],
  ['venues', '?only_with_upcoming=true'],
  ['venues', '?only_with_upcoming=true&has_events=true'],
  ['organizers', '?only_with_upcoming=true'],
  ['venues', '?status=draft', { editorsOnly: true }],
  ['organizers', ''],
  ['organizers', '?has_events=true'],
];
const ORDERS = ['name', 'slug', 'id', 'count', 'description', 'parent', 'none'];
const TERM_QUERIES = [
  '',
  '?hide_empty=false',
  `?exclude=${crowdId(1)}`,
  ...ORDERS.flatMap((by) => [`?orderby=${by}`, `?orderby=${by}&order=desc`]),
];
const CATEGORY_QUERIES = ['?parent=0', ...ORDERS.map((by) => `?parent=${crowdId(1)}&orderby=${by}`)];

describe('records: lists of ten thousand events', () => {
  let running: Running;
  let watching: Watching;

  before(async () => {
    running = await startService({
      clock: clockAt('2030-01-15T12:00:00Z'),
      environment: { MONGODB_URI: await watchedUri(), CACHE_MB: '0' },
    });
    const dates = { start_date: '2029-05-06', end_date: '2029-05-07' };
    const json = {
      ...dates,
      title: 'First',
      categories: ['First'],
      tags: ['First'],
      venue: { venue: 'First' },
      organizer: [{ organizer: 'First' }],
    };
    expect((await running.ask('POST', '/events', { as: 'admin', json })).status).to.equal(201);
    const authors = [running.ids.editor, running.ids.author, running.ids.author2];
    await storeCrowd(running.service.services, { events: 10_000, places: 400, terms: 200 }, authors);
    watching = watchCommands(running.service.services.connection.db());
  });
  after(() => running.stop());

  /** Asks for a list and tells how many records the database read for its page, in the longest look, and for its total. */
  async function cost(plural: string, query: string, as?: Login): Promise<{ page: number; total: number }> {
    watching.forget();
    const answer = await running.ask('GET', `/${plural}${query}`, as ? { as } : {});
    expect(answer.status, answer.text.slice(0, 200)).to.equal(200);
    const asked = watching.latest.filter((command) => command['find'] === plural || command['aggregate'] === plural);
    const costs = { page: 0, total: 0 };
    for (const command of asked) {
      const { documents } = await explain(running.service.services.connection.db(), command, 'executionStats');
      if (command['find']) costs.page = Math.max(costs.page, documents);
      else costs.total += documents;
    }
    expect(asked.filter((command) => command['aggregate'])).to.not.have.length(0);
    return costs;
  }

  for (const [plural, query, { editorsOnly = false } = {}] of LISTS) {
    for (const as of READERS.filter((reader) => reader !== undefined || !editorsOnly)) {
      it(`reads few ${plural} and counts by the index alone: ${query || 'all'}, as ${as ?? 'nobody'}`, async () => {
        const { page, total } = await cost(plural, query, as);
        expect(page).to.be.at.most(query.includes('page=5') ? 5 * PAGE : PAGE);
        expect(total).to.equal(0);
      });
    }
  }

  for (const [plural, queries] of [['categories', [...TERM_QUERIES, ...CATEGORY_QUERIES]] as const, ['tags', TERM_QUERIES] as const]) {
    for (const query of queries) {
      it(`reads few ${plural} and counts by the index alone: ${query || 'all'}`, async () => {
        const { page, total } = await cost(plural, query);
        // Among the branches of a tree, those with nothing below them are looked at too.
        expect(page).to.be.at.most(plural === 'categories' ? 2 * 11 : 11);
        expect(total).to.equal(0);
      });
    }
  }

  it('reads no more events than lie in the dates of a search, though the index of words does not tell what it looks for', async () => {
    const { page, total } = await cost('events', '?search="event 4"&start_date=2030-01-20&end_date=2030-01-21');
    expect(page).to.be.at.most(2 * 96);
    expect(total).to.be.at.most(2 * 96);
  });

  for (const as of READERS.filter((reader) => reader !== 'author')) {
    it(`counts what has a part of a word by the index of words, and reads few events that have not, as ${as ?? 'nobody'}`, async () => {
      expect(await cost('events', '?search=vent', as)).to.deep.equal({ page: 10, total: 0 });
      const { page, total } = await cost('events', '?search=serena', as);
      expect(page).to.be.within(10, 100);
      expect(total).to.equal(0);
    });

    it(`reads no event to find that none has a part of a word, as ${as ?? 'nobody'}`, async () => {
      watching.forget();
      const { body } = await running.ask('GET', '/events?search=nocturne', as ? { as } : {});
      expect(body).to.include({ total: 0 });
      const asked = watching.latest.filter((command) => command['find'] === 'events' || command['aggregate'] === 'events');
      const costs = await Promise.all(asked.map((command) => explain(running.service.services.connection.db(), command, 'executionStats')));
      expect(costs.reduce((sum, { documents }) => sum + documents, 0)).to.equal(0);
    });
  }
});
