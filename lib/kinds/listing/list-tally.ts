/** How often each list of IDs was met, of each record once. */
export interface ListCount {
  readonly ids: readonly number[];
  count: number;
}

/** The types of BSON that lists of IDs are made of (https://bsonspec.org/spec.html). */
const ARRAY = 0x04;
const NUMBERS: Readonly<Record<number, { readonly bytes: number; read(bytes: Buffer, at: number): number }>> = {
  1: { bytes: 8, read: (bytes, at) => bytes.readDoubleLE(at) },
  16: { bytes: 4, read: (bytes, at) => bytes.readInt32LE(at) },
  18: { bytes: 8, read: (bytes, at) => Number(bytes.readBigInt64LE(at)) },
};
const NULL = 0x0a;

/** Calls `visit` for each element of a document or an array that begins at a place: its type, the place of its name and that of its value. Answers where that ends. */
const walk = (bytes: Buffer, begin: number, visit: (type: number, name: number, value: number) => number): number => {
  const end = begin + bytes.readInt32LE(begin);
  let at = begin + 4;
  while (bytes[at] !== 0) {
    const value = bytes.indexOf(0, at + 1) + 1;
    at = visit(bytes[at] ?? 0, at + 1, value);
  }
  return end;
};

const refuse = (type: number): never => {
  throw new Error(`A list of IDs holds a value of BSON type ${type}.`);
};

const afterNumber = (type: number, value: number): number => value + (NUMBERS[type]?.bytes ?? (type === NULL ? 0 : refuse(type)));

/**
 * Counts lists of IDs in documents as they came (BSON), each of whose members but `_id` is an array of such lists: to make an array of each first would
 * take longer than the database does. Answers those of each member in the order of the names. Throws an Error where one holds anything but numbers.
 */
export const tallyLists = (documents: readonly Buffer[], names: readonly string[]): readonly (readonly ListCount[])[] => {
  const tallies = new Map(names.map((name) => [name, { single: new Map<number, ListCount>(), several: new Map<string, ListCount>() }]));
  for (const bytes of documents) {
    walk(bytes, 0, (type, name, value) => {
      const tally = tallies.get(bytes.toString('latin1', name, value - 1));
      if (tally === undefined || type !== ARRAY) return afterNumber(type, value);
      return walk(bytes, value, (of, _, begin) => {
        // A list of one may be stored as that one.
        const isList = of === ARRAY;
        const ids: number[] = [];
        const take = (one: number, at: number): number => {
          const number = NUMBERS[one]?.read(bytes, at) ?? 0;
          if (number > 0) ids.push(number);
          return afterNumber(one, at);
        };
        const end = isList ? walk(bytes, begin, (one, __, at) => take(one, at)) : take(of, begin);
        const [first] = ids;
        if (first === undefined) return end;
        if (ids.length === 1) add(tally.single, first, ids);
        else add(tally.several, bytes.toString('latin1', begin, end), ids);
        return end;
      });
    });
  }
  return [...tallies.values()].map(({ single, several }) => [...single.values(), ...several.values()]);
};

const add = <K>(counts: Map<K, ListCount>, key: K, ids: readonly number[]): void => {
  const known = counts.get(key);
  if (known === undefined) counts.set(key, { ids, count: 1 });
  else known.count += 1;
};
