import { expect } from 'chai';
import fc from 'fast-check';
import { type ClientSession, type Collection, type Document, MongoClient } from 'mongodb';
import type { CollectionColumns } from '../../lib/columns/answers';
import { runs } from '../support/runs';
import { mongoUri } from '../support/server';
import { answered, columnsOfListed, EVERY, hold, openListed, pause, type Question, readColumns } from './asked-columns';
import { fieldsArbitrary, type Listed, PATHS, plainFilter } from './record-arbitraries';

type Listeds = Collection<Listed>;
type Write = (listed: Listeds, session?: ClientSession) => Promise<unknown>;

const ids = fc.integer({ min: 1, max: 30 });
const fields = fieldsArbitrary(false);
/** Of one record each, or of several that are not named. */
const writes: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(ids, fields).map(
    ([_id, record]): Write =>
      (listed, session) =>
        listed.replaceOne({ _id }, record, { upsert: true, ...(session && { session }) }),
  ),
  fc.tuple(ids, fields).map(
    ([_id, record]): Write =>
      (listed, session) =>
        listed.updateOne({ _id }, { $set: record, $unset: { count: 1 } }, { ...(session && { session }) }),
  ),
  fc.tuple(ids, fc.constantFrom('word', 'venues', 'prices', 'keys.month', 'keys')).map(
    ([_id, path]): Write =>
      (listed, session) =>
        listed.updateOne({ _id }, { $unset: { [path]: 1 } }, { ...(session && { session }) }),
  ),
  ids.map(
    (_id): Write =>
      (listed, session) =>
        listed.deleteOne({ _id }, { ...(session && { session }) }),
  ),
  fields.map(
    ({ word }): Write =>
      (listed, session) =>
        listed.deleteOne({ word }, { ...(session && { session }) }),
  ),
);
const many: fc.Arbitrary<Write> = fields.map(
  ({ venues = null, word = null }): Write =>
    (listed) =>
      listed.updateMany({}, { $set: { venues, word } }),
);

interface Step {
  readonly by: 'single' | 'transaction' | 'other';
  readonly each: readonly Write[];
  /** What is asked for while that is written. */
  readonly meanwhile: string;
  readonly filter: Document;
}
const steps: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom('single' as const, 'single' as const, 'transaction' as const, 'other' as const),
  each: fc.oneof(
    { weight: 6, arbitrary: fc.array(writes, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: many.map((write) => [write]) },
  ),
  meanwhile: fc.constantFrom(...PATHS),
  filter: plainFilter,
});

const whole = (_id: number): Listed => ({
  _id,
  start: new Date(_id * 1000),
  wall: '2024-03-01 00:00:00',
  venues: [_id],
  prices: [5, 12.5],
  word: 'a',
  keys: { month: '2024-02' },
});
const asking = (filter: Document): Question => ({
  filter,
  sort: [
    ['start', 1],
    ['_id', 1],
  ],
  skip: 1,
  limit: 5,
  paths: ['keys.month', 'word'],
});

describe('columns: what is written', function () {
  this.timeout(120_000);
  let stage: Awaited<ReturnType<typeof openListed>>;
  let other: MongoClient;
  let marks = 0;
  before(async () => {
    stage = await openListed();
    other = await new MongoClient(await mongoUri()).connect();
  });
  after(async () => {
    await other.close();
    await stage.close();
  });

  const listed = (): Listeds => stage.connection.collection<Listed>('listed');
  /** Waits until what others have written is heard: what they write after it is. */
  const heard = async (): Promise<void> => {
    const { changes } = stage.connection;
    const before = await answered(async () => changes.state());
    marks += 1;
    await other.db(stage.database).collection<Listed>('marks').insertOne({ _id: marks });
    await answered(async () => changes.changedSince(before, [`marks ${marks}`]) || undefined);
  };
  const write = async ({ by, each }: Step): Promise<void> => {
    if (by === 'transaction')
      await stage.connection.transact(async (session) => {
        for (const one of each) await one(listed(), session);
      });
    else for (const one of each) await one(by === 'other' ? other.db(stage.database).collection('listed') : listed());
    if (by === 'other') await heard();
  };
  const fill = async (): Promise<CollectionColumns> => {
    await listed().deleteMany({});
    // What is last, and never changed but by what changes all, has each field.
    await listed().insertMany(Array.from({ length: 12 }, (_, place) => whole(100 - place)));
    return columnsOfListed(stage.connection);
  };

  it('is what is answered from then on, whoever writes it, and while columns are being read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 12, maxLength: 12 }), async (all) => {
        const columns = await fill();
        for (const step of all) {
          const meanwhile = columns.values({}, [step.meanwhile]);
          await write(step);
          await meanwhile;
          await hold(stage.connection, columns, asking(step.filter), []);
          await hold(stage.connection, columns, asking({ [step.meanwhile]: null }), []);
        }
        await heard();
        await readColumns(columns);
        for (const { filter } of all)
          await hold(
            stage.connection,
            columns,
            asking(filter),
            EVERY.filter((asked) => asked !== 'page' && asked !== 'lists'),
          );
      }),
      { numRuns: runs(60), endOnFailure: true },
    );
  });

  for (const [path, values] of Object.entries({
    word: [{ a: 1 }, [{ a: 1 }], Array.from({ length: 60 }, () => 'many')],
    start: [{ a: 1 }, ['a'], 'a'],
    wall: [{ a: 1 }, ['2024-03-01 00:00:00'], 3],
    venues: [['a', 'b'], { a: 1 }, 'a', [[1]], [2_000_000_000, 1]],
    'keys.month': [['a', 'b'], { a: 1 }],
    keys: [[{ month: '2024-02' }, { month: '2024-03' }]],
  }))
    for (const value of values)
      it(`is answered rightly or not at all where ${path} becomes ${JSON.stringify(value).slice(0, 40)}, and other fields are answered`, async () => {
        const columns = await fill();
        await readColumns(columns);
        await listed().updateOne({ _id: 95 }, { $set: { [path]: value } });
        const asked = path === 'keys' ? 'keys.month' : path;
        const usual = (await listed().findOne({ _id: 96 })) as Document;
        for (const filter of [
          { [asked]: path === 'venues' ? 95 : (usual[path] ?? '2024-02') },
          { venues: { $in: [1, 95] } },
          { [asked]: null },
          {},
        ])
          for (let time = 0; time < 3; time += 1) await hold(stage.connection, columns, { ...asking(filter), paths: [asked] }, []);
        for (const one of PATHS) if (one !== asked) expect(await answered(() => columns.values({}, [one]))).to.have.length(12);
      });

  it('is answered of all records after a field was asked for first that a record in their midst does not fit', async () => {
    const columns = await fill();
    await listed().updateOne({ _id: 95 }, { $set: { prices: { a: 1 } } });
    for (let time = 0; time < 20; time += 1) {
      expect(await columns.count({ prices: 5 })).to.equal(undefined);
      await pause(5);
    }
    expect(await answered(() => columns.count({ venues: { $nin: [95] } }))).to.equal(11);
  });
});
