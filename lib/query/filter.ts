import type { Document } from 'bson';
import { ALL, complement, type Interval, isWithin, pointOf, rangeOf, union } from './interval';
import { EMPTY_ARRAY, encodeValue, isDocument, successor } from './key';
import { someAt } from './path';
import { refuse } from './refusal';

/** A test of the value at the end of a path. `undefined` means a missing value. */
type Test = (value: unknown) => boolean;

/** A compiled condition on the values at a path. */
interface Demand {
  /** The test of one value, before the negation. */
  readonly test: Test;
  /** True if an array also passes when one of its members passes. */
  readonly spreads?: boolean;
  /** The encoded values that can pass after the negation, if an index can bound them. */
  readonly intervals?: readonly Interval[];
  /** True if a value passes exactly when it is in the intervals. */
  readonly exact?: boolean;
  /** True if missing and null values do not pass, which the intervals need not show. */
  readonly present?: boolean;
  /** True if a document passes only when no value passes the test. */
  readonly negated?: boolean;
}

/** Returns the test of a condition on a value, which may include the members of an array. */
const spread = ({ test, spreads = false }: Demand): Test =>
  spreads ? (value) => (Array.isArray(value) && value.some(test)) || test(value) : test;

const within =
  (intervals: readonly Interval[]): Test =>
  (value) => {
    const key = encodeValue(value);
    return isWithin(intervals, key, 0, key.length);
  };

const isRegExp = (value: unknown): value is RegExp => value instanceof RegExp;

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const oneOf = (values: readonly unknown[], intervals: readonly Interval[]): Test => {
  const test = within(intervals);
  if (!values.every(isPlain)) return test;
  const accepted = new Set(values);
  return (value) => (isPlain(value) ? accepted.has(value) : test(value));
};

/** A surrogate code unit. JavaScript does not compare these in code point order, as MongoDB does. */
const SURROGATE = /[\uD800-\uDFFF]/;

/** Converts a value for comparison by `<` and `>`; undefined if only encoded values can be compared. */
const comparable = (value: unknown): number | string | undefined => {
  if (typeof value === 'string') return SURROGATE.test(value) ? undefined : value;
  const number = value instanceof Date ? value.getTime() : value;
  return typeof number !== 'number' || Number.isNaN(number) ? undefined : number;
};

const COMPARISONS: Readonly<Record<string, (one: number | string, other: number | string) => boolean>> = {
  $gt: (one, other) => one > other,
  $gte: (one, other) => one >= other,
  $lt: (one, other) => one < other,
  $lte: (one, other) => one <= other,
};

/** Makes the test of `$gt`, `$gte`, `$lt` or `$lte`. Compares simple values and dates without encoding. */
const comparing = (operator: string, operand: unknown, intervals: readonly Interval[]): Test => {
  const test = within(intervals);
  const other = comparable(operand);
  const compare = COMPARISONS[operator];
  if (other === undefined || compare === undefined) return test;
  const isMoment = operand instanceof Date;
  return (value) => {
    const one = value instanceof Date === isMoment ? comparable(value) : undefined;
    return typeof one === typeof other && one !== undefined ? compare(one, other) : test(value);
  };
};

const equality = (values: readonly unknown[]): Demand => {
  const intervals = union(values.map(pointOf));
  const demand = { test: oneOf(values, intervals), spreads: true };
  return values.some(Array.isArray) ? demand : { ...demand, intervals, exact: !values.includes(undefined) };
};

const membership = (operand: unknown, operator: string): Demand => {
  if (!Array.isArray(operand)) throw refuse.badValue(`${operator} needs an array`);
  if (operand.some(isOperators)) throw refuse.badValue(`cannot nest $ under ${operator}`);
  const patterns = operand.filter(isRegExp).map(matching);
  if (patterns.length === 0) return equality(operand);
  const all = [equality(operand.filter((value) => !isRegExp(value))), ...patterns];
  const demand = { test: (value: unknown) => all.some(({ test }) => test(value)), spreads: true };
  if (!all.every(({ intervals }) => intervals)) return demand;
  return { ...demand, intervals: union(all.flatMap(({ intervals = [] }) => intervals)), exact: all.every(({ exact }) => exact === true) };
};

/** Negates a condition. Drops intervals that are not exact. */
const not = ({ intervals, exact, ...demand }: Demand): Demand =>
  intervals && exact ? { ...demand, intervals: complement(intervals), exact, negated: true } : { ...demand, negated: true };

/** The literal prefix of a regular expression, without a last character that has a quantifier. */
const LITERAL_PREFIX = /^\^([\p{L}\p{M}\p{N}_ \-:/,@]+)(?![*?{+])/u;

const matching = (pattern: RegExp): Demand => {
  const stateless = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const test: Test = (value) =>
    (typeof value === 'string' && stateless.test(value)) ||
    (isRegExp(value) && value.source === pattern.source && value.flags === pattern.flags);
  // With `m` any line may begin so, with `|` there may be other beginnings.
  const open = /[im]/.test(pattern.flags) || pattern.source.includes('|');
  const prefix = open ? undefined : LITERAL_PREFIX.exec(pattern.source)?.[1];
  if (!prefix) return { test, spreads: true };
  // Without its terminator, the encoded prefix is the beginning of every text that begins so.
  const low = pointOf(prefix).low.subarray(0, -2);
  const intervals = union([{ low, high: successor(low), point: false }, pointOf(pattern)]);
  return { test, spreads: true, intervals, exact: pattern.source.length === prefix.length + 1 };
};

/** A condition of a filter that an index can use. */
export interface Condition {
  readonly path: string;
  readonly intervals: readonly Interval[];
  /** True if an index key within the intervals proves the condition. This holds only if the path has no array. */
  readonly exact: boolean;
  /** True if the intervals come from a negation. On a path with arrays they then set no bounds. */
  readonly negated: boolean;
  /** True if missing and null values do not pass. */
  readonly present: boolean;
}

type Matches = (document: Document) => boolean;

/** A compiled filter. A matching document meets all `conditions`; only `matches` decides. */
export interface Filter {
  readonly matches: Matches;
  readonly conditions: readonly Condition[];
  /** The filters that a document must pass together, if there are several or none. */
  readonly parts?: readonly Filter[];
  /** The filters of an `$or`. */
  readonly branches?: readonly Filter[];
  /** The paths that `matches` reads, as lists of field names. */
  readonly paths: readonly (readonly string[])[];
}

/** A condition, or the negation of several conditions (`inner`). */
type Part = Demand & { readonly inner?: readonly Part[] };

const NULL = encodeValue(null);

/** True for a document of operators, such as `{ $gt: 1 }`. */
export const isOperators = (value: unknown): value is Document => isDocument(value) && (Object.keys(value)[0]?.startsWith('$') ?? false);

/** True if a single value passes a condition. Ignores the members of an array. */
const isPassed = ({ test, negated = false, inner }: Part, value: unknown): boolean =>
  inner ? !inner.every((one) => isPassed(one, value)) : test(value) !== negated;

const elemMatch = (operand: unknown): Demand => {
  if (!isOperators(operand)) throw refuse.notSupported('$elemMatch of documents');
  const parts = operatorParts(operand);
  const first = parts.find(({ intervals, negated }) => intervals && !negated);
  return {
    test: (value) => Array.isArray(value) && value.some((member) => parts.every((part) => isPassed(part, member))),
    ...(first?.intervals && { intervals: first.intervals, exact: false }),
  };
};

/** Compiles `$not`. A single condition is negated directly; several become `inner`. */
const negation = (operand: unknown): Part => {
  if (!isRegExp(operand) && !isOperators(operand)) throw refuse.badValue('$not needs a regex or a document');
  const parts = partsOf(operand);
  const [only] = parts;
  return parts.length === 1 && only && !only.negated ? not(only) : { test: () => false, negated: true, inner: parts };
};

const comparison =
  (operator: string) =>
  (operand: unknown): Demand => {
    const intervals = rangeOf(operator, operand);
    const demand = { test: comparing(operator, operand, intervals), spreads: true };
    return Array.isArray(operand) ? demand : { ...demand, intervals, exact: true };
  };

const OPERATORS: Readonly<Record<string, (operand: unknown) => Part>> = {
  $eq: (operand) => equality([operand]),
  $ne: (operand) => {
    if (isRegExp(operand)) throw refuse.badValue("Can't have regex as arg to $ne.");
    return not(equality([operand]));
  },
  $in: (operand) => membership(operand, '$in'),
  $nin: (operand) => not(membership(operand, '$nin')),
  $gt: comparison('$gt'),
  $gte: comparison('$gte'),
  $lt: comparison('$lt'),
  $lte: comparison('$lte'),
  $exists: (operand) => ({ test: (value) => value !== undefined, ...(operand ? { intervals: ALL, present: true } : { negated: true }) }),
  $type: (operand) => {
    if (operand !== 'array') throw refuse.notSupported(`$type: ${JSON.stringify(operand)}`);
    return { test: Array.isArray, spreads: true };
  },
  $regex: (operand) => matching(isRegExp(operand) ? operand : new RegExp(String(operand))),
  $elemMatch: (operand) => elemMatch(operand),
  $not: (operand) => negation(operand),
};

const operatorParts = (operators: Document): Part[] =>
  Object.entries(operators).map(([operator, operand]) => {
    const toPart = OPERATORS[operator];
    if (toPart) return toPart(operand);
    throw operator.startsWith('$')
      ? refuse.notSupported(`The query operator ${operator}`)
      : refuse.badValue(`unknown operator: ${operator}`);
  });

const partsOf = (operand: unknown): Part[] => {
  if (isRegExp(operand)) return [matching(operand)];
  return isOperators(operand) ? operatorParts(operand) : [equality([operand])];
};

const partMatches = (names: readonly string[], part: Part): Matches => {
  if (part.inner) {
    const inner = part.inner.map((one) => partMatches(names, one));
    return (document) => !inner.every((matches) => matches(document));
  }
  const { negated = false } = part;
  const test = spread(part);
  return (document) => someAt(document, names, test) !== negated;
};

const toCondition = (path: string, { intervals, exact = false, negated = false, present }: Demand): Condition[] => {
  if (!intervals) return [];
  const holdsNull = isWithin(intervals, NULL, 0, NULL.length) || isWithin(intervals, EMPTY_ARRAY, 0, EMPTY_ARRAY.length);
  return [{ path, intervals, exact, negated, present: present ?? !holdsNull }];
};

export const EVERYTHING: Filter = { matches: () => true, conditions: [], parts: [], paths: [] };

const conjunction = (filters: readonly Filter[]): Filter => {
  const parts = filters.filter((filter) => filter !== EVERYTHING);
  const [only = EVERYTHING, other] = parts;
  if (!other) return only;
  return {
    matches: (document) => parts.every(({ matches }) => matches(document)),
    conditions: parts.flatMap(({ conditions }) => conditions),
    parts,
    paths: parts.flatMap(({ paths }) => paths),
  };
};

/** Returns the part of a filter that must still be tested if an index proves exact conditions, or whole parts. */
export const remaining = (filter: Filter, proven: ReadonlySet<Condition | Filter>): Filter => {
  if (proven.has(filter)) return EVERYTHING;
  if (filter.parts) return conjunction(filter.parts.map((part) => remaining(part, proven)));
  const { conditions } = filter;
  return conditions.length > 0 && conditions.every((one) => one.exact && proven.has(one)) ? EVERYTHING : filter;
};

const fieldFilter = (path: string, operand: unknown): Filter => {
  const names = path.split('.');
  const filters = partsOf(operand).map((part) => ({
    matches: partMatches(names, part),
    conditions: toCondition(path, part),
    paths: [names],
  }));
  return conjunction(filters);
};

const logical = (operator: string, operand: unknown): Filter => {
  if (!Array.isArray(operand) || operand.length === 0) throw refuse.badValue(`${operator} argument must be a non-empty array`);
  if (!operand.every(isDocument)) throw refuse.badValue(`${operator} argument's entries must be objects`);
  const filters = operand.map(compileFilter);
  if (operator === '$and') return conjunction(filters);
  const isOr = operator === '$or';
  return {
    matches: (document) => filters.some(({ matches }) => matches(document)) === isOr,
    conditions: isOr ? alternatives(filters) : [],
    ...(isOr && { branches: filters }),
    paths: filters.flatMap(({ paths }) => paths),
  };
};

/** Returns the conditions of an `$or`. If all branches bound a path, the union of the bounds applies. */
const alternatives = (filters: readonly Filter[]): Condition[] =>
  (filters[0]?.conditions ?? []).flatMap(({ path }) => {
    const all = filters.map(({ conditions }) => conditions.find((one) => one.path === path && !one.negated));
    if (!all.every((one) => one !== undefined)) return [];
    const intervals = union(all.flatMap((one) => one.intervals));
    return [{ path, intervals, exact: false, negated: false, present: all.every(({ present }) => present) }];
  });

/** Compiles a filter document. Throws BadValue as MongoDB does, and CommandNotSupported for unsupported operators. */
export const compileFilter = (filter: Document): Filter =>
  conjunction(
    Object.entries(filter).map(([name, operand]) => {
      if (name === '$and' || name === '$or' || name === '$nor') return logical(name, operand);
      if (name.startsWith('$')) throw refuse.notSupported(`The query operator ${name}`);
      return fieldFilter(name, operand);
    }),
  );
