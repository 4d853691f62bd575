// Maximum length of a cached text in characters. It keeps the cache within some MB.
const LONGEST = 8192;
const MOST = 512;

/** Caches the results of a pure function of a text in memory. Lists show equal descriptions often. */
export const memoizeText = (work: (text: string) => string): ((text: string) => string) => {
  const answers = new Map<string, string>();
  return (text) => {
    const found = answers.get(text);
    if (found !== undefined) return found;
    const answer = work(text);
    if (text.length > LONGEST) return answer;
    if (answers.size >= MOST) answers.clear();
    answers.set(text, answer);
    return answer;
  };
};
