/** Letters that a folded word may have, by scripts: what is typed by mistake is of the same one. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяієїґјљњћђџ'].map(
  (letters) => [...letters],
);

/** How many letters a word has at least in which an error is taken for one. */
const SHORTEST = 5;

/** How many letters times how many there are in the alphabet: of longer words nobody looks for errors, so that there are not too many to look for. */
const MOST_TRIED = 16 * 26;

/**
 * The words that a word is with one typing error: a letter too many, too few, another one, or two that changed places (the Damerau-Levenshtein
 * distance 1); none of words of fewer than five letters, of those
 * with digits or of scripts other than Latin, Greek and Cyrillic, and of long ones (more than 16 Latin letters, 9 Cyrillic ones).
 */
export function nearWords(word: string): string[] {
  const alphabet = ALPHABETS.find((letters) => [...word].every((letter) => letters.includes(letter)));
  if (alphabet === undefined || word.length < SHORTEST || word.length * alphabet.length > MOST_TRIED) return [];
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
