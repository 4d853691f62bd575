/** Letters of folded words, by script. A typing error stays in its script. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяієїґјљњћђџ'].map(
  (letters) => [...letters],
);

/** Fewest letters of a word that may have a typing error. */
const SHORTEST = 5;

/** Limit of word length times alphabet size, since longer words have too many variants. */
const MOST_TRIED = 16 * 26;

/**
 * The words at Damerau-Levenshtein distance 1: one letter more, less or different, or two neighbours swapped. Empty for words below 5
 * letters, with digits, in other scripts than Latin, Greek and Cyrillic, or too long (over 16 Latin or 9 Cyrillic letters).
 */
export function nearWords(word: string): string[] {
  const alphabet = ALPHABETS.find((letters) => [...word].every((letter) => letters.includes(letter)));
  if (alphabet === undefined || word.length < SHORTEST || word.length * alphabet.length > MOST_TRIED) return [];
  const near = new Set<string>();
  for (let index = 0; index <= word.length; index += 1) {
    const [before, at, after] = [word.slice(0, index), word.slice(index), word.slice(index + 1)];
    for (const letter of alphabet) {
      near.add(`${before}${letter}${at}`);
      if (at !== '') near.add(`${before}${letter}${after}`);
    }
    if (at !== '') near.add(`${before}${after}`);
    if (at.length > 1) near.add(`${before}${at[1]}${at[0]}${at.slice(2)}`);
  }
  near.delete(word);
  return [...near];
}
