import type { Column } from './column';
import { grown } from './grown';
import { type InstantType, instantAt, orderOfInstant } from './instants';
import { addRow, hasRow, keepWithin, lastRow, type Mask, type Narrow } from './mask';
import { passes } from './passes';
import { createRememberedMasks } from './remembered-masks';

/** What stands for a row that holds something else; where it is found no number is compared with anything. */
const OTHER = Number.NaN;
/** Whole seconds from 1970 to 2106 take half the room: there stands, instead, what none of them is. */
const OTHER_SECONDS = 0;
const MOST_SECONDS = 0xffff_ffff;

/** Characters of something else. */
const LONGEST_OTHER = 100;
/** Bytes of a row that holds something else, and how many there may be: more are no column of moments. */
const OTHER_BYTES = 80 + 2 * LONGEST_OTHER;
const mostOthers = (rows: number): number => 1000 + rows / 20;

const isOther = (value: unknown): boolean => value === null || (typeof value === 'string' && value.length <= LONGEST_OTHER);

/** What is above a moment begins between it and the next one, in seconds: moments are whole milliseconds. */
const HALF = 0.0005;

/** The bounds of what a filter says of moments; undefined where it says anything but that. */
interface Bounds {
  readonly least: number;
  readonly greatest: number;
}

const boundsOf = (type: InstantType, operand: unknown): Bounds | undefined => {
  const equal = orderOfInstant(type, operand);
  if (equal !== undefined) return { least: equal, greatest: equal };
  const said = Object.entries(typeof operand === 'object' && operand !== null ? operand : {});
  // Without an operator a value is asked for.
  if (said.length === 0) return undefined;
  let [least, greatest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const [operator, value] of said) {
    const order = orderOfInstant(type, value);
    if (order === undefined || !['$gte', '$lte', '$gt', '$lt', '$eq'].includes(operator)) return undefined;
    if (!operator.startsWith('$l')) least = Math.max(least, operator === '$gt' ? order + HALF : order);
    if (!operator.startsWith('$g')) greatest = Math.min(greatest, operator === '$lt' ? order - HALF : order);
  }
  return { least, greatest };
};

/** Makes a column of moments or of wall times; a few rows may hold null or something else that is short. */
export function createInstantColumn(type: InstantType, rows: number): Column {
  let orders: Uint32Array | Float64Array = new Uint32Array(rows);
  const others = new Map<number, unknown>();
  const orderAt = (row: number): number => {
    const order = orders[row] ?? OTHER;
    return order === OTHER_SECONDS && orders instanceof Uint32Array ? OTHER : order;
  };
  const isSeconds = (order: number): boolean => Number.isInteger(order) && order > OTHER_SECONDS && order <= MOST_SECONDS;
  const widen = (): void => {
    const wide = new Float64Array(orders.length);
    for (let row = 0; row < wide.length; row += 1) wide[row] = orderAt(row);
    orders = wide;
  };
  const store = (row: number, order: number): void => {
    const isOf = Number.isNaN(order);
    if (orders instanceof Uint32Array && !isOf && !isSeconds(order)) widen();
    orders = grown(orders, row);
    orders[row] = isOf && orders instanceof Uint32Array ? OTHER_SECONDS : order;
  };
  const remembered = createRememberedMasks(() => orders.length);
  const narrowTo = ({ least, greatest }: Bounds, test: (value: unknown) => boolean): Narrow => {
    const meets = (row: number): boolean => {
      const order = orderAt(row);
      return Number.isNaN(order) ? others.has(row) && test(others.get(row)) : order >= least && order <= greatest;
    };
    const narrow = (mask: Mask): void => {
      const kept: number[] = [];
      for (const [row, value] of others) if (hasRow(mask, row) && test(value)) kept.push(row);
      orders = grown(orders, lastRow(mask));
      keepWithin(mask, orders, orders instanceof Uint32Array ? Math.max(least, OTHER_SECONDS + 1) : least, greatest);
      for (const row of kept) addRow(mask, row);
    };
    return (mask) => remembered.narrow(mask, `${least} ${greatest}`, { narrow, meets });
  };
  return {
    valueAt(row) {
      const order = orderAt(row);
      return Number.isNaN(order) ? (others.get(row) ?? null) : instantAt(type, order);
    },
    as: { type: 'instants', orders: () => (others.size === 0 ? orders : undefined) },
    bytes: () => orders.byteLength + others.size * OTHER_BYTES + remembered.bytes(),
    set(row, value) {
      const order = orderOfInstant(type, value);
      if (order === undefined && (!isOther(value) || (others.size > mostOthers(orders.length) && !others.has(row)))) return false;
      store(row, order ?? OTHER);
      if (order === undefined) others.set(row, value);
      else others.delete(row);
      remembered.change(row);
      return true;
    },
    clear(row) {
      others.delete(row);
      store(row, OTHER);
      remembered.change(row);
    },
    narrow(operand) {
      const bounds = boundsOf(type, operand);
      const test = passes(operand);
      if (test === undefined) return undefined;
      if (bounds !== undefined) return narrowTo(bounds, test);
      // Null is no moment, whatever else it is.
      return operand === null ? narrowTo({ least: Number.POSITIVE_INFINITY, greatest: Number.NEGATIVE_INFINITY }, test) : undefined;
    },
  };
}
