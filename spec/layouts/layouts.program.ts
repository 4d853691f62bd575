import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type Db, type Document, MongoClient } from 'mongodb';
import { LAYOUT, outdatedLayouts, updateLayouts } from '../../lib/records/layout';
import { run } from '../program/program';
import { dropDatabase, freshDatabase, mongoUri } from '../support/server';
import { KEPT_VERSIONS, keptAnswers, keptData, keptDocuments } from './kept';
import { type OpenedCalendar, openCalendar } from './opened';
import { askOne, RECORDS } from './questions';
import { ASKED } from './world';

/** The log of a service, as its messages. */
const createNotes = () => {
  const notes: string[] = [];
  const note = (_: object, message: string) => void notes.push(message);
  return { notes, log: { debug: note, info: note, warn: note, error: note } };
};

const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 15_000; !(await what()); ) {
    if (Date.now() > end) throw new Error('It did not come to that.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const withWords = (_: string, record: Document): Document => {
  const prices: readonly number[] = record['keys']?.prices ?? [];
  return { ...record['keys'], words: [], cheapest: Math.min(...prices), dearest: Math.max(...prices) };
};

const KEYS = { keysOf: withWords, noteWords: async () => undefined };

/** What each version lacks that the next one has. */
const LACKS: Readonly<Record<number, object>> = {
  1: { edition: { $exists: false } },
  2: { status: { $exists: true }, created: { $exists: false } },
  3: { 'keys.words': { $exists: false } },
  4: { 'keys.prices': { $exists: true }, 'keys.cheapest': { $exists: false } },
  5: { count: { $exists: true }, used: { $exists: false } },
};
/** The first collection of which each version lacks something, where that is not events. */
const LACKING: Readonly<Record<number, (typeof RECORDS)[number]>> = { 5: 'venues' };
/** The events that do not hold the lowest and the highest of their prices. */
const mispriced = async (db: Db): Promise<Document[]> => {
  const events = await db.collection('events').find().toArray();
  return events.filter(({ keys: { prices, cheapest, dearest } }) => cheapest !== Math.min(...prices) || dearest !== Math.max(...prices));
};
/** The event that is changed, whatever its ID. */
const changedIn = async (db: Db): Promise<Document & { readonly _id: number }> => {
  const found = await db.collection<{ _id: number }>('events').findOne({ title: 'Tea and talk' } as object);
  if (found === null) throw new Error('There is no such event.');
  return found;
};
/** The records that lack something, in all collections together. */
const former = async (db: Db): Promise<number> => {
  const counts = RECORDS.map((plural) => db.collection(plural).countDocuments({ $or: Object.values(LACKS) }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};

describe('The layout of records', function () {
  this.timeout(180_000);
  let client: MongoClient;
  let uri: string;
  before(async () => {
    uri = await mongoUri();
    client = await MongoClient.connect(uri);
  });
  after(() => client.close());

  const ends: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** What a database of MongoDB held, in a database of its own. */
  const restored = async (version: number): Promise<Db> => {
    const name = freshDatabase();
    ends.push(() => dropDatabase(name));
    for (const [collection, documents] of keptDocuments(version)) await client.db(name).collection(collection).insertMany(documents);
    return client.db(name);
  };
  const open = async (
    environment: Readonly<Record<string, string>>,
    log?: ReturnType<typeof createNotes>['log'],
  ): Promise<OpenedCalendar> => {
    const calendar = await openCalendar(environment, ASKED, log);
    ends.push(() => calendar.service.close());
    return calendar;
  };
  const placeOf = (db: Db) => ({ MONGODB_URI: uri, MONGODB_DB: db.databaseName });
  /** Asks what was asked when the database was kept, all of it or each so manieth question. */
  const askAgain = async ({ ask }: OpenedCalendar, version: number, each = 1): Promise<void> => {
    const kept = keptAnswers(version);
    for (let place = 0; place < kept.length; place += each) {
      const answer = kept[place];
      if (answer) expect(await askOne(ask, answer.path, answer.as), `${answer.path} as ${answer.as}`).to.deep.equal(answer);
    }
  };
  const isUpToDate = async (db: Db): Promise<boolean> => Object.keys(await outdatedLayouts(db, RECORDS)).length === 0;

  it('has a database kept of each version before the present one', () => {
    expect(KEPT_VERSIONS).to.deep.equal(Array.from({ length: LAYOUT - 1 }, (_, place) => place + 1));
  });

  for (const version of KEPT_VERSIONS) {
    describe(`of version ${version}`, () => {
      it('is brought to the present one in a folder of the embedded database, and every question is answered as before', async () => {
        const folder = mkdtempSync(path.join(tmpdir(), 'layout-'));
        ends.push(() => rmSync(folder, { recursive: true }));
        writeFileSync(path.join(folder, 'data.mdb'), keptData(version));
        const { notes, log } = createNotes();
        const calendar = await open({ DATA_DIR: folder }, log);
        await until(() => isUpToDate(calendar.service.services.connection.db()));
        expect(await former(calendar.service.services.connection.db())).to.equal(0);
        await askAgain(calendar, version);
        expect(notes.join('\n')).to.match(
          new RegExp(
            `The records have version ${version} of their layout. To bring them to version ${LAYOUT}: .*in batches of \\d+ while the service answers`,
          ),
        );
      });

      it('is brought to the present one in MongoDB, and every question is answered as before', async () => {
        const db = await restored(version);
        const calendar = await open(placeOf(db));
        await until(() => isUpToDate(db));
        expect(await former(db)).to.equal(0);
        expect(await mispriced(db)).to.deep.equal([]);
        await askAgain(calendar, version, 3);
      });

      it('is read while it is left, is finished by the next start, and is not touched twice', async () => {
        const db = await restored(version);
        const all = await former(db);
        const breaking = new AbortController();
        const outdated = await outdatedLayouts(db, RECORDS);
        expect(Object.values(outdated)).to.deep.equal(RECORDS.map(() => version));
        const { [version]: first = 'events' } = LACKING;
        const progress = (collection: string) => {
          if (collection === first) breaking.abort();
        };
        // Broken off in the middle of the first collection that lacks something.
        expect(await updateLayouts(db, outdated, { ...KEYS, batch: 2, signal: breaking.signal, progress })).to.equal(false);
        if (version in LACKS) expect(await former(db)).to.equal(all - 2);
        const left = Object.entries(outdated).slice(RECORDS.indexOf(first));
        expect(await outdatedLayouts(db, RECORDS)).to.deep.equal(Object.fromEntries(left));

        const { notes, log } = createNotes();
        const calendar = await openCalendar(placeOf(db), ASKED, log);
        await until(() => isUpToDate(db));
        await askAgain(calendar, version, 11);
        await calendar.service.close();
        expect(notes.filter((note) => note.includes('have version'))).to.have.length(1);

        const quiet = createNotes();
        await open(placeOf(db), quiet.log);
        expect(quiet.notes.join()).to.not.contain('layout');
      });

      it('is written by whoever changes a record meanwhile, and nothing of that is lost', async () => {
        const db = await restored(version);
        // Only opened, as it is before the first batch.
        const calendar = await open(placeOf(await restored(version)));
        const meanwhile = calendar.service.services.connection.db();
        const { _id, edition = 1 } = await changedIn(meanwhile);
        const target = `/en/cal/events/v1/events/${_id}`;
        const [lack] = Object.keys(LACKS[version] ?? {}).slice(-1);
        const { etag } = await calendar.send('GET', target, 'admin');
        const costs = Array.from({ length: 12 }, (_, place) => String(place + 1));
        const changes = (async () => {
          for (const cost of costs) await calendar.send('PATCH', target, 'admin', { cost, excerpt: `Costs${'x'.repeat(Number(cost))}` });
        })();
        for (let round = 0; round < 12; round += 1) {
          // As if it had just begun, again and again.
          if (lack) await meanwhile.collection('events').updateMany(version === 1 ? { edition: 1 } : {}, { $unset: { [lack]: '' } });
          await updateLayouts(meanwhile, { events: version }, { ...KEYS, batch: 3 });
        }
        await changes;
        expect(await changedIn(meanwhile)).to.deep.include({ edition: edition + 12, cost: ['12'] });
        expect((await calendar.send('PATCH', target, 'admin', {}, { 'if-match': etag })).status).to.equal(412);
        expect(await former(meanwhile)).to.equal(0);
        // Of version 4 events alone lack something.
        if (lack) expect(await former(db)).to.be.greaterThan(version === 4 ? 18 : 20);
      });

      it('leaves what a plugin that is not loaded has made for searches', async () => {
        const db = await restored(version);
        const { _id } = await changedIn(db);
        await db
          .collection<{ _id: number }>('events')
          .updateOne({ _id }, { $set: { 'keys.by_elsewhere': 'kept', 'keys.text': 'kept too' } });
        await open(placeOf(db));
        await until(() => isUpToDate(db));
        const { keys } = (await changedIn(db)) as unknown as { readonly keys: Document };
        expect(keys).to.deep.include({ by_elsewhere: 'kept', text: 'kept too' });
        expect(keys).to.include.keys('collated', 'weekday', 'minute', 'month', 'prices', 'cheapest', 'dearest', 'free', 'words');
      });

      if (version > 1) return;
      it('gives records the entity tags that they have had before', async () => {
        const db = await restored(version);
        const target = '/en/cal/events/v1/events/15';
        const calendar = await open(placeOf(db));
        await until(() => isUpToDate(db));
        const { etag } = await calendar.send('GET', target, 'admin');
        await db.collection('events').updateMany({}, { $unset: { edition: '' } });
        expect((await calendar.send('GET', target, 'admin')).etag).to.equal(etag);
        expect((await calendar.send('PATCH', target, 'admin', {}, { 'if-match': etag })).status).to.equal(200);
        expect((await calendar.send('PATCH', target, 'admin', {}, { 'if-match': etag })).status).to.equal(412);
      });
    });
  }

  it('of version 5 answers every question as before while no record says yet whether it is used', async () => {
    const db = await restored(5);
    const calendar = await openCalendar(placeOf(db), ASKED, undefined, true);
    ends.push(() => calendar.service.close());
    await askAgain(calendar, 5);
    expect(await isUpToDate(db)).to.equal(false);
  });

  it('of version 5 is told by counts whether records are used, though something is counted after they were read', async () => {
    const calendar = await open(placeOf(await restored(5)));
    const db = calendar.service.services.connection.db();
    await until(() => isUpToDate(db));
    const { _id: tag } = (await db.collection<{ _id: number }>('tags').findOne({ language: 'en', count: 0 })) as { _id: number };
    const tags = db.collection('tags');
    const events = '/en/cal/events/v1/events';
    const event = { title: 'Linked', start_date: '2030-05-06', end_date: '2030-05-06', tags: [tag] };
    let made = '';
    const changes = [
      async () => {
        made = (await calendar.send('POST', events, 'admin', event)).text;
      },
      () => calendar.send('DELETE', `${events}/${JSON.parse(made).id}?force=true`, 'admin'),
    ];
    for (const change of changes) {
      await tags.updateMany({}, { $unset: { used: '' } });
      let isFirst = true;
      const bulkWrite: typeof tags.bulkWrite = async (...writes) => {
        if (isFirst) await change();
        isFirst = false;
        return tags.bulkWrite(...writes);
      };
      const late = Object.assign(Object.create(tags), { bulkWrite });
      const collection = (name: string) => (name === 'tags' ? late : db.collection(name));
      await updateLayouts(Object.assign(Object.create(db), { collection }), { tags: 5 }, KEYS);
      expect(isFirst).to.equal(false);
      for (const { _id, count, used } of await tags.find().toArray()) expect(used, `tag ${_id}`).to.equal(count > 0);
    }
  });

  it('of a database that is new, or of a collection that is, is the present one', async () => {
    const name = freshDatabase();
    ends.push(() => dropDatabase(name));
    const { notes, log } = createNotes();
    const { service } = await open({ MONGODB_URI: uri, MONGODB_DB: name }, log);
    expect(await service.services.connection.collection<{ _id: string }>('counters').findOne({ _id: 'layout' })).to.deep.equal({
      _id: 'layout',
      versions: Object.fromEntries(RECORDS.map((plural) => [plural, LAYOUT])),
    });
    expect(notes.join()).to.not.contain('layout');
  });

  for (const command of [['serve'], ['user', 'list'], ['seed']])
    it(`that only a newer program knows is refused by ${command.join(' ')} in a sentence`, async () => {
      const db = await restored(LAYOUT - 1);
      await db
        .collection<{ _id: string }>('counters')
        .updateOne({ _id: 'layout' }, { $set: { 'versions.events': LAYOUT + 1 } }, { upsert: true });
      const { code, err, out } = await run(command, { ...placeOf(db), PORT: '0' });
      expect(code).to.equal(1);
      const said = `The records of the database ${db.databaseName} have version ${LAYOUT + 1} of their layout, and this program knows versions 1 to ${LAYOUT}: start the newer program that stored them, or restore a backup that was made before.`;
      expect(err.split('\n').filter((line) => line !== '' && !line.startsWith('Database: '))).to.deep.equal([said]);
      expect(out).to.not.contain('Administrator');
    });
});
