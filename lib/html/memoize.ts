/** The maximum number of cached results of a function. Some arguments come from records. */
const MOST = 500;

/** Caches in memory the results of a function of texts, such as one that makes a slow `Intl` format. */
export const memoize = <K extends readonly string[], T extends object | boolean | number | string>(
  make: (...of: K) => T,
): ((...of: K) => T) => {
  const cache = new Map<string, T>();
  return (...of) => {
    const key = of.join(' ');
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    if (cache.size >= MOST) cache.clear();
    const value = make(...of);
    cache.set(key, value);
    return value;
  };
};
