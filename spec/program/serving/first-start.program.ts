import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { mongoUri } from '../../support/server';
import { ask, freshMongo, freshPlace, PASSWORD, run, said, serve, stop, until } from '../program';

const EVENTS = '/en/cal/events/v1/events';
const EVENT = { title: 'Concert', start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };
const READY = /Try:(\n +curl \S+){3}\n/;
const LOADS = /Loading example events.*SEED=none/;

const total = async (address: string) => (await ask(address, `${EVENTS}?start_date=1970-01-01&per_page=1`)).body.total;

describe('The first start', function () {
  // MongoDB keeps the transaction of a killed process for a minute.
  this.timeout(120_000);

  it('of two services at once creates one administrator, shows the password once, loads the fixtures once and names working addresses; the next start does not', async () => {
    const place = { MONGODB_URI: await mongoUri(), MONGODB_DB: freshMongo() };
    const both = await Promise.all([serve(place), serve(place)]);
    await Promise.all(both.map((one) => said(one, READY)));
    const [first, ...others] = both.filter((one) => PASSWORD.test(one.out()));
    expect(others).to.deep.equal([]);
    if (first === undefined) throw new Error('Nobody was told the password.');

    const shown = ['listens at', 'Pages for people:', 'API:'].map((before, line) => {
      const [, found = ''] = new RegExp(`${before} (\\S+)`).exec(first.out().split('\n')[line] ?? '') ?? [];
      return found;
    });
    expect(shown).to.deep.equal([first.address, `${first.address}/en/`, `${first.address}/en/cal/events/v1`]);
    const page = await fetch(shown[1] ?? '', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=UTF-8']);
    expect((await ask(first.address, '/en/cal/events/v1')).status).to.equal(200);
    const addresses = [...first.out().matchAll(/curl (\S+)/g)].map(([, address]) => new URL(address ?? ''));
    for (const { origin, pathname } of addresses) {
      const { status, body } = await ask(origin, pathname);
      expect(status).to.equal(200);
      expect(pathname.endsWith('/events') ? body.events : Object.keys(body.routes)).to.be.an('array').that.is.not.empty;
    }

    const client = await new MongoClient(place.MONGODB_URI).connect();
    const db = client.db(place.MONGODB_DB);
    for (const collection of ['categories', 'tags', 'venues', 'organizers', 'events']) {
      const sources = (
        await db
          .collection(collection)
          .find({}, { projection: { source: 1, language: 1 } })
          .toArray()
      ).map(({ source, language }) => `${source} ${language}`);
      expect(sources).to.have.lengthOf(new Set(sources).size).and.not.be.empty;
    }
    expect(await db.collection('users').countDocuments({})).to.equal(1);
    await client.close();

    expect(first.out().search(LOADS)).to.be.within(1, first.out().indexOf('Try:'));
    const [, password] = PASSWORD.exec(first.out()) ?? [];
    const creation = await ask(first.address, EVENTS, { method: 'POST', login: `admin:${password}`, json: EVENT });
    expect(creation.status).to.equal(201);
    const seeded = await total(first.address);
    for (const one of both) await stop(one);

    const next = await serve(place);
    await said(next, READY);
    expect(next.out()).not.to.match(PASSWORD).and.not.match(LOADS);
    expect(await total(next.address)).to.equal(seeded);
    await stop(next);
  });

  it('loads the fixtures in the served languages, and names only these', async () => {
    const server = await serve({ ...freshPlace(), LANGUAGES: 'fr' });
    await said(server, /Try:(\n +curl \S+){2}\n/);
    const { address } = server;
    const shown = server.out().replace(PASSWORD, '').split('\n');
    expect(shown.filter((line) => line.includes(`${address}/`))).to.deep.equal([
      `Pages for people: ${address}/fr/`,
      `API: ${address}/fr/cal/events/v1`,
      `  curl ${address}/fr/cal/events/v1/events`,
      `  curl ${address}/fr/cal/events/v1`,
    ]);
    expect((await ask(address, '/fr/cal/events/v1/events?start_date=1970-01-01')).body.events[0])
      .to.include({ language: 'fr' })
      .and.to.have.property('translations')
      .that.deep.equals({});
    await stop(server);
  });

  it('loads nothing with SEED=none; if it is stopped or killed while it loads the fixtures later, the next start finishes without errors', async () => {
    const place = freshPlace();
    const first = await serve({ ...place, SEED: 'none' });
    await said(first, PASSWORD);
    await said(first, READY);
    expect(await total(first.address)).to.equal(0);
    await stop(first);
    expect(first.out()).not.to.match(LOADS);

    const stopped = await serve({ ...place, SEED: 'auto' });
    await said(stopped, LOADS);
    await stop(stopped);
    const killed = await serve({ ...place, SEED: 'auto' });
    await until(200, () =>
      ask(killed.address, '/en/cal/events/v1/categories?per_page=1').then((answer) =>
        answer.body.total > 0 ? answer : { ...answer, status: 0 },
      ),
    );
    killed.signal('SIGKILL');
    await killed.ended;
    for (const { out } of [stopped, killed]) expect(out()).not.to.match(PASSWORD).and.not.include('Try:');

    const last = await serve({ ...place, LOG_LEVEL: 'error' });
    await said(last, READY);
    expect(await total(last.address)).to.be.greaterThan(100);
    await stop(last);
    expect(last.err()).to.equal('');
    expect(await run(['seed'], place)).to.deep.include({ code: 0, out: '0 records created.\n' });
  });
});
