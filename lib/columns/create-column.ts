import { createCodedColumn } from './coded-column';
import type { Column } from './column';
import { createInstantColumn } from './instant-column';
import { instantType } from './instants';
import { createListColumn, isIdList } from './list-column';
import { createWordColumn } from './word-column';
import { byWords } from './words-asked';

/** Makes the column that values like one are held best by; `rows` is how many there will be. */
const columnFor = (value: unknown, rows: number): Column => {
  const instant = instantType(value);
  if (instant !== undefined) return createInstantColumn(instant, rows);
  return isIdList(value) ? createListColumn(rows) : createCodedColumn(rows);
};

/** Makes an empty column of a path; `rows` is how many there will be. */
export function createColumn(path: string, rows: number): Column {
  const words = byWords(path);
  return words ? createWordColumn(words) : createValueColumn(rows);
}

/** Makes an empty column of values: the first that is one says how it holds them; what cannot be held so is held as few different values. */
function createValueColumn(rows: number): Column {
  let column = createCodedColumn(rows);
  let isChosen = false;
  let last = -1;
  const change = (to: Column): boolean => {
    for (let row = 0; row <= last; row += 1) if (!to.set(row, column.valueAt(row))) return false;
    column = to;
    return true;
  };
  const choose = (value: unknown): boolean => {
    isChosen = true;
    const chosen = columnFor(value, rows);
    return chosen.as.type === 'codes' || change(chosen);
  };
  return {
    bytes: () => column.bytes(),
    valueAt: (row) => column.valueAt(row),
    set(row, value) {
      if (!isChosen && value !== null && !choose(value)) return false;
      const isSet = column.set(row, value) || (column.as.type !== 'codes' && change(createCodedColumn(rows)) && column.set(row, value));
      last = Math.max(last, row);
      return isSet;
    },
    clear: (row) => column.clear(row),
    narrow: (operand) => column.narrow(operand),
    get as() {
      return column.as;
    },
  };
}
