import { grown } from './grown';
import { addRow, keepThose, type Mask, maskBytes, type Narrow, removeRow } from './mask';

/** How many masks of a column are remembered. */
const MOST = 4;
/** How many conditions it is counted of how often they were asked for. */
const MOST_SEEN = 16;
/** What was asked for as often is remembered: one request asks for the same several times. */
const OFTEN = 8;

/** What rows are to meet: what leaves out those that do not, and whether one does. */
interface Condition {
  readonly narrow: Narrow;
  meets(row: number): boolean;
}

/** Which rows meet what is asked for often: lists ask for the same of most fields, such as their window of days. */
export interface RememberedMasks {
  /** Leaves out the rows that do not meet a condition. What stands under one key says the same. */
  narrow(mask: Mask, key: unknown, condition: Condition): void;
  /** What a row holds has changed. */
  change(row: number): void;
  bytes(): number;
}

const deleteFirst = (map: Map<unknown, unknown>): void => {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
};

/** Makes what remembers masks of a column; `size` says how many rows there are. */
export function createRememberedMasks(size: () => number): RememberedMasks {
  const known = new Map<unknown, { mask: Mask; readonly meets: (row: number) => boolean }>();
  const seen = new Map<unknown, number>();
  /** The rows that meet what is asked for often; undefined: it is not. */
  const find = (key: unknown, { narrow, meets }: Condition): Mask | undefined => {
    const found = known.get(key);
    if (found) {
      // Behind all others it is let go of last.
      known.delete(key);
      known.set(key, found);
      return found.mask;
    }
    const times = (seen.get(key) ?? 0) + 1;
    seen.delete(key);
    if (times < OFTEN) {
      seen.set(key, times);
      if (seen.size > MOST_SEEN) deleteFirst(seen);
      return undefined;
    }
    const mask: Mask = new Uint8Array(maskBytes(size())).fill(0xff);
    narrow(mask);
    known.set(key, { mask, meets });
    if (known.size > MOST) deleteFirst(known);
    return mask;
  };
  return {
    narrow(mask, key, condition) {
      const found = find(key, condition);
      if (found === undefined) condition.narrow(mask);
      else keepThose(mask, found);
    },
    change(row) {
      for (const one of known.values()) {
        one.mask = grown(one.mask, row >> 3);
        if (one.meets(row)) addRow(one.mask, row);
        else removeRow(one.mask, row);
      }
    },
    bytes: () => MOST * maskBytes(size()),
  };
}
