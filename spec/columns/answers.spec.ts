import { expect } from 'chai';
import fc from 'fast-check';
import type { Sort } from '../../lib/query/sort';
import { runs } from '../support/runs';
import { answered, columnsOfListed, EVERY, hold, openListed, readColumns } from './asked-columns';
import { anyFilter, type Listed, plainFilter, recordsArbitrary } from './record-arbitraries';

const SORTS: readonly Sort[] = [
  [['_id', 1]],
  [['_id', -1]],
  [
    ['start', 1],
    ['_id', -1],
  ],
  [
    ['start', -1],
    ['wall', 1],
    ['_id', 1],
  ],
  [
    ['wall', -1],
    ['_id', 1],
  ],
];

const asks = fc.record({
  sort: fc.constantFrom(...SORTS),
  skip: fc.integer({ min: 0, max: 12 }),
  limit: fc.integer({ min: 1, max: 12 }),
  paths: fc.constantFrom<readonly string[]>(['word'], ['keys.month', 'word'], ['prices'], ['prices', 'keys.month', 'word'], []),
});

describe('columns: answers', function () {
  this.timeout(120_000);
  let stage: Awaited<ReturnType<typeof openListed>>;
  before(async () => {
    stage = await openListed();
  });
  after(() => stage.close());

  const fill = async (records: readonly Listed[]) => {
    const listed = stage.connection.collection<Listed>('listed');
    await listed.deleteMany({});
    if (records.length > 0) await listed.insertMany([...records]);
    const columns = columnsOfListed(stage.connection);
    await readColumns(columns);
    return columns;
  };

  it('are those of the database, whatever records hold and whatever is asked', async () => {
    const cases = fc.tuple(recordsArbitrary(true), fc.array(fc.tuple(anyFilter, asks), { minLength: 30, maxLength: 30 }));
    await fc.assert(
      fc.asyncProperty(cases, async ([records, questions]) => {
        const columns = await fill(records);
        for (const [filter, ask] of questions) await hold(stage.connection, columns, { filter, ...ask }, []);
      }),
      { numRuns: runs(100), endOnFailure: true },
    );
  });

  it('are given, and right, where lists of events ask', async () => {
    const first: Listed = {
      _id: 41,
      start: new Date(0),
      wall: '2024-03-01 00:00:00',
      venues: [1],
      prices: [5, 12.5],
      keys: { month: '2024-02' },
    };
    const cases = fc.tuple(recordsArbitrary(false), fc.array(fc.tuple(plainFilter, asks), { minLength: 30, maxLength: 30 }));
    await fc.assert(
      fc.asyncProperty(cases, async ([records, questions]) => {
        // Where no record says otherwise, a field is held as few different values.
        const columns = await fill([first, ...records]);
        for (const [filter, ask] of questions) await hold(stage.connection, columns, { filter, ...ask }, EVERY);
      }),
      { numRuns: runs(100), endOnFailure: true },
    );
  });

  it('tell lists of what is no number from lists of null, or are none', async () => {
    const listed = stage.connection.collection<Listed>('listed');
    const columns = await fill([{ _id: 1, prices: [5] }]);
    await listed.replaceOne({ _id: 1 }, { prices: [null] });
    await listed.insertOne({ _id: 2, prices: [Number.NaN] });
    const count = await columns.count({ prices: null });
    expect(count ?? 1).to.equal(1);
  });

  it('are given of a field and of what is within it, after writes too', async () => {
    const columns = await fill([{ _id: 1 }, { _id: 2, keys: null }]);
    expect(await answered(() => columns.count({ keys: null }))).to.equal(2);
    expect(await answered(() => columns.count({ 'keys.month': null }))).to.equal(2);
    await stage.connection.collection<Listed>('listed').insertOne({ _id: 3, word: 'a' });
    expect(await answered(() => columns.count({ keys: null, 'keys.month': null }))).to.equal(3);
  });
});
