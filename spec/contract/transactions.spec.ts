import { expect } from 'chai';
import type { ClientSession, Collection, Db, Document } from 'mongodb';
import { openDatabase } from './index';

describe('database: transactions', () => {
  const database = openDatabase();
  let db: Db;
  let things: Collection<Document>;
  let session: ClientSession;
  let other: ClientSession;

  before(async () => {
    db = database.fresh();
    await db.collection('things').createIndex({ slug: 1 }, { unique: true, partialFilterExpression: { slug: { $exists: true } } });
    await db.collection('things').createIndex({ n: 1 });
  });
  beforeEach(async () => {
    things = db.collection('things');
    await things.deleteMany({});
    await things.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
      { _id: 3, n: 3 },
    ] as unknown as Document[]);
    session = database.client.startSession();
    other = database.client.startSession();
  });
  afterEach(async () => {
    await session.endSession();
    await other.endSession();
  });

  const byId = (id: number): Document => ({ _id: id });
  const rest = async (options: { session?: ClientSession } = {}) =>
    (await things.find({}, options).sort({ n: 1 }).toArray()).map(({ n }) => n as unknown);

  it('are isolated: others see their writes after the commit only', async () => {
    session.startTransaction();
    await things.insertOne({ n: 4 }, { session });
    await things.updateOne({ n: 1 }, { $set: { n: 10 } }, { session });
    await things.deleteOne({ n: 2 }, { session });
    expect(await rest({ session })).to.deep.equal([3, 4, 10]);
    expect(await things.countDocuments({ n: { $gte: 3 } }, { session })).to.equal(3);
    expect(
      await things
        .find({ n: { $gte: 3 } }, { session })
        .sort({ n: -1 })
        .limit(2)
        .toArray(),
    ).to.have.length(2);
    expect(await rest()).to.deep.equal([1, 2, 3]);
    await session.commitTransaction();
    expect(await rest()).to.deep.equal([3, 4, 10]);
    expect(await things.countDocuments({ n: { $gte: 3 } })).to.equal(3);
  });

  it('are atomic: an aborted one leaves nothing behind', async () => {
    session.startTransaction();
    await things.insertOne({ n: 4 }, { session });
    await things.updateMany({}, { $inc: { n: 100 } }, { session });
    await session.abortTransaction();
    expect(await rest()).to.deep.equal([1, 2, 3]);
  });

  it('read the snapshot of their first read', async () => {
    session.startTransaction({ readConcern: { level: 'snapshot' } });
    expect(await rest({ session })).to.deep.equal([1, 2, 3]);
    await things.updateOne({ n: 1 }, { $set: { n: 5 } });
    await things.insertOne({ n: 6 });
    expect(await rest({ session })).to.deep.equal([1, 2, 3]);
    await session.commitTransaction();
    expect(await rest()).to.deep.equal([2, 3, 5, 6]);
  });

  it('refuse with WriteConflict (112, TransientTransactionError) what another open transaction has written', async () => {
    session.startTransaction();
    other.startTransaction();
    await things.updateOne(byId(1), { $inc: { n: 1 } }, { session });
    const failure = await things.updateOne(byId(1), { $inc: { n: 1 } }, { session: other }).catch((error) => error);
    expect(failure.code).to.equal(112);
    expect(failure.hasErrorLabel('TransientTransactionError')).to.equal(true);
    await session.commitTransaction();
    await other.abortTransaction();
    expect(await things.findOne(byId(1))).to.deep.equal({ _id: 1, n: 2 });
  });

  it('refuse with WriteConflict (112) what was written since they began', async () => {
    session.startTransaction();
    await things.findOne(byId(2), { session });
    await things.updateOne(byId(1), { $set: { n: 7 } });
    const failure = await things.updateOne(byId(1), { $inc: { n: 1 } }, { session }).catch((error) => error);
    expect(failure.code).to.equal(112);
    expect(failure.hasErrorLabel('TransientTransactionError')).to.equal(true);
  });

  it('let a plain write wait for the transaction that has written the document', async () => {
    session.startTransaction();
    await things.updateOne(byId(1), { $set: { n: 10 } }, { session });
    const plain = things.updateOne(byId(1), { $inc: { n: 1 } });
    await things.findOne(byId(2));
    await session.commitTransaction();
    await plain;
    expect(await things.findOne(byId(1))).to.deep.equal({ _id: 1, n: 11 });
  });

  it('let a plain insert wait for the transaction that has inserted its unique key', async () => {
    session.startTransaction();
    await things.insertOne({ slug: 'taken' }, { session });
    const plain = things.insertOne({ slug: 'taken' }).catch((error) => error);
    await things.findOne(byId(2));
    await session.commitTransaction();
    expect((await plain).code).to.equal(11000);
  });

  it('end at a duplicate key: what follows is refused with NoSuchTransaction (251)', async () => {
    await things.insertOne({ slug: 'taken' });
    session.startTransaction();
    await things.insertOne({ n: 4 }, { session });
    expect((await things.insertOne({ slug: 'taken' }, { session }).catch((error) => error)).code).to.equal(11000);
    const failure = await things.insertOne({ n: 5 }, { session }).catch((error) => error);
    expect(failure.code).to.equal(251);
    expect(failure.hasErrorLabel('TransientTransactionError')).to.equal(true);
    await session.abortTransaction();
    expect(await things.countDocuments({ n: 4 })).to.equal(0);
  });

  it('create the collection that they insert into', async () => {
    await session.withTransaction(async () => {
      await db.collection('new').insertOne({ a: 1 }, { session });
    });
    expect(await db.collection('new').countDocuments()).to.equal(1);
  });

  it('answer a second commit like the first', async () => {
    session.startTransaction();
    await things.insertOne({ n: 4 }, { session });
    await session.commitTransaction();
    await session.commitTransaction();
    expect(await things.countDocuments({ n: 4 })).to.equal(1);
  });

  it('a retried write (the same txnNumber) is answered like the first, and not done again', async () => {
    const lsid = session.serverSession.id;
    const write = { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], lsid, txnNumber: 77n };
    const run = () => db.command({ ...write, txnNumber: BigInt(77) });
    const first = await run();
    const again = await run();
    expect([first['n'], first['nModified']]).to.deep.equal([again['n'], again['nModified']]);
    expect(await things.findOne(byId(1))).to.deep.equal({ _id: 1, n: 2 });
  });
});
