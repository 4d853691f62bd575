import type { Narrow } from './mask';

/** What one field of all records holds, by their rows. */
export interface Column {
  /** Bytes that it takes. */
  bytes(): number;
  /** Sets what a row holds, null where it has no such field; false: the column cannot hold it, and is to be given up. */
  set(row: number, value: unknown): boolean;
  /** Puts together what was set, once all of it was. */
  settle?(): Promise<void>;
  /** Forgets what a row held, which is nobody's now. */
  clear(row: number): void;
  /** What a row holds; undefined of all where that is held by its words. */
  valueAt(row: number): unknown;
  /** What leaves out the rows that do not meet what a filter says of the field; undefined where the column cannot tell. */
  narrow(operand: unknown): Narrow | undefined;
  readonly as: Represented;
}

/** The length that stands for no list. */
export const NO_LIST = 0xffff;

/** How long the list of a row is. */
export const listLength = (lengths: Uint16Array, row: number): number => {
  const length = lengths[row] ?? NO_LIST;
  return length === NO_LIST ? 0 : length;
};

/** How a column holds its values. */
export type Represented =
  | { readonly type: 'codes'; codeAt(row: number): number; readonly values: readonly unknown[] }
  | {
      readonly type: 'instants';
      /** Numbers in the order of the moments, a row each; undefined where a row holds something else, which no number has the place of. */
      orders(): Uint32Array | Float64Array | undefined;
    }
  | { readonly type: 'words' }
  | {
      readonly type: 'lists';
      /** The lists one after the other, and for each row where in that its own begins and how long it is; `NO_LIST`: there is none. */
      arrays(): { readonly pool: Int32Array; readonly starts: Uint32Array; readonly lengths: Uint16Array };
      /** The greatest ID. */
      most(): number;
    };
