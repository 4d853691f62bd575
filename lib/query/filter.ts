import type { Document } from 'bson';
import { comparison, type Demand, equality, isRegExp, membership, not, regexDemand, spread, typed } from './condition';
import { complement, type Interval, intersection, isWithin, rangeOf, union } from './interval';
import { EMPTY_ARRAY, encodeValue, isDocument } from './key';
import { pathParts, someAt } from './path';
import { refuse } from './refusal';

/** The part of a condition that an index can use. */
export interface Condition {
  readonly path: string;
  /** The values that pass, if an index can bound them. */
  readonly intervals: readonly Interval[];
  /** True if a key within the intervals proves the condition, provided that the path meets no array. */
  readonly exact: boolean;
  /** True if the intervals come from a negation. On a path that meets arrays they bound nothing. */
  readonly negated: boolean;
  /** True if only values pass that exist and are not null. */
  readonly present: boolean;
}

type Matches = (document: Document) => boolean;

/** A compiled filter. All `conditions` are necessary; `matches` decides. */
export interface Filter {
  readonly matches: (document: Document) => boolean;
  readonly conditions: readonly Condition[];
  /** True if the conditions are exact and equivalent to the filter. */
  readonly complete: boolean;
  /** The top-level fields that `matches` reads. */
  readonly fields: ReadonlySet<string>;
  /** The paths that `matches` reads, as lists of names. */
  readonly paths: readonly (readonly string[])[];
}

/** A condition, or the negation of several (`inner`). */
type Part = Demand & { readonly inner?: readonly Part[] };

const NULL = encodeValue(null);

const isOperators = (value: unknown): value is Document => isDocument(value) && (Object.keys(value)[0]?.startsWith('$') ?? false);

/** True if a single value passes. */
const isPassed = ({ test, negated = false, inner }: Part, value: unknown): boolean =>
  inner ? !inner.every((one) => isPassed(one, value)) : test(value) !== negated;

/** The condition `$elemMatch` on plain members, such as `{ $gte: 1, $lt: 2 }`. */
const elemMatch = (operand: unknown): Demand => {
  if (!isOperators(operand)) throw refuse.notSupported('$elemMatch of documents');
  const parts = operatorParts(operand);
  const first = parts.find(({ intervals, negated }) => intervals && !negated);
  return {
    test: (value) => Array.isArray(value) && value.some((member) => parts.every((part) => isPassed(part, member))),
    ...(first?.intervals && { intervals: first.intervals, exact: false }),
  };
};

const regex = (source: unknown): Demand => regexDemand(isRegExp(source) ? source : new RegExp(String(source)));

/** The conditions of an operator document such as `{ $gte: 1, $ne: 3 }`. All must hold. */
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
        const demand = comparison(operator, operand, intervals);
        return [Array.isArray(operand) ? demand : { ...demand, intervals, exact: true }];
      }
      case '$exists':
        return [{ test: (value) => value !== undefined, negated: !operand }];
      case '$type':
        return [typed(operand)];
      case '$regex':
        return [regex(operand)];
      case '$elemMatch':
        return [elemMatch(operand)];
      case '$not': {
        if (!isRegExp(operand) && !isOperators(operand)) throw refuse.badValue('$not needs a regex or a document');
        const parts = isRegExp(operand) ? [regexDemand(operand)] : operatorParts(operand);
        return [{ test: () => false, negated: true, ...negation(parts) }];
      }
      default:
        throw operator.startsWith('$')
          ? refuse.notSupported(`The query operator ${operator}`)
          : refuse.badValue(`unknown operator: ${operator}`);
    }
  });

/** The negation for `$not`. One condition is negated directly; several stay together as `inner`. */
const negation = (parts: readonly Part[]): Partial<Part> => {
  const [only] = parts;
  return parts.length === 1 && only && !only.negated ? not(only) : { inner: parts };
};

const fieldMatches = (names: readonly string[], part: Part): Matches => {
  if (part.inner) {
    const inner = part.inner.map((one) => fieldMatches(names, one));
    return (document) => !inner.every((matches) => matches(document));
  }
  const { negated = false } = part;
  const test = spread(part);
  return (document) => someAt(document, names, test) !== negated;
};

const partsOf = (operand: unknown): Demand[] => {
  if (isRegExp(operand)) return [regexDemand(operand)];
  return isOperators(operand) ? operatorParts(operand) : [equality([operand])];
};

const logical = (operator: string, operand: unknown): Filter => {
  if (!Array.isArray(operand) || operand.length === 0) throw refuse.badValue(`${operator} argument must be a non-empty array`);
  if (!operand.every(isDocument)) throw refuse.badValue(`${operator} argument's entries must be objects`);
  const filters = operand.map(compileFilter);
  const fields = new Set(filters.flatMap((filter) => [...filter.fields]));
  const paths = filters.flatMap((filter) => filter.paths);
  if (operator === '$and') {
    return {
      matches: (document) => filters.every(({ matches }) => matches(document)),
      conditions: filters.flatMap(({ conditions }) => conditions),
      complete: filters.every(({ complete }) => complete),
      fields,
      paths,
    };
  }
  const isOr = operator === '$or';
  return {
    matches: (document) => filters.some(({ matches }) => matches(document)) === isOr,
    conditions: isOr ? alternatives(filters) : [],
    complete: false,
    fields,
    paths,
  };
};

/** The conditions of an `$or`. If all branches bound a path, their union bounds it. */
const alternatives = (filters: readonly Filter[]): Condition[] => {
  const [first] = filters;
  return (first?.conditions ?? []).flatMap(({ path }) => {
    const each = filters.map(({ conditions }) => conditions.find((condition) => condition.path === path && !condition.negated));
    if (!each.every((condition) => condition !== undefined)) return [];
    const intervals = union(each.flatMap((condition) => condition.intervals));
    return [{ path, intervals, exact: false, negated: false, present: each.every(({ present }) => present) }];
  });
};

const toCondition = (path: string, { intervals, exact, negated }: Demand): Condition[] => {
  if (!intervals) return [];
  const holdsNull = isWithin(intervals, NULL, 0, NULL.length) || isWithin(intervals, EMPTY_ARRAY, 0, EMPTY_ARRAY.length);
  return [{ path, intervals, exact: exact ?? false, negated: negated ?? false, present: !holdsNull }];
};

const presence = (path: string, operand: unknown): Condition[] =>
  isOperators(operand) && operand['$exists'] === true
    ? [{ path, intervals: complement([]), exact: false, negated: false, present: true }]
    : [];

/** Compiles a filter document. Throws BadValue as MongoDB does, and CommandNotSupported for unsupported operators. */
export const compileFilter = (filter: Document): Filter => {
  const filters = Object.entries(filter).map(([name, operand]): Filter => {
    if (name === '$and' || name === '$or' || name === '$nor') return logical(name, operand);
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
      paths: [names],
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
    paths: filters.flatMap(({ paths }) => paths),
  };
};

/** The filter that passes every document. */
export const EVERYTHING: Filter = { matches: () => true, conditions: [], complete: true, fields: new Set(), paths: [] };

/** The intersection of the intervals of several conditions on one path. */
export const allowed = (conditions: readonly Condition[]): readonly Interval[] =>
  conditions.map(({ intervals }) => intervals).reduce((one, other) => intersection(one, other));
