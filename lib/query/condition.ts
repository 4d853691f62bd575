import { complement, type Interval, isWithin, pointOf, union } from './interval';
import { encodeValue, isDocument, successor } from './key';
import { refuse } from './refusal';

/** Tells whether a value at the end of a path passes; `undefined` where there is none. */
export type Test = (value: unknown) => boolean;

/** One demand on the values at a path. */
export interface Demand {
  /** Whether a value passes by itself, a negation not yet applied. */
  readonly test: Test;
  /** Whether an array passes too where a member of it does. */
  readonly spreads?: boolean;
  /** The values that can pass, the negation applied, if an index can bound them. */
  readonly intervals?: readonly Interval[];
  /** Whether `intervals` are all that the part demands. */
  readonly exact?: boolean;
  /** Whether no value may pass the test. */
  readonly negated?: boolean;
}

/** The test of a demand on what stands at a path: on a value and, where it spreads, on the members of an array. */
export const spread = ({ test, spreads = false }: Demand): Test =>
  spreads ? (value) => (Array.isArray(value) && value.some(test)) || test(value) : test;

/** Tests whether a value lies within intervals. */
const within =
  (intervals: readonly Interval[]): Test =>
  (value) => {
    const key = encodeValue(value);
    return isWithin(intervals, key, 0, key.length);
  };

const holdsArray = (value: unknown): boolean => Array.isArray(value);
/** Tells whether a value is a regular expression. */
export const isRegExp = (value: unknown): value is RegExp => value instanceof RegExp;

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Tests for one of some values; plain ones need not be encoded for that. */
const oneOf = (values: readonly unknown[], intervals: readonly Interval[]): Test => {
  const test = within(intervals);
  if (!values.every(isPlain)) return test;
  const wanted = new Set(values);
  return (value) => (isPlain(value) ? wanted.has(value) : test(value));
};

/** Code units of which texts are not in the order of their characters. */
const SURROGATE = /[\uD800-\uDFFF]/;

/** What a value is compared by where another one of its kind is compared alike; undefined: by how it is encoded. */
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

/** Tests whether a value is `$gt`, `$gte`, `$lt` or `$lte` another one, which these intervals say; plain ones and moments need not be encoded for that. */
export const comparison = (operator: string, operand: unknown, intervals: readonly Interval[]): Demand => ({
  test: comparing(operator, operand, intervals),
  spreads: true,
});

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

/** Equality with one of several values. */
export const equality = (values: readonly unknown[]): Demand => {
  const intervals = union(values.map(pointOf));
  const demand = { test: oneOf(values, intervals), spreads: true };
  return values.some(holdsArray) ? demand : { ...demand, intervals, exact: !values.some((value) => value === undefined) };
};

/** `$in`: equality with one of the values, or a match of one of the patterns. */
export const membership = (operand: unknown, operator: string): Demand => {
  if (!Array.isArray(operand)) throw refuse.badValue(`${operator} needs an array`);
  if (operand.some((value) => isDocument(value) && Object.keys(value)[0]?.startsWith('$'))) {
    throw refuse.badValue(`cannot nest $ under ${operator}`);
  }
  const patterns = operand.filter(isRegExp).map(regexDemand);
  if (patterns.length === 0) return equality(operand);
  const values = equality(operand.filter((value) => !isRegExp(value)));
  const all = [values, ...patterns];
  const intervals = all.flatMap((one) => one.intervals ?? []);
  return {
    test: (value) => all.some(({ test }) => test(value)),
    spreads: true,
    ...(all.every((one) => one.intervals) && { intervals: union(intervals), exact: all.every(({ exact }) => exact === true) }),
  };
};

/** The negation of a part; what bounds it only roughly says nothing of the rest. */
export const not = ({ intervals, exact, ...demand }: Demand): Demand =>
  intervals && exact ? { ...demand, intervals: complement(intervals), exact, negated: true } : { ...demand, negated: true };

/** The literal beginning that a pattern demands, up to the character before a quantifier. */
const LITERAL_PREFIX = /^\^([\p{L}\p{M}\p{N}_ \-:/,@]+)(?![*?{+])/u;

/** A match of a regular expression. */
export const regexDemand = (pattern: RegExp): Demand => {
  const stateless = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const test: Test = (value) =>
    (typeof value === 'string' && stateless.test(value)) ||
    (isRegExp(value) && value.source === pattern.source && value.flags === pattern.flags);
  // With `m` the beginning of any line would do, with `|` another beginning.
  const open = /[im]/.test(pattern.flags) || pattern.source.includes('|');
  const prefix = open ? undefined : LITERAL_PREFIX.exec(pattern.source)?.[1];
  if (!prefix) return { test, spreads: true };
  // Without the terminator, the beginning of every text that begins so.
  const low = pointOf(prefix).low.subarray(0, -2);
  return {
    test,
    spreads: true,
    intervals: union([{ low, high: successor(low), point: false }, pointOf(pattern)]),
    exact: pattern.source.length === prefix.length + 1,
  };
};

/** `$type`: of a list alone, which also has members that are lists. */
export const typed = (operand: unknown): Demand => {
  if (operand !== 'array') throw refuse.notSupported(`$type: ${JSON.stringify(operand)}`);
  return { test: holdsArray, spreads: true };
};
