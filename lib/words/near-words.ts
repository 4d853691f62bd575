/** Letters that a folded word may have, by scripts: what is typed by mistake is of the same one. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяієїґјљњћђџ'].map(
  (letters) => [...letters],
);

/** How many letters a word has at least in which an error is taken for one. */
const SHORTEST = 5;

/** Words that are too long to have their errors looked for. */
const LONGEST = 20;

/**
 * The words that a word is with one typing error: a letter too many, too few, another one, or two that changed places (the Damerau-Levenshtein
 * distance 1); none of words of fewer than five letters, and of those with digits or of scripts other than Latin, Greek and Cyrillic.
 */
export function nearWords(word: string): string[] {
  const alphabet = ALPHABETS.find((letters) => [...word].every((letter) => letters.includes(letter)));
  if (alphabet === undefined || word.length < SHORTEST || word.length > LONGEST) return [];
  const near = new Set<string>();
  for (let place = 0; place <= word.length; place += 1) {
    const [before, at, after] = [word.slice(0, place), word.slice(place), word.slice(place + 1)];
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
