import { LRUCache } from 'lru-cache';

// Maximum length of a cached text in characters. It keeps the cache within some MB.
const LONGEST = 8192;
const MOST = 512;

/** Caches the results of a pure function of a text in memory. Lists show equal descriptions often. */
export const memoizeText = (work: (text: string) => string): ((text: string) => string) => {
  const results = new LRUCache<string, string>({ max: MOST });
  return (text) => {
    const found = results.get(text);
    if (found !== undefined) return found;
    const result = work(text);
    if (text.length <= LONGEST) results.set(text, result);
    return result;
  };
};
