import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { type Db, type Document, MongoClient } from 'mongodb';
import { mongoUri } from '../support/server';
import { ask, freshFolder, freshMongo, PASSWORD, run, said, start, stop } from './program';

const EVENTS = '/en/cal/events/v1/events';
const TICKETS = path.join(__dirname, '../../fixtures/plugins/tickets/index.js');
const DATES = { start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };

/** All documents and indexes of a database, as text. */
const whole = async (db: Db): Promise<string> => {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const all = names.map(async (name) => [
    name,
    await db.collection(name).indexes(),
    await db.collection(name).find().sort({ _id: 1 }).toArray(),
  ]);
  return JSON.stringify(await Promise.all(all));
};

describe('The command check', function () {
  this.timeout(120_000);
  let client: MongoClient;
  before(async () => {
    client = await MongoClient.connect(await mongoUri());
  });
  after(() => client.close());

  it('finds nothing in a seeded database with the tickets plugin, and writes nothing', async () => {
    const name = freshMongo();
    const place = { MONGODB_URI: await mongoUri(), MONGODB_DB: name, PLUGINS: TICKETS };
    expect(await run(['user', 'add', 'ann', '--role', 'administrator'], place)).to.deep.include({ code: 0 });
    expect(await run(['seed'], place)).to.deep.include({ code: 0 });
    const db = client.db(name);
    // A start would create the index and store the layout version.
    await db.collection('events').dropIndex('slug');
    await db.collection<{ _id: string }>('counters').deleteOne({ _id: 'layout' });
    const before = await whole(db);
    for (let round = 0; round < 2; round += 1) {
      const { code, out, err } = await run(['check', ...(round === 1 ? ['--mend'] : [])], place);
      expect([code, out.replace(/^\d+/, 'N')]).to.deep.equal([0, 'N records checked: nothing is wrong.\n']);
      expect(err).to.match(/^Database: [^\n]+\n$/);
      expect(await whole(db)).to.equal(before);
    }
  });

  it('reports an unreadable record and the way to recover, as backup does', async () => {
    const folder = freshFolder();
    const place = { DATA_DIR: folder };
    expect(await run(['user', 'add', 'ann', '--role', 'administrator'], place)).to.deep.include({ code: 0 });
    const fixtures = path.join(freshFolder(), 'one.ndjson');
    const both = { en: 'Concert', fr: 'Concert' };
    const more = { timezone: 'UTC', all_day: false, categories: [], tags: [] };
    writeFileSync(fixtures, JSON.stringify({ events: { key: 'one', title: both, description: both, ...DATES, ...more } }));
    expect(await run(['seed', fixtures], place)).to.deep.include({ code: 0 });
    const file = path.join(folder, 'data.mdb');
    const bytes = readFileSync(file);
    const field = Buffer.from('\u0002title\0');
    for (let at = bytes.indexOf(field); at >= 0; at = bytes.indexOf(field, at + 1)) bytes[at + field.length] = 0x7f;
    writeFileSync(file, bytes);
    for (const command of [['check'], ['backup', path.join(folder, 'backup.gz')]]) {
      const { code, err } = await run(command, place);
      const last = err.trim().split('\n').at(-1) ?? '';
      expect([code, last.replace(/\(.*?\)/, '()')], err).to.deep.equal([
        1,
        'A record cannot be read (): the data file is damaged, or another program has written to it. Move it away or choose another database, then run "calendar-events restore FILE" with an earlier backup.',
      ]);
    }
  });

  it('reports each fault in a sentence and ends with 1; with --mend it repairs them and finds nothing afterwards', async () => {
    const name = freshMongo();
    const place = { MONGODB_URI: await mongoUri(), MONGODB_DB: name, SEED: 'none' };
    const program = start(['serve'], { ...place, PORT: '0' });
    const address = await said(program, /http:\/\/\S+/);
    await said(program, PASSWORD);
    const login = `admin:${PASSWORD.exec(program.out())?.[1]}`;
    const json = { ...DATES, title: 'Concert', categories: ['Music'], venue: { venue: 'Hall' }, organizer: { organizer: 'Friends' } };
    const { body } = await ask(address, EVENTS, { method: 'POST', login, json });
    const { body: tag } = await ask(address, '/en/cal/events/v1/tags', { method: 'POST', login, json: { name: 'Loud' } });
    const etag = (await ask(address, `${EVENTS}/${body.id}`)).headers.etag;
    const of = (plural: string) => client.db(name).collection<Document & { _id: number }>(plural);
    await of('events').updateOne({ _id: body.id }, { $set: { tags: [tag.id, 777], venues: [body.venue.id, 778] } });
    await of('categories').updateOne({}, { $set: { count: 5 } });

    const lines = [
      `The event ${body.id} names in "tags" 777, which is not one of the tags.`,
      `The event ${body.id} names in "venues" 778, which is not one of the venues.`,
      `The category ${body.categories[0].id} has 5 as its "count", but 1 public records name it.`,
      `The tag ${tag.id} has 0 as its "count", but 1 public records name it.`,
    ];
    const found = await run(['check'], place);
    expect([
      found.code,
      found.out
        .split('\n')
        .filter((line) => line.startsWith('The'))
        .sort(),
    ]).to.deep.equal([1, [...lines].sort()]);
    expect(found.out).to.match(/\n5 records checked: 4 findings\. "check --mend" mends what can be mended; make a backup first\.\n$/);

    const mended = await run(['check', '--mend'], place);
    expect(mended.code).to.equal(0);
    for (const line of lines) expect(mended.out).to.contain(`${line} Mended: it `);
    expect(mended.out).to.match(/\n5 records checked: 4 findings, all mended\.\n$/);
    expect(await run(['check'], place)).to.deep.include({ code: 0, out: '5 records checked: nothing is wrong.\n' });

    // The running service answers with the repaired data and a new ETag.
    const now = await ask(address, `${EVENTS}/${body.id}`, { headers: { 'if-none-match': String(etag) } });
    expect([now.status, now.body.tags.map(({ name: said }: { name: string }) => said)]).to.deep.equal([200, ['Loud']]);
    expect(now.body.categories[0].count).to.equal(1);
    await of('tags').insertOne({ _id: 'odd' as never, language: 'en', slug: 'odd' } as never);
    const odd = await run(['check', '--mend'], place);
    expect(odd.code).to.equal(1);
    expect(odd.out).to.match(
      /^Among the tags there is an ID that is not a whole number \("odd"\)\. Not mended: .*\.\n6 records checked: 1 finding, 0 mended, 1 not\.\n$/,
    );
    await stop(program);
  });

  it('refuses a folder without a database, and creates none', async () => {
    const folder = path.join(freshFolder(), 'data');
    for (const command of [['check'], ['user', 'list'], ['user', 'remove', 'ann'], ['backup', path.join(folder, 'x.gz')]]) {
      const { code, out, err } = await run(command, { DATA_DIR: folder });
      expect([code, out, err], command[0]).to.deep.equal([
        1,
        '',
        `There is no database in the folder ${folder}: correct DATA_DIR, or start the service once.\n`,
      ]);
    }
    expect(existsSync(folder)).to.equal(false);
  });
});
