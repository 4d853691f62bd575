import removeAccents from 'remove-accents';

// Marks that people leave out when they search: accents, Hebrew points, Arabic vowel signs. Vowel signs of other scripts are letters.
const MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf]|[\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/**
 * Makes a text comparable for search: full case folding, accents removed (Cyrillic й and ї are letters of their own and stay),
 * ligatures spelt out (œ → oe, ß → ss), one kind of apostrophe, runs of white space as one blank. Idempotent.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/\u0438\u0306/g, '\u0439')
    .replace(/\u0456\u0308/g, '\u0457')
    .replace(MARKS, '')
    .replace(/[ıſ]/g, (letter) => (letter === 'ı' ? 'i' : 's'))
    .replace(/(?![a-z])\p{Script=Latin}/gu, (letter) => removeAccents(letter).toLowerCase())
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .replace(/[‘’ʼ]/g, "'")
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** What a search asks for, folded: every one of `all` must occur, none of `none` may. */
export interface SearchTerms {
  readonly all: readonly string[];
  readonly none: readonly string[];
}

// The words that the reference leaves out of a search, in English and French.
const STOP_WORDS = new Set(
  `about an are as at be by com for from how in is it of on or that the this to was what when where who will with www
  à au aux avec ce ces dans de des du elle en et eux il je la le les leur lui ma mais me même mes moi mon ne nos notre nous ou par pas pour
  qu que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous`
    .split(/\s+/)
    .map(fold),
);

// More words than this are one phrase, as in the reference.
const MOST_WORDS = 9;
const TERM = /(-?)(?:"([^"]*)(?:"|$)|([^\s",+]+))/g;

/**
 * Reads a search (REFERENCE 4.6): words must all occur, "exact phrases" as they stand, -words must not; single letters and stop words
 * do not count unless nothing else is left. Blank: no terms.
 */
export const searchTerms = (query: string): SearchTerms => {
  const whole = fold(query.slice(0, 1600));
  const terms = Array.from(whole.matchAll(TERM), ([, minus, phrase, word = '']) => ({
    text: (phrase ?? word.replace(/^['"]+|['"]+$/g, '')).trim(),
    excluded: minus === '-',
    counts: phrase !== undefined || !(/^[a-z-]?$/.test(word) || STOP_WORDS.has(word)),
  })).filter(({ text, counts }) => text !== '' && counts);
  if (whole !== '' && (terms.length === 0 || terms.length > MOST_WORDS)) return { all: [whole], none: [] };
  const pick = (excluded: boolean): string[] => [...new Set(terms.filter((term) => term.excluded === excluded).map(({ text }) => text))];
  return { all: pick(false), none: pick(true) };
};
