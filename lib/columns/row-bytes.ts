import { grown } from './grown';
import { addRow, hasRow, type Mask, maskBytes, rowsIn } from './mask';

/** Bits of a number that a byte of it holds; the eighth says that another byte follows. */
const BITS = 7;
const FOLLOWS = 0x80;

/** What lists of rows are written into, one after the other. */
export interface RowWriter {
  /** Writes rows in ascending order; answers where they end. */
  write(rows: ArrayLike<number>, count: number): number;
  bytes(): Uint8Array;
}

/**
 * Makes what writes lists of rows below `size`: as the differences between them (LEB128), or, where that would not take less, as a bit for each row that
 * there is. The length tells which.
 */
export function createRowWriter(size: number): RowWriter {
  let bytes = new Uint8Array(1024);
  let end = 0;
  const put = (byte: number): void => {
    bytes = grown(bytes, end);
    bytes[end] = byte;
    end += 1;
  };
  const writeDifferences = (rows: ArrayLike<number>, count: number, most: number): boolean => {
    const start = end;
    let last = -1;
    for (let at = 0; at < count && end - start < most; at += 1) {
      const row = rows[at] as number;
      let rest = row - last - 1;
      last = row;
      for (; rest >= FOLLOWS; rest >>>= BITS) put((rest & (FOLLOWS - 1)) | FOLLOWS);
      put(rest);
    }
    const isLess = end - start < most;
    if (!isLess) end = start;
    return isLess;
  };
  return {
    write(rows, count) {
      const most = maskBytes(size);
      if (writeDifferences(rows, count, most)) return end;
      bytes = grown(bytes, end + most);
      bytes.fill(0, end, end + most);
      const mask = bytes.subarray(end, end + most);
      for (let at = 0; at < count; at += 1) addRow(mask, rows[at] as number);
      end += most;
      return end;
    },
    bytes: () => bytes.slice(0, end),
  };
}

/** Where a list of rows stands: from a byte up to another one. */
type Place = readonly [start: number, end: number];

/** Reads the differences between rows. */
function readDifferences(bytes: Uint8Array, [start, end]: Place, into: Int32Array): number {
  let count = 0;
  let row = -1;
  let part = 0;
  let shift = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    part |= (byte & (FOLLOWS - 1)) << shift;
    shift += BITS;
    if (byte >= FOLLOWS) continue;
    row += part + 1;
    into[count] = row;
    count += 1;
    part = 0;
    shift = 0;
  }
  return count;
}

/** A list of rows as a mask; undefined where it is none. */
const asMask = (bytes: Uint8Array, [start, end]: Place, size: number): Mask | undefined =>
  end - start === maskBytes(size) ? bytes.subarray(start, end) : undefined;

/** Reads a list of rows; answers how many there are. */
export function readRows(bytes: Uint8Array, place: Place, size: number, into: Int32Array): number {
  const mask = asMask(bytes, place, size);
  if (mask === undefined) return readDifferences(bytes, place, into);
  const rows = rowsIn(mask);
  into.set(rows);
  return rows.length;
}

/** Adds to a mask the rows of a list that are in another one, too; `scratch` has room for all. */
export function addRows(bytes: Uint8Array, place: Place, size: number, own: Mask, into: Mask, scratch: Int32Array): void {
  const mask = asMask(bytes, place, size);
  if (mask !== undefined) {
    for (let at = 0; at < mask.length; at += 1) into[at] = (into[at] as number) | ((mask[at] as number) & (own[at] as number));
    return;
  }
  const count = readDifferences(bytes, place, scratch);
  for (let at = 0; at < count; at += 1) if (hasRow(own, scratch[at] as number)) addRow(into, scratch[at] as number);
}
