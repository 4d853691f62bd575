/** Caches the result of a function for each object, as long as the object exists. */
export const oncePer = <K extends object, V>(work: (of: K) => V): ((of: K) => V) => {
  const cached = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    const found = cached.get(of) ?? { made: work(of) };
    cached.set(of, found);
    return found.made;
  };
};
