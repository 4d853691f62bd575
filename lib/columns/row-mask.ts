import { addThose, keepThose, leaveOutThose, type Mask, type Narrow } from './mask';
import { byWords } from './words-asked';

/** What finds the column of a field, by its path; undefined where there is none. */
type Find = (path: string) => { narrow(operand: unknown): Narrow | undefined } | undefined;

const LOGICAL: ReadonlySet<string> = new Set(['$and', '$or', '$nor']);

const isFilters = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);

/** Operators that ask for texts, which are held by no values, or for what columns do not tell apart. */
const ELSEWHERE: ReadonlySet<string> = new Set(['$regex', '$type', '$exists']);

/** Whether a condition is for the database alone. */
const isElsewhere = (operand: unknown): boolean =>
  // Drivers leave it out.
  operand === undefined ||
  operand instanceof RegExp ||
  (typeof operand === 'object' &&
    operand !== null &&
    !(operand instanceof Date) &&
    Object.entries(operand).some(([name, one]) => ELSEWHERE.has(name) || isElsewhere(one)));

/** The paths that a filter says anything of; undefined where it says something that no column tells. */
export function pathsOf(filter: object): ReadonlySet<string> | undefined {
  const paths = new Set<string>();
  for (const [name, operand] of Object.entries(filter)) {
    if (!name.startsWith('$')) {
      const words = byWords(name);
      if (words ? words.asked(operand) === undefined : isElsewhere(operand)) return undefined;
      paths.add(name);
      continue;
    }
    if (!LOGICAL.has(name) || !isFilters(operand)) return undefined;
    for (const one of operand) {
      const inside = pathsOf(one);
      if (inside === undefined) return undefined;
      for (const path of inside) paths.add(path);
    }
  }
  return paths;
}

/** The rows of a mask that any of some filters lets through. */
const anyOf = (mask: Mask, each: readonly Narrow[]): Mask => {
  const found = new Uint8Array(mask.length);
  for (const narrow of each) {
    const some = mask.slice();
    narrow(some);
    addThose(found, some);
  }
  return found;
};

const together =
  (each: readonly Narrow[]): Narrow =>
  (mask) => {
    for (const narrow of each) narrow(mask);
  };

const logical = (operator: string, each: readonly Narrow[]): Narrow => {
  if (operator === '$and') return together(each);
  const narrow = operator === '$or' ? keepThose : leaveOutThose;
  return (mask) => narrow(mask, anyOf(mask, each));
};

/** What leaves out the rows that a filter does not let through, as MongoDB would; undefined where the columns cannot tell. */
export function narrowBy(filter: object, find: Find): Narrow | undefined {
  const each: Narrow[] = [];
  for (const [name, operand] of Object.entries(filter)) {
    const isLogical = LOGICAL.has(name);
    if (isLogical && !isFilters(operand)) return undefined;
    const parts = isLogical ? (operand as readonly object[]).map((one) => narrowBy(one, find)) : [find(name)?.narrow(operand)];
    if (!parts.every((part) => part !== undefined)) return undefined;
    each.push(isLogical ? logical(name, parts) : together(parts));
  }
  return together(each);
}
