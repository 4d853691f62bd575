/** Caches the result of a function for each object, as long as the object exists. */
export const oncePer = <K extends object, V>(work: (of: K) => V): ((of: K) => V) => {
  const known = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    const found = known.get(of) ?? { made: work(of) };
    known.set(of, found);
    return found.made;
  };
};
