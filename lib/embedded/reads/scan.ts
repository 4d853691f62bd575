import { EVERYTHING, type Filter, isWithin, skipValue } from '../../query';
import { beginTurn, type InTurns, isOver, renew, takeEach } from '../protocol/turns';
import type { Collection } from '../storage/collection';
import { entryIds } from '../storage/index-entry';
import type { Entry, KeyView } from '../storage/store';
import type { KeyRange } from './bounds';
import type { KeyTest, Plan, Stream } from './plan';
import { decodeSelected, selectedAt } from './raw-bson';

/** The number of keys and documents that a scan has read, for `explain`. */
export interface Examined {
  keys: number;
  documents: number;
}

/** A found document: its encoded `_id` and its BSON. */
export interface FoundDocument {
  readonly id: Buffer;
  readonly raw: Buffer;
}

/** Builds the test of a key by the conditions of a plan. */
const keyTest = ({ index, tests }: Plan): ((key: Buffer) => boolean) => {
  if (tests.length === 0) return () => true;
  const masks = Object.values(index.key).map((direction) => (direction === 1 ? 0 : 0xff));
  const byField = new Map(tests.map(({ field, intervals }: KeyTest) => [field, intervals]));
  return (key) => {
    let at = 4;
    for (let field = 0, left = byField.size; left > 0; field++) {
      const end = skipValue(key, at, masks[field] ?? 0);
      const intervals = byField.get(field);
      if (intervals) {
        if (!isWithin(intervals, key, at, end)) return false;
        left--;
      }
      at = end;
    }
    return true;
  };
};

/** The entries of consecutive ranges, in the direction of the scan. */
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
  const heads = plan.streams.map((stream) => ({
    offset: stream.offset,
    walk: walkStream(view, stream, plan),
    entry: undefined as Entry | undefined,
  }));
  try {
    for (const head of heads) head.entry = head.walk.next().value ?? undefined;
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

/** The entries of a plan in its order that pass the tests of keys, each document once. An undefined result is a pause. */
function* walkKeys(view: KeyView, plan: Plan, examined: Examined): Generator<Entry | undefined> {
  const passes = keyTest(plan);
  const idOf = entryIds(plan.index);
  const returned = plan.repeats ? new Set<string>() : undefined;
  const [only] = plan.streams;
  const turn = beginTurn();
  for (const entry of plan.streams.length === 1 && only ? walkStream(view, only, plan) : mergeStreams(view, plan)) {
    examined.keys++;
    if (isOver(turn)) {
      yield undefined;
      renew(turn);
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

/** The key of a document. */
export const documentKey = (collection: Collection, id: Buffer): Buffer => Buffer.concat([collection.id, id]);

/** Finds the documents that pass a filter, in the order of the plan. An undefined result is a pause. */
export function* findDocuments(
  view: KeyView,
  collection: Collection,
  plan: Plan,
  filter: Filter,
  examined: Examined,
): Generator<FoundDocument | undefined> {
  const test = plan.exact ? EVERYTHING : filter;
  const selection = selectedAt(test.paths);
  const idOf = entryIds(plan.index);
  for (const entry of walkKeys(view, plan, examined)) {
    if (entry === undefined) {
      yield undefined;
      continue;
    }
    const id = idOf(entry);
    const raw = plan.index.primary ? entry.value : view.get(documentKey(collection, id));
    if (!raw) continue;
    examined.documents++;
    if (test === EVERYTHING || test.matches(decodeSelected(raw, selection))) yield { id, raw };
  }
}

/** Counts the documents that pass a filter, up to `most`. An exact plan reads the index only. */
export function* countDocuments(
  view: KeyView,
  collection: Collection,
  plan: Plan,
  filter: Filter,
  examined: Examined,
  most = Number.POSITIVE_INFINITY,
): InTurns<number> {
  let count = 0;
  if (plan.exact && !plan.repeats) {
    const passes = keyTest(plan);
    const turn = beginTurn();
    for (const { ranges } of plan.streams) {
      for (const { low, high } of ranges) {
        if (plan.tests.length === 0) count += view.count(low, high);
        else {
          for (const key of view.keys(low, high)) {
            examined.keys++;
            if (passes(key)) count++;
            if (count >= most) return count;
            if (isOver(turn)) {
              yield;
              renew(turn);
            }
          }
        }
      }
    }
    if (plan.tests.length === 0) examined.keys += count;
    return count;
  }
  yield* takeEach<unknown>(plan.exact ? walkKeys(view, plan, examined) : findDocuments(view, collection, plan, filter, examined), () => {
    count++;
    return count >= most;
  });
  return count;
}
