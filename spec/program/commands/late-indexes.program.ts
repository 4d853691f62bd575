import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { WORDS_INDEX } from '../../../lib/database/records/record';
import { type Embedded, startEmbedded } from '../../../lib/embedded/start-embedded';
import { ask, freshFolder, freshMongo, ready, run, serve, start, stop } from '../program';

const EVENTS = 1200;
const LIST = '/en/cal/events/v1/events?start_date=2030-01-01&per_page=1';
const URI = process.env['MONGODB_URI'];
const BUILDING = /^Building the indexes\. If you interrupt this, /m;

/** Writes a file with many events of one venue, so that loading takes a while. */
const fileOf = (number: number, more: readonly object[] = []): string => {
  const file = path.join(freshFolder(), 'events.ndjson');
  const event = (place: number) => ({
    key: `event-${place}`,
    title: { en: `Session ${place}` },
    description: { en: `A session of ${place} ${'words that are long enough to be searched for '.repeat(8)}` },
    start_date: '2030-01-05 10:00:00',
    end_date: '2030-01-05 11:00:00',
    timezone: 'Europe/Paris',
    all_day: false,
    categories: [],
    tags: [],
    venue: 'hall',
  });
  const lines = [
    { venues: { key: 'hall', venue: { en: 'Hall', fr: 'Salle' } } },
    ...Array.from({ length: number }, (_, place) => ({ events: event(place) })),
    ...more,
  ];
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  return file;
};

describe('Indexes of records that are seeded into a database without any', function () {
  this.timeout(120_000);
  let client: MongoClient;
  let embedded: Embedded | undefined;
  const folder = path.join(freshFolder(), 'data');
  /** Connects to the database. This process owns the embedded server, so that it survives killed commands. */
  const open = async () => {
    if (!URI) embedded = await startEmbedded({ folder });
    client = await MongoClient.connect(embedded?.uri ?? String(URI));
  };
  const close = async () => {
    await client.close();
    await embedded?.stop();
  };
  const where: Readonly<Record<string, string>> = URI ? { MONGODB_URI: URI } : { DATA_DIR: folder };
  before(open);
  after(close);

  /** Prepares a new database with a user. */
  const prepared = async () => {
    const name = freshMongo();
    const place = { ...where, MONGODB_DB: name };
    expect((await run(['user', 'add', 'owner', '--role', 'administrator'], place)).code).to.equal(0);
    const events = () => client.db(name).collection('events');
    return { place, events, names: async () => (await events().indexes()).map((one) => String(one.name)) };
  };
  /** Prepares a database whose seeding was killed in the middle. */
  const interrupted = async (file: string) => {
    const database = await prepared();
    const seeding = start(['seed', file], database.place);
    while ((await database.events().countDocuments()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    seeding.signal('SIGKILL');
    await seeding.ended;
    expect(await database.names()).to.have.members(['_id_', 'slug', 'fixture']);
    return database;
  };
  const totalOf = async (address: string, more = ''): Promise<number> => (await ask(address, `${LIST}${more}`)).body.total;

  it('are built after the records, with a message, and only once', async () => {
    const { place, names } = await prepared();
    const file = fileOf(50);
    const first = await run(['seed', file], place);
    expect(first).to.include({ code: 0, out: '52 records created.\n' });
    expect(first.err).to.match(BUILDING);
    expect(await names()).to.include.members([WORDS_INDEX, 'calendar', 'venues']);
    const second = await run(['seed', file], place);
    expect(second).to.include({ code: 0, out: '0 records created.\n' });
    expect(second.err).to.match(/^Database: [^\n]+\n$/);
  });

  it('are built by the seeding that continues a killed one, and required before records are joined', async () => {
    const file = fileOf(EVENTS);
    const { place, events, names } = await interrupted(file);
    const pairs = path.join(freshFolder(), 'pairs.ndjson');
    writeFileSync(pairs, '{"kind":"events","records":[1,2]}\n');
    const refused = await run(['translate', '--link', pairs], place);
    expect(refused.code).to.equal(1);
    expect(refused.err).to.match(/indexes of [^\n]*events[^\n]* are missing[^\n]*"seed" again/);
    const again = await run(['seed', file], place);
    expect(again.code).to.equal(0);
    expect(again.err).to.match(BUILDING);
    expect(await names()).to.include.members([WORDS_INDEX, 'calendar', 'venues']);
    expect(await events().countDocuments()).to.equal(EVENTS);
    expect((await run(['check'], place)).code).to.equal(0);
  });

  it('are built by a service that starts after a killed seeding or beside a running one: it answers nothing without them', async () => {
    const file = fileOf(EVENTS);
    const { place, events, names } = await interrupted(file);
    const stored = await events().countDocuments();
    // The service itself then runs the embedded database.
    if (!URI) await close();
    const atOnce = URI && start(['seed', file], place);
    const server = await serve(place);
    await ready(server.address);
    if (!URI) await open();
    expect(await names()).to.include.members([WORDS_INDEX, 'calendar', 'venues']);
    expect(await totalOf(server.address)).to.be.at.least(stored);
    expect((await (atOnce || start(['seed', file], place)).ended).code).to.equal(0);
    const everything = async () => [
      await totalOf(server.address),
      await totalOf(server.address, '&q=sessions'),
      await totalOf(server.address, '&search=searched'),
    ];
    for (let found = await everything(); found.some((total) => total !== EVENTS); ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = await everything();
    }
    if (!URI) await close();
    await stop(server);
    if (!URI) await open();
    expect((await run(['check'], place)).code).to.equal(0);
  });

  it('are built before a stored record gets a translation, whose search uses them', async () => {
    const hall = { key: 'hall-2', venue: { en: 'Second hall', fr: 'Seconde salle' } };
    const before = fileOf(20, [{ venues: hall }, { tags: 'none' }]);
    const { place, events, names } = await prepared();
    const refused = await run(['seed', before], place);
    expect(refused.code).to.equal(1);
    expect(await names()).to.not.include('venues');
    const translated = {
      key: 'event-fr',
      translation_of: Number((await events().findOne({}))?._id),
      title: { fr: 'Séance' },
      description: { fr: 'Une séance.' },
    };
    const after = fileOf(20, [{ events: translated }]);
    const { code, err, out } = await run(['seed', after], place);
    expect({ code, out }).to.deep.equal({ code: 0, out: '1 records created.\n' });
    expect(err).to.match(BUILDING);
    expect((await run(['check'], place)).code).to.equal(0);
  });
});
