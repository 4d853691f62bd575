import type { Document } from 'bson';
import { EVERYTHING, type Filter, isWithin, type Sort, skipValue } from '../../query';
import { beginSlice, isOver, type PausingResults, type PausingTask, takeEach } from '../protocol/tasks';
import type { Collection } from '../storage/catalog';
import { documentKey, entryIds } from '../storage/index-keys';
import type { Entry, KeyView } from '../storage/store';
import { choosePlan, type KeyRange, type KeyTest, type Plan, type Stream } from './plan';
import { decodeFields, selectedAt } from './raw-bson';

/** A running plan, with the numbers of keys and documents read, for `explain`. */
export type Scan = ReturnType<typeof planScan>;

/** A found document: its encoded `_id` and its BSON, which is valid only until the next document is read. */
export interface FoundDocument {
  readonly id: Buffer;
  readonly raw: Buffer;
}

export const planScan = (
  view: KeyView,
  collection: Collection,
  { filter, sort = [], hint }: { readonly filter: Filter; readonly sort?: Sort; readonly hint: string | Document | undefined },
) => ({ view, collection, plan: choosePlan(collection, filter, sort, hint), keys: 0, documents: 0 });

const hasTests = ({ tests, disjunctions }: Plan): boolean => tests.length + disjunctions.length > 0;

/** Compiles the tests of a plan to a test of index keys. */
const keyTest = ({ index, tests, disjunctions }: Plan): ((key: Buffer) => boolean) => {
  const byField = new Map(tests.map(({ field, intervals }) => [field, intervals]));
  const last = Math.max(-1, ...[...tests, ...disjunctions.flat(2)].map(({ field }) => field));
  /** The offsets of the fields of a key. */
  const offsets: number[] = [4];
  return (key) => {
    for (let field = 0; field <= last; field++) {
      const at = offsets[field] ?? 0;
      const end = skipValue(key, at, index.parts[field]?.mask ?? 0);
      const intervals = byField.get(field);
      if (intervals && !isWithin(intervals, key, at, end)) return false;
      offsets[field + 1] = end;
    }
    const passes = ({ field, intervals }: KeyTest) => isWithin(intervals, key, offsets[field] ?? 0, offsets[field + 1] ?? 0);
    return disjunctions.every((branches) => branches.some((branch) => branch.every(passes)));
  };
};

/** Iterates over the index entries of consecutive ranges, in the direction of the scan. */
function* walkRanges(view: KeyView, ranges: readonly KeyRange[], { reverse }: Pick<Plan, 'reverse'>): Generator<Entry> {
  const last = ranges.at(-1);
  const isBehind = ({ low, high }: KeyRange, key: Buffer) => (reverse ? key.compare(low) < 0 : key.compare(high) >= 0);
  const isBefore = ({ low, high }: KeyRange, key: Buffer) => (reverse ? key.compare(high) >= 0 : key.compare(low) < 0);
  for (let at = 0; last && at < ranges.length; ) {
    const { low, high } = ranges[at] as KeyRange;
    if (at === ranges.length - 1) return yield* view.range(low, high, { reverse });
    let isBetween = false;
    // The scan runs to the end of the last range. If many ranges are empty, the next entry shows which ones to skip.
    for (const entry of reverse ? view.range(last.low, high, { reverse }) : view.range(low, last.high)) {
      while (isBehind(ranges[at] as KeyRange, entry.key)) at += 1;
      isBetween = isBefore(ranges[at] as KeyRange, entry.key);
      if (isBetween) break;
      yield entry;
    }
    if (!isBetween) return;
  }
}

function* walkStream(view: KeyView, { ranges }: Stream, plan: Plan): Generator<Entry> {
  if (!plan.single) return yield* walkRanges(view, ranges, plan);
  for (const { low } of ranges) {
    const value = view.get(low);
    if (value) yield { key: low, value };
  }
}

function* mergeStreams(view: KeyView, plan: Plan): Generator<Entry> {
  const sign = plan.reverse ? -1 : 1;
  const heads = plan.streams.map((stream) => {
    const walk = walkStream(view, stream, plan);
    return { offset: stream.offset, walk, entry: walk.next().value ?? undefined };
  });
  try {
    for (;;) {
      let least: (typeof heads)[number] | undefined;
      for (const head of heads) {
        if (!head.entry) continue;
        if (!least?.entry || head.entry.key.compare(least.entry.key, least.offset, undefined, head.offset) * sign < 0) least = head;
      }
      if (!least?.entry) return;
      yield least.entry;
      least.entry = least.walk.next().value ?? undefined;
    }
  } finally {
    for (const { walk } of heads) walk.return(undefined);
  }
}

/** Iterates over the entries of a plan that pass its key tests, each document once. Undefined results are pauses. */
function* walkKeys(scan: Scan): Generator<Entry | undefined> {
  const { view, plan } = scan;
  const passes = keyTest(plan);
  const idOf = entryIds(plan.index);
  const returned = plan.repeats ? new Set<string>() : undefined;
  const [first, second] = plan.streams;
  let slice = beginSlice();
  for (const entry of first && !second ? walkStream(view, first, plan) : mergeStreams(view, plan)) {
    scan.keys++;
    if (isOver(slice)) {
      yield undefined;
      slice = beginSlice();
    }
    if (!passes(entry.key)) continue;
    if (returned) {
      const id = idOf(entry).toString('latin1');
      if (returned.has(id)) continue;
      returned.add(id);
    }
    yield entry;
  }
}

/** Finds the documents that pass a filter, in the order of the plan. Undefined results are pauses. */
export function* findDocuments(scan: Scan): Generator<FoundDocument | undefined> {
  const { view, collection, plan } = scan;
  const selection = selectedAt(plan.rest.paths);
  const idOf = entryIds(plan.index);
  for (const entry of walkKeys(scan)) {
    if (entry === undefined) {
      yield undefined;
      continue;
    }
    const id = idOf(entry);
    const raw = plan.index.primary ? entry.value : view.peek(documentKey(collection, id));
    if (!raw) continue;
    scan.documents++;
    if (plan.rest === EVERYTHING || plan.rest.matches(decodeFields(raw, selection))) yield { id, raw };
  }
}

/** Iterates over the keys that pass the tests of a plan without reading values. Undefined results are pauses. */
function* passingKeys(scan: Scan, ranges: readonly KeyRange[]): Generator<Buffer | undefined> {
  const passes = keyTest(scan.plan);
  let slice = beginSlice();
  for (const { low, high } of ranges) {
    for (const key of scan.view.keys(low, high)) {
      scan.keys++;
      if (isOver(slice)) {
        yield undefined;
        slice = beginSlice();
      }
      if (passes(key)) yield key;
    }
  }
}

/** Counts the documents that pass a filter, up to `most`. If the keys prove the filter, it reads only the index. */
export function* countDocuments(scan: Scan, most = Number.POSITIVE_INFINITY): PausingTask<number> {
  const { view, plan } = scan;
  const ranges = plan.streams.flatMap((stream) => stream.ranges);
  let count = 0;
  const isProven = plan.rest === EVERYTHING;
  if (isProven && !plan.repeats && !hasTests(plan)) {
    for (const { low, high } of ranges) count += view.count(low, high);
    scan.keys += count;
    return count;
  }
  let found: PausingResults<unknown>;
  if (!isProven) found = findDocuments(scan);
  else found = plan.repeats ? walkKeys(scan) : passingKeys(scan, ranges);
  yield* takeEach(found, () => ++count >= most);
  return count;
}
