import type { IdLists } from '../records/id-lists';
import type { Selected } from './table';

/** The IDs that selected rows name at a path, a list for each row; undefined where the column holds no lists of IDs. */
export const listRows = ({ mask, column }: Selected, path: string): IdLists | undefined => {
  const { as } = column(path);
  if (as.type !== 'lists') return undefined;
  const pool = as.pool();
  const placeOf = new Int32Array(as.most() + 1);
  const ids: number[] = [];
  const places: number[] = [];
  const ends: number[] = [];
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 0) continue;
    const start = as.startAt(row);
    const last = start + as.lengthAt(row);
    for (let at = start; at < last; at += 1) {
      const id = pool[at] as number;
      if (placeOf[id] === 0) placeOf[id] = ids.push(id);
      places.push((placeOf[id] as number) - 1);
    }
    ends.push(places.length);
  }
  return { ids, places, ends };
};
