import type { KeyValue } from '../word-keys/having-key';

/** Something that is found by the keys of the words of its name. */
export interface Keyed {
  readonly keys: readonly string[];
}

/** What is found by the words of names, as the index of words in the database finds it. */
export interface NameIndex<T> {
  /** In the order in which they came. */
  readonly all: readonly T[];
  /** Those that have one of some keys: in the order of the keys, and of each in the order in which they came. */
  having(values: readonly KeyValue[]): ReadonlySet<T>;
}

/** As the database orders texts. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Makes an index of what is found by the words of names. */
export function createNameIndex<T extends Keyed>(all: readonly T[]): NameIndex<T> {
  const having = new Map<string, T[]>();
  for (const one of all)
    for (const key of one.keys) {
      const known = having.get(key);
      if (known) known.push(one);
      else having.set(key, [one]);
    }
  const sorted = [...having.keys()].sort();
  /** The place of the first key that is not before a text. */
  const placeOf = (text: string): number => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle] as string) < text) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const begunBy = (beginning: string): string[] => {
    const from = placeOf(beginning);
    let to = from;
    while (sorted[to]?.startsWith(beginning)) to += 1;
    return sorted.slice(from, to);
  };
  return {
    all,
    having(values) {
      const keys = new Set(values.flatMap((value) => (typeof value === 'string' ? value : begunBy(value.source.slice(1)))));
      const known = [...keys].filter((key) => having.has(key)).sort(byBytes);
      return new Set(known.flatMap((key) => having.get(key) ?? []));
    },
  };
}
