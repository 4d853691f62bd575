// Maximum length of a cached text in characters. It keeps the cache within some MB.
const LONGEST = 8192;
const MOST = 512;

/** Caches the results of a pure function of a text in memory. Lists show equal descriptions often. */
export const memoizeText = (work: (text: string) => string): ((text: string) => string) => {
  const answers = new Map<string, string>();
  return (text) => {
    if (text.length > LONGEST) return work(text);
    const answer = answers.get(text) ?? work(text);
    answers.delete(text);
    answers.set(text, answer);
    for (const [oldest] of answers) {
      if (answers.size <= MOST) break;
      answers.delete(oldest);
    }
    return answer;
  };
};
