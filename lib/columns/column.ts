/** Rows of a table, a byte for each: 1 where the row is among them. */
export type Mask = Uint8Array;

/** Leaves out of a mask the rows that do not meet a condition. */
export type Narrow = (mask: Mask) => void;

/** What one field of all records holds, by their rows. */
export interface Column {
  /** Bytes that it takes. */
  bytes(): number;
  /** Sets what a row holds, null where it has no such field; false: the column cannot hold it, and is to be given up. */
  set(row: number, value: unknown): boolean;
  /** Forgets what a row held, which is nobody's now. */
  clear(row: number): void;
  valueAt(row: number): unknown;
  /** What leaves out the rows that do not meet what a filter says of the field; undefined where the column cannot tell. */
  narrow(operand: unknown): Narrow | undefined;
  readonly as: Represented;
}

/** How a column holds its values. */
export type Represented =
  | { readonly type: 'codes'; codeAt(row: number): number; readonly values: readonly unknown[] }
  | { readonly type: 'instants'; orderAt(row: number): number; readonly isOrdered: () => boolean }
  | {
      readonly type: 'lists';
      readonly pool: () => Int32Array;
      startAt(row: number): number;
      lengthAt(row: number): number;
      most(): number;
    };
