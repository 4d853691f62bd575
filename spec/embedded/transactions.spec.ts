import { expect } from 'chai';
import type { ClientSession, Collection, Db, Document } from 'mongodb';
import { MongoError } from 'mongodb';
import { SERVERS, type Server } from './support';

const failureOf = async (work: Promise<unknown>): Promise<MongoError & { code?: unknown }> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof MongoError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

for (const { name, start } of SERVERS) {
  describe(`embedded: transactions in ${name}`, () => {
    let server: Server;
    let db: Db;
    let things: Collection<Document>;
    let session: ClientSession;
    let other: ClientSession;

    before(async () => {
      server = await start();
      db = await server.fresh();
      await db.collection('things').createIndex({ slug: 1 }, { unique: true, sparse: true });
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
      session = server.client.startSession();
      other = server.client.startSession();
    });
    afterEach(async () => {
      await session.endSession();
      await other.endSession();
    });
    after(() => server.stop());

    const byId = (id: number): Document => ({ _id: id });
    const rest = async (options: { session?: ClientSession } = {}) =>
      (await things.find({}, options).sort({ n: 1 }).toArray()).map(({ n }) => n as unknown);

    it('shows its writes to itself at once and to others once it is committed', async () => {
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

    it('leaves nothing behind when it is aborted', async () => {
      session.startTransaction();
      await things.insertOne({ n: 4 }, { session });
      await things.updateMany({}, { $inc: { n: 100 } }, { session });
      await session.abortTransaction();
      expect(await rest()).to.deep.equal([1, 2, 3]);
    });

    it('reads what was there when it began', async () => {
      session.startTransaction({ readConcern: { level: 'snapshot' } });
      expect(await rest({ session })).to.deep.equal([1, 2, 3]);
      await things.updateOne({ n: 1 }, { $set: { n: 5 } });
      await things.insertOne({ n: 6 });
      expect(await rest({ session })).to.deep.equal([1, 2, 3]);
      await session.commitTransaction();
      expect(await rest()).to.deep.equal([2, 3, 5, 6]);
    });

    it('refuses to write what another transaction has written', async () => {
      session.startTransaction();
      other.startTransaction();
      await things.updateOne(byId(1), { $inc: { n: 1 } }, { session });
      const failure = await failureOf(things.updateOne(byId(1), { $inc: { n: 1 } }, { session: other }));
      expect(failure.code).to.equal(112);
      expect(failure.hasErrorLabel('TransientTransactionError')).to.equal(true);
      await session.commitTransaction();
      await other.abortTransaction();
      expect(await things.findOne(byId(1))).to.deep.equal({ _id: 1, n: 2 });
    });

    it('refuses to write what was written since it began', async () => {
      session.startTransaction();
      await things.findOne(byId(2), { session });
      await things.updateOne(byId(1), { $set: { n: 7 } });
      const failure = await failureOf(things.updateOne(byId(1), { $inc: { n: 1 } }, { session }));
      expect(failure.code).to.equal(112);
      expect(failure.hasErrorLabel('TransientTransactionError')).to.equal(true);
    });

    it('lets a plain write wait for a transaction that has the document', async () => {
      session.startTransaction();
      await things.updateOne(byId(1), { $set: { n: 10 } }, { session });
      const plain = things.updateOne(byId(1), { $inc: { n: 1 } });
      await things.findOne(byId(2));
      await session.commitTransaction();
      await plain;
      expect(await things.findOne(byId(1))).to.deep.equal({ _id: 1, n: 11 });
    });

    it('lets a plain insert wait for a transaction that has its unique key', async () => {
      session.startTransaction();
      await things.insertOne({ slug: 'taken' }, { session });
      const plain = failureOf(things.insertOne({ slug: 'taken' }));
      await things.findOne(byId(2));
      await session.commitTransaction();
      expect((await plain).code).to.equal(11000);
    });

    it('is over after a duplicate key', async () => {
      await things.insertOne({ slug: 'taken' });
      session.startTransaction();
      await things.insertOne({ n: 4 }, { session });
      expect((await failureOf(things.insertOne({ slug: 'taken' }, { session }))).code).to.equal(11000);
      const failure = await failureOf(things.insertOne({ n: 5 }, { session }));
      expect(failure.code).to.equal(251);
      expect(failure.hasErrorLabel('TransientTransactionError')).to.equal(true);
      await session.abortTransaction();
      expect(await things.countDocuments({ n: 4 })).to.equal(0);
    });

    it('runs again by itself until counters that are raised together have every raise', async () => {
      const raise = async () => {
        const own = server.client.startSession();
        await own.withTransaction(async () => {
          const found = await things.findOne(byId(1), { session: own });
          await things.updateOne(byId(1), { $set: { n: Number(found?.['n']) + 1 } }, { session: own });
          await things.updateOne(byId(2), { $inc: { n: 1 } }, { session: own });
        });
        await own.endSession();
      };
      await Promise.all(Array.from({ length: 6 }, raise));
      expect(await things.findOne(byId(1))).to.deep.equal({ _id: 1, n: 7 });
      expect(await things.findOne(byId(2))).to.deep.equal({ _id: 2, n: 8 });
    });

    it('writes to a collection that did not exist', async () => {
      await session.withTransaction(async () => {
        await db.collection('new').insertOne({ a: 1 }, { session });
      });
      expect(await db.collection('new').countDocuments()).to.equal(1);
    });

    it('answers a second commit as the first', async () => {
      session.startTransaction();
      await things.insertOne({ n: 4 }, { session });
      await session.commitTransaction();
      await session.commitTransaction();
      expect(await things.countDocuments({ n: 4 })).to.equal(1);
    });

    it('answers a retried write as the first time, without writing again', async () => {
      const lsid = session.serverSession.id;
      const write = { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], lsid, txnNumber: 77n };
      const run = () => db.command({ ...write, txnNumber: BigInt(77) });
      const first = await run();
      const again = await run();
      expect([first['n'], first['nModified']]).to.deep.equal([again['n'], again['nModified']]);
      expect(await things.findOne(byId(1))).to.deep.equal({ _id: 1, n: 2 });
    });
  });
}
