import { expect } from 'chai';
import type { Document } from 'mongodb';
import type { CollectionColumns } from '../../lib/columns/answers';
import type { Sort } from '../../lib/query/sort';
import { answered, columnsOfListed, openListed } from './asked-columns';
import type { Listed } from './record-arbitraries';

const RECORDS = 20_003;
const SECOND = 1000;
const FIRST = Date.UTC(2024, 0, 1);

/** A number that looks like chance, of a place. */
const spread = (place: number, many: number): number => (Math.imul(place + 1, 2_654_435_761) >>> 0) % many;
const timeOf = (place: number): number => FIRST + spread(place, 5000) * SECOND;

describe('columns: of many records', function () {
  this.timeout(120_000);
  let stage: Awaited<ReturnType<typeof openListed>>;
  afterEach(() => stage.close());

  /** By which fields, in the order of what these hold. */
  const sorts: readonly { readonly sort: Sort; readonly of: (record: Listed) => number }[] = [
    { sort: [['start', 1] as const, ['_id', 1] as const], of: ({ start }) => Number(start) },
    { sort: [['start', -1] as const, ['_id', 1] as const], of: ({ start }) => -Number(start) },
    { sort: [['_id', 1] as const], of: () => 0 },
  ];

  for (const { what, start } of [
    { what: 'at milliseconds', start: (place: number) => timeOf(place) + (place % 7) },
    { what: 'the earlier the record', start: (place: number) => FIRST - place * SECOND },
  ])
    it(`pages begin with the first of them, moments ${what}, and as many are counted`, async () => {
      const records = Array.from(
        { length: RECORDS },
        (_, place): Listed => ({ _id: place + 1, word: spread(place, 100), start: new Date(start(place)) }),
      );
      stage = await openListed(records);
      const columns: CollectionColumns = columnsOfListed(stage.connection);
      for (const path of ['word', 'start']) await answered(() => columns.values({}, [path]));
      const middle = new Date(start(RECORDS >> 1));
      const filters: readonly { readonly filter: Document; readonly passes: (record: Listed) => boolean }[] = [
        { filter: {}, passes: () => true },
        { filter: { start: { $gt: middle } }, passes: (one) => one['start'] > middle },
        { filter: { start: { $lt: middle } }, passes: (one) => one['start'] < middle },
        { filter: { start: { $gte: middle, $lte: middle } }, passes: (one) => Number(one['start']) === Number(middle) },
        { filter: { word: 7, start: { $gte: middle } }, passes: (one) => one['word'] === 7 && one['start'] >= middle },
        { filter: { word: { $ne: 7 } }, passes: (one) => one['word'] !== 7 },
      ];
      for (const { filter, passes } of filters) {
        const found = records.filter(passes);
        // Often enough to be remembered.
        for (let time = 0; time < 3; time += 1) expect(await answered(() => columns.count({ ...filter }))).to.equal(found.length);
        for (const { sort, of } of sorts) {
          const all = found.toSorted((one, other) => of(one) - of(other) || one._id - other._id).map(({ _id }) => _id);
          for (const [skip, limit] of [
            [0, 10],
            [40, 10],
            [3000, 50],
            [0, 9000],
            [12_345, 20],
            [20_000, 10],
          ] as const) {
            const page = await answered(() => columns.page({ filter: { ...filter }, sort, skip, limit }));
            expect(
              page.map(({ _id }) => _id),
              JSON.stringify({ filter, sort, skip, limit }),
            ).to.deep.equal(all.slice(skip, skip + limit));
          }
        }
      }
    });
});
