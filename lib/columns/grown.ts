type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** An array that has room for a place, with what it had. */
export const grown = <A extends Numbers>(array: A, place: number): A => {
  if (place < array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.max(place + 1, Math.ceil(array.length * 1.25), 64));
  larger.set(array);
  return larger;
};
