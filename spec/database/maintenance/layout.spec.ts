import { expect } from 'chai';
import type { Db } from 'mongodb';
import { MongoClient } from 'mongodb';
import { assertUsable, LAYOUT, type LayoutStep, prepareDatabase, updateLayout } from '../../../lib/maintenance/layout';
import { dropDatabase, freshDatabase, mongoUri } from '../../support/server';

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

describe('The layout of records', () => {
  let client: MongoClient;
  let db: Db;
  before(async () => {
    client = await MongoClient.connect(await mongoUri());
  });
  after(() => client.close());
  beforeEach(() => {
    db = client.db(freshDatabase());
  });
  afterEach(() => dropDatabase(db.databaseName));

  const noted = () => db.collection<{ _id: string }>('counters').findOne({ _id: 'layout' });
  const silent = () => undefined;
  const steps = (does: readonly ((db: Db) => Promise<unknown>)[]): LayoutStep[] =>
    does.map((work, index) => ({ does: `step ${index + 1}`, run: async (one) => void (await work(one)) }));

  it('is stored in a new database', async () => {
    await updateLayout(db, silent);
    expect(await noted()).to.deep.equal({ _id: 'layout', version: LAYOUT });
    await assertUsable(db);
  });

  it('is upgraded in steps, continues after an interruption, and repeats no step', async () => {
    await db.collection<{ _id: number }>('events').insertOne({ _id: 1 });
    const set = (field: string) => (one: Db) => one.collection('events').updateMany({}, { $inc: { [field]: 1 } });
    let isBroken = true;
    const breaking = async (one: Db) => {
      if (isBroken) throw new Error('The database went away.');
      await set('second')(one);
    };
    const all = steps([set('first'), breaking, set('third')]);
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    expect(await messageOf(updateLayout(db, say, all))).to.equal('The database went away.');
    expect(await noted()).to.deep.equal({ _id: 'layout', version: 2 });
    isBroken = false;
    await updateLayout(db, say, all);
    await updateLayout(db, say, all);
    expect(await db.collection('events').findOne()).to.deep.equal({ _id: 1, first: 1, second: 1, third: 1 });
    expect(said.map((line) => line.split(': ')[1])).to.deep.equal(['step 1', 'step 2', 'step 2', 'step 3']);
    expect(await noted()).to.deep.equal({ _id: 'layout', version: 4 });
  });

  it('is refused by commands that do not update it', async () => {
    await db.collection<{ _id: string; version: number }>('counters').insertOne({ _id: 'layout', version: LAYOUT - 1 });
    const older = new RegExp(`have version ${LAYOUT - 1} .* needs version ${LAYOUT}: start the service once`);
    expect(await messageOf(assertUsable(db))).to.match(older);
  });

  it('is refused if a newer program has written it', async () => {
    await updateLayout(db, silent);
    await db.collection<{ _id: string }>('counters').updateOne({ _id: 'layout' }, { $set: { version: LAYOUT + 1 } });
    const sentence = `The records of the database ${db.databaseName} have version ${LAYOUT + 1} of their layout, and this program knows only versions 1 to ${LAYOUT}: start the newer program that stored them, or restore a backup that was made before.`;
    expect(await messageOf(prepareDatabase(db, {}))).to.equal(sentence);
    expect(await messageOf(assertUsable(db))).to.equal(sentence);
  });
});
