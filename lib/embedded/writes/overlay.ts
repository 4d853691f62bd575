import type { WrittenChange } from '../changes/change-feed';
import type { Direction, Entry, KeyView, WriteView } from '../storage/store';

/** A view with its own writes on top of another view, which stays unchanged. */
export interface Overlay extends WriteView {
  /** True if nothing was written. */
  isEmpty(): boolean;
  /** The writes in the order of their keys. */
  changes(): Iterable<OwnChange>;
  /** The noted changes. */
  readonly notes: readonly WrittenChange[];
}

/** A written key with its value; undefined means removed. */
interface OwnChange {
  readonly key: Buffer;
  readonly value: Buffer | undefined;
}

/** The written keys as Latin-1 strings, which sort like their bytes. */
interface OwnChanges {
  readonly byText: Map<string, OwnChange>;
  sorted: readonly string[];
  /** The keys written since the last read. They are sorted together. */
  unsorted: string[];
}

/** The written keys between two positions (`to` is exclusive). */
interface OwnRange {
  readonly all: readonly string[];
  readonly from: number;
  readonly to: number;
}

const textOf = (key: Buffer): string => key.toString('latin1');

/** The number of keys before a key. */
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

/** Merges two sorted lists without common keys. */
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

// These functions are not closures: V8 would drop their compiled code with each transaction.

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

function* laidOver(
  own: OwnChanges,
  entries: Iterable<Entry>,
  { all, from, to }: OwnRange,
  { reverse = false }: Direction = {},
): Generator<Entry> {
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

/** The entries of a range with the own writes; undefined if no own write is in the range. */
const changedRange = (own: OwnChanges, below: KeyView, low: Buffer, high: Buffer, direction?: Direction): Iterable<Entry> | undefined => {
  const range = rangeOf(own, low, high);
  return range.from < range.to ? laidOver(own, below.range(low, high, direction), range, direction) : undefined;
};

function* keysOf(entries: Iterable<Entry>): Generator<Buffer> {
  for (const { key } of entries) yield key;
}

function* changesOf(own: OwnChanges): Generator<OwnChange> {
  for (const text of inOrder(own)) yield own.byText.get(text) as OwnChange;
}

/** The number of keys that the own writes add to a range; negative if they remove more. */
const gainedIn = (own: OwnChanges, below: KeyView, low: Buffer, high: Buffer): number => {
  const { all, from, to } = rangeOf(own, low, high);
  let gained = 0;
  for (let at = from; at < to; at++) {
    const { key, value } = own.byText.get(all[at] as string) as OwnChange;
    if ((value === undefined) !== (below.get(key) === undefined)) gained += value ? 1 : -1;
  }
  return gained;
};

/** Creates an overlay. `claim` is called for each key that must be locked. */
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
    range: (low, high, direction) => changedRange(own, below, low, high, direction) ?? below.range(low, high, direction),
    keys: (low, high) => {
      const entries = changedRange(own, below, low, high);
      return entries ? keysOf(entries) : below.keys(low, high);
    },
    count: (low, high) => below.count(low, high) + gainedIn(own, below, low, high),
    put: (key, value) => write(own, key, value),
    remove: (key) => write(own, key, undefined),
  };
};
