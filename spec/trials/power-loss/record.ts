import type { IndexDescription } from 'mongodb';

/**
 * What the writer writes: a record is inserted (state 1), changed (2) and, some of them, removed (3), which leaves its number elsewhere.
 * Record 0 stands for the indexes. Each state has a mark, which is found in the bytes of the file too.
 */
export const markOf = (n: number, state: number): string => `<${String(n).padStart(6, '0')}:${state}>`;

/** Every mark in a text, as a record's number and its state. */
export const marksIn = (text: string): (readonly [n: number, state: number])[] =>
  [...text.matchAll(/<(\d{6}):(\d)>/g)].map(([, n, state]) => [Number(n), Number(state)] as const);

/** Whether a record is inserted in a transaction, together with a twin. */
export const isTwin = (n: number): boolean => n % 3 === 0;

/** Whether a record is removed in the end. */
export const isRemoved = (n: number): boolean => n % 5 === 4;

/** What some records have with them, so that they lie on pages of their own. */
export const padOf = (n: number): string => 'x'.repeat(n % 4 === 1 ? 20_000 : n % 50);

/** The indexes of the records, each with a filter that it answers alone. */
export const INDEXES: readonly { readonly name: string; readonly index: IndexDescription; readonly filter: object }[] = [
  { name: 'n_1', index: { key: { n: 1 }, unique: true }, filter: { n: { $gte: 0 } } },
  { name: 'tags_1_n_-1', index: { key: { tags: 1, n: -1 } }, filter: { tags: { $in: ['a', 0, 1, 2, 3, 4, 5, 6] } } },
  {
    name: 'moved_1',
    index: { key: { moved: 1 }, partialFilterExpression: { moved: { $gte: 0 } } },
    filter: { moved: { $gte: 0 } },
  },
];
