/** Many lists of IDs, one after the other. */
export interface IdLists {
  /** The IDs that are in any of them, each once. */
  readonly ids: readonly number[];
  /** What is in the lists, as the place of each among the IDs. */
  readonly places: ArrayLike<number>;
  /** Where in that each list ends. */
  readonly ends: ArrayLike<number>;
}

/** Of how many records lists are put together in one document, far below the 16 MiB that one may have. */
const TOGETHER = 1000;
/** In how many documents they come at least: how many records there are is an estimate. */
const LEAST_DOCUMENTS = 64;

/** The name in groups of the field at a place. */
const nameAt = (_: unknown, place: number): string => `v${place}`;

/** A `$group` that puts the IDs of some fields of `most` records together, in a few large documents, which `readIdLists` reads. */
export const groupOfIds = (fields: readonly string[], most = 0): object => ({
  _id: { $mod: ['$_id', Math.max(LEAST_DOCUMENTS, Math.ceil(most / TOGETHER))] },
  ...Object.fromEntries(fields.map((field, place) => [nameAt(field, place), { $push: `$${field}` }])),
});

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
    let value = at + 1;
    while (bytes[value] !== 0) value += 1;
    at = visit(bytes[at] ?? 0, at + 1, value + 1);
  }
  return end;
};

const refuse = (type: number): never => {
  throw new Error(`A list of IDs holds a value of BSON type ${type}.`);
};

const afterNumber = (type: number, value: number): number => value + (NUMBERS[type]?.bytes ?? (type === NULL ? 0 : refuse(type)));

const createLists = () => {
  const ids: number[] = [];
  const places: number[] = [];
  const ends: number[] = [];
  const placeOf = new Map<number, number>();
  const add = (id: number): void => {
    let place = placeOf.get(id);
    if (place === undefined) {
      place = ids.push(id) - 1;
      placeOf.set(id, place);
    }
    places.push(place);
  };
  return { ids, places, ends, add };
};

/**
 * Reads the lists of each field out of such groups as they came (BSON): to make an array of each would take longer than the database does. Throws an
 * Error where one holds anything but numbers.
 */
export const readIdLists = (documents: readonly Buffer[], fields: readonly string[]): readonly IdLists[] => {
  const lists = new Map(fields.map((field, place) => [nameAt(field, place), createLists()]));
  for (const bytes of documents) {
    walk(bytes, 0, (type, name, value) => {
      const own = lists.get(bytes.toString('latin1', name, value - 1));
      if (own === undefined || type !== ARRAY) return afterNumber(type, value);
      const take = (one: number, _: number, at: number): number => {
        const id = NUMBERS[one]?.read(bytes, at) ?? 0;
        if (id > 0) own.add(id);
        return afterNumber(one, at);
      };
      return walk(bytes, value, (of, place, begin) => {
        // A list of one may be stored as that one.
        const end = of === ARRAY ? walk(bytes, begin, take) : take(of, place, begin);
        own.ends.push(own.places.length);
        return end;
      });
    });
  }
  return [...lists.values()];
};
