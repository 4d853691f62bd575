import type { Document } from 'bson';
import { complement, type Interval, intersection, isWithin, pointOf, rangeOf, union } from './interval';
import { bsonType, EMPTY_ARRAY, encodeValue, isDocument, TYPE, typeByte } from './key';
import { pathParts, someAt } from './path';
import { refuse } from './refusal';

/** What an index can know of one condition of a filter. */
export interface Condition {
  readonly path: string;
  /** The values that pass, if an index can bound them. */
  readonly intervals: readonly Interval[];
  /** Whether a key within `intervals` proves the condition, where the path meets no array. */
  readonly exact: boolean;
  /** Whether `intervals` is what is left by a negation, which on a path that meets arrays bounds nothing. */
  readonly negated: boolean;
  /** Whether what passes is there and not null. */
  readonly present: boolean;
}

/** A compiled filter: every one of `conditions` must hold, and `matches` alone decides. */
export interface Filter {
  readonly matches: (document: Document) => boolean;
  readonly conditions: readonly Condition[];
  /** Whether `conditions`, each exact, say all that the filter says. */
  readonly complete: boolean;
  /** The top-level fields that `matches` looks at. */
  readonly fields: ReadonlySet<string>;
}

type Test = (value: unknown) => boolean;
type Matches = (document: Document) => boolean;

interface Part {
  readonly test: Test;
  readonly intervals?: readonly Interval[];
  readonly exact?: boolean;
  readonly negated?: boolean;
}

const NULL = encodeValue(null);

/** Applies a test to a value and, where it is an array, to its members. */
const spread =
  (test: Test): Test =>
  (value) =>
    (Array.isArray(value) && value.some(test)) || test(value);

const within = (intervals: readonly Interval[]): Test =>
  spread((value) => {
    const key = encodeValue(value);
    return isWithin(intervals, key, 0, key.length);
  });

const holdsArray = (value: unknown): boolean => Array.isArray(value);
const isRegExp = (value: unknown): value is RegExp => value instanceof RegExp;

const equality = (values: readonly unknown[]): Part => {
  const intervals = union(values.map(pointOf));
  const test = within(intervals);
  return values.some(holdsArray) ? { test } : { test, intervals, exact: !values.some((value) => value === undefined) };
};

const membership = (operand: unknown, operator: string): Part => {
  if (!Array.isArray(operand)) throw refuse.badValue(`${operator} needs an array`);
  if (operand.some((value) => isDocument(value) && Object.keys(value)[0]?.startsWith('$'))) {
    throw refuse.badValue(`cannot nest $ under ${operator}`);
  }
  const patterns = operand.filter(isRegExp).map((pattern) => matching(pattern).test);
  if (patterns.length === 0) return equality(operand);
  const { test } = equality(operand.filter((value) => !isRegExp(value)));
  return { test: (value) => test(value) || patterns.some((pattern) => pattern(value)) };
};

const not = ({ test, intervals, exact }: Part): Part =>
  intervals
    ? { test, intervals: complement(intervals), exact: exact ?? false, negated: true }
    : { test, negated: true };

const LITERAL_PREFIX = /^\^([\w \-:/,@]+)(?![*?{+])/;

const matching = (pattern: RegExp): Part => {
  const stateless = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const test = spread(
    (value) =>
      (typeof value === 'string' && stateless.test(value)) ||
      (isRegExp(value) && value.source === pattern.source && value.flags === pattern.flags),
  );
  const prefix = pattern.flags.includes('i') || pattern.source.includes('|') ? undefined : LITERAL_PREFIX.exec(pattern.source)?.[1];
  // What follows a repeated last character may make it optional, so the character before the end of the match is dropped.
  const sure = prefix?.slice(0, prefix.length === pattern.source.length - 1 ? undefined : -1);
  if (!sure) return { test };
  const [from, to] = [pointOf(sure).low.subarray(0, -2), pointOf(sure).low.subarray(0, -2)];
  const bounds = { low: from, high: Buffer.concat([to, Buffer.from([0xff])]), point: false };
  const [regex] = [pointOf(pattern)];
  return { test, intervals: union([bounds, regex]), exact: false };
};

const TYPE_NAMES: Readonly<Record<string, Test>> = {
  double: (value) => (typeof value === 'number' && !isInt(value)) || bsonType(value) === 'Double',
  string: (value) => typeof value === 'string',
  object: isDocument,
  array: (value) => Array.isArray(value),
  binData: (value) => bsonType(value) === 'Binary',
  objectId: (value) => bsonType(value) === 'ObjectId',
  bool: (value) => typeof value === 'boolean',
  date: (value) => value instanceof Date,
  null: (value) => value === null,
  regex: isRegExp,
  int: (value) => isInt(value),
  timestamp: (value) => bsonType(value) === 'Timestamp',
  long: (value) => bsonType(value) === 'Long',
  decimal: (value) => bsonType(value) === 'Decimal128',
  number: (value) => value !== undefined && typeByte(value) === TYPE.number,
};
const TYPE_NUMBERS: Readonly<Record<number, string>> = {
  1: 'double', 2: 'string', 3: 'object', 4: 'array', 5: 'binData', 7: 'objectId', 8: 'bool', 9: 'date', 10: 'null', 11: 'regex', 16: 'int', 17: 'timestamp', 18: 'long', 19: 'decimal',
};

const isInt = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 0x7fffffff && !Object.is(value, -0);

const typed = (operand: unknown): Part => {
  const tests = (Array.isArray(operand) ? operand : [operand]).map((name: unknown) => {
    const test = TYPE_NAMES[typeof name === 'number' ? (TYPE_NUMBERS[name] ?? '') : String(name)];
    if (!test) throw refuse.badValue(`Unknown type name alias: ${String(name)}`);
    return test;
  });
  const test: Test = (value) => tests.some((one) => one(value));
  return { test: (value) => test(value) || (Array.isArray(value) && value.some(test)) };
};

const sized = (operand: unknown): Part => {
  if (typeof operand !== 'number' || !Number.isInteger(operand) || operand < 0) {
    throw refuse.failedToParse(`Failed to parse $size. Expected a non-negative integer in: $size: ${String(operand)}`);
  }
  return { test: (value) => Array.isArray(value) && value.length === operand };
};

const isOperators = (value: unknown): value is Document => isDocument(value) && (Object.keys(value)[0]?.startsWith('$') ?? false);

/** The test of a value against `{ $gt: 1, $lt: 2 }` or a filter of its members, as `$elemMatch` wants it. */
const elementTest = (operand: unknown): { test: Test } => {
  if (!isDocument(operand)) throw refuse.badValue('$elemMatch needs an Object');
  const first = Object.keys(operand)[0];
  if (first?.startsWith('$') && !['$and', '$or', '$nor'].includes(first)) {
    const parts = operatorParts(operand);
    return { test: (value) => parts.every(({ test, negated }) => test(value) !== (negated ?? false)) };
  }
  const { matches } = compileFilter(operand);
  return { test: (value) => (isDocument(value) || Array.isArray(value)) && matches(value as Document) };
};

const elemMatch = (operand: unknown): Part => {
  const { test } = elementTest(operand);
  const first = isOperators(operand) ? operatorParts(operand).find(({ intervals, negated }) => intervals && !negated) : undefined;
  return { test: (value) => Array.isArray(value) && value.some(test), ...(first?.intervals && { intervals: first.intervals, exact: false }) };
};

const all = (operand: unknown): Part[] => {
  if (!Array.isArray(operand)) throw refuse.badValue('$all needs an array');
  if (operand.length === 0) return [{ test: () => false, intervals: [], exact: true }];
  return operand.map((item) => {
    if (isOperators(item)) {
      if (!('$elemMatch' in item)) throw refuse.badValue('no $ expressions in $all');
      return elemMatch(item['$elemMatch']);
    }
    return isRegExp(item) ? matching(item) : equality([item]);
  });
};

const regex = (operators: Document): Part => {
  const { $regex: source, $options: options = '' } = operators;
  const pattern = isRegExp(source) ? source : undefined;
  const flags = String(options || pattern?.flags || '');
  if (/[^ims]/.test(flags)) throw refuse.notSupported(`$regex with the option "${flags}"`);
  return matching(new RegExp(pattern?.source ?? String(source), flags));
};

/** The parts of `{ $gte: 1, $ne: 3 }`; all of them must hold. */
const operatorParts = (operators: Document): Part[] =>
  Object.entries(operators).flatMap(([operator, operand]): Part[] => {
    switch (operator) {
      case '$eq':
        return [equality([operand])];
      case '$ne':
        if (isRegExp(operand)) throw refuse.badValue("Can't have regex as arg to $ne.");
        return [not(equality([operand]))];
      case '$in':
        return [membership(operand, '$in')];
      case '$nin':
        return [not(membership(operand, '$nin'))];
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte': {
        const intervals = rangeOf(operator, operand);
        return [Array.isArray(operand) ? { test: within(intervals) } : { test: within(intervals), intervals, exact: true }];
      }
      case '$exists':
        return [{ test: (value) => value !== undefined, negated: !operand }];
      case '$type':
        return [typed(operand)];
      case '$size':
        return [sized(operand)];
      case '$regex':
        return [regex(operators)];
      case '$options':
        return [];
      case '$all':
        return all(operand);
      case '$elemMatch':
        return [elemMatch(operand)];
      case '$not': {
        if (!isRegExp(operand) && !isOperators(operand)) throw refuse.badValue('$not needs a regex or a document');
        const parts = isRegExp(operand) ? [matching(operand)] : operatorParts(operand);
        return [{ test: () => false, negated: true, ...negation(parts) }];
      }
      default:
        throw operator.startsWith('$') ? refuse.notSupported(`The query operator ${operator}`) : refuse.badValue(`unknown operator: ${operator}`);
    }
  });

/** `$not` of several parts is one part per field only when there is one; else it stays a test of the whole field. */
const negation = (parts: readonly Part[]): Partial<Part> & { readonly inner?: readonly Part[] } => {
  const [only] = parts;
  return parts.length === 1 && only && !only.negated ? not(only) : { inner: parts };
};

const fieldMatches = (names: readonly string[], part: Part & { readonly inner?: readonly Part[] }): Matches => {
  if (part.inner) {
    const inner = part.inner.map((one) => fieldMatches(names, one));
    return (document) => !inner.every((matches) => matches(document));
  }
  const negated = part.negated ?? false;
  return (document) => someAt(document, names, part.test) !== negated;
};

const partsOf = (operand: unknown): Part[] => {
  if (isRegExp(operand)) return [matching(operand)];
  return isOperators(operand) ? operatorParts(operand) : [equality([operand])];
};

const logical = (operator: string, operand: unknown): Filter => {
  if (!Array.isArray(operand) || operand.length === 0) throw refuse.badValue(`${operator} argument must be a non-empty array`);
  if (!operand.every(isDocument)) throw refuse.badValue(`${operator} argument's entries must be objects`);
  const filters = operand.map(compileFilter);
  const fields = new Set(filters.flatMap((filter) => [...filter.fields]));
  if (operator === '$and') {
    return {
      matches: (document) => filters.every(({ matches }) => matches(document)),
      conditions: filters.flatMap(({ conditions }) => conditions),
      complete: filters.every(({ complete }) => complete),
      fields,
    };
  }
  const wanted = operator === '$or';
  return {
    matches: (document) => filters.some(({ matches }) => matches(document)) === wanted,
    conditions: wanted ? alternatives(filters) : [],
    complete: false,
    fields,
  };
};

/** An `$or` whose branches all bound the same path bounds it by their union. */
const alternatives = (filters: readonly Filter[]): Condition[] => {
  const [first] = filters;
  return (first?.conditions ?? []).flatMap(({ path }) => {
    const each = filters.map(({ conditions }) => conditions.find((condition) => condition.path === path && !condition.negated));
    if (!each.every((condition) => condition !== undefined)) return [];
    const intervals = union(each.flatMap((condition) => condition.intervals));
    return [{ path, intervals, exact: false, negated: false, present: each.every(({ present }) => present) }];
  });
};

const toCondition = (path: string, { intervals, exact, negated }: Part): Condition[] => {
  if (!intervals) return [];
  const holdsNull = isWithin(intervals, NULL, 0, NULL.length) || isWithin(intervals, EMPTY_ARRAY, 0, EMPTY_ARRAY.length);
  return [{ path, intervals, exact: exact ?? false, negated: negated ?? false, present: !holdsNull }];
};

const presence = (path: string, operand: unknown): Condition[] =>
  isOperators(operand) && operand['$exists'] === true
    ? [{ path, intervals: complement([]), exact: false, negated: false, present: true }]
    : [];

/** Compiles a filter document. Throws BadValue for what MongoDB refuses, CommandNotSupported for what is not done here. */
export const compileFilter = (filter: Document): Filter => {
  const filters = Object.entries(filter).map(([name, operand]): Filter => {
    if (name === '$and' || name === '$or' || name === '$nor') return logical(name, operand);
    if (name === '$comment') return EVERYTHING;
    if (name.startsWith('$')) throw refuse.notSupported(`The query operator ${name}`);
    const parts = partsOf(operand);
    const names = pathParts(name);
    const tests = parts.map((part) => fieldMatches(names, part));
    const [only] = tests;
    return {
      matches: only && tests.length === 1 ? only : (document) => tests.every((matches) => matches(document)),
      conditions: [...parts.flatMap((part) => toCondition(name, part)), ...presence(name, operand)],
      complete: parts.every(({ intervals, exact }) => intervals && exact),
      fields: new Set(names.slice(0, 1)),
    };
  });
  const [only] = filters;
  if (!only) return EVERYTHING;
  if (filters.length === 1) return only;
  return {
    matches: (document) => filters.every(({ matches }) => matches(document)),
    conditions: filters.flatMap(({ conditions }) => conditions),
    complete: filters.every(({ complete }) => complete),
    fields: new Set(filters.flatMap(({ fields }) => [...fields])),
  };
};

/** The filter that passes every document. */
export const EVERYTHING: Filter = { matches: () => true, conditions: [], complete: true, fields: new Set() };

/** The intersection of what several conditions on one path allow. */
export const allowed = (conditions: readonly Condition[]): readonly Interval[] =>
  conditions.map(({ intervals }) => intervals).reduce((one, other) => intersection(one, other));
