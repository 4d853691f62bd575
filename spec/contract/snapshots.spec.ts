import { expect } from 'chai';
import { type Db, type Document, Timestamp } from 'mongodb';
import { codeOf, openDatabase } from './index';

describe('database: snapshot reads', () => {
  const database = openDatabase();
  let db: Db;
  const things = () => db.collection<Document & { _id: number }>('things');
  const others = () => db.collection<Document & { _id: number }>('others');

  before(() => {
    db = database.fresh();
  });
  beforeEach(async () => {
    for (const collection of [things(), others()]) {
      await collection.deleteMany({});
      await collection.insertMany(Array.from({ length: 300 }, (_, place) => ({ _id: place, n: 1 })));
    }
  });

  it('see all collections as they were at the first read of the session, whatever is written meanwhile', async () => {
    const session = database.client.startSession({ snapshot: true });
    expect(await things().findOne({ _id: 1 }, { session })).to.deep.equal({ _id: 1, n: 1 });
    await Promise.all([
      things().updateMany({}, { $set: { n: 2 } }),
      others().deleteMany({ _id: { $lt: 200 } }),
      others().insertOne({ _id: 999 }),
    ]);
    const cursor = others().find({}, { session, batchSize: 50 }).sort({ _id: 1 });
    const ids: number[] = [];
    for await (const { _id } of cursor) {
      ids.push(_id);
      if (_id === 60) await others().deleteMany({});
    }
    expect(ids).to.deep.equal(Array.from({ length: 300 }, (_, place) => place));
    expect(await things().distinct('n', {}, { session })).to.deep.equal([1]);
    expect(await things().countDocuments({ n: 1 }, { session })).to.equal(300);
    await session.endSession();
    expect(await things().distinct('n')).to.deep.equal([2]);
    expect(await others().countDocuments()).to.equal(0);
  });

  it('see one moment per session', async () => {
    const [first, second] = [database.client.startSession({ snapshot: true }), database.client.startSession({ snapshot: true })];
    await things().findOne({ _id: 1 }, { session: first });
    await things().updateOne({ _id: 1 }, { $set: { n: 2 } });
    await things().findOne({ _id: 1 }, { session: second });
    await things().updateOne({ _id: 1 }, { $set: { n: 3 } });
    expect([
      (await things().findOne({ _id: 1 }, { session: first }))?.['n'],
      (await things().findOne({ _id: 1 }, { session: second }))?.['n'],
      (await things().findOne({ _id: 1 }))?.['n'],
    ]).to.deep.equal([1, 2, 3]);
    await Promise.all([first.endSession(), second.endSession()]);
  });

  it('of a moment that is no longer stored are refused (239 or 246)', async () => {
    const readConcern = { level: 'snapshot', atClusterTime: new Timestamp({ t: 1_000_000, i: 1 }) };
    expect(await codeOf(db.command({ find: 'things', readConcern }))).to.be.oneOf([239, 246]);
  });
});
