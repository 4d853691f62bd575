import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Collection, Db, Document } from 'mongodb';
import { openStore } from '../../lib/embedded/storage/store';
import { codeOf, newFolder, type Server, startServer, withServer } from './support';

type Thing = Document & { _id: number };

/** Enough documents for an index build in several slices. */
const MANY = 2000;

const thing = (n: number): Thing => ({ _id: n, slug: `slug-${n}`, rank: (n * 7919) % 1000, tags: [n % 60, (n * 7) % 60, 60 + (n % 9)] });

const INDEXES = [
  { key: { slug: 1 }, name: 'slug', unique: true },
  { key: { tags: 1, rank: -1 }, name: 'tags' },
  { key: { rank: 1, _id: -1 }, name: 'rank' },
  { key: { flag: 1 }, name: 'flag', partialFilterExpression: { flag: { $exists: true } } },
] as const;

const some = (count: number): Thing[] => Array.from({ length: count }, (_, n) => thing(n));

/** Checks that each index finds all documents. */
const expectWhole = async (things: Collection<Thing>): Promise<void> => {
  for (const [{ name }, filter] of INDEXES.map((index) => [index, index.name === 'flag' ? { flag: { $exists: true } } : {}] as const)) {
    const ids = async (hint: string | { $natural: 1 }) => (await things.find(filter).hint(hint).toArray()).map(({ _id }) => _id);
    const all = await ids({ $natural: 1 });
    expect(
      (await ids(name)).sort((one, other) => one - other),
      name,
    ).to.deep.equal(all.sort((one, other) => one - other));
  }
};

describe('embedded: createIndexes on many documents', function () {
  this.timeout(180_000);
  let server: Server;
  let db: Db;
  let things: Collection<Thing>;
  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    db = await server.fresh();
    things = db.collection('things');
    await things.insertMany(some(MANY));
  });
  after(() => server.stop());

  it('answers reads during the build, and lets writes wait for its end', async () => {
    const order: string[] = [];
    const made = things.createIndexes([...INDEXES]).then(() => order.push('made'));
    await delay(1);
    const written = things.insertOne(thing(MANY)).then(() => order.push('written'));
    expect(await things.findOne({ _id: 5 })).to.deep.equal(thing(5));
    order.push('read');
    await Promise.all([made, written]);
    expect(order).to.deep.equal(['read', 'made', 'written']);
    await expectWhole(things);
  });

  it('stops after maxTimeMS (50)', async () => {
    expect(await db.command({ createIndexes: 'things', indexes: [...INDEXES], maxTimeMS: 1 }).catch(codeOf)).to.equal(50);
    expect(await things.indexes()).to.have.length(1);
  });
});

describe('embedded: createIndexes that the end of the server interrupts', () => {
  const folder = newFolder();
  after(() => rmSync(folder, { recursive: true, force: true }));

  const opened = <T>(work: (things: Collection<Thing>, stop: () => Promise<void>) => Promise<T>): Promise<T> =>
    withServer(folder, (client, { stop }) => work(client.db('ended').collection('things'), stop));
  /** The number of keys in the folder. */
  const keys = async (): Promise<number> => {
    const store = openStore(folder);
    const snapshot = store.snapshot();
    const count = snapshot.count(Buffer.alloc(4), Buffer.alloc(4, 0xff));
    snapshot.release();
    await store.close();
    return count;
  };

  it('leaves no index and no keys behind, and can be done again', async () => {
    await opened((things) => things.insertMany(some(MANY)));
    const before = await keys();
    const expectRemoved = async (what: string) => {
      for (let times = 0; times < 50 && (await keys()) > before; times++) await opened(() => delay(30));
      expect(await keys(), what).to.equal(before);
    };
    for (const milliseconds of [40, 150]) {
      await opened(async (things, stop) => {
        const made = things.createIndexes([...INDEXES]).catch(codeOf);
        await delay(milliseconds);
        await stop();
        await made;
      });
      await opened(async (things) => {
        if ((await things.indexes()).length > 1) await things.dropIndexes();
      });
      await expectRemoved(`${milliseconds} ms`);
    }
    await opened(async (things, stop) => {
      await things.createIndexes([...INDEXES]);
      await things.dropIndexes();
      // The keys of a dropped index are removed gradually.
      await stop();
    });
    expect(await keys()).to.be.above(before);
    await expectRemoved('what was dropped');
    await opened(async (things) => {
      await things.createIndexes([...INDEXES]);
      await expectWhole(things);
    });
  });
});
