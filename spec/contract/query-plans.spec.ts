import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { buildFixtures } from '../../fixtures/fixtures';
import { createUser } from '../../lib/access/roles';
import { publishDue } from '../../lib/content/visibility/scheduled';
import { ensureIndexes } from '../../lib/database/driver/indexes';
import { addAccount, renewPassword } from '../../lib/program/commands/accounts';
import { seed } from '../../lib/program/seed/seed';
import { explain, isOfFewWords, type Watching, watchCommands, watchedUri } from '../database/commands';
import { crowdId, storeCrowd } from '../database/crowd';
import { dropDatabase, freshDatabase, mongoUri } from '../support/server';
import { type Ask, clockAt, type Login, type Running, startService } from '../support/service';

const DATES = { start_date: '2030-05-06 19:00:00', end_date: '2030-05-06 22:00:00' };

/** Readers whose lists use different filters. Other roles use filters of the same shapes. */
const READERS = [undefined, 'author', 'editor'] as const;

const EVENT_LISTS = [
  ...['', '?page=2&per_page=2', '?start_date=2030-01-01&end_date=2030-12-31', '?start_date=2030-05-06 19:00:00&strict_dates=true'],
  ...['?starts_after=2030-01-01', '?starts_before=2031-01-01', '?ends_after=2030-01-01', '?ends_before=2031-01-01'],
  ...['?starts_after=2030-01-01&ends_before=2031-01-01', '?search=concert', '?search="opera night" -jazz', '?categories=music'],
  ...['?categories=music,opera', '?tags=loud', '?tags=loud&categories=music', '?venue=VENUE', '?venue=VENUE,VENUE2'],
  ...['?organizer=ORGANIZER', '?venue=VENUE&organizer=ORGANIZER', '?categories=music&search=concert'],
  ...['?categories=music&starts_after=2030-01-01', '?featured=true', '?featured=false', '?geoloc=true', '?geoloc=false'],
  ...['?geoloc_lat=48.8&geoloc_lng=2.3', '?include=EVENT,EVENT2', '?post_parent=EVENT', '?ticketed=true', '?status=publish'],
];
const EDITORS_LISTS = [
  '?status=draft',
  '?status=publish,draft',
  '?status=trash',
  '?status=draft&search=concert',
  '?status=private&categories=music',
];

const linkedLists = (link: string) => [
  '',
  '?page=2&per_page=1',
  '?search=hall',
  `?event=${link}`,
  '?has_events=true',
  '?has_events=false',
  '?only_with_upcoming=true',
  '?has_events=true&only_with_upcoming=true&search=hall',
  '?status=publish',
];

const ORDERS = ['name', 'slug', 'id', 'term_id', 'count', 'description', 'parent', 'none', 'include', 'term_group'];
const TERM_LISTS = [
  '',
  '?hide_empty=false',
  '?search=mus',
  '?include=TERM,TERM2&hide_empty=false',
  '?exclude=TERM',
  '?slug=music,loud&hide_empty=false',
  '?event=EVENT',
  '?post=EVENT&hide_empty=false',
  ...ORDERS.flatMap((by) => [`?orderby=${by}`, `?orderby=${by}&order=desc&hide_empty=false`]),
];
const CATEGORY_LISTS = ['?parent=0', '?parent=TERM&hide_empty=false', '?parent=TERM&hide_empty=false&orderby=count'];

/** Event lists that are requested in several languages too. */
const EVENTS_IN_LANGUAGES = EVENT_LISTS.filter((query) => !/page=|_before|strict|,|post_parent|ticketed|free/.test(query));
const VENUES_IN_LANGUAGES = ['', '?search=hall', '?has_events=true', '?only_with_upcoming=true'];
const TERMS_IN_LANGUAGES = ['', '?search=mus', '?event=EVENT', '?parent=0', '?orderby=count&order=desc', '?orderby=slug'];

/** Adds variants with a fallback language and with all languages. */
const spoken = (lists: readonly string[], ...ways: readonly string[]): readonly string[] =>
  lists.flatMap((query) => ways.map((way) => `${query}${query === '' ? '?' : '&'}${way}=true`));
const WAYS = ['ml_fallback', 'ml_all'] as const;

/** Pages of the site: months, records with their lists, and archives. */
const PAGES = [
  '',
  '?month=2030-05',
  '?month=2030-05&page=2',
  'event/?p=EVENT',
  'event/grand-concert/',
  'event/draft-without-page/',
  ...['venue/town-hall/', 'organizer/ann/', 'events/category/music/', 'tag/loud/'].flatMap((path) => [path, `${path}?when=past`]),
  ...['venue/', 'organizer/', 'events/category/', 'tag/'].flatMap((path) => [path, `${path}?page=2`]),
];

/** The maximum number of examined records for a page of ten. Lists for an author also skip records of other users. */
const PAGE = 30;

/** Lists with an index for all their filters. They examine few more records than they show, and none for the total. */
const CHEAP_LISTS: readonly (readonly [plural: string, query: string, more?: { readonly editorsOnly?: boolean }])[] = [
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
const CHEAP_TERM_LISTS: readonly string[] = [
  '',
  '?hide_empty=false',
  `?exclude=${crowdId(1)}`,
  ...['name', 'slug', 'id', 'count', 'description', 'parent', 'none'].flatMap((by) => [
    `?orderby=${by}`,
    `?orderby=${by}&order=desc`,
    `?parent=${crowdId(1)}&orderby=${by}`,
  ]),
];

describe('database: query plans', function () {
  this.timeout(180_000);

  let running: Running;
  let watching: Watching;
  let empty: string;
  const ids: Record<string, number> = {};

  const named = (path: string) =>
    path
      .replace(/\b[A-Z]+\d?\b/g, (name) => String(ids[name] ?? name))
      .replaceAll(' ', '%20')
      .replaceAll('"', '%22');
  const ask = async (method: string, path: string, more?: Ask, status = 200) => {
    const answer = await running.ask(method, named(path), more);
    expect(answer.status, `${method} ${path} as ${more?.as ?? 'nobody'}: ${answer.text.slice(0, 300)}`).to.equal(status);
    return answer.body;
  };
  const create = async (path: string, json: object, as: Login = 'admin') => (await ask('POST', path, { as, json }, 201)).id as number;

  /** Writes every content type in every way. */
  async function write(): Promise<void> {
    ids['TERM'] = await create('/categories', { name: 'Music', description: 'All of it' });
    ids['TERM2'] = await create('/categories', { name: 'Opera', parent: ids['TERM'] });
    ids['TAG'] = await create('/tags', { name: 'Loud' });
    ids['VENUE'] = await create('/venues', { venue: 'Town Hall', geo_lat: 48.85, geo_lng: 2.35 });
    ids['VENUE2'] = await create('/venues', { venue: 'Old Hall' });
    ids['ORGANIZER'] = await create('/organizers', { organizer: 'Ann', image: 'https://example.org/a.png' });
    const whole = {
      ...DATES,
      title: 'Concert',
      categories: ['music', 'Opera', 'New category'],
      tags: ['Loud', ids['TAG'], 'new tag'],
      venue: [{ venue: 'Town Hall' }, { venue: 'New Hall' }],
      organizer: [ids['ORGANIZER'], { organizer: 'Bob' }],
      image: 'https://example.org/b.png',
    };
    ids['EVENT'] = await create('/events', whole);
    ids['EVENT2'] = await create('/events', { ...whole, featured: true, post_parent: ids['EVENT'] });
    await create('/events', { ...DATES, title: 'Waiting', categories: ['music'] }, 'contributor');
    for (const status of ['draft', 'private', 'pending', 'trash'])
      await create('/events', { ...whole, status, author: running.ids.author });
    await ask('PATCH', '/events/EVENT2', {
      as: 'editor',
      json: { title: 'Opera night', slug: 'concert', venue: ids['VENUE'], password: 'secret' },
    });
    await ask('PATCH', '/events/EVENT2', { as: 'editor', json: { password: '' } });
    await ask('PATCH', '/events/by-slug/concert', { as: 'editor', json: { slug: 'grand-concert', tags: ['loud'] } });
    for (const method of ['DELETE', 'DELETE']) await ask(method, '/events/EVENT2?force=true', { as: 'editor' });
    ids['EVENT2'] = await create('/events', whole);
    await ask('GET', '/events/by-slug/grand-concert');
    await ask('GET', '/events/EVENT');
    await ask('PATCH', '/venues/by-slug/old-hall', { as: 'editor', json: { venue: 'Older Hall' } });
    await ask('DELETE', '/venues/VENUE2', { as: 'editor' });
    await ask('PATCH', '/venues/VENUE2', { as: 'editor', json: { status: 'publish' } });
    await ask('PATCH', '/categories/TERM2', { as: 'editor', json: { slug: 'operas', parent: 0 } });
    await ask('PATCH', '/categories/TERM2', { as: 'editor', json: { slug: 'opera', parent: ids['TERM'] } });
    const middle = await create('/categories', { name: 'Middle' });
    const leaf = await create('/categories', { name: 'Leaf', parent: middle });
    await ask('DELETE', `/categories/${middle}`, { as: 'editor' });
    expect((await ask('GET', `/categories/${leaf}`)).parent).to.equal(0);
  }

  before(async () => {
    running = await startService({
      clock: clockAt('2030-01-15T12:00:00Z'),
      environment: { MONGODB_URI: await watchedUri(), CACHE_MB: '0' },
    });
    watching = watchCommands(running.service.services.connection.db());
    empty = freshDatabase();
    const client = await MongoClient.connect(await mongoUri());
    await ensureIndexes(client.db(empty), running.service.services.stores.indexes);
    await client.close();

    await write();
    // Servers sort a few records without an index.
    const authors = [running.ids.editor, running.ids.author, running.ids.author2];
    await storeCrowd(running.service.services, { events: 4000, places: 80, terms: 100 }, authors);
    for (const as of READERS) {
      const asking = as ? { as } : {};
      for (const query of [...EVENT_LISTS, ...(as ? EDITORS_LISTS : [])]) await readPages('events', query, asking);
      for (const query of [...linkedLists('EVENT'), ...(as ? EDITORS_LISTS.slice(0, 4) : [])]) await readPages('venues', query, asking);
      for (const query of linkedLists('EVENT').slice(0, 1)) await readPages('organizers', query, asking);
    }
    for (const as of [undefined, 'author'] as const) {
      const asking = as ? { as } : {};
      for (const query of spoken([...EVENTS_IN_LANGUAGES, ...(as ? EDITORS_LISTS.slice(0, 1) : [])], ...WAYS))
        await readPages('events', query, asking);
      for (const query of spoken(VENUES_IN_LANGUAGES, ...WAYS)) await readPages('venues', query, asking);
    }
    for (const query of spoken(TERMS_IN_LANGUAGES, ...WAYS)) await readPages('categories', query);
    for (const by of ['never-was', 'never-was?ml_fallback=true']) await ask('GET', `/events/by-slug/${by}`, {}, 404);
    for (const as of [undefined, 'author'] as const) {
      for (const page of PAGES) {
        const answer = await running.ask('GET', `//en/${named(page)}`, { ...(as && { as }), headers: { accept: 'text/html' } });
        expect(/page=2|without/.test(page) ? [200, 404] : [200, 302], page).to.include(answer.status);
      }
    }
    for (const query of [...TERM_LISTS, ...CATEGORY_LISTS]) await readPages('categories', query);
    for (const query of TERM_LISTS.filter((one) => !one.includes('orderby')))
      await readPages('tags', query.replaceAll('TERM2', 'TAG').replaceAll('TERM', 'TAG'));

    const fixtures = Object.entries(buildFixtures(new Date('2030-05-01T12:00:00Z'))).map(([plural, list]) => [plural, list.slice(0, 3)]);
    const user = createUser({ id: running.ids.admin, login: 'admin', role: 'administrator' });
    for (const expectedCount of [30, 0])
      expect(await seed(Object.fromEntries(fixtures), running.service.services, user)).to.equal(expectedCount);

    expect(await publishDue(running.service.services)).to.be.above(0);
    expect(await publishDue(running.service.services)).to.equal(0);
    const { users } = running.service.services;
    await addAccount(users, 'guest', 'author');
    await renewPassword(users, 'guest');
    await users.change('guest', { role: 'editor' });
    await users.list();
    await users.remove('guest');

    const keyed = { as: 'editor', json: { name: 'Keyed' }, headers: { 'idempotency-key': 'keyed' } } as const;
    for (const _ of ['first', 'again']) await ask('POST', '/tags', keyed, 201);
    const { connection, idempotency } = running.service.services;
    const expires = new Date('2030-05-02T00:00:00Z');
    const full = Array.from({ length: 10_000 }, (_, place) => ({ _id: String(place), user: running.ids.admin, expires, bytes: 1 }));
    await connection.collection<{ _id: string }>('idempotency_keys').insertMany(full);
    await ask('POST', '/tags', { ...keyed, as: 'admin' }, 429);
    await idempotency.deleteExpired();
  });
  after(async () => {
    await dropDatabase(empty);
    await running.stop();
  });

  /** Requests a list. A missing second page is refused, but its query has run. */
  async function readPages(plural: string, query: string, more: Ask = {}): Promise<void> {
    const answer = await running.ask('GET', `/${plural}${named(query)}`, more);
    expect([200, 404], `GET /${plural}${query}: ${answer.text.slice(0, 200)}`).to.include(answer.status);
  }

  /** Commands with a small result, which may be sorted in memory. They read given IDs or slugs, or long events that are not over. */
  const isBounded = (command: string): boolean =>
    /"(_id|slug)":\{"\$in":|"keys\.long":true,"endsAt"/.test(command) || isOfFewWords(command);

  /** The plans of all command shapes in a database, as command text and plan stages. */
  const plansIn = async (database: string): Promise<(readonly [command: string, stages: readonly string[]])[]> => {
    const db = running.service.services.connection.db().client.db(database);
    const plans: (readonly [string, readonly string[]])[] = [];
    for (const command of watching.shapes.values()) plans.push([JSON.stringify(command), (await explain(db, command)).stages]);
    return plans;
  };
  const withStage = (stage: string, plans: Awaited<ReturnType<typeof plansIn>>): string[] =>
    plans.filter(([, stages]) => stages.includes(stage)).map(([command]) => command);

  it('cover every sort of command on every collection', () => {
    const kinds = new Set([...watching.shapes.keys()].map((shape) => shape.split(' ').slice(0, 2).join(' ')));
    expect([...kinds]).to.include.members([
      ...['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((plural) => [
        `find ${plural}`,
        `aggregate ${plural}`,
        `update ${plural}`,
      ]),
      ...['events', 'categories'].map((plural) => `delete ${plural}`),
      ...['find users', 'find media', 'findAndModify counters', 'update users', 'findAndModify users'],
      ...['find', 'update', 'delete'].map((command) => `${command} idempotency_keys`),
    ]);
    expect(watching.shapes.size).to.be.greaterThan(400);
  });

  it('use an index for every command (no COLLSCAN), and its order (no SORT) except for lists of given IDs or slugs', async () => {
    const plans = await plansIn(running.database);
    expect(withStage('COLLSCAN', plans)).to.deep.equal([]);
    expect(withStage('SORT', plans).filter((command) => !isBounded(command))).to.deep.equal([]);
  });

  it('use an index in a database without records, too', async () => {
    expect(withStage('COLLSCAN', await plansIn(empty))).to.deep.equal([]);
  });

  /** Requests a list and returns the numbers of records that were examined for its page and for its total, and of commands that count. */
  async function cost(plural: string, query: string, as?: Login): Promise<{ page: number; total: number; counts: number }> {
    watching.forget();
    const answer = await running.ask('GET', `/${plural}${query}`, as ? { as } : {});
    expect(answer.status, answer.text.slice(0, 200)).to.equal(200);
    const commands = watching.latest.filter((command) => command['find'] === plural || command['aggregate'] === plural);
    const costs = { page: 0, total: 0, counts: commands.filter((command) => command['aggregate']).length };
    for (const command of commands) {
      const { documents } = await explain(running.service.services.connection.db(), command, 'executionStats');
      if (command['find']) costs.page = Math.max(costs.page, documents);
      else costs.total += documents;
    }
    return costs;
  }

  /** Expects a list to examine no more records than its page needs, and none for the total. */
  const expectCheap = async (plural: string, query: string, most: number, as?: Login) => {
    const { page, total, counts } = await cost(plural, query, as);
    const message = `GET /${plural}${query} as ${as ?? 'nobody'}`;
    expect(page, message).to.be.at.most(most);
    expect(total, message).to.equal(0);
    expect(counts, message).to.be.above(0);
  };

  it('of lists with an index for their filters examine the records of the page, and none for the total', async () => {
    for (const [plural, query, { editorsOnly = false } = {}] of CHEAP_LISTS)
      for (const as of editorsOnly ? (['editor'] as const) : ([undefined, 'author'] as const))
        await expectCheap(plural, query, query.includes('page=5') ? 5 * PAGE : PAGE, as);
  });

  it('of lists of terms examine the records of the page, and none for the total', async () => {
    // A hierarchical list also examines branches without a matching term.
    for (const query of CHEAP_TERM_LISTS) await expectCheap('categories', query, 2 * 11);
    for (const query of CHEAP_TERM_LISTS.filter((one) => /^$|count|hide_empty/.test(one) && !one.includes('parent')))
      await expectCheap('tags', query, 11);
  });

  it('GET /events?search with a phrase examines no more events than its dates allow', async () => {
    const dates = 'start_date=2030-01-20&end_date=2030-01-21';
    const { page, total, counts } = await cost('events', `?search="event"&per_page=1&${dates}`);
    expect(page).to.be.at.most(2 * 96);
    expect(total).to.be.at.most(2 * 96);
    expect(counts).to.equal(1);
    // A page that is not full shows the total.
    expect((await cost('events', `?search="no event"&${dates}`)).counts).to.equal(0);
  });
});
