import { grown } from './grown';

/** Rows of a table, a bit for each, those of a byte from the lowest on: 1 where the row is among them. */
export type Mask = Uint8Array;

/** Leaves out of a mask the rows that do not meet a condition. */
export type Narrow = (mask: Mask) => void;

/** How many bytes hold a bit for each of so many rows. */
export const maskBytes = (rows: number): number => (rows + 7) >> 3;

/** A mask of no row; rows are below `rows`. */
export const emptyMask = (rows: number): Mask => new Uint8Array(maskBytes(rows));

export const hasRow = (mask: Mask, row: number): boolean => (((mask[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;

/** Adds a row, for which a mask has room. */
export const addRow = (mask: Mask, row: number): void => {
  mask[row >> 3] = (mask[row >> 3] as number) | (1 << (row & 7));
};

/** Leaves out a row; none where the mask has no room for it. */
export const removeRow = (mask: Mask, row: number): void => {
  mask[row >> 3] = (mask[row >> 3] as number) & ~(1 << (row & 7));
};

/** How many bits of each byte are set. */
const BITS_OF = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** How many rows there are. */
export const countRows = (mask: Mask): number => {
  let count = 0;
  for (let at = 0; at < mask.length; at += 1) count += BITS_OF[mask[at] as number] as number;
  return count;
};

/** The last row for which a mask has room: what holds a number for each row needs one up to there to be compared a byte of rows at a time. */
export const lastRow = (mask: Mask): number => 8 * mask.length - 1;

/** Leaves the rows whose numbers are within bounds, these included. The loops have no branches, which processors would guess wrong half of the time. */
export const keepWithin = (mask: Mask, numbers: Uint32Array | Float64Array, least: number, greatest: number): void => {
  for (let at = 0; at < mask.length; at += 1) {
    const rows = mask[at] as number;
    if (rows === 0) continue;
    let within = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const number = numbers[8 * at + bit] as number;
      within |= (Number(number >= least) & Number(number <= greatest)) << bit;
    }
    mask[at] = rows & within;
  }
};

/** Leaves the rows whose codes pass, of each of which it is said: 1 or 0. */
export const keepPassing = (mask: Mask, codes: Uint8Array | Uint16Array, passing: Uint8Array): void => {
  for (let at = 0; at < mask.length; at += 1) {
    const rows = mask[at] as number;
    if (rows === 0) continue;
    let pass = 0;
    for (let bit = 0; bit < 8; bit += 1) pass |= (passing[codes[8 * at + bit] as number] as number) << bit;
    mask[at] = rows & pass;
  }
};

/** Where rows are listed: a list for each who asks would be much to let go of again. */
let listed = new Int32Array(0);

/** The rows of a mask in ascending order, until somebody asks for those of another one. */
export const rowsIn = (mask: Mask): Int32Array => {
  listed = grown(listed, 8 * mask.length);
  const rows = listed;
  let count = 0;
  for (let at = 0; at < mask.length; at += 1)
    for (let rest = mask[at] as number; rest > 0; rest &= rest - 1) {
      rows[count] = (at << 3) + 31 - Math.clz32(rest & -rest);
      count += 1;
    }
  return rows.subarray(0, count);
};

/** Leaves the rows that another mask has, too. */
export const keepThose = (mask: Mask, other: Mask): void => {
  for (let at = 0; at < mask.length; at += 1) mask[at] = (mask[at] as number) & (other[at] ?? 0);
};

/** Leaves the rows that another mask has not. */
export const leaveOutThose = (mask: Mask, other: Mask): void => {
  for (let at = 0; at < mask.length; at += 1) mask[at] = (mask[at] as number) & ~(other[at] ?? 0);
};

/** Adds the rows of another mask that is as long. */
export const addThose = (mask: Mask, other: Mask): void => {
  for (let at = 0; at < mask.length; at += 1) mask[at] = (mask[at] as number) | (other[at] ?? 0);
};
