import { expect } from 'chai';
import { type Collection, type Filter, MongoClient, type Sort } from 'mongodb';
import { sortedPage } from '../../../lib/database/records/pages';
import type { Stored } from '../../../lib/database/records/record';
import { dropDatabase, freshDatabase, mongoUri } from '../../support/server';

/** Sort values of several types, with duplicates and missing ones. */
const VALUES: readonly object[] = [
  ...[3, 1, 2, 2, 1, 1, 'a', 'b', 'a', null, null, true, Number.NaN, new Date(0)].map((first) => ({ first })),
  {},
];
const NUMBERS = [1, 2, 3, 2, 1, 3, 3, 1].map((first) => ({ first }));
/** Repeats the values, so that each group has more records than one sort reads. */
const many = <T>(values: readonly T[]): T[] => Array.from({ length: 1200 }, (_, place) => values[place % values.length] as T);

describe('sortedPage', () => {
  let client: MongoClient;
  let name: string;
  let collection: Collection<Stored>;
  before(async () => {
    client = await MongoClient.connect(await mongoUri());
    name = freshDatabase();
    collection = client.db(name).collection<Stored>('sorted');
    await collection.createIndex({ kind: 1, first: 1, _id: 1 }, { name: 'first' });
    const records = [
      ...many(VALUES).map((one) => ({ ...one, kind: 'any' })),
      ...many(NUMBERS).map((one) => ({ ...one, kind: 'number' })),
      ...VALUES.map((one) => ({ ...one, kind: 'few' })),
    ];
    await collection.insertMany(records.map((one, place) => ({ ...one, _id: place + 1, second: (place * 7) % 5 })) as never);
  });
  after(async () => {
    await client.close();
    await dropDatabase(name);
  });

  const idsOf = (records: readonly object[]) => records.map((record) => (record as { readonly _id: unknown })._id);

  for (const kind of ['any', 'number', 'few'])
    for (const first of [1, -1] as const)
      for (const second of [1, -1] as const)
        it(`answers the page of a full sort of ${kind} values, by first ${first} and second ${second}`, async () => {
          const filter = { kind } as unknown as Filter<Stored>;
          const sort: Sort = { first, second, _id: second };
          const all = idsOf(await collection.find(filter).sort(sort).toArray());
          for (const limit of [2, 30])
            for (const skip of [0, 1, 7, 74, 79, 80, 81, 449, 450, 451, 600, all.length - limit - 1, all.length - limit, all.length].filter(
              (at) => at >= 0,
            )) {
              const page = await sortedPage(collection, { filter, sort, skip, limit, leadingHint: 'first' }, { _id: 1 });
              expect(idsOf(page), `${skip} to ${skip + limit}`).to.deep.equal(all.slice(skip, skip + limit));
            }
        });

  it('sorts only the records that can be on the page', async () => {
    const watched = await MongoClient.connect(await mongoUri(), { monitorCommands: true });
    const filters: unknown[] = [];
    watched.on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'find') filters.push(command.filter);
    });
    try {
      const sorted = watched.db(name).collection<Stored>('sorted');
      const ask = (kind: string) => {
        const filter = { kind } as unknown as Filter<Stored>;
        return sortedPage(sorted, { filter, sort: { first: 1, second: 1, _id: 1 }, skip: 1, limit: 2, leadingHint: 'first' }, {});
      };
      await ask('number');
      const filter = { kind: 'number' };
      expect(filters.splice(0)).to.deep.equal([filter, { $and: [filter, { first: { $not: { $gt: 1 } } }] }]);
      // For a few records, a lookup in the index of all records would be slower.
      await ask('few');
      expect(filters).to.deep.equal([{ kind: 'few' }]);
    } finally {
      await watched.close();
    }
  });
});
