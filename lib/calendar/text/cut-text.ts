/** The maximum length of a partial word that a cut removes. Longer words are cut between two characters. */
const LONGEST_PART = 40;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a text at the end of a word, to at most `longest` UTF-16 units. An ellipsis replaces the rest. */
export const cutText = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  const start = Math.max(0, longest - 1 - LONGEST_PART);
  const head = text.slice(0, start);
  const tail = text.slice(start, longest - 1);
  // If a blank follows, the last word is whole.
  const isWhole = /\s/.test(text.charAt(longest - 1));
  const words = isWhole ? tail : /^([\s\S]*\S)\s+\S*$/.exec(tail)?.[1];
  return `${(head + (words ?? wholeCharacters(text, start, longest - 1))).replace(/[\s,;:–—-]+$/, '')}…`;
};

/** Slices a text, without a last character that the cut would split. */
const wholeCharacters = (text: string, start: number, end: number): string => {
  const cut = text.slice(start, end + LONGEST_PART);
  let last = 0;
  for (const { index } of characters.segment(cut)) if (index <= end - start) last = index;
  return cut.slice(0, last);
};
