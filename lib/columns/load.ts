import type { Collection, Document } from 'mongodb';
import { driver } from '../records/driver';
import type { Column } from './column';
import { createColumn } from './create-column';
import { recordBatches } from './record-batches';
import type { Rows } from './rows';

/** The index that each collection has. */
const BY_ID = '_id_';

/** How many records come from the database at once. */
const BATCH = 250;

/** Reads the value at a path; undefined, too, where an array is on the way, of which several values would be meant. */
const fieldOf = (record: Document, names: readonly string[]): { readonly value: unknown } | undefined => {
  let value: unknown = record;
  for (const name of names) {
    if (Array.isArray(value)) return undefined;
    value = (value as Document | null | undefined)?.[name];
  }
  return { value };
};

/** Columns in the making, by their paths. */
export type Held = ReadonlyMap<string, Column>;

/** What to read of records for some columns: a path within another one comes with that, and may not be named beside it. */
export const projectionOf = (paths: Iterable<string>): Document => {
  const all = [...paths];
  const outer = all.filter((path) => !all.some((other) => path.startsWith(`${other}.`)));
  return Object.fromEntries([...outer, '_id'].map((path) => [path, 1]));
};

/** Sets the values of a record in its row; answers the paths of columns that cannot hold them. */
export const setRow = (
  held: readonly (readonly [path: string, names: readonly string[], column: Column])[],
  row: number,
  record: Document,
): string[] => {
  const unfit: string[] = [];
  for (const [path, names, column] of held) {
    const found = fieldOf(record, names);
    // An index says null of what is missing, and no filter that columns are asked for tells the two apart.
    if (found === undefined || !column.set(row, found.value ?? null)) unfit.push(path);
  }
  return unfit;
};

/** Columns with the names on their paths. */
export const withNames = (held: Held) => Array.from(held, ([path, column]) => [path, path.split('.'), column] as const);

/** What columns are read into, and of which index: undefined, of the records in the order of their IDs, from the first. */
interface Loading {
  readonly index: string | undefined;
  readonly rows: Rows;
  /** Whether the rows get the records. */
  readonly isNew: boolean;
  /** Bytes that a column may take; those of words take up to twice as much before they are put together. */
  readonly most: number;
}

/**
 * Reads columns of all records, those that can hold what there is; undefined where none of them can. Where the rows are new they get the records: then
 * undefined, too, where they cannot hold them.
 */
export async function load(
  collection: Collection,
  paths: readonly string[],
  { index, rows, isNew, most }: Loading,
): Promise<Held | undefined> {
  const columns = new Map(paths.map((path) => [path, createColumn(path, rows.room())]));
  let held = withNames(columns);
  const [filter, hint] = index === undefined ? [{ _id: { $gte: new (driver().MinKey)() } } as Document, BY_ID] : [{}, index];
  const leaveOut = (unfit: readonly string[]): void => {
    if (unfit.length === 0) return;
    for (const path of unfit) columns.delete(path);
    held = withNames(columns);
  };
  const cursor = collection.find(filter, { projection: projectionOf(paths), batchSize: BATCH, hint, raw: true });
  for await (const records of recordBatches(cursor)) {
    for (const record of records) {
      const id = record['_id'] as number;
      const row = isNew ? rows.take(id) : rows.rowOf(id);
      if (row !== undefined) leaveOut(setRow(held, row, record));
      else if (isNew) return undefined;
    }
    leaveOut(held.flatMap(([path, , column]) => (column.bytes() > 2 * most ? [path] : [])));
    // Rows are of use where all records have one.
    if (held.length === 0) return isNew ? undefined : columns;
  }
  for (const column of columns.values()) await column.settle?.();
  return columns;
}
