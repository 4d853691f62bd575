import { expect } from 'chai';
import { type Collection, type Db, type Document, Long, ObjectId } from 'mongodb';
import { codeOf, openDatabase } from './index';

describe('database: insert, find, update, delete, count and aggregate', () => {
  const database = openDatabase();
  let db: Db;
  let things: Collection<Document>;

  before(() => {
    db = database.fresh();
  });
  beforeEach(async () => {
    things = db.collection('things');
    await things.deleteMany({});
  });

  const all = () => things.find().sort({ _id: 1 }).toArray();
  const ids = async (filter: Document, sort: Document = { _id: 1 }) =>
    (
      await things
        .find(filter)
        .sort(sort as Record<string, 1>)
        .toArray()
    ).map(({ _id }) => _id as unknown);
  const insert = (...documents: object[]) => things.insertMany(documents as Document[]);

  it('insert adds an ObjectId as the first field to a document without an _id', async () => {
    const { insertedId } = await things.insertOne({ a: 1 });
    expect(insertedId).to.be.instanceOf(ObjectId);
    expect(await things.findOne({ _id: insertedId })).to.deep.equal({ _id: insertedId, a: 1 });
  });

  it('insert stores every BSON type unchanged', async () => {
    const document = {
      _id: 1,
      text: 'fête\u0000nul',
      nested: { list: [1, [2, { deep: true }]], nothing: null },
      date: new Date('2026-03-29T01:30:00Z'),
      big: Long.fromString('9007199254740993'),
      half: 0.5,
      id: new ObjectId('65f0c0ffee65f0c0ffee65f0'),
      bytes: Buffer.from('bytes'),
      pattern: /a.b/i,
    };
    await insert(document);
    const found = await things.findOne({ big: document.big }, { promoteBuffers: true });
    expect({ ...found, big: String(found?.['big']) }).to.deep.equal({ ...document, big: '9007199254740993' });
  });

  it('insert refuses a duplicate _id with code 11000, and an unordered insert stores the others', async () => {
    await insert({ _id: 1 });
    const refusal = await things.insertOne({ _id: 1 } as unknown as Document).catch((error) => error);
    expect(refusal).to.deep.include({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } });
    const sent = [{ _id: 2 }, { _id: 1 }, { _id: 3 }] as unknown as Document[];
    await things.insertMany(sent, { ordered: false }).catch(() => {});
    expect(await ids({})).to.deep.equal([1, 2, 3]);
  });

  it('an ordered insertMany stops at the first error', async () => {
    await insert({ _id: 1 });
    await things.insertMany([{ _id: 2 }, { _id: 1 }, { _id: 3 }] as unknown as Document[]).catch(() => {});
    expect(await ids({})).to.deep.equal([1, 2]);
  });

  const QUERIES: readonly (readonly [title: string, filter: Document, expected: readonly number[]])[] = [
    ['equality', { n: 2 }, [2]],
    ['equality with a member of an array', { tags: 'b' }, [1, 2]],
    ['equality with a whole array', { tags: ['a', 'b'] }, [1]],
    ['null, which a missing field equals', { note: null }, [1, 2, 4]],
    ['$exists', { note: { $exists: true } }, [3, 4]],
    ['$exists: false', { note: { $exists: false } }, [1, 2]],
    ['a range', { n: { $gt: 1, $lte: 3 } }, [2, 3]],
    ['a range compares within its type', { n: { $lt: 'z' } }, [4]],
    ['$in', { n: { $in: [1, 'four'] } }, [1, 4]],
    ['$nin', { n: { $nin: [1, 2] } }, [3, 4]],
    ['$ne of an array', { tags: { $ne: 'a' } }, [2, 3, 4]],
    ['$elemMatch of values', { scores: { $elemMatch: { $gt: 5, $lt: 9 } } }, [2]],
    ['members of documents in arrays', { 'dates.to': 4 }, [1]],
    ['different members of documents in arrays', { 'dates.from': 1, 'dates.to': 4 }, [1]],
    ['$and, $or, $nor', { $and: [{ $or: [{ n: 1 }, { n: 2 }] }, { $nor: [{ n: 1 }] }] }, [2]],
    ['$not', { n: { $not: { $gte: 2 } } }, [1, 4]],
    ['$regex beside another condition', { n: { $gte: 0 }, title: { $regex: /^Foo/i } }, [1]],
    ['$type of lists', { $and: [{ tags: { $type: 'array' } }, { n: 1 }] }, [1]],
  ];
  const STOCK = [
    {
      _id: 1,
      n: 1,
      tags: ['a', 'b'],
      dates: [
        { from: 1, to: 2 },
        { from: 3, to: 4 },
      ],
      title: 'foo',
    },
    { _id: 2, n: 2, tags: ['b', 'c'], scores: [4, 7], title: 'bar' },
    { _id: 3, n: 3, note: 'x', scores: [4, 9], title: 'afoo' },
    { _id: 4, n: 'four', note: null, tags: 'x' },
  ];
  for (const [title, filter, expected] of QUERIES) {
    it(`find and count by ${title}`, async () => {
      await insert(...STOCK);
      expect(await ids(filter)).to.deep.equal(expected);
      expect(await things.countDocuments(filter)).to.equal(expected.length);
    });
  }

  const NESTED: readonly (readonly [filter: Document, expected: number[]])[] = [
    [{ a: 1 }, [2, 5]],
    [{ a: [1] }, [1, 2, 5]],
    [{ a: { $gt: 0 } }, [2, 5]],
    [{ a: { $in: [1, 'x'] } }, [2, 5]],
    [{ a: { $in: [1, /^x/] } }, [2, 5]],
    [{ a: /^x/ }, []],
    [{ a: { $ne: 1 } }, [1, 3, 4]],
    [{ a: { $elemMatch: { $gt: 0 } } }, [2, 5]],
    [{ a: { $elemMatch: { $in: [1] } } }, [2, 5]],
    [{ a: { $elemMatch: { $not: { $gt: 1, $lt: 5 } } } }, [1, 2, 3, 4, 5]],
    [{ a: { $elemMatch: { $not: { $gt: 0, $lt: 5 } } } }, [1, 3, 4, 5]],
  ];
  for (const [filter, expected] of NESTED)
    it(`find matches members of arrays, but not of arrays in arrays: ${JSON.stringify(filter, (_, value) => (value instanceof RegExp ? String(value) : value))}`, async () => {
      await insert(
        { _id: 1, a: [[1]] },
        { _id: 2, a: [1] },
        { _id: 3, a: ['y', ['x', ['z']]] },
        { _id: 4, a: [[[1]]] },
        { _id: 5, a: [[1], 1] },
      );
      expect(await ids(filter)).to.deep.equal(expected);
    });

  it('sort orders values of several types as BSON does, arrays by their least or greatest member', async () => {
    const values = [true, 'b', 2, null, new Date(0), [5, 1], [], { a: 1 }, 'a', 10, false];
    await insert(...values.map((v, _id) => ({ _id, v })), { _id: 99 });
    expect(await ids({}, { v: 1, _id: 1 })).to.deep.equal([6, 3, 99, 5, 2, 9, 8, 1, 7, 10, 0, 4]);
    expect(await ids({}, { v: -1, _id: 1 })).to.deep.equal([4, 0, 10, 7, 1, 8, 9, 5, 2, 3, 99, 6]);
  });

  it('find takes skip, limit and batchSize', async () => {
    await insert(...Array.from({ length: 50 }, (_, _id) => ({ _id })));
    expect((await things.find().sort({ _id: -1 }).skip(5).limit(3).toArray()).map(({ _id }) => _id as unknown)).to.deep.equal([44, 43, 42]);
    expect(await things.find().batchSize(7).toArray()).to.have.length(50);
    const cursor = things.find().batchSize(2);
    await cursor.next();
    await cursor.close();
    expect(await things.find().limit(-3).toArray()).to.have.length(3);
  });

  const PROJECTIONS: readonly (readonly [Document, Document])[] = [
    [{ a: 1 }, { _id: 1, a: 1 }],
    [{ 'list.x': 1, _id: 0 }, { list: [{ x: 1 }, { x: 2 }] }],
    [
      { list: 0, 'deep.a': 0, mixed: 0 },
      { _id: 1, a: 1, deep: { b: 2 } },
    ],
    [{ _id: 0, deep: 1 }, { deep: { a: 1, b: 2 } }],
    [
      { 'mixed.x': 1, 'deep.b': 1 },
      { _id: 1, deep: { b: 2 }, mixed: [{ x: 1 }, [{ x: 2 }], {}] },
    ],
    [
      { _id: 0, 'mixed.x': 0, 'list.x': 0, 'deep.c': 0, 'a.b': 0 },
      { a: 1, list: [{ y: 1 }, { y: 2 }], deep: { a: 1, b: 2 }, mixed: ['a', { y: 1 }, [{ y: 2 }, 3], { y: 4 }] },
    ],
  ];
  for (const [projection, expected] of PROJECTIONS) {
    it(`projection ${JSON.stringify(projection)}`, async () => {
      await insert({
        _id: 1,
        a: 1,
        list: [
          { x: 1, y: 1 },
          { x: 2, y: 2 },
        ],
        deep: { a: 1, b: 2 },
        mixed: ['a', { x: 1, y: 1 }, [{ x: 2, y: 2 }, 3], { y: 4 }],
      });
      expect(await things.findOne({}, { projection })).to.deep.equal(expected);
    });
  }

  it('cursors go on reading while a thousand others are open', async () => {
    await insert({ _id: 1 }, { _id: 2 }, { _id: 3 });
    const cursors = [];
    for (let number = 0; number < 1010; number++) {
      const cursor = things.find({}, { batchSize: 1 });
      await cursor.next();
      cursors.push(cursor);
      if (number % 100 === 0) await things.updateOne({ _id: 1 } as Document, { $set: { number } });
    }
    expect(await ids({})).to.deep.equal([1, 2, 3]);
    expect(await cursors[0]?.next()).to.deep.equal({ _id: 2 });
    await Promise.all(cursors.map((cursor) => cursor.close()));
  });

  const UPDATES: readonly (readonly [before: Document, update: Document, after: Document])[] = [
    [{ a: 1 }, { $set: { a: 2, 'b.c': 3 } }, { a: 2, b: { c: 3 } }],
    [{ a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '' } }, { b: { d: 2 } }],
    [{ n: 1 }, { $inc: { n: 2, m: 1 } }, { n: 3, m: 1 }],
    [{ list: [1] }, { $push: { list: 2, other: 1 } }, { list: [1, 2], other: [1] }],
    [{ list: [1, 2, 3, 2] }, { $pull: { list: 2 } }, { list: [1, 3] }],
    [{ list: [{ a: 1, b: 1 }, { a: 2 }] }, { $pull: { list: { a: 1 } } }, { list: [{ a: 2 }] }],
    [{ list: [1, 5, 9] }, { $pull: { list: { $gte: 5 } } }, { list: [1] }],
    [{ list: [[1], 1, [[1]]] }, { $pull: { list: 1 } }, { list: [[1], [[1]]] }],
    [{ list: [1], same: [2] }, { $addToSet: { list: 2, same: 2 } }, { list: [1, 2], same: [2] }],
    [
      { n: 5, m: 5 },
      { $min: { n: 3, m: 7 }, $max: { o: 1 } },
      { n: 3, m: 5, o: 1 },
    ],
    [{ a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
  ];
  for (const [before, update, after] of UPDATES) {
    it(`updateOne changes ${JSON.stringify(before)} by ${JSON.stringify(update)}`, async () => {
      await insert({ _id: 1, ...before });
      await things.updateOne({ _id: 1 } as Document, update);
      expect(await things.findOne({})).to.deep.equal({ _id: 1, ...after });
    });
  }

  it('updateMany and deleteMany answer how many documents matched and how many changed', async () => {
    await insert({ _id: 1, a: 1 }, { _id: 2, a: 1 }, { _id: 3, a: 2 });
    expect(await things.updateMany({ a: 1 }, { $set: { a: 1 } })).to.include({ matchedCount: 2, modifiedCount: 0 });
    expect(await things.updateMany({ a: { $gte: 1 } }, { $set: { a: 2 } })).to.include({ matchedCount: 3, modifiedCount: 2 });
    expect(await things.deleteMany({ a: 2 })).to.include({ deletedCount: 3 });
  });

  it('an upsert that finds nothing inserts a document made of the filter and the update', async () => {
    const filter = { kind: 'event', 'key.slug': 'x', n: { $gt: 3 }, _id: 7 } as unknown as Document;
    expect(await things.updateOne(filter, { $set: { n: 1 }, $setOnInsert: { made: true } }, { upsert: true })).to.include({
      upsertedCount: 1,
      upsertedId: 7,
    });
    expect(await all()).to.deep.equal([{ _id: 7, kind: 'event', key: { slug: 'x' }, made: true, n: 1 }]);
  });

  it('replaceOne replaces everything but the _id', async () => {
    await insert({ _id: 1, a: 1, b: 2 });
    await things.replaceOne({ a: 1 }, { c: 3 });
    await things.replaceOne({ _id: 2 } as Document, { d: 4 }, { upsert: true });
    expect(await all()).to.deep.equal([
      { _id: 1, c: 3 },
      { _id: 2, d: 4 },
    ]);
  });

  it('findOneAndUpdate, findOneAndReplace and findOneAndDelete take the first document of a sort', async () => {
    await insert({ _id: 1, n: 1 }, { _id: 2, n: 2 });
    expect(await things.findOneAndUpdate({ n: 2 }, { $inc: { n: 10 } })).to.deep.equal({ _id: 2, n: 2 });
    expect(await things.findOneAndUpdate({ n: 12 }, { $inc: { n: 1 } }, { returnDocument: 'after', projection: { _id: 0 } })).to.deep.equal(
      { n: 13 },
    );
    expect(await things.findOneAndUpdate({ n: 99 }, { $set: { n: 0 } })).to.equal(null);
    expect(
      await things.findOneAndUpdate({ _id: 3 } as Document, { $inc: { n: 1 } }, { upsert: true, returnDocument: 'after' }),
    ).to.deep.equal({ _id: 3, n: 1 });
    expect(await things.findOneAndReplace({ _id: 3 } as Document, { m: 1 }, { returnDocument: 'after' })).to.deep.equal({ _id: 3, m: 1 });
    expect(await things.findOneAndDelete({ _id: 1 } as Document)).to.deep.equal({ _id: 1, n: 1 });
    expect(await ids({})).to.deep.equal([2, 3]);
  });

  const REFUSED: readonly (readonly [title: string, code: number, work: () => Promise<unknown>])[] = [
    ['an update of the _id', 66, () => things.updateOne({ _id: 1 } as Document, { $set: { _id: 2 } })],
    ['$inc of a text', 14, () => things.updateOne({}, { $inc: { s: 1 } })],
    ['a path through a text', 28, () => things.updateOne({}, { $set: { 's.x': 1 } })],
    ['two changes of one path', 40, () => things.updateOne({}, { $set: { a: 1 }, $inc: { a: 1 } })],
    ['$push to a text', 2, () => things.updateOne({}, { $push: { s: 1 } as never })],
    ['an array as _id', 53, () => things.insertOne({ _id: [1] } as unknown as Document)],
    [
      'an index on two arrays',
      171,
      async () => {
        await things.createIndex({ x: 1, y: 1 });
        await things.insertOne({ x: [1], y: [1] });
      },
    ],
    ['a mixed projection', 31254, () => things.findOne({}, { projection: { a: 1, b: 0 } })],
    ['an empty $or', 2, () => things.findOne({ $or: [] })],
    ['a hint at no index', 2, () => things.find({ a: 1 }).hint('nothing').toArray()],
    ['an unknown cursor', 43, () => db.command({ getMore: Long.fromNumber(12345), collection: 'things' })],
  ];
  for (const [title, code, work] of REFUSED) {
    it(`refuses ${title} with code ${code}`, async () => {
      await insert({ _id: 1, s: 'text', list: [] });
      expect(await codeOf(work())).to.equal(code);
    });
  }

  it('countDocuments, distinct and aggregate: $match, $sort, $limit, $group', async () => {
    await insert({ _id: 1, k: 'a', n: 1, t: ['x', 'y'] }, { _id: 2, k: 'b', n: 2, t: ['y'] }, { _id: 3, k: 'a', n: 3 }, { _id: 4, n: 4 });
    expect(await things.countDocuments({ k: 'a' }, { skip: 1 })).to.equal(1);
    expect(await things.countDocuments({}, { limit: 3 })).to.equal(3);
    expect(await things.estimatedDocumentCount()).to.equal(4);
    expect((await things.distinct('t')).sort()).to.deep.equal(['x', 'y']);
    expect((await things.distinct('k', { n: { $lt: 3 } })).sort()).to.deep.equal(['a', 'b']);
    const byKind = [
      { $match: { n: { $gte: 1 } } },
      { $group: { _id: '$k', many: { $sum: 1 }, ids: { $push: '$_id' }, lists: { $addToSet: '$t' } } },
    ];
    const groups = await things.aggregate(byKind).toArray();
    expect(groups.sort((one, other) => one['ids'][0] - other['ids'][0])).to.deep.equal([
      { _id: 'a', many: 2, ids: [1, 3], lists: [['x', 'y']] },
      { _id: 'b', many: 1, ids: [2], lists: [['y']] },
      { _id: null, many: 1, ids: [4], lists: [] },
    ]);
    expect(await things.aggregate([{ $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 1 }]).toArray()).to.deep.equal([
      { _id: 3, k: 'a', n: 3 },
    ]);
  });

  it('ends find and count with code 50 after maxTimeMS', async () => {
    await insert(...Array.from({ length: 20_000 }, (_, _id) => ({ _id, text: 'x' })));
    expect(await codeOf(things.find({ text: 'y' }).maxTimeMS(1).toArray())).to.equal(50);
    expect(await codeOf(things.countDocuments({ text: 'y' }, { maxTimeMS: 1 }))).to.equal(50);
  });

  it('writes without an answer with write concern 0', async () => {
    await db.collection('quiet', { writeConcern: { w: 0 } }).insertOne({ _id: 1 } as unknown as Document);
    for (let i = 0; i < 100 && (await db.collection('quiet').countDocuments()) === 0; i++);
    expect(await db.collection('quiet').countDocuments()).to.equal(1);
  });
});
