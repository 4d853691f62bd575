import { expect } from 'chai';
import type { Document } from 'mongodb';
import { type CacheUse, createCache } from '../../lib/cache/cache';
import type { CollectionColumns, Columns } from '../../lib/columns/answers';
import { createColumns } from '../../lib/columns/columns';
import type { Sort } from '../../lib/query/sort';
import { type Connection, createConnection } from '../../lib/records/connection';
import type { IdLists } from '../../lib/records/id-lists';
import { dropDatabase, freshDatabase, mongoUri } from '../support/server';
import { type Listed, PATHS } from './record-arbitraries';

const MEBIBYTE = 1_048_576;
/** How long something may take that comes by itself, in ms. */
const PATIENCE = 20_000;

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks again and again until there is an answer. */
export const answered = async <T>(ask: () => Promise<T | undefined>, what = ''): Promise<T> => {
  for (const began = performance.now(); performance.now() - began < PATIENCE; await pause(2)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`There was no answer: ${what}`);
};

/** A database with a collection, `listed`, that has indexes of few values, of moments and of words. */
export async function openListed(records: readonly Listed[] = []) {
  const database = freshDatabase();
  const connection = createConnection({ uri: await mongoUri(), database });
  await connection.open(async (db) => {
    await db.createCollection('listed');
    await db
      .collection('listed')
      .createIndexes([{ key: { word: 1, _id: 1 } }, { key: { start: 1, wall: 1, _id: 1 } }, { key: { 'keys.words': 1, word: 1 } }]);
    if (records.length > 0) await db.collection<Listed>('listed').insertMany([...records]);
  });
  await answered(async () => connection.changes.state());
  return {
    connection,
    database,
    async close() {
      await connection.close();
      await dropDatabase(database);
    },
  };
}

/** Columns of a collection that is as it is now, in a cache of their own. */
export function columnsOfListed(
  connection: Connection,
  bytes = 64 * MEBIBYTE,
): CollectionColumns & Pick<Columns, 'waits'> & { use(): CacheUse } {
  const cache = createCache(bytes, connection.changes);
  const { of, waits } = createColumns({ cache, connection });
  return { ...of('listed'), use: cache.use, waits };
}

/** Waits until each path was read, one after the other: what asks for several is read of no index of one. */
export const readColumns = async (columns: CollectionColumns): Promise<void> => {
  for (const path of PATHS) await answered(() => columns.values({}, [path]));
};

/** Something that is asked of both. */
export interface Question {
  readonly filter: Document;
  readonly sort: Sort;
  readonly skip: number;
  readonly limit: number;
  readonly paths: readonly string[];
}

const fieldAt = (record: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Document | null | undefined)?.[name], record);

const sorted = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();
/** What is missing counts as null: no filter that columns answer tells the two apart. */
const shown = (value: unknown): unknown => value ?? null;

/** How many there are of each values, where what is missing counts as null: databases differ in that. */
const merged = (groups: readonly (readonly [values: readonly unknown[], count: number])[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const [values, count] of groups) counts[JSON.stringify(values)] = (counts[JSON.stringify(values)] ?? 0) + count;
  return counts;
};

const listsIn = ({ ids, places, ends }: IdLists): unknown[] =>
  Array.from(ends, (end, row) =>
    Array.from(places)
      .slice(ends[row - 1] ?? 0, end)
      .map((place) => ids[place]),
  );

/** What columns are asked, and what the database says of that: each pair in the same form. */
const PAIRS: Readonly<
  Record<
    'count' | 'page' | 'groups' | 'values' | 'lists',
    (columns: CollectionColumns, connection: Connection, question: Question) => readonly [() => Promise<unknown>, () => Promise<unknown>]
  >
> = {
  count: (columns, connection, { filter }) => [
    () => columns.count(filter),
    () => connection.collection<Listed>('listed').countDocuments(filter),
  ],
  page: (columns, connection, { filter, sort, skip, limit }) => [
    () => columns.page({ filter, sort, skip, limit }),
    () =>
      connection
        .collection<Listed>('listed')
        .find(filter, { sort: [...sort] as [string, 1 | -1][], skip, limit, projection: { _id: 1, start: 1, wall: 1 } })
        .toArray()
        .then((all) => all.map((one) => Object.fromEntries(['_id', ...sort.map(([path]) => path)].map((path) => [path, one[path]])))),
  ],
  groups: (columns, connection, { filter, paths }) => [
    async () => {
      const groups = await columns.groups(filter, paths);
      return groups && merged(groups.map(({ values, count }) => [paths.map((path) => values[path]), count]));
    },
    async () => {
      const _id = Object.fromEntries(paths.map((path, place) => [`v${place}`, `$${path}`]));
      const groups = await connection
        .collection('listed')
        .aggregate([{ $match: filter }, { $group: { _id, count: { $sum: 1 } } }])
        .toArray();
      return merged(groups.map((one) => [paths.map((_, place) => one['_id'][`v${place}`]), one['count']]));
    },
  ],
  values: (columns, connection, { filter, paths }) => [
    async () => {
      const rows = await columns.values(filter, paths);
      return rows && sorted(rows.map(({ id, values }) => [id, values.map(shown)]));
    },
    async () => {
      const records = await connection.collection<Listed>('listed').find(filter).toArray();
      return sorted(records.map((one) => [one._id, paths.map((path) => shown(fieldAt(one, path)))]));
    },
  ],
  lists: (columns, connection, { filter }) => [
    async () => {
      const [lists] = (await columns.lists(filter, ['venues'])) ?? [];
      return lists && sorted(listsIn(lists));
    },
    async () => {
      const records = await connection.collection<Listed>('listed').find(filter).toArray();
      return sorted(records.map(({ venues }) => venues ?? []));
    },
  ],
};

/** Names what columns are asked. */
export type Asked = keyof typeof PAIRS;
export const EVERY: readonly Asked[] = Object.keys(PAIRS) as Asked[];

/** Holds what columns answer against what the database does; `must`: they are to answer this, sooner or later. */
export async function hold(connection: Connection, columns: CollectionColumns, question: Question, must: readonly Asked[]): Promise<void> {
  for (const asked of EVERY) {
    const [ask, askDatabase] = PAIRS[asked](columns, connection, question);
    const answer = must.includes(asked) ? await answered(ask, `${asked} of ${JSON.stringify(question)}`) : await ask();
    if (answer !== undefined) expect(answer, `${asked} of ${JSON.stringify(question)}`).to.deep.equal(await askDatabase());
  }
}
