import { expect } from 'chai';
import fc from 'fast-check';
import type { Collection, Document, Filter, Sort, UpdateFilter, UpdateResult } from 'mongodb';
import { type Server, startServer } from '../embedded/support';
import { comparedRuns } from '../support/runs';
import { type Database, openDatabase } from './index';

const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, 0, 1, 2, 2.5, -1, 'a', 'b', 'ab', '', true, false),
  // The order of code units differs from that of code points for these strings.
  fc.constantFrom<unknown>(Number.POSITIVE_INFINITY, 'a\u0000', 'é', '\uFFFD', '𐐷', 'a𐐷', 1_767_225_600_000),
  fc.integer({ min: 0, max: 3 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day))),
);
const embedded = fc.record({ d: scalar, e: fc.integer({ min: 0, max: 2 }) }, { requiredKeys: [] });
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: embedded },
  { weight: 1, arbitrary: fc.array(embedded, { maxLength: 2 }) },
);
const documents = fc
  .array(
    fc.record(
      { a: value, b: scalar, n: scalar, c: fc.oneof(embedded, fc.array(embedded, { maxLength: 2 }), scalar) },
      { requiredKeys: [] },
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((all) => all.map((one, i) => ({ _id: i, ...one }) as unknown as Document));

const comparison = fc.oneof(
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar }),
  fc.record({ $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $gte: scalar, $lt: scalar }),
  fc.record({ $eq: scalar }),
  fc.record({ $ne: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $type: fc.constant('array') }),
  fc.record({ $regex: fc.constantFrom('^a', '^ab?$', '^ab+', 'b$', '^(a|b)') }),
);
const condition = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 6, arbitrary: comparison },
  { weight: 1, arbitrary: comparison.map((inner) => ({ $not: inner })) },
  { weight: 1, arbitrary: comparison.map((inner) => ({ $elemMatch: inner })) },
);
const fieldFilter = fc.dictionary(fc.constantFrom('a', 'b', 'c.d', 'c.e', 'a.d', 'n'), condition, { minKeys: 1, maxKeys: 3 });
const branches = fc.array(fc.dictionary(fc.constantFrom('b', 'n'), condition, { maxKeys: 2 }), { minLength: 1, maxLength: 3 });
const filter = fc.oneof(
  { weight: 2, arbitrary: fc.record({ b: condition, $or: branches }) },
  { weight: 5, arbitrary: fieldFilter },
  { weight: 1, arbitrary: fc.record({ $or: fc.array(fieldFilter, { minLength: 1, maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ $nor: fc.array(fieldFilter, { minLength: 1, maxLength: 2 }), b: scalar }) },
);
const direction = fc.constantFrom(1 as const, -1 as const);
const sort = fc.oneof(
  fc.record({ b: direction, _id: direction }),
  fc.record({ a: direction, _id: direction }),
  fc.record({ b: direction, a: direction, _id: direction }),
  fc.record({ 'c.d': direction, _id: direction }),
  fc.constant({ _id: 1 as const }),
);
const projection = fc.constantFrom<Document>({}, { a: 1 }, { a: 0 }, { 'c.d': 1, _id: 0 }, { 'c.d': 0 }, { b: 1, 'c.e': 1 }, { _id: 0 });
const update = fc.oneof(
  fc.record({ $set: fc.dictionary(fc.constantFrom('b', 'x', 'c.d', 'y.z'), scalar, { minKeys: 1, maxKeys: 2 }) }),
  fc.record({ $inc: fc.record({ b: fc.integer({ min: -2, max: 2 }) }) }),
  fc.record({ $unset: fc.constantFrom({ a: 1 }, { 'c.d': 1 }) }),
  fc.record({ $push: fc.record({ a: scalar }) }),
  fc.record({ $addToSet: fc.record({ a: scalar }) }),
  fc.record({ $pull: fc.record({ a: fc.oneof(scalar, comparison) }) }),
  fc.record({ $min: fc.record({ b: scalar }) }),
  fc.record({ $max: fc.record({ b: scalar }) }),
);

const INDEXES: readonly (readonly [Document, Document])[] = [
  [{ a: 1 }, {}],
  [{ b: -1, a: 1 }, {}],
  [{ b: 1, n: -1 }, {}],
  [{ b: 1 }, { partialFilterExpression: { b: { $gte: 0 } } }],
  [{ 'c.d': 1, b: -1 }, {}],
  [{ 'c.d': 1, 'c.e': 1 }, {}],
  [{ 'a.d': -1 }, { partialFilterExpression: { 'a.d': { $exists: true } } }],
];

type Answer = { readonly found: unknown } | { readonly code: unknown };

const answerOf = async (work: () => Promise<unknown>): Promise<Answer> => {
  try {
    return { found: await work() };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === undefined) throw error;
    return { code };
  }
};

const fill = async (collection: Collection<Document>, all: readonly Document[]): Promise<Answer> => {
  await collection.deleteMany({});
  return answerOf(() => collection.insertMany(all.map((one) => ({ ...one }))));
};

describe('database: random filters, sorts, projections, updates and transactions', function () {
  this.timeout(120_000);
  const RUNS = { numRuns: comparedRuns(60) };
  const database = openDatabase();
  let embedded: Server;
  let indexed: Collection<Document>;
  let plain: Collection<Document>;

  before(async () => {
    embedded = await startServer();
    // The indexed collection is on the embedded database, the plain one on the database under test. With indexes, MongoDB answers some
    // queries for null in empty arrays differently from a scan.
    indexed = (await embedded.fresh()).collection('indexed');
    plain = database.fresh().collection('plain');
    for (const [key, options] of INDEXES) await indexed.createIndex(key as Record<string, 1>, options);
  });

  after(() => embedded.stop());

  /** Asks several things of random documents in both collections, and compares the answers. */
  const compare = <Case>(
    cases: fc.Arbitrary<Case>,
    count: number,
    ask: (collection: Collection<Document>, one: Case) => Promise<unknown>,
  ) =>
    fc.assert(
      fc.asyncProperty(documents, fc.array(cases, { minLength: count, maxLength: count }), async (all, list) => {
        expect(await fill(indexed, all)).to.deep.equal(await fill(plain, all));
        for (const one of list) {
          const [answer, expected] = await Promise.all([indexed, plain].map((collection) => answerOf(() => ask(collection, one))));
          expect(answer, JSON.stringify([all, one])).to.deep.equal(expected);
        }
      }),
      RUNS,
    );
  const printed = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();

  it('find, sort and projection answer the same with and without indexes, and on both databases', () =>
    compare(fc.tuple(filter, sort, projection, fc.integer({ min: 0, max: 5 })), 15, (collection, [where, order, fields, limit]) =>
      collection
        .find(where as Filter<Document>)
        .sort(order as Sort)
        .project(fields)
        .limit(limit)
        .toArray(),
    ));

  it('count answers the same with and without indexes, and on both databases', () =>
    compare(filter, 15, (collection, where) => collection.countDocuments(where as Filter<Document>)));

  it('$group with $sum answers the same with and without indexes, and on both databases', () => {
    const group = fc.constantFrom<unknown>('$a', '$b', '$c.d', { a: '$a' }, { one: '$b', other: '$c.d' }, { one: '$missing', other: '$b' });
    return compare(fc.tuple(filter, group), 10, async (collection, [where, _id]) =>
      printed(await collection.aggregate([{ $match: where }, { $group: { _id, count: { $sum: 1 } } }]).toArray()),
    );
  });

  it('$group with $push answers the same with and without indexes, and on both databases', () => {
    const group = { _id: '$b', a: { $push: '$a' }, d: { $push: '$c.d' }, none: { $push: '$missing' } };
    return compare(filter, 10, async (collection, where) => {
      const found = await collection.aggregate([{ $match: where }, { $group: group }]).toArray();
      // The order of the documents does not matter.
      return printed(found.map(({ _id, a, d, none }) => [_id, printed(a), printed(d), none]));
    });
  });

  it('updateOne stores the same with and without indexes, and on both databases', () =>
    compare(fc.tuple(filter, update), 5, async (collection, [where, change]) => {
      // Sorted by `_id`, so that the order of the documents does not matter.
      const first = await collection.findOne(where as Filter<Document>, { sort: { _id: 1 } });
      const changed = first && (await answerOf(() => collection.updateOne({ _id: first._id }, change as UpdateFilter<Document>)));
      return [
        changed && 'found' in changed ? (changed.found as UpdateResult).modifiedCount : changed,
        await collection.find().sort({ _id: 1 }).toArray(),
      ];
    }));

  it('transactions see and store the same with and without indexes, and on both databases', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('update' as const), id: fc.integer({ min: 0, max: 12 }), change: update }),
      fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ min: 0, max: 12 }) }),
      fc.record({ kind: fc.constant('query' as const), where: filter, order: sort }),
    );
    await fc.assert(
      fc.asyncProperty(documents, fc.array(step, { minLength: 8, maxLength: 8 }), fc.boolean(), async (all, steps, commits) => {
        await fill(indexed, all);
        await fill(plain, all);
        const run = async (owner: Pick<Database, 'client'>, collection: Collection<Document>): Promise<unknown> => {
          const session = owner.client.startSession();
          const answers: unknown[] = [];
          session.startTransaction();
          for (const one of steps) {
            const answer = await answerOf(async () => {
              if (one.kind === 'remove') return (await collection.deleteOne({ _id: one.id } as Document, { session })).deletedCount;
              if (one.kind === 'update') {
                return (await collection.updateOne({ _id: one.id } as Document, one.change as UpdateFilter<Document>, { session }))
                  .modifiedCount;
              }
              const found = await collection
                .find(one.where as Filter<Document>, { session })
                .sort(one.order as Sort)
                .toArray();
              return [found, await collection.countDocuments(one.where as Filter<Document>, { session })];
            });
            answers.push(answer);
            if ('code' in answer) break;
          }
          const over = answers.some((answer) => 'code' in (answer as Answer));
          await (commits && !over ? session.commitTransaction() : session.abortTransaction());
          await session.endSession();
          return [answers, await collection.find().sort({ _id: 1 }).toArray()];
        };
        expect(await run(embedded, indexed), JSON.stringify([all, steps])).to.deep.equal(await run(database, plain));
      }),
      RUNS,
    );
  });
});
