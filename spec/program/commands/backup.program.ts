import { readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Db, type Document, MongoClient } from 'mongodb';
import { backupLines, checkBackup, restoreBackup } from '../../../lib/maintenance/backup';
import { LAYOUT } from '../../../lib/maintenance/layout';
import { dropDatabase, freshDatabase, mongoUri } from '../../support/server';
import { ask, freshFolder, freshPlace, PASSWORD, run, said, serve, start, stop } from '../program';
import { makeCalendar, NOW, openCalendar, type Passwords } from '../sample-calendar';

const EVENTS = '/en/cal/events/v1/events';
const EVENT = { title: 'Concert', start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };

/** Streams the lines of a text. Each call starts again. */
const linesIn = (text: string) =>
  async function* () {
    yield* text.trimEnd().split('\n');
  };

const whyNot = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

describe('A backup', () => {
  let client: MongoClient;
  const databases: string[] = [];
  let passwords: Passwords;
  const documents = new Map<string, Document[]>();
  before(async () => {
    client = await MongoClient.connect(await mongoUri());
    const db = emptyDb();
    passwords = await makeCalendar(db.databaseName);
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const all = await db.collection(name).find({}, { promoteValues: false }).toArray();
      if (all.length > 0) documents.set(name, all);
    }
  });
  after(async () => {
    await client.close();
    for (const name of databases) await dropDatabase(name);
  });

  const emptyDb = (): Db => {
    const name = freshDatabase();
    databases.push(name);
    return client.db(name);
  };
  const filledDb = async (): Promise<Db> => {
    const db = emptyDb();
    for (const [collection, all] of documents) await db.collection(collection).insertMany(all);
    return db;
  };
  const whole = async (db: Db): Promise<string> => {
    let text = '';
    for await (const chunk of backupLines(db, new Date(NOW))) text += chunk;
    return text;
  };

  it('restores a database that gives the same answers, with its users', async () => {
    const db = await filledDb();
    const calendar = await openCalendar(db.databaseName, passwords);
    const before = await calendar.answers();
    await calendar.service.close();
    const text = await whole(db);
    const other = emptyDb();
    await restoreBackup(other, linesIn(text), await checkBackup(linesIn(text)));
    const restored = await openCalendar(other.databaseName, passwords);
    for (const [place, answer] of (await restored.answers()).entries()) expect(answer).to.deep.equal(before[place]);
    expect((await restored.send('admin', 'POST', EVENTS, EVENT)).status).to.equal(201);
    await restored.service.close();
  });

  it('preserves all types of values and all indexes', async () => {
    const db = emptyDb();
    const first = (documents.get('events') ?? []).filter(({ language }) => language === 'en');
    await db.collection('things').insertMany(first);
    await db
      .collection('things')
      .createIndex({ slug: 1, until: -1 }, { name: 'slugs', unique: true, partialFilterExpression: { slug: { $gt: '' } } });
    const signs = 'a\u2028b\u2029c\rd\u0085e\nf';
    const telling = { signs, sign: /a/gis, $date: 'never', $oid: { $numberInt: 'x' }, list: [{ $binary: 1 }], plain: 5, at: new Date(0) };
    await db.collection<{ _id: string }>('things').insertOne({ _id: 'telling', slug: 'telling', telling } as never);
    await db.createCollection('nothing');
    const text = await whole(db);
    const other = emptyDb();
    await restoreBackup(other, linesIn(text), await checkBackup(linesIn(text)));
    const raw = async (one: Db) =>
      (await one.collection('things').find({}, { promoteValues: false }).sort({ _id: 1 }).toArray()).map(String);
    const all = async (one: Db) => JSON.stringify(await one.collection('things').find({}, { raw: true }).sort({ _id: 1 }).toArray());
    expect(await raw(other)).to.have.length(first.length + 1);
    expect(await all(other)).to.equal(await all(db));
    const [{ v: _v, ...index } = {}] = (await other.collection('things').indexes()).filter(({ name }) => name === 'slugs');
    expect(index).to.deep.include({
      name: 'slugs',
      key: { slug: 1, until: -1 },
      unique: true,
      partialFilterExpression: { slug: { $gt: '' } },
    });
    expect((await other.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort()).to.include.members([
      'nothing',
      'things',
    ]);
  });

  it('is refused without storing anything if a part is missing or changed', async () => {
    const text = await whole(await filledDb());
    const lines = text.trimEnd().split('\n');
    const cases: [string, RegExp][] = [
      ['{}\n', /it is not a backup of this program/],
      [`${lines.slice(0, -1).join('\n')}\n`, /damaged or incomplete/],
      [`${lines.filter((_, place) => place !== 7).join('\n')}\n`, /damaged or incomplete/],
      [text.replace('Recital', 'Rectial'), /damaged or incomplete/],
      [text.replace(`"layout":${LAYOUT}`, `"layout":${LAYOUT + 1}`), /it comes from a newer version of this program/],
      [text.replace('"version":1', '"version":2'), /it comes from a newer version of this program/],
    ];
    for (const [wrong, sentence] of cases) expect(await whyNot(checkBackup(linesIn(wrong)))).to.match(sentence);
  });

  it('leaves nothing behind if its restoration fails in the middle', async () => {
    const text = await whole(await filledDb());
    const db = emptyDb();
    const end = await checkBackup(linesIn(text));
    const broken = async function* () {
      let place = 0;
      for await (const line of linesIn(text)()) {
        place += 1;
        if (place === 40) throw new Error('The disk went away.');
        yield line;
      }
    };
    expect(await whyNot(restoreBackup(db, broken, end))).to.equal('The disk went away.');
    expect(await whyNot(restoreBackup(db, linesIn(text), { ...end, counts: { ...end.counts, events: 1 } }))).to.match(
      /damaged or incomplete/,
    );
    expect(await db.listCollections({}, { nameOnly: true }).toArray()).to.deep.equal([]);
    await restoreBackup(db, linesIn(text), end);
    expect(await whyNot(restoreBackup(db, linesIn(text), end))).to.match(/is not empty/);
  });

  it('blocks other restorations and services during its own, and can be restored again after an interruption', async () => {
    const text = await whole(await filledDb());
    const end = await checkBackup(linesIn(text));
    const db = emptyDb();
    const place = { MONGODB_URI: await mongoUri(), MONGODB_DB: db.databaseName };
    let isRefused: string | undefined;
    const slow = async function* () {
      for await (const line of linesIn(text)()) {
        isRefused ??= await whyNot(restoreBackup(db, linesIn(text), end));
        yield line;
      }
    };
    await restoreBackup(db, slow, end);
    expect(isRefused).to.match(/is running/);
    await db.collection<{ _id: string }>('counters').insertOne({ _id: 'restoring', at: new Date(Date.now() - 60_000) } as never);
    for (const command of ['serve', 'backup']) {
      const { code, err } = await run(command === 'backup' ? [command, path.join(freshFolder(), 'x')] : [command], { ...place, PORT: '0' });
      expect([code, err.replace(/^Database: .*\n/, '')]).to.deep.equal([
        1,
        `A backup is being restored into the database ${db.databaseName}, or the restore was interrupted: wait for its end, or run "restore" again, which starts from the beginning.\n`,
      ]);
    }
    await restoreBackup(db, linesIn(text), end);
    expect(await db.collection('events').countDocuments()).to.equal(end.counts['events']);
  });

  it('is made beside a running server and restored into the other kind of database, with its users and their passwords', async () => {
    const folder = freshFolder();
    const [file, again] = [path.join(folder, 'calendar.gz'), path.join(folder, 'again.gz')];
    const places = [freshPlace(), { DATA_DIR: path.join(freshFolder(), 'data') }, freshPlace()];
    const [first = {}, second = {}, third = {}] = places;
    const program = start(['serve'], { ...first, PORT: '0', SEED: 'none' });
    const address = await said(program, /http:\/\/\S+/);
    await said(program, PASSWORD);
    const login = `admin:${PASSWORD.exec(program.out())?.[1]}`;
    const key = { 'idempotency-key': 'once' };
    const signs = { ...EVENT, description: 'one\u2028two\u2029three\r\nfour' };
    const creation = await ask(address, EVENTS, { method: 'POST', login, json: signs, headers: key });
    expect(creation.status).to.equal(201);

    const { code, out, err } = await run(['backup', file], first);
    expect(code, err).to.equal(0);
    expect(out).to.match(/^\d+ documents backed up \(.*calendar\.gz\): .*1 events.*1 idempotency_keys.*1 users\.\n$/);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(gunzipSync(readFileSync(file)).toString()).to.not.contain(String(PASSWORD.exec(program.out())?.[1]));
    expect(await run(['backup', file], first)).to.deep.include({ code: 1 });
    // A later write, which the backup does not contain.
    await ask(address, EVENTS, { method: 'POST', login, json: EVENT });
    await stop(program);

    for (const [from, to, name] of [
      [file, second, again],
      [again, third, undefined],
    ] as const) {
      expect(await run(['restore', from], to), JSON.stringify(to)).to.deep.include({ code: 0 });
      const served = await serve({ ...to, SEED: 'none' });
      const one = await ask(served.address, `${EVENTS}?start_date=2030-01-01`);
      expect(one.body.total).to.equal(1);
      const replayed = await ask(served.address, EVENTS, { method: 'POST', login, json: signs, headers: key });
      expect([replayed.status, replayed.body.id, replayed.headers['idempotency-replayed']]).to.deep.equal([201, creation.body.id, 'true']);
      expect((await run(['restore', from], to)).err).to.match(/is not empty/);
      if (name !== undefined) expect(await run(['backup', name], to)).to.deep.include({ code: 0 });
      await stop(served);
    }
  });

  it('replaces a damaged data file, as the error of every command advises', async () => {
    const folder = freshFolder();
    const place = { DATA_DIR: path.join(folder, 'data'), SEED: 'none' };
    const [data, backup] = [path.join(folder, 'data', 'data.mdb'), path.join(folder, 'calendar.gz')];
    const added = await run(['user', 'add', 'ann', '--role', 'editor'], place);
    expect(added.code, added.err).to.equal(0);
    expect((await run(['backup', backup], place)).code).to.equal(0);
    truncateSync(data, statSync(data).size / 2);
    for (const command of [['serve'], ['user', 'list'], ['seed'], ['backup', `${backup}2`], ['restore', backup]]) {
      const { code, out, err } = await run(command, { ...place, PORT: '0' });
      expect([code, out], command.join(' ')).to.deep.equal([1, '']);
      expect(err).to.match(
        /^(?:Database: .*\n)?The data file [^\n]+ move it away [^\n]+"calendar-events restore FILE" with your last backup[^\n]+\n$/,
      );
    }
    renameSync(data, path.join(folder, 'damaged.mdb'));
    expect((await run(['restore', backup], place)).code).to.equal(0);
    expect((await run(['user', 'list'], place)).out).to.match(/ann/);
  });

  it('is stored once by two concurrent restorations', async () => {
    const text = await whole(await filledDb());
    const end = await checkBackup(linesIn(text));
    const db = emptyDb();
    const tried = await Promise.all(Array.from({ length: 4 }, () => whyNot(restoreBackup(db, linesIn(text), end))));
    expect(tried.filter((why) => why === '')).to.have.length(1);
    for (const why of tried.filter((one) => one !== '')) expect(why).to.match(/is running|is not empty/);
    expect(await db.collection('events').countDocuments()).to.equal(end.counts['events']);
  });

  it('that cannot be written or read is reported in a sentence', async () => {
    const folder = freshFolder();
    const place = freshPlace();
    const wrong = path.join(folder, 'wrong.gz');
    const resultOf = async (args: readonly string[], at = place) => {
      const { code, err } = await run(args, at);
      return [code, err.split('\n').filter((line) => line !== '' && !/^Database: /.test(line))];
    };
    const { code } = await run(['user', 'add', 'ann', '--role', 'editor'], place);
    expect(code).to.equal(0);
    expect(await resultOf(['backup', path.join(folder, 'none', 'x.gz')])).to.deep.equal([
      1,
      [`The file ${path.join(folder, 'none', 'x.gz')} cannot be used (ENOENT): check its name, its rights and the space on the disk.`],
    ]);
    const empty = freshPlace();
    expect(await resultOf(['backup', path.join(folder, 'x.gz')], empty)).to.deep.equal([
      1,
      [
        empty['DATA_DIR'] === undefined
          ? 'There is nothing to back up: the database is empty. Check MONGODB_URI, MONGODB_DB and DATA_DIR.'
          : `There is no database in the folder ${empty['DATA_DIR']}: correct DATA_DIR, or start the service once.`,
      ],
    ]);
    expect(await resultOf(['restore', path.join(folder, 'x.gz')])).to.deep.equal([
      1,
      [`The file ${path.join(folder, 'x.gz')} cannot be used (ENOENT): check its name, its rights and the space on the disk.`],
    ]);
    for (const [content, sentence] of [
      [Buffer.from('no gzip'), 'it is damaged or incomplete, or is not a backup of this program.'],
      [gzipSync('x'.repeat(100_000)).subarray(0, 60), 'it is damaged or incomplete, or is not a backup of this program.'],
      [gzipSync('anything else'), 'it is not a backup of this program.'],
      [gzipSync(''), 'it is empty.'],
    ] as const) {
      writeFileSync(wrong, content);
      expect(await resultOf(['restore', wrong])).to.deep.equal([1, [`${wrong} cannot be restored: ${sentence}`]]);
    }
  });
});
