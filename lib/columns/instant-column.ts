import type { Column } from './column';
import { grown } from './grown';
import { type InstantType, instantAt, orderOfInstant } from './instants';
import { addRow, hasRow, keepThose, type Mask, removeRow, rowsIn } from './mask';
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

/** The bounds of what a filter says of moments, and whether they are within; undefined where it says anything but that. */
interface Bounds {
  least: number;
  isAbove: boolean;
  greatest: number;
  isBelow: boolean;
}

const boundsOf = (type: InstantType, operand: unknown): Bounds | undefined => {
  const equal = orderOfInstant(type, operand);
  if (equal !== undefined) return { least: equal, isAbove: false, greatest: equal, isBelow: false };
  const said = Object.entries(typeof operand === 'object' && operand !== null ? operand : {});
  // Without an operator a value is asked for.
  if (said.length === 0) return undefined;
  const bounds: Bounds = { least: Number.NEGATIVE_INFINITY, isAbove: false, greatest: Number.POSITIVE_INFINITY, isBelow: false };
  for (const [operator, value] of said) {
    const order = orderOfInstant(type, value);
    if (order === undefined || !['$gte', '$lte', '$gt', '$lt', '$eq'].includes(operator)) return undefined;
    const isAbove = operator === '$gt';
    const isBelow = operator === '$lt';
    if (!operator.startsWith('$l') && (order > bounds.least || (order === bounds.least && isAbove)))
      Object.assign(bounds, { least: order, isAbove });
    if (!operator.startsWith('$g') && (order < bounds.greatest || (order === bounds.greatest && isBelow)))
      Object.assign(bounds, { greatest: order, isBelow });
  }
  return bounds;
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
  const narrowTo = (mask: Mask, { least, isAbove, greatest, isBelow }: Bounds, test: (value: unknown) => boolean): void => {
    const meets = (row: number): boolean => {
      const order = orderAt(row);
      if (Number.isNaN(order)) return others.has(row) && test(others.get(row));
      return order >= least && order <= greatest && !(isAbove && order === least) && !(isBelow && order === greatest);
    };
    const known = remembered.of(`${isAbove} ${least} ${greatest} ${isBelow}`, meets);
    if (known !== undefined) {
      keepThose(mask, known);
      return;
    }
    const kept: number[] = [];
    for (const [row, value] of others) if (hasRow(mask, row) && test(value)) kept.push(row);
    const own = orders;
    const low = own instanceof Uint32Array ? Math.max(least, OTHER_SECONDS + 1) : least;
    const rows = rowsIn(mask);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] as number;
      const order = own[row] as number;
      const isWithin = order >= low && order <= greatest && !(isAbove && order === least) && !(isBelow && order === greatest);
      if (!isWithin) removeRow(mask, row);
    }
    for (const row of kept) addRow(mask, row);
  };
  return {
    valueAt(row) {
      const order = orderAt(row);
      return Number.isNaN(order) ? (others.get(row) ?? null) : instantAt(type, order);
    },
    as: { type: 'instants', orderAt, isOrdered: () => others.size === 0 },
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
      if (bounds !== undefined) return (mask) => narrowTo(mask, bounds, test);
      // Null is no moment, whatever else it is.
      const none: Bounds = { least: Number.POSITIVE_INFINITY, isAbove: true, greatest: Number.NEGATIVE_INFINITY, isBelow: true };
      return operand === null ? (mask) => narrowTo(mask, none, test) : undefined;
    },
  };
}
