import type { Column } from './column';
import { grown } from './grown';
import { keepPassing, lastRow, type Mask } from './mask';
import { passes } from './passes';
import { createRememberedMasks } from './remembered-masks';

/** Different values that a column holds at most. */
const MOST_VALUES = 65_536;
/** Bytes of a value that is held once for all rows, beside its characters. */
const VALUE_BYTES = 100;

/** Characters of a text, or of a list as JSON, that is held: longer ones are no few values. */
const LONGEST = 100;

const isPlain = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.length <= LONGEST) || typeof value === 'number' || typeof value === 'boolean';

/** JSON has no other numbers. */
const isWritten = (value: unknown): boolean => isPlain(value) && (typeof value !== 'number' || Number.isFinite(value));

const isHeld = (value: unknown): boolean =>
  isPlain(value) || (Array.isArray(value) && value.every(isWritten) && JSON.stringify(value).length <= LONGEST);

/** What a value is known by: lists of plain values too are held once for all that have the same. */
const keyOf = (value: unknown): unknown =>
  Array.isArray(value) ? `[${JSON.stringify(value)}` : typeof value === 'string' ? `"${value}` : value;

/** Makes a column of few different values: each row has the number of its own. */
export function createCodedColumn(rows: number): Column {
  const values: unknown[] = [];
  const codeOf = new Map<unknown, number>();
  let valueBytes = 0;
  let codes: Uint8Array | Uint16Array = new Uint8Array(rows);
  const remembered = createRememberedMasks(() => codes.length);
  const codeFor = (value: unknown): number => {
    const key = keyOf(value);
    const known = codeOf.get(key);
    if (known !== undefined) return known;
    const code = values.push(value) - 1;
    codeOf.set(key, code);
    valueBytes += VALUE_BYTES + (typeof key === 'string' ? 2 * key.length : 0);
    if (code === 256) codes = Uint16Array.from(codes);
    return code;
  };
  return {
    valueAt: (row) => values[codes[row] ?? 0],
    as: { type: 'codes', codeAt: (row) => codes[row] ?? 0, values },
    bytes: () => codes.byteLength + valueBytes + remembered.bytes(),
    set(row, value) {
      if (!isHeld(value) || (values.length === MOST_VALUES && !codeOf.has(keyOf(value)))) return false;
      const code = codeFor(value);
      codes = grown(codes, row);
      codes[row] = code;
      remembered.change(row);
      return true;
    },
    clear: () => undefined,
    narrow(operand) {
      const test = passes(operand);
      if (test === undefined) return undefined;
      const meets = (row: number): boolean => test(values[codes[row] ?? 0]);
      const narrow = (mask: Mask): void => {
        codes = grown(codes, lastRow(mask));
        keepPassing(
          mask,
          codes,
          Uint8Array.from(values, (value) => Number(test(value))),
        );
      };
      return isPlain(operand) ? (mask) => remembered.narrow(mask, operand, { narrow, meets }) : narrow;
    },
  };
}
