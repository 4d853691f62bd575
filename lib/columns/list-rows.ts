import type { IdLists } from '../records/id-lists';
import { listLength } from './column';
import { rowsIn } from './mask';
import type { Selected } from './table';

/** The IDs that selected rows name at a path, a list for each row; undefined where the column holds no lists of IDs. */
export const listRows = ({ mask, column }: Selected, path: string): IdLists | undefined => {
  const { as } = column(path);
  if (as.type !== 'lists') return undefined;
  const { pool, starts, lengths } = as.arrays();
  const placeOf = new Int32Array(as.most() + 1);
  const rows = rowsIn(mask);
  const ids: number[] = [];
  const ends = new Int32Array(rows.length);
  let total = 0;
  for (let place = 0; place < rows.length; place += 1) {
    total += listLength(lengths, rows[place] as number);
    ends[place] = total;
  }
  const places = new Int32Array(total);
  let end = 0;
  for (const row of rows) {
    const start = starts[row] as number;
    const last = start + listLength(lengths, row);
    for (let at = start; at < last; at += 1) {
      const id = pool[at] as number;
      if (placeOf[id] === 0) placeOf[id] = ids.push(id);
      places[end] = (placeOf[id] as number) - 1;
      end += 1;
    }
  }
  return { ids, places, ends };
};
