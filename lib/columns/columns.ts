import type { Cache } from '../cache/cache';
import type { Connection } from '../records/connection';
import type { CollectionColumns, Columns, RowValues } from './answers';
import { groupRows } from './group-rows';
import { listRows } from './list-rows';
import { isOrdered, MOST_PLACES, pageRows } from './page-rows';
import { createTable, type Selected, type Table } from './table';

const countOf = ({ mask }: Selected): number => {
  let count = 0;
  for (let row = 0; row < mask.length; row += 1) count += mask[row] as number;
  return count;
};

const valuesOf = ({ rows, mask, column }: Selected, paths: readonly string[]): readonly RowValues[] => {
  const columns = paths.map(column);
  const found: RowValues[] = [];
  for (let row = 0; row < mask.length; row += 1)
    if (mask[row] === 1) found.push({ id: rows.idAt(row), values: columns.map((one) => one.valueAt(row)) });
  return found;
};

const allOf = <T>(found: readonly (T | undefined)[]): readonly T[] | undefined =>
  found.every((one) => one !== undefined) ? found : undefined;

const columnsOf = (table: Table): CollectionColumns => {
  /** Paths of values that have no order here. */
  const unordered = new Set<string>();
  return {
    async count(filter) {
      const selected = await table.read(filter);
      return selected && countOf(selected);
    },
    async page({ filter, ...order }) {
      const { sort, ranks, skip, limit } = order;
      // What stands deeper is a text, or made of one, and has no order here.
      if (skip + limit > MOST_PLACES || sort.some(([path]) => path.includes('.') || unordered.has(path))) return undefined;
      const selected = await table.read(filter, [...sort.map(([path]) => path), ...(ranks ? [ranks.field] : [])]);
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
  };
};

/** Makes the columns of all collections of a database; what is kept of them is in the cache. */
export function createColumns(from: { readonly cache: Cache; readonly connection: Pick<Connection, 'changes' | 'collection'> }): Columns {
  const known = new Map<string, CollectionColumns>();
  return {
    of(collection) {
      const found = known.get(collection) ?? columnsOf(createTable(from, collection));
      known.set(collection, found);
      return found;
    },
  };
}
