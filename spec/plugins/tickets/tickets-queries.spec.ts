import { expect } from 'chai';
import type { Document } from 'mongodb';
import { plugin } from '../../../fixtures/plugins/tickets/index';
import { explain, type Watching, watchCommands, watchedUri } from '../../database/commands';
import { crowdId, storeCrowd } from '../../database/crowd';
import { clockAt, type Login, type Running, startService } from '../../support/service';

const EVENTS = 3000;
const TICKETS = 3000;
const FIRST_TICKET = 500_000;
/** The limit of documents for a page of ten. Some must be read to skip the hidden ones. */
const PAGE = 30;
const READERS: readonly (Login | undefined)[] = [undefined, 'author', 'editor'];

const LISTS: readonly (readonly [plural: string, query: string])[] = [
  ['events', '?ticketed=true'],
  ['events', '?ticketed=true&page=2'],
  ['events', '?ticketed=false'],
  ['tickets', ''],
  ['tickets', '?on_sale=true'],
  ['tickets', `?event=${crowdId(24)}`],
  ['tickets', '?price=7'],
  ['tickets', '?orderby=price'],
  ['tickets', '?orderby=price&order=desc'],
  ['tickets', '?orderby=title'],
];

describe('tickets plugin: database queries of lists (explain)', () => {
  let running: Running;
  let watching: Watching;

  const connection = () => running.service.services.connection;

  /** Stores copies of the first ticket: three for every tenth event. */
  async function storeTickets(): Promise<void> {
    const tickets = connection().collection<Document>('tickets');
    const events = connection().collection<Document>('events');
    const prototype = await tickets.findOne({});
    const moment = (place: number, many: number) => (place % many === 0 ? new Date('2030-01-10T00:00:00Z') : null);
    const eventOf = (place: number) => crowdId(Math.floor(place / 3) * 10 + 4);
    await tickets.insertMany(
      Array.from({ length: TICKETS }, (_, place) => {
        const fields = {
          event: eventOf(place % (EVENTS * 0.3)),
          price: place % 50,
          capacity: null,
          sales_start: null,
          sales_end: moment(place, 2),
        };
        const own = { _id: FIRST_TICKET + place, group: FIRST_TICKET + place, slug: `ticket-${place}`, fields };
        return { ...prototype, ...own, date: `2030-01-01 00:${String(place % 60).padStart(2, '0')}:00` };
      }) as never,
    );
    const ids = await tickets.distinct('fields.event');
    await events.updateMany({ _id: { $in: ids } } as never, { $set: { 'counts.tickets': 10 } });
  }

  before(async () => {
    const environment = { MONGODB_URI: await watchedUri(), CACHE_MB: '0' };
    running = await startService({ clock: clockAt('2030-01-15T12:00:00Z'), environment, plugins: [plugin] });
    const json = { title: 'First', start_date: '2029-05-06', end_date: '2029-05-07', categories: ['First'], venue: { venue: 'First' } };
    const more = { ...json, tags: ['First'], organizer: [{ organizer: 'First' }] };
    const event = await running.ask('POST', '/events', { as: 'author', json: more });
    expect(event.status).to.equal(201);
    await storeCrowd(running.service.services, { events: EVENTS, places: 50, terms: 50 }, [running.ids.author, running.ids.editor]);
    const ticket = await running.ask('POST', '/tickets', { as: 'admin', json: { title: 'First', event: event.body.id, price: 5 } });
    expect(ticket.status).to.equal(201);
    await storeTickets();
    watching = watchCommands(connection().db());
  });
  after(() => running.stop());

  const read = async (plural: string, query: string, as?: Login): Promise<readonly Document[]> => {
    watching.forget();
    const { status, body, text } = await running.ask('GET', `/${plural}${query}`, as ? { as } : {});
    expect(status, text.slice(0, 200)).to.equal(200);
    expect(body[plural], query).to.not.have.length(0);
    return [...watching.latest];
  };
  const countsAndPages = (commands: readonly Document[], plural: string) =>
    commands.filter((command) => (command['find'] === plural && command['limit']) || command['aggregate'] === plural);

  for (const [plural, query] of LISTS) {
    for (const as of READERS) {
      it(`read few ${plural} and count by an index alone: ${query || 'all'}, as ${as ?? 'nobody'}`, async () => {
        const commands = countsAndPages(await read(plural, query, as), plural);
        const costs = { page: 0, total: 0 };
        for (const command of commands) {
          const { documents, stages } = await explain(connection().db(), command, 'executionStats');
          expect(stages, JSON.stringify(command)).to.not.include.members(['COLLSCAN']);
          expect(stages, JSON.stringify(command)).to.not.include.members(['SORT']);
          if (command['find']) costs.page = Math.max(costs.page, documents);
          else costs.total += documents;
        }
        expect(commands.some((command) => command['aggregate'])).to.equal(true);
        expect(costs.page).to.be.at.most(query.includes('page=2') ? 2 * PAGE : PAGE);
        expect(costs.total).to.equal(0);
      });
    }
  }

  // No index alone can answer a filter that depends on two fields.
  it('read tickets that are not on sale in the order of an index', async () => {
    for (const command of countsAndPages(await read('tickets', '?on_sale=false'), 'tickets')) {
      const { stages, indexes } = await explain(connection().db(), command);
      expect(stages).to.not.include.members(['SORT']);
      expect(indexes).to.include('with_on_sale');
    }
  });

  it('find events with tickets by their index', async () => {
    const commands = countsAndPages(await read('events', '?ticketed=true'), 'events');
    expect(commands.length).to.be.above(1);
    expect(commands.map((command) => command['hint'])).to.deep.equal(commands.map(() => 'with_ticketed'));
  });

  it('send no ticket query for events without tickets', async () => {
    const commands = await read('events', '?ticketed=false');
    const costs = commands.filter((command) => command['aggregate'] === 'tickets');
    expect(costs).to.deep.equal([]);
  });

  it('look up the tickets of a page by the index of their events', async () => {
    const commands = (await read('events', '?ticketed=true')).filter((command) => (command['find'] ?? command['aggregate']) === 'tickets');
    expect(commands).to.have.length(2);
    for (const command of commands)
      expect(new Set((await explain(connection().db(), command)).indexes), JSON.stringify(command)).to.have.all.keys('is_event');
  });
});
