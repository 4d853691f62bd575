import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { READABLE } from '../../lib/registry/registry';
import { openStage, type Stage } from '../support/scenario';
import { mongoUri } from '../support/server';
import { type Beside, commandsDuring, get, startBeside, waitUntilCaching } from './second-service';

/** Enables a function that collects all garbage at once, so that the memory in use can be measured. */
const garbageCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
};

const EVENTS = '/en/cal/events/v1/events';
const DATES = { start_date: '2030-01-20 10:00:00', end_date: '2030-01-20 12:00:00' };

/** Values outside the database, which no service can watch. */
const outside = { weather: 'sun', rate: 1 };

/** Fields that depend on the clock, on another collection, on external values, and on records only. */
const fields: Plugin = (registry, services) => {
  const { clock } = services;
  const description = { en: 'What the clock shows', fr: 'L’heure' };
  registry.registerField('venues', 'seen_at', {
    type: 'string',
    stored: false,
    read: (venues) => venues.map(() => clock.now().toISOString()),
    description,
  });
  registry.registerField('tags', 'price', {
    type: 'integer',
    stored: false,
    async read(tags) {
      const price = await services.db.collection<{ readonly amount: number }>('prices').findOne({});
      return tags.map(() => price?.amount ?? 0);
    },
    description,
  });
  registry.registerField('tags', 'rate', {
    type: 'integer',
    stored: false,
    maxAge: 60,
    read: (tags) => tags.map(() => outside.rate),
    description,
  });
  registry.registerRoute('shop/v1', '/counts/{id}' as const, {
    methods: READABLE,
    permission: 'public',
    cache: true,
    args: { id: { type: 'integer', description } },
    async handle({ path: { id } }) {
      const terms = services.terms('categories');
      const [found] = await terms.find({ _id: id });
      return { found: found?.count, many: (await terms.many([id])).get(id)?.count };
    },
  });
  registry.registerField('venues', 'is_used', {
    type: 'boolean',
    stored: false,
    read: (venues) => venues.map((venue) => (venue as { used?: boolean }).used === true),
    description,
  });
  registry.registerField('categories', 'weather', {
    type: 'string',
    stored: false,
    cache: false,
    read: (categories) => categories.map(() => outside.weather),
    description,
  });
  registry.registerField('organizers', 'named', {
    type: 'string',
    stored: false,
    read: (organizers) => organizers.map(({ slug }) => `named ${slug}`),
    description,
  });
  registry.registerField('organizers', 'named_by', {
    type: 'string',
    stored: false,
    read: (organizers) => organizers.map((organizer) => String((organizer as { count?: number }).count)),
    description,
  });
  registry.registerField('organizers', 'subjects', {
    link: 'tags',
    many: true,
    description: { en: 'Subjects', fr: 'Sujets' },
  });
  registry.registerField('organizers', 'subject_counts', {
    type: 'string',
    stored: false,
    read: (organizers, _view, shown) =>
      organizers.map((_, place) =>
        JSON.stringify((shown[place]?.['subjects'] as { count: number }[] | undefined)?.map(({ count }) => count)),
      ),
    description,
  });
};

describe('cache of answers (CACHE_MB, Cache-Control, ETag)', () => {
  let stage: Stage;
  /** A service without a cache, on the same database. */
  let plain: Beside;
  before(async () => {
    stage = await openStage();
    plain = await startBeside(stage, { clock: stage.clock, environment: { CACHE_MB: '0' } });
    await stage.give({
      hall: { path: '/venues', json: { venue: 'Hall' } },
      ann: { path: '/organizers', json: { organizer: 'Ann' } },
      fair: { path: '/events', json: { title: 'Fair', ...DATES, venue: '{hall}', organizer: '{ann}' } },
      secret: { path: '/events', json: { title: 'Secret', ...DATES, password: 'sesame', description: 'Hidden text' } },
    });
    await waitUntilCaching(stage);
  });
  after(async () => {
    await plain.stop();
    await stage.stop();
  });

  /** The answer of the service without a cache, with the Host header of the other one. */
  const readPlainly = (path: string) => get(plain.address, path, { host: new URL(stage.address).host });
  /** The number of database commands during some work. */
  const commandsOf = async (work: () => Promise<unknown>): Promise<number> => (await commandsDuring(stage, work)).length;
  const read = (path: string, headers: Readonly<Record<string, string>> = {}) => get(stage.address, path, headers);
  /** Checks if an answer comes from the cache. It tries three times, because a busy machine may delay change events and so caching. */
  const isCached = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> => {
    for (let turn = 0; turn < 3; turn += 1) {
      let first: unknown;
      await commandsOf(async () => {
        first = await read(path, headers);
      });
      const commands = await commandsOf(async () => expect(await read(path, headers)).to.deep.equal(first));
      if (commands === 0) return true;
    }
    return false;
  };
  const fair = () => `${EVENTS}/${stage.names['fair']}`;

  it('answers lists, records by ID and by slug, and terms again without the database', async () => {
    for (const path of [
      EVENTS,
      fair(),
      `${EVENTS}/by-slug/fair`,
      `${EVENTS}?_fields=id`,
      `${EVENTS}?_envelope`,
      `${EVENTS}?format=geojson`,
      `${EVENTS}?facets=categories,venue`,
      '/en/cal/events/v1/categories',
      '/en/cal/events/v1/suggest?q=fa',
      '/en/cal/events/v1/events.ics',
      '/en/cal/events/v1/events.atom',
      `${fair()}.ics`,
      '/sitemap.xml',
      '/sitemaps/posts-0.xml',
      '/sitemaps/pages.xml',
    ])
      expect(await isCached(path), path).to.equal(true);
  });

  it('answers pages for people again without the database, until a record that they show changes', async () => {
    const html = { accept: 'text/html' };
    const month = '/en/?month=2030-01';
    for (const path of ['/en/', month, '/en/event/fair/', '/en/venue/hall/']) expect(await isCached(path, html), path).to.equal(true);
    await stage.ask('PATCH', `/events/${stage.names['fair']}`, { as: 'editor', json: { title: 'Great fair' } });
    expect((await read('/en/event/fair/', html)).text).to.include('Great fair');
    expect((await read(month, html)).text).to.include('Great fair');
    const commands = await commandsOf(async () => {
      for (const more of ['&fbclid=1', '&url=2']) expect((await read(`${month}${more}`, html)).text).to.include('Great fair');
    });
    expect(commands).to.equal(0);
    await stage.ask('PATCH', `/events/${stage.names['fair']}`, { as: 'editor', json: { title: 'Fair' } });
  });

  it('has one answer for parameters in any order, and for parameters that are not declared', async () => {
    const path = `${EVENTS}?per_page=7&search=fair`;
    expect(await isCached(path)).to.equal(true);
    const first = await read(path);
    const commands = await commandsOf(async () => {
      expect(await read(`${EVENTS}?search=fair&per_page=7`)).to.deep.equal(first);
      const other = await read(`${EVENTS}?search=fair&fbclid=1&per_page=7`);
      expect(other.text).to.equal(first.text);
      expect(other.headers['ignored-params']).to.equal('fbclid');
    });
    expect(commands).to.equal(0);
    expect(JSON.parse((await read(`${path}&_envelope&fbclid=1`)).text).headers['Ignored-Params']).to.equal('fbclid');
    expect(JSON.parse((await read(`${path}&_envelope`)).text).headers).to.not.have.property('Ignored-Params');
  });

  it('computes one answer for concurrent equal requests', async () => {
    const one = await commandsOf(async () => read(`${EVENTS}?per_page=8&search=fair`));
    const many = await commandsOf(async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => read(`${EVENTS}?per_page=9&search=fair`)));
      expect(new Set(all.map(({ text }) => text)).size).to.equal(1);
    });
    expect(many).to.equal(one);
  });

  it('refuses concurrent equal requests with the same error', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => read(`${EVENTS}/by-slug/nothing-has-it`)));
    for (const { status, headers } of all) expect([status, headers.allow]).to.deep.equal([404, 'GET']);
  });

  it('is not used for requests with Authorization, ?password or a body', async () => {
    for (const [path, headers] of [
      [EVENTS, { authorization: stage.authorization('subscriber') }],
      [EVENTS, { authorization: stage.authorization('editor') }],
      [`${EVENTS}?password=sesame`, {}],
      [`${EVENTS}/${stage.names['secret']}?password=sesame`, {}],
    ] as const)
      expect(await isCached(path, headers), path).to.equal(false);
    expect((await read(`${EVENTS}/${stage.names['secret']}?password=sesame`)).text).to.include('Hidden text');
    expect((await read(`${EVENTS}/${stage.names['secret']}`)).status).to.equal(403);
  });

  it('ignores Cache-Control: no-cache and Pragma: no-cache, except from users', async () => {
    const authorization = stage.authorization('editor');
    for (const path of [EVENTS, fair()])
      for (const headers of [{ 'cache-control': 'no-cache' }, { pragma: 'no-cache' }]) {
        expect(await isCached(path, headers), path).to.equal(true);
        expect(await isCached(path, { ...headers, authorization }), path).to.equal(false);
      }
  });

  it('stores an answer for each Host: a forged Host does not affect other clients', async () => {
    const own = await read(EVENTS);
    for (const host of ['evil.example', 'other.example:8080']) {
      const forged = await read(EVENTS, { host });
      expect(forged.text).to.include(`http://${host}${EVENTS}`).and.include(`"${host}?id=`);
      expect(forged.headers['link']).to.include(`http://${host}/en/`);
      expect(forged.text).to.not.include(stage.address);
      expect(forged.headers.etag).to.not.equal(own.headers.etag);
      const after = await read(EVENTS);
      expect(after).to.deep.equal(own);
    }
    expect(own.text.replaceAll(stage.address.slice(7), 'evil.example')).to.equal((await read(EVENTS, { host: 'evil.example' })).text);
  });

  it('stores an answer for each Accept-Language', async () => {
    const path = '/?rest_route=/cal/events/v1/events';
    for (const language of ['en', 'fr', 'en', 'fr']) {
      const { headers, text } = await read(path, { 'accept-language': language });
      expect(headers['content-language']).to.equal(language);
      expect(text).to.include(`/${language}/cal/events/v1/events/?`);
    }
  });

  it('answers HEAD, and 304 for If-None-Match', async () => {
    const { headers, text } = await read(EVENTS);
    const head = await get(stage.address, EVENTS, {}, 'HEAD');
    expect(head.headers).to.deep.equal(headers);
    expect(Number(head.headers['content-length'])).to.equal(Buffer.byteLength(text));
    const unchanged = await read(EVENTS, { 'if-none-match': String(headers.etag) });
    expect(unchanged).to.include({ status: 304, text: '' });
  });

  it('never returns an outdated answer after a write is acknowledged', async () => {
    for (let round = 0; round < 2; round++) {
      expect((await read(fair())).text).to.not.include(`Fair ${round}"`);
      await stage.ask('PATCH', `/events/${stage.names['fair']}`, { as: 'editor', json: { title: `Fair ${round}` } });
      for (const path of [fair(), EVENTS, `${EVENTS}/by-slug/fair`]) expect((await read(path)).text, path).to.include(`"Fair ${round}"`);
      await stage.ask('PATCH', `/venues/${stage.names['hall']}`, { as: 'editor', json: { city: `City ${round}` } });
      for (const path of [fair(), EVENTS]) expect((await read(path)).text, path).to.include(`"City ${round}"`);
    }
  });

  it('keeps lists and totals that a write does not affect', async () => {
    await stage.give({
      jazz: { path: '/categories', json: { name: 'Jazz' } },
      chess: { path: '/categories', json: { name: 'Chess' } },
      concert: { path: '/events', json: { title: 'Concert', ...DATES, categories: ['{jazz}'] } },
      game: { path: '/events', json: { title: 'Game', ...DATES, categories: ['{chess}'], venue: '{hall}' } },
    });
    const jazz = `${EVENTS}?categories=jazz`;
    const lists = [jazz, `${EVENTS}?search=concert`, `${EVENTS}?start_date=2030-01-18&end_date=2030-01-19`, '/en/cal/events/v1/venues'];
    for (const path of lists) await commandsOf(() => read(path));
    const totals: unknown[] = [];
    const change = (json: object) => stage.ask('PATCH', `/events/${stage.names['game']}`, { as: 'editor', json });
    for (const write of [
      () => stage.ask('POST', '/events', { as: 'editor', json: { title: 'Blitz', ...DATES, categories: [stage.names['chess']] } }),
      () => change({ title: 'Another game', start_date: '2030-01-21 10:00:00', end_date: '2030-01-21 11:00:00' }),
      () => change({ status: 'trash' }),
    ]) {
      const { status } = await write();
      expect(status).to.be.within(200, 201);
      for (const path of lists) expect(await commandsOf(() => read(path)), path).to.equal(0);
      totals.push(JSON.parse((await read(jazz)).text).total);
    }
    expect(totals).to.deep.equal([1, 1, 1]);
    // The service updates a list that a new record enters: it reads only the record, its linked records and its position.
    const { body } = await stage.ask('POST', '/events', {
      as: 'editor',
      json: { title: 'Session', ...DATES, categories: [stage.names['jazz']] },
    });
    const after = JSON.parse((await read(jazz)).text) as { total: number; events: { id: number }[] };
    expect(after.total).to.equal(2);
    expect(after.events.map(({ id }) => id)).to.deep.equal([stage.names['concert'], body.id]);
  });

  it('has the right total of lists whose first request comes during a write', async () => {
    const ROUNDS = 4;
    const date = (round: number) => new Date(Date.UTC(2031, 0, 1 + round)).toISOString().slice(0, 10);
    const lists: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const writing = stage.ask('POST', '/events', {
        as: 'editor',
        json: { title: `Raced ${round}`, start_date: `${date(round)} 10:00:00`, end_date: `${date(round)} 11:00:00` },
      });
      // Two requests for each list, with a short delay.
      for (let turn = 0; turn < 6; turn++) {
        const path = `${EVENTS}?search=raced+-zz${round}x${turn}&start_date=2031-01-01&end_date=2031-12-31&per_page=1`;
        lists.push(path);
        await read(path);
      }
      await writing;
    }
    for (const path of lists) {
      const { total } = JSON.parse((await read(path)).text);
      expect(total, path).to.equal(JSON.parse((await readPlainly(path)).text).total);
      expect(total, path).to.equal(ROUNDS);
    }
  });

  it('uses no more memory than it counts: one record in many requests', async () => {
    const collect = garbageCollector();
    await stage.give({ long: { path: '/events', json: { title: 'Long', ...DATES, description: 'A long text. '.repeat(7600) } } });
    const long = `${EVENTS}/${stage.names['long']}`;
    await read(long);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let way = 0; way < 150; way++) await read(`${long}?way=${way}`);
    collect();
    expect(process.memoryUsage().heapUsed - before).to.be.lessThan(8 * 1_048_576);
    await stage.ask('DELETE', `/events/${stage.names['long']}`, { as: 'editor' });
  });

  it('uses no more memory than it counts: many records', async () => {
    const collect = garbageCollector();
    // The least of several measurements, because ended requests may still use memory for a moment.
    const inUse = async () => {
      let least = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < 5; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        collect();
        const { heapUsed, external } = process.memoryUsage();
        least = Math.min(least, heapUsed + external);
      }
      return least;
    };
    const many = 8;
    const description = 'A description. '.repeat(6600);
    const ids: number[] = [];
    for (let place = 0; place < many; place++) {
      const { body } = await stage.ask('POST', '/events', {
        as: 'editor',
        json: { title: `Counted ${place}`, start_date: '2032-01-20', end_date: '2032-01-21', description, categories: ['Counted'] },
      });
      ids.push(body.id);
    }
    const { cache } = stage.service.services;
    const [before, counted] = [await inUse(), cache.usage().bytes];
    for (const id of ids) {
      // Garbage collection may delay change events on a busy machine. Nothing is cached until they arrive.
      await waitUntilCaching(stage);
      await read(`${EVENTS}/${id}`);
    }
    const added = cache.usage().bytes - counted;
    expect(added).to.be.greaterThan(many * description.length);
    expect((await inUse()) - before).to.be.lessThan(added * 1.7);
    for (const id of ids) await stage.ask('DELETE', `/events/${id}?force=true`, { as: 'editor' });
  });

  it('answers the ETag of the content that it answers, while another process writes', async () => {
    const client = await new MongoClient(await mongoUri()).connect();
    try {
      const id = stage.names['fair'] as number;
      const events = client.db(stage.database).collection<{ _id: number; title: string; edition: number; revision: number }>('events');
      for (let edition = 1001; edition < 1010; edition++) {
        await read(`${fair()}?before=${edition}`);
        const writing = events.updateOne({ _id: id }, { $set: { title: `Edition ${edition}`, edition, revision: edition } });
        const asking = Array.from({ length: 6 }, (_, place) => read(`${fair()}?at=${edition}.${place}`));
        await writing;
        for (const { headers, text } of await Promise.all(asking)) {
          const [, tagged] = /\.(\d+)-/.exec(String(headers.etag)) ?? [];
          const { title } = JSON.parse(text) as { title: string };
          if (Number(tagged) > 1000) expect(title).to.equal(`Edition ${tagged}`);
        }
      }
    } finally {
      await client.close();
    }
  });

  it('follows the clock: the default date range moves at midnight, and scheduled records appear on time', async () => {
    await stage.give({
      today: { path: '/events', json: { title: 'Today', start_date: '2030-01-15 20:00:00', end_date: '2030-01-15 22:00:00' } },
    });
    const isListed = async () => (await read(`${EVENTS}?per_page=50`)).text.includes('"Today"');
    expect(await isListed()).to.equal(true);
    stage.clock.set('2030-01-16T23:59:59Z');
    expect(await isListed()).to.equal(true);
    stage.clock.set('2030-01-17T00:00:00Z');
    expect(await isListed()).to.equal(false);
    const strict = `${EVENTS}?strict_dates=1&start_date=now&per_page=50`;
    stage.clock.set('2030-01-20T09:59:59Z');
    expect(await isCached(strict)).to.equal(true);
    expect((await read(strict)).text).to.include('"fair"');
    stage.clock.set('2030-01-20T10:00:01Z');
    expect((await read(strict)).text).to.not.include('"fair"');
    stage.clock.set('2030-01-15T12:00:00Z');
  });

  it('caches the start page for a minute, and lists between two times of day for a day', async () => {
    const between = `${EVENTS}?start=2030-01-18T10:00:00Z&end=2030-02-18T10:00:00Z`;
    for (const [path, later, headers] of [
      ['/en/', '12:00:59', { accept: 'text/html' }],
      [between, '22:59:59', {}],
    ] as const) {
      expect(await isCached(path, headers), path).to.equal(true);
      stage.clock.set(`2030-01-15T${later}Z`);
      expect(await commandsOf(() => read(path, headers)), path).to.equal(0);
      stage.clock.set('2030-01-15T12:00:00Z');
    }
  });

  it('answers lists of events the same with and without the cache, a second, an hour and a day later', async () => {
    const queries = [
      ...['', 'start_date=2030-01-18', 'end_date=2030-01-18 10:00', 'start_date=tomorrow', 'start_date=now', 'start_date=0'],
      ...['end_date=@1893456000', 'strict_dates=1', 'start_date=2032-01-16 12:00:00', 'start_date=2032-01-15 23:30:00'],
      ...['strict_dates=1&start_date=2030-01-18', 'starts_after=-1 day', 'include=1', 'include=1&start_date=2030-01-18'],
      ...['include=1&starts_after=2030-01-18', 'strict_dates=1&end_date=2032-01-18', 'strict_dates=1&starts_before=2030-01-18'],
      ...['strict_dates=1&start_date=2032-01-16 12:00:00', 'start=2030-01-18T10:00:00Z&end=2032-01-18T10:00:00Z'],
    ];
    for (const time of ['15T22:59:59', '15T23:00:00', '16T00:00:00', '16T00:00:01', '17T12:00:00']) {
      stage.clock.set(`2030-01-${time}Z`);
      for (const query of queries) {
        const path = `${EVENTS}?${query.replaceAll(' ', '%20')}`;
        expect(await read(path), `${time} ${query}`).to.deep.equal(await readPlainly(path));
      }
    }
    stage.clock.set('2030-01-15T12:00:00Z');
  });

  describe('with fields of plugins', () => {
    let plugged: Stage;
    const lines: string[] = [];
    before(async () => {
      const note = (_: object, message: string) => void lines.push(message);
      plugged = await openStage({}, [fields], { debug: note, info: note, warn: note, error: note });
      await plugged.give({
        hall: { path: '/venues', json: { venue: 'Hall' } },
        ann: { path: '/organizers', json: { organizer: 'Ann' } },
        fair: { path: '/events', json: { title: 'Fair', ...DATES, venue: '{hall}' } },
      });
      await waitUntilCaching(plugged);
    });
    after(() => plugged.stop());

    it('is not used for fields with cache: false, which the log names at start with their plugin', () => {
      expect(lines.filter((line) => line.includes('not cached'))).to.deep.equal([
        'Answers that show or filter by these fields are not cached, since the fields declare cache: false: categories.weather (plugin fields).',
      ]);
    });

    it('does not store an answer whose field may change by itself, in linking records either', async () => {
      const clock = () => plugged.clock.now().toISOString();
      for (const path of ['/venues', `/venues/${plugged.names['hall']}`, '/events', `/events/${plugged.names['fair']}`]) {
        plugged.clock.set(`2030-01-15T12:0${path.length % 10}:00Z`);
        expect((await plugged.ask('GET', path)).text, path).to.include(clock());
        plugged.clock.set(`2030-01-15T13:0${path.length % 10}:00Z`);
        expect((await plugged.ask('GET', path)).text, path).to.include(clock());
      }
    });

    it('stores an answer until a collection that a field reads changes, or maxAge is over', async () => {
      const prices = plugged.service.services.connection.db().collection<{ _id: number; amount: number }>('prices');
      const shown = async () => {
        const { body } = await plugged.ask('GET', `/tags/${plugged.names['late']}`);
        return [body.price, body.rate];
      };
      await plugged.give({ late: { path: '/tags', json: { name: 'Late' } } });
      plugged.clock.set('2030-01-15T12:00:00Z');
      expect(await shown()).to.deep.equal([0, 1]);
      outside.rate = 2;
      expect(await shown()).to.deep.equal([0, 1]);
      plugged.clock.set('2030-01-15T12:00:59Z');
      expect(await shown()).to.deep.equal([0, 1]);
      plugged.clock.set('2030-01-15T12:01:00Z');
      expect(await shown()).to.deep.equal([0, 2]);
      // The change stream reports this change once more, at any later time.
      await prices.insertOne({ _id: 1, amount: 5 });
      expect(await shown()).to.deep.equal([5, 2]);
    });

    it('follows the count of a record if a plugin reads it', async () => {
      await plugged.give({ chess: { path: '/categories', json: { name: 'Chess' } }, club: { path: '/venues', json: { venue: 'Club' } } });
      const { chess, club } = plugged.names;
      const shown = async () => [
        JSON.parse((await get(plugged.address, `/en/shop/v1/counts/${chess}`)).text),
        (await plugged.ask('GET', `/venues/${club}`)).body.is_used,
        (await plugged.ask('GET', '/venues?search=club')).body.venues[0].is_used,
      ];
      expect(await shown()).to.deep.equal([{ found: 0, many: 0 }, false, false]);
      await plugged.give({ game: { path: '/events', json: { title: 'Game', ...DATES, categories: ['{chess}'], venue: '{club}' } } });
      expect(await shown()).to.deep.equal([{ found: 1, many: 1 }, true, true]);
    });

    it('does not store an answer with a field of cache: false, in linking records either', async () => {
      await plugged.give({
        jazz: { path: '/categories', json: { name: 'Jazz' } },
        gig: { path: '/events', json: { title: 'Gig', ...DATES, categories: ['{jazz}'] } },
      });
      for (const path of ['/categories', '/events?search=gig', `/events/${plugged.names['gig']}`])
        for (const weather of ['rain', 'snow']) {
          outside.weather = weather;
          expect((await plugged.ask('GET', path)).text, path).to.include(`"weather":"${weather}"`);
        }
    });

    it('passes the values that clients see to functions of plugins, with counts of terms', async () => {
      const { body } = await plugged.ask('PATCH', `/organizers/${plugged.names['ann']}`, { as: 'editor', json: { subjects: ['Subject'] } });
      expect(body.subject_counts).to.equal('[1]');
      for (let round = 0; round < 2; round++) {
        const one = (await plugged.ask('GET', `/organizers/${plugged.names['ann']}`)).body;
        const [listed] = (await plugged.ask('GET', '/organizers')).body.organizers;
        for (const organizer of [one, listed]) expect([organizer.subject_counts, organizer.subjects[0].count]).to.deep.equal(['[1]', 1]);
      }
    });

    it('passes current counts to functions of plugins, within other records too', async () => {
      const ids: number[] = [];
      for (let round = 1; round <= 3; round++) {
        const json = { title: `Of Ann ${round}`, ...DATES, organizer: plugged.names['ann'] };
        const { body } = await plugged.ask('POST', '/events', { as: 'editor', json });
        expect(body.organizer[0].named_by).to.equal(String(round));
        ids.push(body.id);
        for (const id of ids) expect((await plugged.ask('GET', `/events/${id}`)).body.organizer[0].named_by).to.equal(String(round));
        const { events } = (await plugged.ask('GET', '/events?search=ann')).body;
        for (const event of events) expect(event.organizer[0].named_by).to.equal(String(round));
      }
    });

    it('stores an answer whose field depends on records only', async () => {
      const { cache } = plugged.service.services;
      // The whole answer is cached from the second request on.
      for (let time = 0; time < 2; time++) await plugged.ask('GET', '/organizers');
      const before = cache.usage().found;
      expect((await plugged.ask('GET', '/organizers')).text).to.include('named ann');
      expect(cache.usage().found).to.equal(before + 1);
    });
  });
});
