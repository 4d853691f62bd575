type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Longer arrays grow by less: columns of a calendar take as much as the cache has for them, and would not fit with a quarter more. */
const LONG = 2 ** 17;

/** An array that has room for a place, with what it had. */
export const grown = <A extends Numbers>(array: A, place: number): A => {
  if (place < array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(
    Math.max(place + 1, Math.ceil(array.length * (array.length < LONG ? 1.25 : 1.0625)), 64),
  );
  larger.set(array);
  return larger;
};
