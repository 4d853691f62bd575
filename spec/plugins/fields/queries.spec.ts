import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import { ensureIndexes } from '../../../lib/database/driver/indexes';
import { explain, isOfFewWords, type Watching, watchCommands, watchedUri } from '../../database/commands';
import { dropDatabase, freshDatabase } from '../../support/server';
import { clockAt, type Login, type Running, startService } from '../../support/service';
import { description } from '../samples';
import { shop } from '../shop';

/** Filterable fields on a kind and on events, whose lists hide protected values. */
const adding: Plugin = (registry) => {
  registry.registerField('events', 'motto', { type: 'string', maxLength: 50, filter: true, sort: true, search: true, description });
  registry.registerField('events', 'places', { type: 'integer', filter: true, sort: true, description });
  registry.registerField('events', 'indoors', { type: 'boolean', filter: true, description });
  registry.registerField('events', 'host', { link: 'venues', description });
  registry.registerField('events', 'moods', { link: 'moods', many: true, description });
};

const READERS: readonly (Login | undefined)[] = [undefined, 'author', 'editor'];

const FILTERS: Readonly<Record<string, readonly string[]>> = {
  tickets: [
    ...['code=AA', 'code=AA,BB', 'price=5', 'seats=1', 'state=on sale', 'refundable=true', 'refundable=false', 'printed=false', 'vip=true'],
    ...['perks=entry', 'rows=1,2', 'opens=2030-06-01T10:00:00Z', 'cheap=7', 'event=EVENT', 'venues=VENUE', 'upgrade=TICKET'],
    ...['genres=rock', 'moods=calm'],
    ...['code=AA&price=5', 'code=AA&search=seat', 'perks=entry&refundable=true', 'search=entry', 'include=TICKET&code=AA'],
  ],
  events: [
    ...['motto=AA', 'places=5,6', 'indoors=true', 'indoors=false', 'host=VENUE', 'moods=calm', 'motto=AA&categories=CATEGORY'],
    'search=motto&places=5',
  ],
};
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  tickets: ['date', 'title', 'code', 'price', 'seats', 'refundable', 'opens'],
  events: ['motto', 'places'],
};

describe('plugins: database queries of lists use indexes (explain)', () => {
  let running: Running;
  let watching: Watching;
  let empty: string;
  const ids: Record<string, number> = {};
  /** Shapes of queries that use fields of plugins both to filter and to sort. Either index may be better for them. */
  const filteredAndSorted = new Set<string>();

  const get = async (path: string, as?: Login) => {
    const named = path.replace(/\b[A-Z]{3,}\b/g, (name) => String(ids[name] ?? name)).replaceAll(' ', '%20');
    const answer = await running.ask('GET', named, as && { as });
    expect(answer.status, `${path}: ${answer.text.slice(0, 200)}`).to.equal(200);
    return answer.body;
  };
  const create = async (path: string, json: object): Promise<number> => {
    const answer = await running.ask('POST', path, { as: 'editor', json });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body.id;
  };

  before(async () => {
    running = await startService({
      clock: clockAt('2030-05-01T12:00:00Z'),
      plugins: [shop, adding],
      environment: { MONGODB_URI: await watchedUri(), CACHE_MB: '0' },
    });
    const db = running.service.services.connection.db();
    watching = watchCommands(db);
    empty = freshDatabase();
    await ensureIndexes(db.client.db(empty), running.service.services.stores.indexes);

    ids['VENUE'] = await create('/venues', { venue: 'Hall' });
    ids['CATEGORY'] = await create('/categories', { name: 'Games' });
    ids['EVENT'] = await create('/events', {
      ...{ title: 'Fair', start_date: '2030-06-01 10:00', end_date: '2030-06-01 12:00', motto: 'AA', places: 5, indoors: true },
      ...{ host: ids['VENUE'], moods: ['Calm'], categories: ['Games'] },
    });
    ids['TICKET'] = await create('/tickets', { title: 'Seat', code: 'AA' });
    const ticket = { title: 'Seat', code: 'AA', price: 5, event: ids['EVENT'], venues: [ids['VENUE']], upgrade: ids['TICKET'], rows: [1] };
    const linked = await create('/tickets', { ...ticket, genres: ['Rock'], moods: ['Calm'], opens: '2030-06-01T10:00:00Z', vip: true });
    await running.ask('PATCH', `/tickets/${linked}`, { as: 'editor', json: { genres: ['Jazz'], event: null } });
    await running.ask('PATCH', `/tickets/${linked}`, { as: 'editor', json: { genres: ['Rock'], event: ids['EVENT'] } });
    // With few records the database would always sort in memory.
    for (const plural of ['tickets', 'events']) await multiply(plural);

    for (const as of READERS) {
      for (const [plural, filters] of Object.entries(FILTERS)) {
        const orders = ORDERS[plural] ?? [];
        for (const query of ['', ...filters]) await get(`/${plural}?${query}`, as);
        for (const by of orders) for (const order of ['asc', 'desc']) await get(`/${plural}?orderby=${by}&order=${order}`, as);
        const before = new Set(watching.shapes.keys());
        for (const query of filters) await get(`/${plural}?${query}&orderby=${orders.at(-1)}`, as);
        for (const shape of watching.shapes.keys()) if (!before.has(shape)) filteredAndSorted.add(shape);
      }
      for (const path of ['/tickets/TICKET', '/events/EVENT', '/venues/VENUE', '/moods', '/genres?post=TICKET&hide_empty=false'])
        await get(path, as);
    }
    for (const path of [`/tickets/${linked}`, `/venues/${ids['VENUE']}`])
      for (const query of ['', '?force=true'])
        expect((await running.ask('DELETE', `${path}${query}`, { as: 'editor' })).status).to.equal(200);
  });
  after(async () => {
    await dropDatabase(empty);
    await running.stop();
  });

  /** Stores 500 copies of a record with various authors, statuses and values. */
  async function multiply(plural: string): Promise<void> {
    const collection = running.service.services.connection.collection<{ _id: number }>(plural);
    const [model] = (await collection.find().sort({ _id: -1 }).limit(1).toArray()) as (Record<string, object> & { _id: number })[];
    const copies = Array.from({ length: 500 }, (_, place) => ({
      ...model,
      _id: 100_000 + place,
      slug: `copy-${place}`,
      author: place % 7 === 0 ? running.ids.author : running.ids.editor,
      status: place % 11 === 0 ? 'draft' : 'publish',
      keys: { ...model?.['keys'], by_code: `code ${place}`, by_motto: `motto ${place}`, by_places: place, name: `seat ${place}` },
      fields: {
        ...model?.['fields'],
        code: `C${place}`,
        price: place,
        seats: place,
        places: place,
        motto: `M${place}`,
        genres: [],
        event: null,
        upgrade: null,
        venues: [],
        host: null,
      },
    }));
    await collection.insertMany(copies);
  }

  /** Reads the query plans of a database, by the shape of the command. */
  const plansIn = async (database: string): Promise<ReadonlyMap<string, readonly string[]>> => {
    const db = running.service.services.connection.db().client.db(database);
    const plans = new Map<string, readonly string[]>();
    for (const [shape, command] of watching.shapes) plans.set(shape, (await explain(db, command)).stages);
    return plans;
  };
  const withStage = (stage: string, plans: ReadonlyMap<string, readonly string[]>): string[] =>
    [...plans].filter(([, stages]) => stages.includes(stage)).map(([shape]) => JSON.stringify(watching.shapes.get(shape)));

  it('every query uses an index, and every sorted one its order, unless it filters by IDs, slugs or a field and sorts at once', async () => {
    expect(watching.shapes.size).to.be.greaterThan(150);
    const plans = await plansIn(running.database);
    expect(withStage('COLLSCAN', plans)).to.deep.equal([]);
    const sorted = withStage('SORT', new Map([...plans].filter(([shape]) => !filteredAndSorted.has(shape))));
    expect(sorted.filter((command) => !/"(_id|slug)":\{"\$in":/.test(command) && !isOfFewWords(command))).to.deep.equal([]);
  });

  it('every query uses an index in an empty database', async () => {
    expect(withStage('COLLSCAN', await plansIn(empty))).to.deep.equal([]);
  });

  it('the number of queries is independent of the number of records', async () => {
    for (const place of [1, 2, 3, 4, 5]) {
      const event = await create('/events', {
        title: `Fair ${place}`,
        start_date: '2030-06-01 10:00',
        end_date: '2030-06-01 12:00',
        moods: ['Calm'],
      });
      await create('/tickets', { title: 'Seat', code: `T${place}`, event, upgrade: ids['TICKET'], genres: ['Rock'], moods: ['Calm'] });
    }
    for (const plural of ['tickets', 'events']) {
      const counts: number[] = [];
      for (const size of [2, 20]) {
        watching.forget();
        expect((await get(`/${plural}?per_page=${size}`))[plural]).to.have.lengthOf(size);
        counts.push(watching.latest.length);
      }
      expect(counts[1]).to.equal(counts[0]);
    }
  });
});
