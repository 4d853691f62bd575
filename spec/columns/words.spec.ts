import { expect } from 'chai';
import fc from 'fast-check';
import type { Collection, CommandStartedEvent, Document } from 'mongodb';
import type { CollectionColumns } from '../../lib/columns/answers';
import type { Sort } from '../../lib/query/sort';
import { runs } from '../support/runs';
import { answered, columnsOfListed, hold, openListed, pause, type Question } from './asked-columns';
import type { Listed } from './record-arbitraries';
import { anyWordFilter, askedFilter, ranksArbitrary, WORD_PATHS, wordedArbitrary, wordedRecords } from './word-arbitraries';

const SORT: Sort = [
  ['start', 1],
  ['_id', -1],
];
const asking = (filter: Document): Question => ({ filter, sort: SORT, skip: 1, limit: 6, paths: ['word'] });
const MUST = ['count', 'page', 'values', 'lists'] as const;

/** Filters that say something of each path. */
const NAMING: readonly Document[] = [
  { word: 'a' },
  { start: new Date(0) },
  { venues: 1 },
  ...WORD_PATHS.map((path) => (path === 'keys.words' ? { [path]: { $in: ['t'] } } : { [path]: { $regex: 'a' } })),
];

/** A record with all fields as they are expected. */
const whole = (_id: number): Listed => ({ _id, start: new Date(_id * 1000), word: 'a', venues: [_id], keys: { words: [], text: '' } });

type Ranked = { readonly conditions: readonly Document[]; readonly isDown: boolean };

/** The IDs in the order that ranks tell, as the database says of each condition which records meet it. */
const rankedIds = async (listed: Collection<Listed>, filter: Document, { conditions, isDown }: Ranked): Promise<number[]> => {
  const tiers: number[][] = [];
  for (const place of [...conditions.keys(), conditions.length]) {
    const before = conditions.slice(0, place).map((one) => ({ $nor: [one] }));
    const found = listed.find(
      { $and: [filter, ...conditions.slice(place, place + 1), ...before] },
      { sort: [...SORT] as [string, 1 | -1][] },
    );
    tiers.push((await found.toArray()).map(({ _id }) => _id));
  }
  return (isDown ? tiers.reverse() : tiers).flat();
};

describe('columns: words', function () {
  this.timeout(120_000);
  let stage: Awaited<ReturnType<typeof openListed>>;
  before(async () => {
    stage = await openListed();
  });
  after(() => stage.close());

  const listed = (): Collection<Listed> => stage.connection.collection<Listed>('listed');
  const fill = async (records: readonly Listed[]): Promise<CollectionColumns> => {
    await listed().deleteMany({});
    if (records.length > 0) await listed().insertMany([...records]);
    return columnsOfListed(stage.connection);
  };
  /** Waits for the columns of all paths. */
  const readAll = async (columns: CollectionColumns): Promise<void> => {
    for (const filter of NAMING) await answered(() => columns.count(filter), JSON.stringify(filter));
  };
  /** Asks for them for a while: some may be none. */
  const askAll = async (columns: CollectionColumns): Promise<void> => {
    await answered(() => columns.count({ word: 'a' }));
    for (let time = 0; time < 10; time += 1) {
      const found = await Promise.all(NAMING.map((filter) => columns.count(filter)));
      if (found.every((count) => count !== undefined)) return;
      await pause(3);
    }
  };

  it('are found where the database finds them, as searches ask for them', async () => {
    const cases = fc.tuple(wordedRecords(false), fc.array(askedFilter, { minLength: 30, maxLength: 30 }));
    await fc.assert(
      fc.asyncProperty(cases, async ([records, filters]) => {
        const columns = await fill([whole(41), ...records]);
        await readAll(columns);
        for (const filter of filters) await hold(stage.connection, columns, asking(filter), MUST);
      }),
      { numRuns: runs(12), endOnFailure: true },
    );
  });

  it('are answered rightly or not at all, whatever records hold and whatever is asked', async () => {
    const cases = fc.tuple(wordedRecords(true), fc.array(anyWordFilter, { minLength: 30, maxLength: 30 }));
    await fc.assert(
      fc.asyncProperty(cases, async ([records, filters]) => {
        const columns = await fill([whole(41), ...records]);
        await askAll(columns);
        for (const filter of filters) await hold(stage.connection, columns, asking(filter), []);
      }),
      { numRuns: runs(12), endOnFailure: true },
    );
  });

  it('are read record by record and by themselves, not by an index that has each record many times', async () => {
    const hints: unknown[] = [];
    const note = ({ command, commandName }: CommandStartedEvent) => {
      // What has changed is read again by its ID.
      if (commandName === 'find' && command['find'] === 'listed' && !command['filter']._id?.$in) hints.push(command['hint']);
    };
    const { client } = stage.connection.db();
    const columns = await fill([whole(1), whole(2)]);
    client.on('commandStarted', note);
    expect(await answered(() => columns.count({ word: 'a', 'keys.words': { $nin: ['t'] } }))).to.equal(2);
    client.off('commandStarted', note);
    // What is no word has an index of its own, and is read before.
    expect(hints).to.deep.equal(['word_1__id_1', '_id_']);
  });

  it('put in order what is found by the first of some conditions that it meets', async () => {
    const page = fc.record({ skip: fc.nat({ max: 12 }), limit: fc.integer({ min: 1, max: 12 }) });
    const asked = fc.tuple(fc.oneof(fc.constant({}), askedFilter), ranksArbitrary, page);
    const cases = fc.tuple(wordedRecords(false), fc.array(asked, { minLength: 20, maxLength: 20 }));
    await fc.assert(
      fc.asyncProperty(cases, async ([records, questions]) => {
        const columns = await fill([whole(41), ...records]);
        await readAll(columns);
        for (const [filter, ranks, { skip, limit }] of questions) {
          const question = { filter, sort: SORT, ranks, skip, limit };
          const found = await answered(() => columns.page(question), JSON.stringify(question));
          const ids = (await rankedIds(listed(), filter, ranks)).slice(skip, skip + limit);
          expect(
            found.map(({ _id }) => _id),
            JSON.stringify(question),
          ).to.deep.equal(ids);
        }
      }),
      { numRuns: runs(12), endOnFailure: true },
    );
  });

  it('are those of records as they are now, however often these are replaced, removed and made again', async () => {
    const id = fc.integer({ min: 1, max: 8 });
    const write = fc.oneof(
      fc.tuple(id, wordedArbitrary(false)).map(
        ([_id, record]) =>
          () =>
            listed().replaceOne({ _id }, record, { upsert: true }),
      ),
      fc.tuple(id, wordedArbitrary(false)).map(
        ([_id, { keys }]) =>
          () =>
            listed().updateOne({ _id }, { $set: { 'keys.words': keys.words ?? null, 'keys.text': keys.text ?? null } }),
      ),
      fc.tuple(id, fc.constantFrom(...WORD_PATHS, 'keys')).map(
        ([_id, path]) =>
          () =>
            listed().updateOne({ _id }, { $unset: { [path]: 1 } }),
      ),
      id.map((_id) => () => listed().deleteOne({ _id })),
    );
    const steps = fc.tuple(fc.array(write, { minLength: 1, maxLength: 3 }), askedFilter, ranksArbitrary);
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 25, maxLength: 25 }), async (all) => {
        const columns = await fill(Array.from({ length: 12 }, (_, place) => whole(100 - place)));
        await readAll(columns);
        for (const [writes, filter, ranks] of all) {
          for (const one of writes) await one();
          await hold(stage.connection, columns, asking(filter), MUST);
          const found = await answered(() => columns.page({ ...asking({}), ranks, skip: 0, limit: 50 }));
          expect(found.map(({ _id }) => _id)).to.deep.equal(await rankedIds(listed(), {}, ranks));
        }
      }),
      { numRuns: runs(10), endOnFailure: true },
    );
  });

  it('are those of records as they are now where they are a hundred thousand, and are put together', async () => {
    const wordsOf = (_id: number, round: number): string[] => [
      ...[`trecord${_id}`, `tround${round}`],
      ...Array.from({ length: 3500 }, (_, place) => `d${((place * 2 + _id * 811 + round * 4057) % 7001).toString(36)}`),
    ];
    const record = (_id: number, round: number): Listed => {
      const words = wordsOf(_id, round);
      return { ...whole(_id), keys: { words, text: words.join(' ') } };
    };
    const ids = Array.from({ length: 40 }, (_, place) => place + 1);
    const columns = await fill(ids.map((_id) => record(_id, 0)));
    await readAll(columns);
    const asked: readonly Document[] = [
      ...[{ $in: ['tround1', 'd5'] }, { $nin: ['d1', 'd2'] }, { $in: [/^d5a/, /^trecord1/] }, { $in: [/^tround3/] }].map((one) => ({
        'keys.words': one,
      })),
      ...[{ $regex: 'd5a' }, { $regex: 'record1' }, { $not: { $regex: 'ound2' } }].map((one) => ({ 'keys.text': one })),
    ];
    for (let round = 1; round < 4; round += 1) {
      for (const _id of ids) {
        if ((_id + round) % 4 === 0) continue;
        if ((_id + round) % 9 === 0) await listed().deleteOne({ _id });
        else await listed().replaceOne({ _id }, record(_id, round), { upsert: true });
      }
      for (const filter of asked) {
        const found = await answered(() => columns.values(filter, []), JSON.stringify(filter));
        const stored = await listed()
          .find(filter, { projection: { _id: 1 }, sort: { _id: 1 } })
          .toArray();
        expect(found.map(({ id }) => id).sort((one, other) => one - other)).to.deep.equal(stored.map(({ _id }) => _id));
      }
    }
  });
});
