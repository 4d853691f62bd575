/** The maximum number of cached values. Some keys come from records. */
const MOST = 500;

/** Caches the results of a function of texts, such as an `Intl` format. A list needs one for each record, and making it is slow. */
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
