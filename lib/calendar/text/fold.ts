import removeAccents from 'remove-accents';
import type { Language } from '../../language';

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The frequent words that a search ignores, folded, by language. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: list('about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'),
  fr: list(`a au aux avec ce ces dans de des du elle en et eux il je la le les leur lui ma mais me meme mes moi mon ne nos notre nous ou par
    pas pour qu que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous`),
};

// Marks that people leave out when they search: accents, Hebrew points, Arabic vowel signs, nuktas. Vowel signs of other scripts are
// letters.
const MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf]|[\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0670]|[\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
// Invisible characters, and characters that only stretch a word. The iota below a letter goes before capitals could make it a letter of
// its own.
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\u0640|\u0345/gu;
// Characters used as an apostrophe: quotation marks, accents, primes, and letters such as the okina.
const APOSTROPHES =
  /[\u0060\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u0374\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/g;
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu;

/** Converts a decimal digit of any script to ASCII. Each script has its digits from zero to nine in a row. */
const digit = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0;
  let nought = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought -= 1;
  return String((code - nought) % 10);
};

const foldAny = (text: string): string =>
  text
    // Before normalisation, which turns an acute accent into a blank with an accent.
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/\u0438\u0306/g, '\u0439')
    .replace(/\u0456\u0308/g, '\u0457')
    .replace(MARKS, '')
    .replace(FOREIGN_DIGITS, digit)
    .replace(/(?![a-z])\p{Script=Latin}/gu, (letter) => removeAccents(letter).toLowerCase())
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** The usual non-ASCII characters of texts. None of them changes its neighbours. */
const LATIN_LETTERS = Array.from({ length: 0x40 }, (_, index) => 0xc0 + index);
// Two ligatures, quotation marks, dashes, an ellipsis and a currency.
const OTHERS = [0x152, 0x153, 0x2018, 0x2019, 0x201c, 0x201d, 0xab, 0xbb, 0x2013, 0x2014, 0x2026, 0x20ac];
const USUAL = String.fromCodePoint(...LATIN_LETTERS, ...OTHERS);
const USUAL_FOLDED = new Map(Array.from(USUAL, (sign) => [sign, foldAny(sign)]));
const ALL_USUAL = new RegExp(`^[\\p{ASCII}${USUAL}]*$`, 'u');

/**
 * Folds a text for search. Makes lower case, no accents, ligatures spelt out (œ → oe, ß → ss), ASCII digits and apostrophes, single spaces,
 * no invisible characters. Separate letters stay, such as Cyrillic й and ї and kana with a dakuten. Idempotent.
 */
export const fold = (text: string): string =>
  ALL_USUAL.test(text)
    ? text
        .toLowerCase()
        .replaceAll('`', "'")
        .replace(/\P{ASCII}/gu, (sign) => USUAL_FOLDED.get(sign) ?? sign)
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : foldAny(text);

/** The folded terms of a search. Matches have all texts of `all` and no text of `none`. */
export interface SearchTerms {
  readonly all: readonly string[];
  readonly none: readonly string[];
}

// A search with more words is one phrase.
const MOST_WORDS = 9;
const TERM = /(-?)(?:"([^"]*)(?:"|$)|([^\s",+]+))/g;

/**
 * Parses a search query: all words and "exact phrases" must occur, -words must not. Single letters and the language's stop words only count
 * if nothing else is left. A blank query has no terms.
 */
export const searchTerms = (query: string, language: Language): SearchTerms => {
  const whole = fold(query.slice(0, 1600));
  const terms = Array.from(whole.matchAll(TERM), ([, minus, phrase, word = '']) => ({
    text: (phrase ?? word.replace(/^['"]+|['"]+$/g, '')).trim(),
    excluded: minus === '-',
    counts: phrase !== undefined || minus === '-' || !(/^[a-z-]?$/.test(word) || STOP_WORDS[language].has(word)),
  })).filter(({ text, counts }) => text !== '' && counts);
  if (whole !== '' && (terms.length === 0 || terms.length > MOST_WORDS)) return { all: [whole], none: [] };
  const pick = (excluded: boolean): string[] => [...new Set(terms.filter((term) => term.excluded === excluded).map(({ text }) => text))];
  return { all: pick(false), none: pick(true) };
};
