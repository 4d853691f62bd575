import { expect } from 'chai';
import type { Collection, Document } from 'mongodb';
import { codeOf, openDatabase } from './index';

type Thing = Document & { _id: number };

const MANY = 2000;

const thing = (n: number): Thing => ({ _id: n, slug: `slug-${n}`, rank: (n * 7919) % 1000, tags: [n % 60, (n * 7) % 60, 60 + (n % 9)] });

const INDEXES = [
  { key: { slug: 1 }, name: 'slug', unique: true },
  { key: { tags: 1, rank: -1 }, name: 'tags' },
  { key: { rank: 1, _id: -1 }, name: 'rank' },
] as const;

describe('database: createIndexes on a collection in use', () => {
  const database = openDatabase();
  let things: Collection<Thing>;
  beforeEach(async () => {
    things = database.fresh().collection<Thing>('things');
    await things.insertMany(Array.from({ length: MANY }, (_, n) => thing(n)));
  });

  /** Compares the documents that each index finds with those of a scan. */
  const expectComplete = async (): Promise<void> => {
    const ids = async (hint: string | { $natural: 1 }) =>
      (
        await things
          .find({}, { projection: { _id: 1 } })
          .hint(hint)
          .toArray()
      )
        .map(({ _id }) => _id)
        .sort((one, other) => one - other);
    const all = await ids({ $natural: 1 });
    for (const { name } of INDEXES) expect(await ids(name), name).to.deep.equal(all);
  };

  it('includes what is written during the build, within transactions too', async () => {
    let isOver = false;
    const built = things.createIndexes([...INDEXES]).finally(() => {
      isOver = true;
    });
    for (let time = 0; !isOver; time++) {
      await things.updateOne({ _id: time }, { $set: { slug: `new-${time}`, tags: [777, time % 60] } });
      await things.deleteOne({ _id: MANY - 1 - time });
      await database.client.withSession((session) =>
        session.withTransaction(async () => {
          await things.insertOne(thing(MANY + time), { session });
          await things.replaceOne({ _id: time + 1 }, { slug: `replaced-${time}`, rank: time, tags: [time % 60] }, { session });
        }),
      );
    }
    await built;
    await expectComplete();
  });

  it('builds no index where a unique one finds a duplicate (11000)', async () => {
    await things.insertOne({ ...thing(MANY), slug: 'slug-100' });
    expect(await codeOf(things.createIndexes([...INDEXES].reverse()))).to.equal(11000);
    expect((await things.indexes()).map(({ name }) => name)).to.deep.equal(['_id_']);
    await things.deleteOne({ _id: MANY });
    await things.createIndexes([...INDEXES]);
    await expectComplete();
  });

  it('builds an index once for two processes', async () => {
    await Promise.all([things.createIndexes([...INDEXES]), things.createIndexes([...INDEXES]), things.createIndex({ rank: -1 })]);
    expect(await things.indexes()).to.have.length(INDEXES.length + 2);
    await expectComplete();
  });
});
