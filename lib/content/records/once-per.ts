/** Works something out once for each thing that it is made of, as long as there is that, though several ask for it. */
export const oncePer = <K extends object, V>(work: (of: K) => V): ((of: K) => V) => {
  const known = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    const found = known.get(of) ?? { made: work(of) };
    known.set(of, found);
    return found.made;
  };
};
