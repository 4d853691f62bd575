import { type Mask, rowsIn } from './mask';

/** An order of rows: by a number of each, those that have the same by the next, and so on. */
export interface NumberedOrder {
  readonly numbers: readonly ((row: number) => number)[];
  compare(one: number, other: number): number;
}

/** So many rows are put in order. */
const FEW = 512;
/** Into how many parts more are divided, each of which comes before the next. */
const PARTS = 1024;

/** The row of a mask at a place of an order, the first at 0; undefined where there are fewer. Rows are counted, not put in order: no place takes longer. */
export function rowAt(mask: Mask, place: number, { numbers, compare }: NumberedOrder): number | undefined {
  let rows = rowsIn(mask);
  if (place >= rows.length) return undefined;
  let rest = place;
  for (const numberOf of numbers)
    while (rows.length > FEW) {
      let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const row of rows) {
        const number = numberOf(row);
        if (number < least) least = number;
        if (number > greatest) greatest = number;
      }
      const width = greatest - least;
      if (width === 0) break;
      const parts = new Uint16Array(rows.length);
      const counts = new Uint32Array(PARTS);
      for (let at = 0; at < rows.length; at += 1) {
        const part = Math.floor(((numberOf(rows[at] as number) - least) / width) * (PARTS - 1));
        parts[at] = part;
        counts[part] = (counts[part] as number) + 1;
      }
      let part = 0;
      for (; rest >= (counts[part] as number); part += 1) rest -= counts[part] as number;
      rows = rows.filter((_, at) => parts[at] === part);
    }
  return rows.toSorted(compare)[rest];
}
