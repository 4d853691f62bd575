import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { buildFixtures } from '../../fixtures/fixtures';
import { createUser } from '../../lib/access/user';
import { publishDue } from '../../lib/kinds/posts/publish-due';
import { addAccount, renewPassword } from '../../lib/program/accounts';
import { seed } from '../../lib/program/seed';
import { ensureIndexes } from '../../lib/records/indexes';
import { dropDatabase, freshDatabase, mongoUri } from '../support/server';
import { type Ask, clockAt, type Login, type Running, startService } from '../support/service';
import { explain, isOfFewWords, type Watching, watchCommands, watchedUri } from './commands';
import { storeCrowd } from './crowd';

const DATES = { start_date: '2030-05-06 19:00:00', end_date: '2030-05-06 22:00:00' };

/** What every list is asked by: everybody sees another part of it. */
const READERS: readonly (Login | undefined)[] = [undefined, 'subscriber', 'contributor', 'author', 'editor'];

const EVENT_LISTS = [
  '',
  '?page=2&per_page=2',
  '?start_date=2030-01-01&end_date=2030-12-31',
  '?start_date=2030-05-06 19:00:00&strict_dates=true',
  '?starts_after=2030-01-01',
  '?starts_before=2031-01-01',
  '?ends_after=2030-01-01',
  '?ends_before=2031-01-01',
  '?starts_after=2030-01-01&ends_before=2031-01-01',
  '?search=concert',
  '?search="opera night" -jazz',
  '?categories=music',
  '?categories=music,opera',
  '?tags=loud',
  '?tags=loud&categories=music',
  '?venue=VENUE',
  '?venue=VENUE,VENUE2',
  '?organizer=ORGANIZER',
  '?venue=VENUE&organizer=ORGANIZER',
  '?categories=music&search=concert',
  '?categories=music&starts_after=2030-01-01',
  '?featured=true',
  '?featured=false',
  '?geoloc=true',
  '?geoloc=false',
  '?geoloc_lat=48.8&geoloc_lng=2.3',
  '?include=EVENT,EVENT2',
  '?post_parent=EVENT',
  '?ticketed=true',
  '?status=publish',
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

/** The same lists in several languages. */
const spoken = (lists: readonly string[], ...ways: readonly string[]): readonly string[] =>
  lists.flatMap((query) => ways.map((way) => `${query}${query === '' ? '?' : '&'}${way}=true`));
const WAYS = ['ml_fallback', 'ml_all'] as const;

/** The pages for people: months, records with their lists, and the folders of kinds. */
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

describe('records: queries', () => {
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

  /** Writes every kind of record in every way that there is. */
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
    ids['EVENT2'] = await create('/events', {
      ...whole,
      featured: true,
      post_parent: ids['EVENT'],
      image: String(ids['IMAGE'] ?? '') || 'https://example.org/b.png',
    });
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
    running = await startService({ clock: clockAt('2030-05-01T12:00:00Z'), environment: { MONGODB_URI: await watchedUri() } });
    watching = watchCommands(running.service.services.connection.db());
    empty = freshDatabase();
    const client = await MongoClient.connect(await mongoUri());
    await ensureIndexes(client.db(empty), running.service.services.kinds.indexes);
    await client.close();

    await write();
    // With a handful of records, sorting them is what the server finds cheapest.
    await storeCrowd(running.service.services, { events: 1000, places: 100, terms: 50 }, [running.ids.editor, running.ids.author]);
    for (const as of READERS) {
      const asking = as ? { as } : {};
      const editing = as && as !== 'subscriber';
      for (const query of [...EVENT_LISTS, ...(editing ? EDITORS_LISTS : [])]) await readPages('events', query, asking);
      for (const plural of ['venues', 'organizers']) {
        for (const query of [...linkedLists('EVENT'), ...(editing ? EDITORS_LISTS.slice(0, 4) : [])])
          await readPages(plural, query, asking);
      }
    }
    for (const as of [undefined, 'author', 'editor'] as const) {
      const asking = as ? { as } : {};
      for (const query of spoken([...EVENT_LISTS, ...(as ? EDITORS_LISTS : [])], ...WAYS)) await readPages('events', query, asking);
      for (const query of spoken([...linkedLists('EVENT'), ...(as ? EDITORS_LISTS.slice(0, 4) : [])], ...WAYS))
        await readPages('venues', query, asking);
    }
    for (const query of spoken([...TERM_LISTS, ...CATEGORY_LISTS], ...WAYS)) await readPages('categories', query);
    for (const by of ['never-was', 'never-was?ml_fallback=true']) await ask('GET', `/events/by-slug/${by}`, {}, 404);
    for (const as of READERS) {
      for (const page of PAGES) {
        const answer = await running.ask('GET', `//en/${named(page)}`, { ...(as && { as }), headers: { accept: 'text/html' } });
        expect(/page=2|without/.test(page) ? [200, 404] : [200, 302], page).to.include(answer.status);
      }
    }
    for (const query of [...TERM_LISTS, ...CATEGORY_LISTS]) await readPages('categories', query);
    for (const query of TERM_LISTS) await readPages('tags', query.replaceAll('TERM2', 'TAG').replaceAll('TERM', 'TAG'));

    const fixtures = Object.entries(buildFixtures(new Date('2030-05-01T12:00:00Z'))).map(([plural, list]) => [plural, list.slice(0, 3)]);
    const user = createUser({ id: running.ids.admin, login: 'admin', role: 'administrator' });
    for (const made of [30, 0]) expect(await seed(Object.fromEntries(fixtures), running.service.services, user)).to.equal(made);

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
    await idempotency.forgetExpired();
  });
  after(async () => {
    await dropDatabase(empty);
    await running.stop();
  });

  /** A list whose second page does not exist is refused, which its query has then been asked. */
  async function readPages(plural: string, query: string, more: Ask = {}): Promise<void> {
    const answer = await running.ask('GET', `/${plural}${named(query)}`, more);
    expect([200, 404], `GET /${plural}${query}: ${answer.text.slice(0, 200)}`).to.include(answer.status);
  }

  /** A list of given IDs or slugs is as long as what was asked for, and few events last long and are not over: these may be sorted in memory. */
  const isBounded = (command: string): boolean =>
    /"(_id|slug)":\{"\$in":|"keys\.long":true,"endsAt"/.test(command) || isOfFewWords(command);

  /** The commands whose plan has a stage that it should not have. */
  const withStage = async (stage: string, database: string): Promise<string[]> => {
    const db = running.service.services.connection.db().client.db(database);
    const found: string[] = [];
    for (const command of watching.shapes.values()) {
      if ((await explain(db, command)).stages.includes(stage)) found.push(JSON.stringify(command));
    }
    return found;
  };

  it('are of every kind, on every collection', () => {
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
    expect(watching.shapes.size).to.be.greaterThan(150);
  });

  it('are all answered through an index', async () => {
    expect(await withStage('COLLSCAN', running.database)).to.deep.equal([]);
  });

  it('are answered through an index while there are no records yet', async () => {
    expect(await withStage('COLLSCAN', empty)).to.deep.equal([]);
  });

  it('are answered in the order of an index, unless they ask for given IDs or slugs', async () => {
    const sorting = await withStage('SORT', running.database);
    expect(sorting.filter((command) => !isBounded(command))).to.deep.equal([]);
  });
});
