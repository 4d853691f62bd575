import type { IndexDescription } from 'mongodb';

/**
 * A unique mark of a record state, which also appears in the bytes of the data file.
 * A record is inserted (state 1), changed (2) and in some cases removed (3). Record 0 stands for the indexes.
 */
export const markOf = (n: number, state: number): string => `<${String(n).padStart(6, '0')}:${state}>`;

/** Finds all marks in a text, as record number and state. */
export const marksIn = (text: string): (readonly [n: number, state: number])[] =>
  [...text.matchAll(/<(\d{6}):(\d)>/g)].map(([, n, state]) => [Number(n), Number(state)] as const);

/** Records that are inserted in one transaction with a second record. */
export const isTwin = (n: number): boolean => n % 3 === 0;

/** Records that are removed at the end. */
export const isRemoved = (n: number): boolean => n % 5 === 4;

/** Padding of different lengths. Long padding puts a record on its own pages. */
export const padOf = (n: number): string => 'x'.repeat(n % 4 === 1 ? 20_000 : n % 50);

/** The indexes, each with a filter that uses only this index. */
export const INDEXES: readonly { readonly name: string; readonly index: IndexDescription; readonly filter: object }[] = [
  { name: 'n_1', index: { key: { n: 1 }, unique: true }, filter: { n: { $gte: 0 } } },
  { name: 'tags_1_n_-1', index: { key: { tags: 1, n: -1 } }, filter: { tags: { $in: ['a', 0, 1, 2, 3, 4, 5, 6] } } },
  {
    name: 'moved_1',
    index: { key: { moved: 1 }, partialFilterExpression: { moved: { $gte: 0 } } },
    filter: { moved: { $gte: 0 } },
  },
];
