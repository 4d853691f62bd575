import type { Document } from 'bson';
import {
  ALL,
  type Condition,
  descending,
  EVERYTHING,
  type Filter,
  type Interval,
  intersection,
  refuse,
  remaining,
  type Sort,
  successor,
} from '../../query';
import type { Collection, Index } from '../storage/catalog';

/** A range of index keys from `low` (inclusive) to `high` (exclusive). */
export type KeyRange = Pick<Interval, 'low' | 'high'>;

const MOST_RANGES = 5000;

/** A field of an index, with the bounds that a filter sets on its values. */
interface IndexField {
  readonly path: string;
  readonly direction: 1 | -1;
  /** The path at which some document has an array; undefined without arrays. */
  readonly array: string | undefined;
  readonly bounds: readonly Interval[] | undefined;
  /** The conditions of the filter that the bounds prove. */
  readonly decided: readonly Condition[];
  /** True if all bounds are single values. */
  readonly isFixed: boolean;
  /** True if the bounds come from more than a negation such as `$ne`. */
  readonly narrow: boolean;
}

/** Returns the narrowest condition: single values before ranges, then the longest encoded value. */
const narrowest = (conditions: readonly Condition[]): Condition | undefined => {
  const rank = ({ intervals }: Condition) =>
    intervals.every(({ point }) => point)
      ? 1000 - Math.min(intervals.length, 500) + Math.min(intervals[0]?.low.length ?? 0, 400) / 1000
      : 0;
  return [...conditions].sort((a, b) => rank(b) - rank(a))[0];
};

/** Finds the bounds of a filter for index fields. A path with arrays uses only one condition. */
const fieldsOf = (index: Index, filter: Filter): IndexField[] => {
  const bounded = new Set<string>();
  return Object.entries(index.key).map(([path, direction]): IndexField => {
    const array = [...index.arrays].find((one) => path === one || path.startsWith(`${one}.`));
    let used = filter.conditions.filter((condition) => condition.path === path);
    if (array !== undefined) {
      const one = bounded.has(array) ? undefined : narrowest(used.filter(({ negated }) => !negated));
      used = one ? [one] : [];
      if (one) bounded.add(array);
    }
    if (used.length === 0) return { path, direction, array, bounds: undefined, decided: [], isFixed: false, narrow: false };
    const intervals = used.map((one) => one.intervals).reduce((one, other) => intersection(one, other));
    return {
      path,
      direction,
      array,
      bounds: direction === 1 ? intervals : descending(intervals),
      decided: used.filter(({ exact, present }) => exact && (array === undefined || present)),
      isFixed: intervals.every(({ point }) => point),
      narrow: used.some(({ negated, intervals: [first] }) => !negated && first?.low !== ALL[0]?.low),
    };
  });
};

const wholeRange = (prefix: Buffer): KeyRange => ({ low: prefix, high: successor(prefix) });

const withPoints = (prefixes: readonly Buffer[], { bounds = [] }: IndexField): Buffer[] =>
  prefixes.flatMap((start) => bounds.map(({ low }) => Buffer.concat([start, low])));

/** Makes the key ranges of bounds, and counts the fields used. Single values multiply; the first field with a range is the last. */
const rangesOf = (prefix: Buffer, fields: readonly IndexField[]): { readonly ranges: KeyRange[]; readonly used: number } => {
  let prefixes = [prefix];
  for (const [i, field] of fields.entries()) {
    const { bounds, isFixed } = field;
    if (!bounds || prefixes.length * bounds.length > MOST_RANGES) return { ranges: prefixes.map(wholeRange), used: i };
    if (!isFixed) {
      const rangesAt = (start: Buffer) =>
        bounds.map(({ low, high }) => ({ low: Buffer.concat([start, low]), high: Buffer.concat([start, high]) }));
      return { ranges: prefixes.flatMap(rangesAt), used: i + 1 };
    }
    prefixes = withPoints(prefixes, field);
  }
  return { ranges: prefixes.map(wholeRange), used: fields.length };
};

/** The intervals of an index field, which the scan tests on keys. `field` is the number of the field. */
export interface KeyTest {
  readonly field: number;
  readonly intervals: readonly Interval[];
}

/** The tests of an `$or`. A key must pass all tests of one branch. */
type Branches = readonly (readonly KeyTest[])[];

export interface Plan {
  readonly index: Index;
  readonly stage: 'COLLSCAN' | 'IDHACK' | 'IXSCAN';
  /** The streams of key ranges. Several streams are merged by their keys from the byte `offset` on. */
  readonly streams: readonly Stream[];
  /** True if every range contains at most one key, which equals its `low`. */
  readonly single: boolean;
  readonly reverse: boolean;
  /** The tests that all keys must pass. */
  readonly tests: readonly KeyTest[];
  readonly disjunctions: readonly Branches[];
  readonly sorted: boolean;
  /** True if the scan may find a document more than once. */
  readonly repeats: boolean;
  /** The part of the filter that the keys do not prove. If it is `EVERYTHING`, documents need not be read. */
  readonly rest: Filter;
}

/** Key ranges that are read one after the other. Merging compares their keys from the byte `offset` on. */
export interface Stream {
  readonly ranges: readonly KeyRange[];
  readonly offset: number;
}

/** The maximum number of merged streams. Above it, sorting is faster. */
const MOST_STREAMS = 500;

const contains = (outer: readonly Interval[], inner: readonly Interval[]): boolean =>
  inner.every(({ low, high }) => outer.some((one) => Buffer.compare(one.low, low) <= 0 && Buffer.compare(high, one.high) <= 0));

/** True if the index contains every document of the filter. A partial index may not. */
const holdsAll = (index: Index, filter: Filter): boolean => {
  const proves = (needed: Condition) =>
    filter.conditions.some(
      ({ path, negated, present, intervals }) =>
        path === needed.path &&
        (!needed.present || present) &&
        (!negated || index.arrays.size === 0) &&
        contains(needed.intervals, intervals),
    );
  return index.partial?.filter.conditions.every(proves) ?? true;
};

/** Finds how an index sorts after its first `before` fields. Undefined if the index does not give the sort. */
const orderOf = (index: Index, fields: readonly IndexField[], sort: Sort): { before: number; reverse: boolean } | undefined => {
  const pinned = new Set(fields.filter((field) => isPinned(field) && field.array === undefined).map(({ path }) => path));
  const requested = sort.filter(([path]) => !pinned.has(path));
  const [first] = requested;
  // All sort fields have one value.
  if (!first) return { before: 0, reverse: sort[0]?.[1] === -1 && fields.length === 1 };
  let before: number | undefined;
  let reverse: boolean | undefined;
  let at = 0;
  for (let field = 0; field < fields.length && at < requested.length; field++) {
    const { path, direction, array, isFixed, bounds } = fields[field] as IndexField;
    const [requestedPath, requestedDirection] = requested[at] as Sort[number];
    if (path === requestedPath) {
      const turned = direction !== requestedDirection;
      if (array !== undefined || (reverse ?? turned) !== turned) return undefined;
      reverse = turned;
      before ??= field;
      at++;
    } else if (!(isFixed && (bounds?.length === 1 || before === undefined))) return undefined;
  }
  if (at === requested.length && before !== undefined) return { before, reverse: reverse ?? false };
  // After all index fields, equal keys are in the order of `_id`.
  const [restPath, restDirection] = requested[at] as Sort[number];
  if (index.unique || restPath !== '_id' || at !== requested.length - 1) return undefined;
  const turned = restDirection === -1;
  return (reverse ?? turned) === turned ? { before: before ?? fields.length, reverse: turned } : undefined;
};

/** The score of a search by `_id`. No other index reaches it. */
const ONE_ID = 1000;

/** The merits of an index: its leading fields with fixed values, which may be all (`isComplete`), and further uses. */
interface Merits {
  readonly fixedFields: number;
  readonly isComplete: boolean;
  readonly isRanged: boolean;
  readonly isSorted: boolean;
  readonly tests: number;
}

/** Returns the tests of one branch of an `$or`. Undefined if the index keys do not prove the branch. */
const branchTests = (branch: Filter, fields: readonly IndexField[]): readonly KeyTest[] | undefined => {
  const proven = new Map<Condition, KeyTest>();
  for (const condition of branch.conditions) {
    const { path, intervals, exact } = condition;
    const field = fields.findIndex((one) => one.path === path && one.array === undefined);
    if (exact && field >= 0)
      proven.set(condition, { field, intervals: fields[field]?.direction === 1 ? intervals : descending(intervals) });
  }
  return remaining(branch, new Set(proven.keys())) === EVERYTHING ? [...proven.values()] : undefined;
};

/** Finds each `$or` of a filter that the index keys prove, with the tests of its branches. */
const disjunctionsIn = (filter: Filter, fields: readonly IndexField[]): readonly (readonly [Filter, Branches])[] => {
  const { branches, parts = [] } = filter;
  if (branches === undefined) return parts.flatMap((part) => disjunctionsIn(part, fields));
  const tests = branches.map((branch) => branchTests(branch, fields));
  return tests.every((one) => one !== undefined) ? [[filter, tests]] : [];
};

const scoreOf = ({ unique, primary, partial }: Index, { fixedFields, isRanged, isSorted, tests, isComplete }: Merits): number =>
  fixedFields * 20 +
  (isRanged ? 8 : 0) +
  (isSorted ? 15 : 0) +
  tests * 2 +
  (isComplete && unique ? (primary ? ONE_ID : 100) : 0) +
  (partial ? 1 : 0);

/** Returns the highest possible score of an index for conditions on these paths, to skip most indexes. */
const highestScore = (index: Index, paths: ReadonlySet<string>): number => {
  const fields = Object.keys(index.key);
  const free = fields.findIndex((path) => !paths.has(path));
  const fixedFields = free < 0 ? fields.length : free;
  const tests = fields.filter((path) => paths.has(path)).length;
  return scoreOf(index, { fixedFields, isRanged: true, isSorted: true, tests, isComplete: free < 0 });
};

const isPinned = ({ isFixed, bounds }: IndexField): boolean => isFixed && bounds?.length === 1;

const planWith = (index: Index, filter: Filter, sort: Sort): { readonly plan: Plan; readonly score: number } => {
  const fields = fieldsOf(index, filter);
  const order = sort.length > 0 ? orderOf(index, fields, sort) : undefined;
  const leading = order ? fields.slice(0, order.before) : [];
  const combinations = leading.reduce((product, { bounds = [] }) => product * bounds.length, 1);
  const merged = combinations > 1 && combinations <= MOST_STREAMS;
  const reverse = order?.reverse ?? false;
  const inOrder = (ranges: KeyRange[]) => (reverse ? ranges.reverse() : ranges);
  const { ranges, used } = rangesOf(index.id, fields);
  const streams: Stream[] = merged
    ? leading
        .reduce<Buffer[]>(withPoints, [index.id])
        .map((start) => ({ ranges: inOrder(rangesOf(start, fields.slice(leading.length)).ranges), offset: start.length }))
    : [{ ranges: inOrder(ranges), offset: 0 }];
  const tests = fields.flatMap(({ bounds }, field) => (bounds && field >= used ? [{ field, intervals: bounds }] : []));
  const sorted = order !== undefined && combinations <= MOST_STREAMS;
  const disjunctions = new Map(disjunctionsIn(filter, fields));
  const decided = new Set([...fields.flatMap((field) => field.decided), ...disjunctions.keys()]);
  const open = fields.findIndex((field) => !field.isFixed);
  const isComplete = open < 0;
  const fixedFields = isComplete ? fields.length : open;
  let stage: Plan['stage'] = 'IXSCAN';
  if (index.primary && isComplete && fields.every(isPinned)) stage = 'IDHACK';
  else if (index.primary && fixedFields + used === 0 && !sorted) stage = 'COLLSCAN';
  return {
    plan: {
      index,
      stage,
      streams,
      single: isComplete && index.unique && used === fields.length,
      reverse,
      tests,
      disjunctions: [...disjunctions.values()],
      sorted,
      repeats: fields.some((field) => field.array !== undefined && !isPinned(field)),
      rest: remaining(filter, decided),
    },
    score: scoreOf(index, { fixedFields, isRanged: fields[open]?.narrow ?? false, isSorted: sorted, tests: tests.length, isComplete }),
  };
};

const scanAll = (collection: Collection, filter: Filter): Plan => ({
  ...planWith(collection.indexes[0] as Index, EVERYTHING, []).plan,
  rest: filter,
});

const hinted = ({ indexes }: Collection, hint: string | Document): Index => {
  const index = indexes.find(({ name, key }) => name === hint || JSON.stringify(key) === JSON.stringify(hint));
  if (!index) throw refuse.badValue('error processing query: hint provided does not correspond to an existing index');
  return index;
};

/** Chooses the best plan for a filter and a sort. `hint` is the name or pattern of an index, or `{ $natural: 1 }`. */
export const choosePlan = (collection: Collection, filter: Filter, sort: Sort, hint: string | Document | undefined): Plan => {
  if (typeof hint === 'object' && hint['$natural'] === 1) return scanAll(collection, filter);
  if (hint !== undefined && Object.keys(hint).length > 0) return planWith(hinted(collection, hint), filter, sort).plan;
  const paths = new Set(filter.conditions.map(({ path }) => path));
  let best = { plan: scanAll(collection, filter), score: 0 };
  for (const index of collection.indexes) {
    if (highestScore(index, paths) <= best.score || !holdsAll(index, filter)) continue;
    const walked = planWith(index, filter, sort);
    if (walked.score > best.score) best = walked;
    if (walked.score >= ONE_ID) break;
  }
  return best.plan;
};
