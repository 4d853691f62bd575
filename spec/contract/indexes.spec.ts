import { expect } from 'chai';
import type { ClientSession, ClientSessionOptions, Collection, Db, Document, MongoServerError } from 'mongodb';
import { explain } from '../database/commands';
import { codeOf, openDatabase } from './index';

describe('database: indexes', () => {
  const database = openDatabase();
  let db: Db;
  let events: Collection<Document>;

  before(async () => {
    db = database.fresh();
    events = db.collection('events');
    await events.createIndexes([
      { key: { slug: 1, language: 1 }, name: 'slug', unique: true },
      { key: { status: 1, start: 1, _id: 1 }, name: 'start' },
      { key: { categories: 1, start: -1 }, name: 'categories' },
      { key: { 'place.city': 1 }, name: 'city' },
      { key: { featured: 1 }, name: 'featured', partialFilterExpression: { status: 'publish' } },
      { key: { code: 1 }, name: 'code', unique: true, partialFilterExpression: { code: { $exists: true } } },
    ]);
    await events.insertMany(
      Array.from({ length: 200 }, (_, i) => ({
        _id: i,
        slug: `slug-${i}`,
        language: i % 2 ? 'en' : 'fr',
        status: i % 4 ? 'publish' : 'draft',
        start: new Date(Date.UTC(2026, 0, 1 + (i % 50))),
        end: new Date(Date.UTC(2026, 0, 2 + (i % 50))),
        categories: [i % 5, 5 + (i % 3)],
        featured: i % 10 === 0,
        ...(i % 3 === 0 && { place: { city: i % 2 ? 'Lyon' : 'Nice' } }),
      })) as unknown as Document[],
    );
  });

  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  const QUERIES: readonly (readonly [filter: Document, sort: Document, index: string])[] = [
    [{ slug: 'slug-7', language: 'en' }, {}, 'slug'],
    [{ slug: { $in: ['slug-1', 'slug-2'] } }, {}, 'slug'],
    [{ status: 'publish', start: { $gte: day(10) } }, { start: 1, _id: 1 }, 'start'],
    [{ status: 'publish', start: { $gte: day(10), $lt: day(20) } }, { start: -1, _id: -1 }, 'start'],
    [
      { status: 'publish', $or: [{ start: { $gte: day(40) } }, { start: { $lt: day(5) }, _id: { $gt: 100 } }] },
      { start: 1, _id: 1 },
      'start',
    ],
    [{ status: { $in: ['publish', 'draft'] } }, { start: 1, _id: 1 }, 'start'],
    [{ categories: 3 }, { start: -1 }, 'categories'],
    [{ categories: { $in: [1, 6] } }, { start: -1 }, 'categories'],
    [{ 'place.city': 'Lyon' }, {}, 'city'],
    [{ status: 'publish', featured: true }, {}, 'featured'],
  ];
  for (const [filter, sort, hint] of QUERIES) {
    it(`find ${JSON.stringify(filter)} sorted by ${JSON.stringify(sort)} uses the index "${hint}" without a sort in memory, and answers as a scan does`, async () => {
      const order = Object.keys(sort).length > 0 ? { ...sort, _id: sort['_id'] ?? 1 } : { _id: 1 };
      const keys = (found: Document[]) => found.map(({ _id }) => _id as unknown);
      const plain = await events.find(filter).hint({ $natural: 1 }).sort(order).toArray();
      expect(plain).not.to.have.length(0);
      expect(keys(await events.find(filter).hint(hint).sort(order).toArray())).to.deep.equal(keys(plain));
      expect(keys(await events.find(filter).sort(order).limit(5).toArray())).to.deep.equal(keys(plain.slice(0, 5)));
      expect(await events.countDocuments(filter, { hint })).to.equal(plain.length);
      expect(await events.countDocuments(filter)).to.equal(plain.length);
      const { stages, indexes } = await explain(db, { find: 'events', filter, sort });
      expect(stages).to.include('IXSCAN').and.not.include('COLLSCAN').and.not.include('SORT');
      expect([...new Set(indexes)]).to.deep.equal([hint]);
    });
  }

  it('explain names IDHACK, COLLSCAN and SORT', async () => {
    expect((await explain(db, { find: 'events', filter: { _id: 1 } })).stages).to.include('IDHACK');
    expect((await explain(db, { find: 'events', filter: { end: day(3) }, sort: { end: 1 } })).stages).to.include.members([
      'COLLSCAN',
      'SORT',
    ]);
  });

  const byStatus = { status: 'publish', start: { $gte: new Date(Date.UTC(2026, 0, 10)) } };
  const COMMANDS: readonly Document[] = [
    { find: 'events', filter: byStatus },
    { count: 'events', query: byStatus },
    { distinct: 'events', key: 'slug', query: byStatus },
    { aggregate: 'events', pipeline: [{ $match: byStatus }, { $group: { _id: 1, n: { $sum: 1 } } }], cursor: {} },
    { aggregate: 'events', pipeline: [{ $match: byStatus }, { $sort: { start: 1 } }, { $limit: 2 }], cursor: {} },
    { update: 'events', updates: [{ q: byStatus, u: { $set: { a: 1 } }, multi: true }] },
    { delete: 'events', deletes: [{ q: byStatus, limit: 0 }] },
    { findAndModify: 'events', query: byStatus, update: { $set: { a: 1 } } },
  ];
  for (const command of COMMANDS) {
    it(`explain ${Object.keys(command)[0]} ${JSON.stringify(command['pipeline'] ?? '')} names the index, and changes nothing`, async () => {
      const before = await events.find().sort({ _id: 1 }).toArray();
      const explained = JSON.stringify(await db.command({ explain: command, verbosity: 'queryPlanner' }));
      expect(explained).to.match(/"stage":"(IXSCAN|COUNT_SCAN)"/);
      expect(explained).not.to.include('COLLSCAN');
      expect(await events.find().sort({ _id: 1 }).toArray()).to.deep.equal(before);
    });
  }

  it('$in of hundreds of values uses an index in both directions, and within a transaction', async () => {
    const numbers = db.collection<{ _id: number; n: number; m: number }>('numbers');
    await numbers.createIndex({ n: 1, m: -1 }, { name: 'n' });
    await numbers.insertMany(Array.from({ length: 200 }, (_, i) => ({ _id: i, n: 3 * (i >> 1), m: i % 2 })));
    const SETS = [
      Array.from({ length: 320 }, (_, i) => i),
      Array.from({ length: 90 }, (_, i) => 7 * i - 100),
      [3, 6, 9, 150, 151, 152, 153, 600],
      [-2, -1, 1000],
      [297, 0],
    ];
    const holds = async (session?: ClientSession) => {
      const all = await numbers.find({}, { ...(session && { session }), hint: { $natural: 1 } }).toArray();
      for (const set of SETS) {
        for (const direction of [1, -1] as const) {
          for (const more of [{}, { m: { $gte: 1 } }]) {
            const expected = all
              .filter(({ n, m }) => set.includes(n) && (!('m' in more) || m >= 1))
              .sort((one, other) => direction * (one.n - other.n || other.m - one.m))
              .map(({ _id }) => _id);
            const filter = { n: { $in: set }, ...more };
            const options = { ...(session && { session }), hint: 'n' };
            const found = await numbers
              .find(filter, options)
              .sort({ n: direction, m: direction === 1 ? -1 : 1 })
              .toArray();
            const which = JSON.stringify([set, direction, more]);
            expect(
              found.map(({ _id }) => _id),
              which,
            ).to.deep.equal(expected);
            expect(await numbers.countDocuments(filter, options), which).to.equal(expected.length);
          }
        }
      }
    };
    await holds();
    const session = database.client.startSession();
    session.startTransaction();
    await numbers.insertMany(
      [1, 4, 151, 299, -1].map((n, i) => ({ _id: 1000 + i, n, m: 1 })),
      { session },
    );
    await numbers.deleteMany({ n: { $in: [0, 150, 153] } }, { session });
    await numbers.updateMany({ n: 9 }, { $inc: { n: 1 } }, { session });
    await holds(session);
    await session.abortTransaction();
    await session.endSession();
    await holds();
  });

  it('a sort by a field that the filter fixes leaves out nothing', async () => {
    const pairs = db.collection<{ _id: number; b: number; a: number }>('pairs');
    await pairs.createIndex({ b: 1, a: 1 }, { name: 'b' });
    await pairs.insertMany([1, 2, 3, 4].map((a) => ({ _id: a, b: 8, a })));
    for (const [a, ids] of [
      [{ $ne: 2 }, [1, 3, 4]],
      [{ $nin: [1, 3] }, [2, 4]],
      [{ $not: { $gt: 3 } }, [1, 2, 3]],
      [{ $in: [4, 1, 9] }, [1, 4]],
    ] as const)
      for (const direction of [1, -1] as const) {
        const found = await pairs
          .find({ b: 8, a } as object)
          .sort({ b: direction })
          .toArray();
        expect(found.map(({ _id }) => _id).sort(), JSON.stringify(a)).to.deep.equal(ids);
      }
  });

  it('explain executionStats counts the documents and keys that were examined', async () => {
    const { executionStats } = await events.find({ slug: { $in: ['slug-1', 'slug-2', 'none'] } }).explain('executionStats');
    expect(executionStats).to.include({ nReturned: 2, totalDocsExamined: 2 });
    expect(executionStats.totalKeysExamined).to.be.at.least(2);
  });

  it('a unique compound index refuses duplicates with code 11000, and says which values', async () => {
    const error = await events.insertOne({ slug: 'slug-7', language: 'en' }).catch((refusal) => refusal);
    expect(error).to.include({ code: 11000 });
    expect(error.keyPattern).to.deep.equal({ slug: 1, language: 1 });
    expect(error.keyValue).to.deep.equal({ slug: 'slug-7', language: 'en' });
    expect(error.message).to.match(
      /^E11000 duplicate key error collection: .+\.events index: slug dup key: \{ slug: "slug-7", language: "en" \}$/,
    );
    expect(await codeOf(events.updateOne({ slug: 'slug-7' }, { $set: { slug: 'slug-9' } }))).to.equal(11000);
    const { insertedId } = await events.insertOne({ slug: 'slug-7', language: 'fr' });
    await events.deleteOne({ _id: insertedId });
  });

  it('a unique partial index holds for the documents of its partialFilterExpression only', async () => {
    await events.updateOne({ _id: 1 } as Document, { $set: { code: 'A' } });
    expect(await codeOf(events.updateOne({ _id: 2 } as Document, { $set: { code: 'A' } }))).to.equal(11000);
    await events.updateOne({ _id: 1 } as Document, { $unset: { code: '' } });
    expect(await codeOf(events.updateOne({ _id: 2 } as Document, { $set: { code: 'A' } }))).to.equal(undefined);
    await events.updateOne({ _id: 2 } as Document, { $unset: { code: '' } });
  });

  it('a multikey index finds no document twice', async () => {
    const found = await events
      .find({ categories: { $gte: 0 } })
      .hint('categories')
      .toArray();
    expect(found).to.have.length(200);
    expect(await events.countDocuments({ categories: { $gte: 0 } }, { hint: 'categories' })).to.equal(200);
    expect(await events.countDocuments({ categories: { $gte: 4, $lte: 5 } })).to.equal(
      await events.countDocuments({ categories: { $gte: 4, $lte: 5 } }, { hint: { $natural: 1 } }),
    );
  });

  it('indexes follow updates of multikey and nested fields', async () => {
    await events.updateOne({ _id: 11 } as Document, { $set: { categories: [100], 'place.city': 'Paris' } });
    expect(await events.countDocuments({ categories: 100 })).to.equal(1);
    expect(await events.countDocuments({ 'place.city': 'Paris' })).to.equal(1);
    await events.updateOne({ _id: 11 } as Document, { $set: { categories: [1, 7] }, $unset: { place: '' } });
    expect(await events.countDocuments({ categories: 100 })).to.equal(0);
    expect(await events.countDocuments({ 'place.city': 'Paris' })).to.equal(0);
  });

  it('find, count, update, snapshot reads and transactions answer the same while an index is built and dropped', async () => {
    const numbers = db.collection<Document & { _id: number }>('numbered');
    await numbers.insertMany(Array.from({ length: 3000 }, (_, n) => ({ _id: n, n })));
    let isMaking = true;
    const unexpected: unknown[] = [];
    const reading = async (count: () => Promise<number>) => {
      while (isMaking) {
        const found = await count().catch((error: MongoServerError) => {
          // A transaction from before the index change may have to start again.
          if (![24, 112, 175, 246].includes(Number(error.code))) throw error;
          return 1;
        });
        if (found !== 1) unexpected.push(found);
      }
    };
    const inSession = (options: ClientSessionOptions, read: (session: ClientSession) => Promise<number>) => () =>
      database.client.withSession(options, read);
    const readers = Promise.all([
      reading(async () => (await numbers.find({ n: 77 }).toArray()).length),
      reading(() => numbers.countDocuments({ n: 77 })),
      reading(async () => (await numbers.updateOne({ n: 78 }, { $inc: { times: 1 } })).matchedCount),
      reading(inSession({ snapshot: true }, async (session) => (await numbers.find({ n: 77 }, { session }).toArray()).length)),
      reading(
        inSession({}, async (session) => {
          session.startTransaction();
          const found = await numbers.find({ n: 77 }, { session }).toArray();
          await session.commitTransaction();
          return found.length;
        }),
      ),
    ]);
    const making = async () => {
      try {
        for (let time = 0; time < 3; time++) {
          await numbers.createIndex({ n: 1 });
          await numbers.dropIndex('n_1');
        }
      } finally {
        isMaking = false;
      }
    };
    await Promise.all([making(), readers]);
    expect(unexpected).to.deep.equal([]);
  });

  it('createIndex is idempotent, refuses contradictions with codes 85 and 86; dropIndex, listIndexes and drop', async () => {
    const made = db.collection('made');
    expect(await made.createIndex({ a: 1 })).to.equal('a_1');
    expect(await made.createIndex({ a: 1 })).to.equal('a_1');
    expect(await made.createIndex({ a: 1, b: -1 }, { unique: true })).to.equal('a_1_b_-1');
    expect(await codeOf(made.createIndex({ a: -1 }, { name: 'a_1' }))).to.equal(86);
    expect(await codeOf(made.createIndex({ a: 1 }, { name: 'other' }))).to.equal(85);
    expect((await made.indexes()).map((one) => one.name)).to.deep.equal(['_id_', 'a_1', 'a_1_b_-1']);
    await made.dropIndex('a_1');
    expect(await codeOf(made.dropIndex('a_1'))).to.equal(27);
    expect((await made.indexes()).map((one) => one.name)).to.deep.equal(['_id_', 'a_1_b_-1']);
    await made.drop();
    expect(await db.listCollections({ name: 'made' }).toArray()).to.deep.equal([]);
  });
});
