import { type Column, listLength, NO_LIST } from './column';
import { grown } from './grown';
import { type AskedIds, idsAsked, isId, marked } from './ids-asked';
import { type Narrow, removeRow, rowsIn } from './mask';

/** A list is no longer. */
const LONGEST = 0xfffe;
/** The greatest ID: what is asked for is marked in a list of all up to the greatest that there is. */
const GREATEST = 0x3f_ffff;

/** Whether a value is a list of IDs. */
export const isIdList = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length <= LONGEST && value.every((id) => isId(id) && id <= GREATEST);

/** Makes a column of lists of IDs, one after the other. */
export function createListColumn(rows: number): Column {
  let starts = new Uint32Array(rows);
  let lengths = new Uint16Array(rows).fill(NO_LIST);
  let pool = new Int32Array(2 * rows);
  let end = 0;
  let used = 0;
  let most = 0;
  const lengthAt = (row: number): number => listLength(lengths, row);
  /** Puts the lists together where those that were replaced leave too much room between. */
  const compact = (): void => {
    const old = pool;
    pool = new Int32Array(Math.ceil(used * 1.25) + 64);
    end = 0;
    for (let row = 0; row < lengths.length; row += 1) {
      const [start, length] = [starts[row] as number, lengthAt(row)];
      pool.set(old.subarray(start, start + length), end);
      starts[row] = end;
      end += length;
    }
  };
  const narrow =
    (asked: AskedIds): Narrow =>
    (mask) => {
      const wanted = marked(asked, most);
      const passing = Number(asked.isIn);
      for (const row of rowsIn(mask)) {
        const start = starts[row] as number;
        const last = start + lengthAt(row);
        let has = 0;
        for (let at = start; at < last && has === 0; at += 1) has = wanted[pool[at] as number] as number;
        if (has !== passing) removeRow(mask, row);
      }
    };
  return {
    valueAt(row) {
      const length = lengths[row] ?? NO_LIST;
      const start = starts[row] ?? 0;
      return length === NO_LIST ? null : Array.from(pool.subarray(start, start + length));
    },
    as: { type: 'lists', arrays: () => ({ pool, starts, lengths }), most: () => most },
    bytes: () => starts.byteLength + lengths.byteLength + pool.byteLength,
    set(row, value) {
      const ids = value ?? [];
      if (!isIdList(ids)) return false;
      if (row >= lengths.length) {
        const before = lengths.length;
        lengths = grown(lengths, row);
        lengths.fill(NO_LIST, before);
        starts = grown(starts, row);
      }
      used += ids.length - lengthAt(row);
      if (ids.length > lengthAt(row)) {
        if (end > 2 * used + 1024) compact();
        pool = grown(pool, end + ids.length);
        starts[row] = end;
        end += ids.length;
      }
      pool.set(ids, starts[row]);
      for (const id of ids) most = Math.max(most, id);
      lengths[row] = value === null ? NO_LIST : ids.length;
      return true;
    },
    clear(row) {
      used -= lengthAt(row);
      if (row < lengths.length) lengths[row] = NO_LIST;
    },
    narrow(operand) {
      const asked = idsAsked(operand);
      if (asked !== undefined) return narrow(asked);
      if (operand !== null) return undefined;
      return (mask) => {
        for (const row of rowsIn(mask)) if ((lengths[row] as number) < NO_LIST) removeRow(mask, row);
      };
    },
  };
}
