import type { WrittenChange } from '../changes/change-stream';
import type { Entry, KeyView, WriteView } from '../storage/store';

/** A view with writes of one's own laid over it; nothing below is touched. */
export interface Overlay extends WriteView {
  /** Whether nothing was written. */
  isEmpty(): boolean;
  /** The writes in the order of their keys. */
  changes(): Iterable<OwnChange>;
  /** What was noted of them. */
  readonly notes: readonly WrittenChange[];
}

/** A key that was written: its value, or undefined where it is removed. */
interface OwnChange {
  readonly key: Buffer;
  readonly value: Buffer | undefined;
}

/** What was written, by keys as Latin-1 texts, which compare as their bytes do. */
interface OwnChanges {
  readonly byText: Map<string, OwnChange>;
  sorted: readonly string[];
  /** Those that were written since somebody read: many are put in their places at once. */
  unsorted: string[];
}

/** A part of what was written: the keys from one place to another (exclusive). */
interface OwnRange {
  readonly all: readonly string[];
  readonly from: number;
  readonly to: number;
}

const textOf = (key: Buffer): string => key.toString('latin1');

/** How many of the keys come before one. */
const positionIn = (keys: readonly string[], key: string): number => {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] as string) < key) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** The keys of two lists in their order; none is in both. */
const merged = (ones: readonly string[], others: readonly string[]): string[] => {
  if (ones.length === 0) return [...others];
  const all: string[] = [];
  let next = 0;
  for (const one of ones) {
    for (let other = others[next]; other !== undefined && other < one; other = others[++next]) all.push(other);
    all.push(one);
  }
  return [...all, ...others.slice(next)];
};

// The functions below are none that each transaction makes anew: V8 forgets what it has compiled of these with the transactions.

const inOrder = (own: OwnChanges): readonly string[] => {
  if (own.unsorted.length > 0) {
    own.sorted = merged(own.sorted, own.unsorted.sort());
    own.unsorted = [];
  }
  return own.sorted;
};

const write = (own: OwnChanges, key: Buffer, value: Buffer | undefined): void => {
  const text = textOf(key);
  if (!own.byText.has(text)) own.unsorted.push(text);
  own.byText.set(text, { key, value });
};

const rangeOf = (own: OwnChanges, low: Buffer, high: Buffer): OwnRange => {
  const all = inOrder(own);
  return { all, from: positionIn(all, textOf(low)), to: positionIn(all, textOf(high)) };
};

function* laidOver(own: OwnChanges, entries: Iterable<Entry>, { all, from, to }: OwnRange, reverse: boolean): Generator<Entry> {
  const step = reverse ? -1 : 1;
  let next = reverse ? to - 1 : from;
  const change = () => (next >= from && next < to ? own.byText.get(all[next] as string) : undefined);
  for (const entry of entries) {
    for (let one = change(); one && Buffer.compare(one.key, entry.key) * step < 0; next += step, one = change()) {
      if (one.value) yield { key: one.key, value: one.value };
    }
    if (!change()?.key.equals(entry.key)) yield entry;
  }
  for (let one = change(); one; next += step, one = change()) if (one.value) yield { key: one.key, value: one.value };
}

/** What is below, with the writer's own keys of a range laid over it; undefined where there are none of these. */
const changedRange = (own: OwnChanges, below: KeyView, low: Buffer, high: Buffer, reverse: boolean): Iterable<Entry> | undefined => {
  const range = rangeOf(own, low, high);
  return range.from < range.to ? laidOver(own, below.range(low, high, reverse), range, reverse) : undefined;
};

function* keysOf(entries: Iterable<Entry>): Generator<Buffer> {
  for (const { key } of entries) yield key;
}

function* changesOf(own: OwnChanges): Generator<OwnChange> {
  for (const text of inOrder(own)) yield own.byText.get(text) as OwnChange;
}

/** How many keys of a range there are more than below. */
const gainedIn = (own: OwnChanges, below: KeyView, low: Buffer, high: Buffer): number => {
  const { all, from, to } = rangeOf(own, low, high);
  let gained = 0;
  for (let at = from; at < to; at++) {
    const { key, value } = own.byText.get(all[at] as string) as OwnChange;
    if ((value === undefined) !== (below.get(key) === undefined)) gained += value ? 1 : -1;
  }
  return gained;
};

/** Lays writes over a view. `claim` is called with each key that must be the writer's own. */
export const overlayOn = (below: KeyView, claim: (key: Buffer) => void): Overlay => {
  const own: OwnChanges = { byText: new Map(), sorted: [], unsorted: [] };
  const notes: WrittenChange[] = [];
  return {
    isEmpty: () => own.byText.size === 0,
    changes: () => changesOf(own),
    notes,
    note: (change) => void notes.push(change),
    claim,
    get: (key) => {
      const change = own.byText.get(textOf(key));
      return change ? change.value : below.get(key);
    },
    range: (low, high, reverse = false) => changedRange(own, below, low, high, reverse) ?? below.range(low, high, reverse),
    keys: (low, high, reverse = false) => {
      const entries = changedRange(own, below, low, high, reverse);
      return entries ? keysOf(entries) : below.keys(low, high, reverse);
    },
    count: (low, high) => below.count(low, high) + gainedIn(own, below, low, high),
    put: (key, value) => write(own, key, value),
    remove: (key) => write(own, key, undefined),
  };
};
