import { grown } from './grown';
import { idsAsked, isId } from './ids-asked';
import { addRow, emptyMask, type Mask, maskBytes, type Narrow, removeRow, rowsIn } from './mask';

/** Which record is in which row. */
export interface Rows {
  bytes(): number;
  /** How many rows there are, those that are free included. */
  size(): number;
  /** For how many rows columns are to have room. */
  room(): number;
  /** The row of a record; undefined where it has none. */
  rowOf(id: number): number | undefined;
  /** The row of a record, a free one where it had none; undefined where its ID is no number of a sequence. */
  take(id: number): number | undefined;
  free(id: number): void;
  idAt(row: number): number;
  /** The rows that are taken. */
  taken(): Mask;
  /** As columns do, of IDs. */
  narrow(operand: unknown): Narrow | undefined;
}

/** How many IDs in sequence share a list of their rows: several kinds take theirs from one sequence, so that each leaves gaps. */
const TOGETHER = 64;
/** Bytes of such a list. */
const LIST_BYTES = 4 * TOGETHER + 150;

/** Makes rows for records with numbers of a sequence; `expected` is how many there will be, about. */
export function createRows(expected: number): Rows {
  let own = new Int32Array(expected);
  let taken = emptyMask(expected);
  /** For each IDs that are together, the row and one of each. */
  const places = new Map<number, Int32Array>();
  const freed: number[] = [];
  let size = 0;
  const rowOf = (id: number): number | undefined => {
    const place = places.get(Math.floor(id / TOGETHER))?.[id % TOGETHER] ?? 0;
    return place === 0 ? undefined : place - 1;
  };
  const setPlace = (id: number, place: number): void => {
    const at = Math.floor(id / TOGETHER);
    const list = places.get(at) ?? new Int32Array(TOGETHER);
    list[id % TOGETHER] = place;
    places.set(at, list);
  };
  return {
    bytes: () => own.byteLength + taken.byteLength + places.size * LIST_BYTES + 8 * freed.length,
    size: () => size,
    room: () => Math.max(expected, size),
    rowOf,
    take(id) {
      if (!isId(id)) return undefined;
      const known = rowOf(id);
      if (known !== undefined) return known;
      const row = freed.pop() ?? size;
      size = Math.max(size, row + 1);
      own = grown(own, row);
      own[row] = id;
      taken = grown(taken, row >> 3);
      addRow(taken, row);
      setPlace(id, row + 1);
      return row;
    },
    free(id) {
      const row = rowOf(id);
      if (row === undefined) return;
      setPlace(id, 0);
      own[row] = 0;
      removeRow(taken, row);
      freed.push(row);
    },
    idAt: (row) => own[row] ?? 0,
    taken: () => taken.slice(0, maskBytes(size)),
    narrow(operand) {
      const asked = idsAsked(operand);
      if (asked === undefined) return undefined;
      const wanted = new Set(asked.ids);
      return (mask) => {
        for (const row of rowsIn(mask)) if (wanted.has(own[row] as number) !== asked.isIn) removeRow(mask, row);
      };
    },
  };
}
