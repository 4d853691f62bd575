import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { type Embedded, startEmbedded } from '../../lib/embedded/start-embedded';
import { newFolder } from './support';

type Thing = Document & { _id: number | string };

describe('embedded: multikey indexes after a restart', () => {
  const folder = newFolder();
  let embedded: Embedded | undefined;
  let client: MongoClient;
  let things: Collection<Thing>;

  const open = async () => {
    embedded = await startEmbedded({ folder });
    client = await MongoClient.connect(embedded.uri);
    things = client.db('reopening').collection('things');
  };
  const close = async () => {
    await client.close();
    await embedded?.stop();
    embedded = undefined;
  };
  before(open);
  beforeEach(async () => {
    await things.drop();
    await things.createIndex({ tags: 1 });
    await things.insertOne({ _id: 'first', n: 0 });
  });
  after(async () => {
    if (embedded) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectFound = async () => {
    for (let time = 0; time < 2; time++) {
      expect(await things.find({ tags: { $gte: 'a' } }).toArray()).to.have.length(1);
      expect(await things.countDocuments({ tags: { $gte: 'a' } })).to.equal(1);
      expect(await things.find({ tags: { $gte: 'b', $lte: 'a' } }).toArray()).to.have.length(1);
      expect(await things.countDocuments({ $and: [{ tags: 'a' }, { tags: 'b' }] })).to.equal(1);
      if (time > 0) return;
      await close();
      await open();
    }
  };

  it('know that they hold arrays, after a refused insert of the first', async () => {
    const refused = await things.insertOne({ _id: 'first', tags: ['a', 'b'] }).catch(({ code }) => code);
    expect(refused).to.equal(11000);
    await things.insertOne({ _id: 2, tags: ['a', 'b'] });
    await expectFound();
  });

  it('know that they hold arrays, after an aborted transaction with the first', async () => {
    await client.withSession(async (session) => {
      session.startTransaction();
      await things.insertOne({ _id: 2, tags: ['a', 'b'] }, { session });
      await session.abortTransaction();
    });
    await things.insertOne({ _id: 2, tags: ['a', 'b'] });
    await expectFound();
  });

  it('know that they hold arrays, after a retried transaction with the first', async () => {
    let tries = 0;
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await things.insertOne({ _id: 2, tags: ['a', 'b'] }, { session });
        tries += 1;
        if (tries === 1) await things.updateOne({ _id: 'first' }, { $inc: { n: 1 } });
        await things.updateOne({ _id: 'first' }, { $inc: { n: 1 } }, { session });
      }),
    );
    expect(tries).to.be.above(1);
    await expectFound();
  });
});
