/** How many different things are kept: some of what they are made of comes with records. */
const MOST = 500;

/** Makes what is made of a few texts, such as a format of Intl, once: it takes some tenths of a millisecond, and a list asks for the same again and again. */
export const memoize = <K extends readonly string[], T extends object | boolean | number>(make: (...of: K) => T): ((...of: K) => T) => {
  const made = new Map<string, T>();
  return (...of) => {
    const key = of.join(' ');
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size >= MOST) made.clear();
    const value = make(...of);
    made.set(key, value);
    return value;
  };
};
