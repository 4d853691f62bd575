// Texts up to this length (characters), so that all answers together stay within some MB.
const LONGEST = 8192;
const MOST = 512;

/** Makes a pure function of a text answer from memory where it was asked of late: lists show the same descriptions again and again. */
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
