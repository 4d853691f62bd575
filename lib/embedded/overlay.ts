import type { WrittenChange } from './change-stream';
import type { Entry, KeyView, WriteView } from './store';

/** A view with writes of one's own laid over it; nothing below is touched. */
export interface Overlay extends WriteView {
  /** The writes in the order of their keys: a value, or undefined for what is removed. */
  changes(): IterableIterator<readonly [key: Buffer, value: Buffer | undefined]>;
  /** What was noted of them. */
  readonly notes: readonly WrittenChange[];
}

/** How many of the keys come before one. */
const positionIn = (keys: readonly Buffer[], key: Buffer): number => {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (Buffer.compare(keys[middle] as Buffer, key) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** The keys of two lists in their order; none is in both. */
const merged = (ones: readonly Buffer[], others: readonly Buffer[]): Buffer[] => {
  if (ones.length === 0) return [...others];
  const all: Buffer[] = [];
  let next = 0;
  for (const one of ones) {
    for (let other = others[next]; other && Buffer.compare(other, one) < 0; other = others[++next]) all.push(other);
    all.push(one);
  }
  return [...all, ...others.slice(next)];
};

/** Lays writes over a view. `claim` is called with each key that must be the writer's own. */
export const overlayOn = (below: KeyView, claim: (key: Buffer) => void): Overlay => {
  const changes = new Map<string, { key: Buffer; value: Buffer | undefined }>();
  const notes: WrittenChange[] = [];
  let sorted: readonly Buffer[] = [];
  /** Those that were written since somebody read: many are put in their places at once. */
  let unsorted: Buffer[] = [];
  const inOrder = (): readonly Buffer[] => {
    if (unsorted.length === 0) return sorted;
    sorted = merged(sorted, unsorted.sort(Buffer.compare));
    unsorted = [];
    return sorted;
  };
  const write = (key: Buffer, value: Buffer | undefined) => {
    const text = key.toString('latin1');
    if (!changes.has(text)) unsorted.push(key);
    changes.set(text, { key, value });
  };
  const changed = (key: Buffer) => changes.get(key.toString('latin1'));

  /** The writer's own keys in their order, and where those of a range begin and end among them. */
  const placesOf = (low: Buffer, high: Buffer) => {
    const all = inOrder();
    return { all, from: positionIn(all, low), to: positionIn(all, high) };
  };

  function* laidOver(entries: Iterable<Entry>, { all, from, to }: ReturnType<typeof placesOf>, reverse: boolean): Generator<Entry> {
    const sign = reverse ? -1 : 1;
    let next = reverse ? to - 1 : from;
    const own = () => (next >= from && next < to ? all[next] : undefined);
    for (const entry of entries) {
      for (let key = own(); key && Buffer.compare(key, entry.key) * sign < 0; next += sign, key = own()) {
        const value = changed(key)?.value;
        if (value) yield { key, value };
      }
      if (!own()?.equals(entry.key)) yield entry;
    }
    for (let key = own(); key; next += sign, key = own()) {
      const value = changed(key)?.value;
      if (value) yield { key, value };
    }
  }

  /** What is below, with the writer's own keys of the range laid over it; undefined where there are none of these. */
  const changedRange = (low: Buffer, high: Buffer, reverse: boolean): Iterable<Entry> | undefined => {
    const places = placesOf(low, high);
    return places.from < places.to ? laidOver(below.range(low, high, reverse), places, reverse) : undefined;
  };

  function* keysOf(entries: Iterable<Entry>): Generator<Buffer> {
    for (const { key } of entries) yield key;
  }

  return {
    *changes() {
      for (const key of inOrder()) yield [key, changed(key)?.value] as const;
    },
    notes,
    note: (change) => void notes.push(change),
    claim,
    get: (key) => {
      const own = changed(key);
      return own ? own.value : below.get(key);
    },
    range: (low, high, reverse = false) => changedRange(low, high, reverse) ?? below.range(low, high, reverse),
    keys: (low, high, reverse = false) => {
      const entries = changedRange(low, high, reverse);
      return entries ? keysOf(entries) : below.keys(low, high, reverse);
    },
    count: (low, high) => {
      const { all, from, to } = placesOf(low, high);
      const own = all.slice(from, to);
      const gained = own.filter((key) => changed(key)?.value && !below.get(key)).length;
      const lost = own.filter((key) => !changed(key)?.value && below.get(key)).length;
      return below.count(low, high) + gained - lost;
    },
    put: (key, value) => write(key, value),
    remove: (key) => write(key, undefined),
  };
};
