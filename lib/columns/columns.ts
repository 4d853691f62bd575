import type { Cache } from '../cache/cache';
import type { Connection } from '../records/connection';
import type { CollectionColumns, Columns, RowRanks, RowValues } from './answers';
import { createDatabaseTurns, type DatabaseTurns } from './database-turns';
import { groupRows } from './group-rows';
import { listRows } from './list-rows';
import { countRows, rowsIn } from './mask';
import { isOrdered, MOST_RANKED, pageRows } from './page-rows';
import { pathsOf } from './row-mask';
import { createTable, type Selected, type Table } from './table';

const valuesOf = ({ rows, mask, column }: Selected, paths: readonly string[]): readonly RowValues[] | undefined => {
  const columns = paths.map(column);
  if (columns.some(({ as }) => as.type === 'words')) return undefined;
  return Array.from(rowsIn(mask), (row) => ({ id: rows.idAt(row), values: columns.map((one) => one.valueAt(row)) }));
};

const allOf = <T>(found: readonly (T | undefined)[]): readonly T[] | undefined =>
  found.every((one) => one !== undefined) ? found : undefined;

/** The paths that ranks say anything of; undefined where no column tells. */
const rankedPaths = (ranks: RowRanks | undefined): readonly string[] | undefined => {
  if (ranks === undefined) return [];
  if ('tiers' in ranks) return [ranks.field];
  const paths = pathsOf({ $and: ranks.conditions });
  return paths && [...paths];
};

const columnsOf = (table: Table, turns: DatabaseTurns): CollectionColumns => {
  /** Paths of values that have no order here. */
  const unordered = new Set<string>();
  return {
    isReading: table.isReading,
    async count(filter) {
      const selected = await table.read(filter);
      return selected && countRows(selected.mask);
    },
    async page({ filter, ...order }) {
      const { sort, ranks, skip, limit } = order;
      if (ranks !== undefined && skip + limit > MOST_RANKED) return undefined;
      // What stands deeper is a text, or made of one, and has no order here.
      if (sort.some(([path]) => path.includes('.') || unordered.has(path))) return undefined;
      const ranked = rankedPaths(ranks);
      if (ranked === undefined) return undefined;
      const selected = await table.read(filter, [...sort.map(([path]) => path), ...ranked]);
      for (const [path] of sort) if (selected && !isOrdered(selected, path)) unordered.add(path);
      return selected && pageRows(selected, order);
    },
    async groups(filter, paths) {
      const selected = await table.read(filter, paths);
      return selected && groupRows(selected, paths);
    },
    async values(filter, paths) {
      const selected = await table.read(filter, paths);
      return selected && valuesOf(selected, paths);
    },
    async lists(filter, paths) {
      const selected = await table.read(filter, paths);
      return selected && allOf(paths.map((path) => listRows(selected, path)));
    },
    orElse: (inMemory, inDatabase, mayTell) => (mayTell ? turns.answer(inMemory, table.isReading, inDatabase) : inDatabase()),
  };
};

/** Makes the columns of all collections of a database; what is kept of them is in the cache. */
export function createColumns(from: { readonly cache: Cache; readonly connection: Pick<Connection, 'changes' | 'collection'> }): Columns {
  const known = new Map<string, CollectionColumns>();
  const turns = createDatabaseTurns();
  return {
    waits: turns.waits,
    isReading: () => [...known.values()].some((columns) => columns.isReading()),
    of(collection) {
      const found = known.get(collection) ?? columnsOf(createTable(from, collection), turns);
      known.set(collection, found);
      return found;
    },
  };
}
