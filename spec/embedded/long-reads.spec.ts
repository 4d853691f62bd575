import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { type Collection, type Db, type Document, type Filter, MongoClient } from 'mongodb';
import { closeClient } from '../../lib/database/driver/driver';
import { startEmbedded } from '../../lib/embedded/start-embedded';
import { codeOf, newFolder, type Server, startServer } from './support';

type Thing = Document & { _id: number; n: number; kind: string };

const MANY = 6000;

const fill = async (things: Collection<Thing>): Promise<void> => {
  await things.insertMany(
    Array.from({ length: MANY }, (_, n) => ({ _id: n, n: (n * 7919) % MANY, kind: `kind-${n % 7}`, text: 'x'.repeat(200) })),
  );
};

/** A filter that matches every document after a number of comparisons. */
const comparedWith = (comparisons: number): Filter<Thing> => ({
  $nor: Array.from({ length: comparisons }, (_, n) => ({ text: `text-${n}` })),
});

/** Comparisons for each document. A fast machine needs more of them before a read takes several turns. */
const COMPARISONS = [16, 128, 1024];

type Read = (things: Collection<Thing>, slow: Filter<Thing>) => Promise<unknown>;

const READS: readonly (readonly [name: string, read: Read, found: unknown])[] = [
  [
    'finds one that nothing leads to',
    (things, slow) =>
      things
        .find({ ...slow, n: 7919 % MANY, kind: 'kind-1' })
        .toArray()
        .then((all) => all.map(({ _id }) => _id)),
    [1],
  ],
  [
    'finds a few in an order',
    (things, slow) =>
      things
        .find(slow)
        .sort({ n: -1 })
        .skip(1)
        .limit(3)
        .toArray()
        .then((all) => all.map(({ n }) => n)),
    [MANY - 2, MANY - 3, MANY - 4],
  ],
  [
    'finds all in an order',
    async (things, slow) =>
      (
        await things
          .find(slow, { projection: { n: 1, _id: 0 } })
          .sort({ n: 1 })
          .toArray()
      ).every(({ n }, at) => n === at),
    true,
  ],
  ['counts', (things, slow) => things.countDocuments({ ...slow, n: { $lt: 2345 } }), 2345],
  [
    'tells what is different',
    async (things, slow) => (await things.distinct('kind', slow)).sort(),
    Array.from({ length: 7 }, (_, i) => `kind-${i}`),
  ],
  [
    'groups',
    async (things, slow) =>
      (await things.aggregate([{ $match: slow }, { $group: { _id: '$kind', many: { $sum: 1 } } }]).toArray()).reduce(
        (sum, { many }) => sum + many,
        0,
      ),
    MANY,
  ],
  ['explains', async (things, slow) => (await things.find({ ...slow, n: 5 }).explain('executionStats'))['executionStats'].nReturned, 1],
];

/** The number of short commands that are answered before a read is. */
const answeredBefore = async (things: Collection<Thing>, reading: Promise<unknown>): Promise<number> => {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  reading.then(over, over);
  let answered = 0;
  for (; !isOver; answered++) expect(await things.findOne({ _id: answered % MANY })).to.have.property('kind');
  return answered;
};

describe('embedded: long reads', () => {
  let server: Server;
  let db: Db;
  let things: Collection<Thing>;
  before(async () => {
    server = await startServer();
    db = await server.fresh();
    things = db.collection('things');
    await fill(things);
  });
  after(() => server.stop());

  for (const [what, read, found] of READS) {
    it(`${what} while other commands are answered`, async () => {
      let answered = 0;
      for (const comparisons of COMPARISONS) {
        const reading = read(things, comparedWith(comparisons));
        answered = await answeredBefore(things, reading);
        expect(await reading).to.deep.equal(found);
        if (answered > 3) break;
      }
      expect(answered).to.be.above(3);
    });
  }

  // MongoDB promises less: without a snapshot, a read may see a part of an update.
  it('see nothing of an updateMany that is written meanwhile', async () => {
    const all = things
      .find({ text: { $ne: 'y' } }, { projection: { n: 1 } })
      .sort({ kind: 1 })
      .toArray();
    await things.updateMany({ _id: { $gte: MANY - 100 } }, { $inc: { n: MANY } });
    expect((await all).filter(({ n }) => n >= MANY).length).to.be.oneOf([0, 100]);
    await things.updateMany({ _id: { $gte: MANY - 100 } }, { $inc: { n: -MANY } });
  });

  it('go on with a cursor although an index is built meanwhile', async () => {
    const one = things.aggregate([{ $match: { kind: 'kind-1', n: { $gte: 0 } } }], { batchSize: 0 });
    const other = things.find({ kind: 'kind-1', n: { $gte: 0 } }, { batchSize: 2 });
    await other.next();
    await Promise.all([one, other].map((cursor) => cursor.hasNext()));
    await things.createIndex({ kind: 1 }, { name: 'kind' });
    expect([(await one.toArray()).length, (await other.toArray()).length + 1]).to.deep.equal([
      Math.ceil((MANY - 1) / 7),
      Math.ceil((MANY - 1) / 7),
    ]);
    await things.dropIndex('kind');
  });

  it('are refused with 237 by killCursors, with 143 by a second getMore', async () => {
    const open = async () =>
      (await db.command({ find: 'things', filter: { _id: { $ne: -1 }, n: { $in: [0, 7919 % MANY, (7919 * 2) % MANY] } }, batchSize: 1 }))[
        'cursor'
      ].id;
    const id = await open();
    const [first, second] = [1, 2].map(() => db.command({ getMore: id, collection: 'things', batchSize: 100 }).catch(codeOf));
    const answers = await Promise.all([first, second]);
    expect(answers).to.include(143);
    expect(answers.find((one): one is Document => one !== 143)?.['cursor'].nextBatch).to.have.length(2);
    const other = await open();
    const reading = db.command({ getMore: other, collection: 'things' }).catch(codeOf);
    await db.command({ killCursors: 'things', cursors: [other] });
    expect(await reading).to.equal(237);
    expect(await db.command({ getMore: other, collection: 'things' }).catch(codeOf)).to.equal(43);
    expect(await things.countDocuments()).to.equal(MANY);
  });

  it('run side by side', async () => {
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, i) => things.countDocuments({ kind: `kind-${i % 7}`, text: { $exists: true } })),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).to.be.above(20 * Math.floor(MANY / 7));
  });
});

describe('embedded: a read that is interrupted', () => {
  it('by the end of the server leaves the folder intact', async () => {
    const folder = newFolder();
    try {
      for (let time = 0; time < 2; time++) {
        const { uri, stop } = await startEmbedded({ folder });
        const client = await MongoClient.connect(uri, { retryReads: false });
        const things = client.db('ended').collection<Thing>('things');
        if (time === 0) await fill(things);
        expect(await things.countDocuments()).to.equal(MANY);
        const reads = Array.from({ length: 5 }, () =>
          things.countDocuments({ text: 'y' }).then(
            () => 'read',
            () => 'ended',
          ),
        );
        await things.findOne({ _id: 1 });
        await stop();
        expect(await Promise.all(reads)).to.include('ended');
        await closeClient(client);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
