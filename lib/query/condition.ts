import { complement, type Interval, isWithin, pointOf, union } from './interval';
import { encodeValue, isDocument, successor } from './key';
import { refuse } from './refusal';

/** A test of the value at the end of a path. `undefined` means a missing value. */
type Test = (value: unknown) => boolean;

/** A compiled condition on the values at a path. */
export interface Demand {
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
export const spread = ({ test, spreads = false }: Demand): Test =>
  spreads ? (value) => (Array.isArray(value) && value.some(test)) || test(value) : test;

const within =
  (intervals: readonly Interval[]): Test =>
  (value) => {
    const key = encodeValue(value);
    return isWithin(intervals, key, 0, key.length);
  };

export const isRegExp = (value: unknown): value is RegExp => value instanceof RegExp;

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
export const comparing = (operator: string, operand: unknown, intervals: readonly Interval[]): Test => {
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

export const equality = (values: readonly unknown[]): Demand => {
  const intervals = union(values.map(pointOf));
  const demand = { test: oneOf(values, intervals), spreads: true };
  return values.some(Array.isArray) ? demand : { ...demand, intervals, exact: !values.includes(undefined) };
};

/** Compiles `$in`: equality with a value, or a match of a regular expression. */
export const membership = (operand: unknown, operator: string): Demand => {
  if (!Array.isArray(operand)) throw refuse.badValue(`${operator} needs an array`);
  if (operand.some((value) => isDocument(value) && Object.keys(value)[0]?.startsWith('$')))
    throw refuse.badValue(`cannot nest $ under ${operator}`);
  const patterns = operand.filter(isRegExp).map(matching);
  if (patterns.length === 0) return equality(operand);
  const all = [equality(operand.filter((value) => !isRegExp(value))), ...patterns];
  const demand = { test: (value: unknown) => all.some(({ test }) => test(value)), spreads: true };
  if (!all.every(({ intervals }) => intervals)) return demand;
  return { ...demand, intervals: union(all.flatMap(({ intervals = [] }) => intervals)), exact: all.every(({ exact }) => exact === true) };
};

/** Negates a condition. Drops intervals that are not exact. */
export const not = ({ intervals, exact, ...demand }: Demand): Demand =>
  intervals && exact ? { ...demand, intervals: complement(intervals), exact, negated: true } : { ...demand, negated: true };

/** The literal prefix of a regular expression, without a last character that has a quantifier. */
const LITERAL_PREFIX = /^\^([\p{L}\p{M}\p{N}_ \-:/,@]+)(?![*?{+])/u;

export const matching = (pattern: RegExp): Demand => {
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
