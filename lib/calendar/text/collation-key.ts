import type { Language } from '../../language';

/** The number of letters that count for sorting, and of letters whose accents and case count. */
const LETTERS = 120;
const ACCENTED = 60;

/**
 * The Unicode blocks that the collator orders: Latin, Greek and Cyrillic letters, punctuation, currencies, symbols and pictures. Later
 * versions of Unicode do not extend these blocks, so keys stay comparable. Other characters follow by code point.
 */
const BLOCKS = [
  [0x20, 0x52f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2600, 0x27bf],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
] as const;
/** The code point for the first position. */
const FIRST = 0x22;

/** The mark between the two letters of a ligature. It ranks above any accent, as in the UCA table. No text has this character. */
const JOINED = '\uff00';

/** The letters that sort as two, though Unicode does not decompose them. */
const TWO: Readonly<Record<string, string>> = { æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ß: 'ss', ẞ: 'SS' };

/** The prefix of a letter that sorts by code point, after all positions. */
const BEYOND = '\u2fff';

/** The maximum number of combining marks that count for sorting. */
const MARKS = 200;

/** The separators between the parts of a key, and after each letter of the second part. They sort before all else. */
const BETWEEN = ' ';
const NEXT = '!';

/** The rank of a character: by letter, then by accent, then by smaller differences such as case. */
type Position = readonly [letter: string, accent: string, form: string];

interface Positions {
  readonly letters: ReadonlyMap<string, Position>;
  /** The ranks of combining marks, by mark. */
  readonly marks: ReadonlyMap<string, string>;
}

type Compare = (one: string, other: string) => number;

/**
 * Ranks texts by several comparisons, each finer than the one before. The rank of a comparison counts its differences since the last
 * difference of a coarser one. Equal texts share their ranks.
 */
const ranksOf = (texts: readonly string[], ...comparisons: readonly [...Compare[], Compare]): Map<string, readonly number[]> => {
  const ranks = new Map<string, readonly number[]>();
  let rank: readonly number[] = comparisons.map(() => 0);
  let before: string | undefined;
  for (const text of [...texts].sort(comparisons.at(-1))) {
    const last = before ?? text;
    const level = comparisons.findIndex((compare) => compare(last, text) !== 0);
    if (level !== -1) rank = [...rank.slice(0, level), (rank[level] ?? 0) + 1, ...comparisons.slice(level + 1).map(() => 0)];
    ranks.set(text, rank);
    before = text;
  }
  return ranks;
};

const signOf = (rank = 0): string => String.fromCodePoint(FIRST + rank);
const finerSign = (rank = 0): string => (rank === 0 ? '' : signOf(rank));

const positionsOf = (language: Language): Positions => {
  const comparing = (sensitivity: 'base' | 'accent' | 'variant') => new Intl.Collator(language, { sensitivity }).compare;
  const [compareLetters, compareAccents, compareForms] = [comparing('base'), comparing('accent'), comparing('variant')] as const;
  const all = BLOCKS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, position) => String.fromCodePoint(first + position)),
  );
  const isMark = (one: string): boolean => /\p{M}/u.test(one);
  const others = all.filter((one) => !isMark(one));
  const letters = [...ranksOf(others, compareLetters, compareAccents, compareForms)].map(([one, [letter, accent, form]]) => {
    const isNothing = compareLetters(one, '') === 0;
    return [one, [isNothing ? '' : signOf(letter), finerSign(accent), finerSign(form)]] as const;
  });
  const marks = [...ranksOf(all.filter(isMark), (one, other) => compareAccents(`a${one}`, `a${other}`))];
  return { letters: new Map(letters), marks: new Map(marks.map(([one, [rank]]) => [one, signOf(rank)])) };
};

const cache = new Map<Language, Positions>();
const positionsIn = (language: Language): Positions => {
  const found = cache.get(language) ?? positionsOf(language);
  cache.set(language, found);
  return found;
};

/**
 * Makes a sort key: code point order of keys equals the order of `Intl.Collator` (Unicode Collation Algorithm, UTS 10). The first 120
 * letters count, then accents, then case. JavaScript has no such keys, so the collator ranks each letter once.
 */
export function collationKey(text: string, language: Language): string {
  const { letters, marks } = positionsIn(language);
  let [primary, accents, forms] = ['', '', ''];
  let count = 0;
  for (const one of text.replace(/[æÆœŒßẞ]/g, (letter) => [...(TWO[letter] ?? letter)].join(JOINED)).normalize('NFKD')) {
    const mark = one === JOINED ? JOINED : marks.get(one);
    const [letter, accent, form]: Position = letters.get(one) ?? [BEYOND + one, '', ''];
    if (mark !== undefined && accents.length < ACCENTED + MARKS) accents += mark;
    if (mark !== undefined || letter === '') continue;
    primary += letter;
    accents += NEXT + accent;
    forms += NEXT + form;
    count += 1;
    if (count === LETTERS) break;
  }
  const shortened = (part: string) =>
    part
      .split(NEXT, ACCENTED + 1)
      .join(NEXT)
      .replace(/!+$/, '');
  return [primary, shortened(accents), shortened(forms)].join(BETWEEN).replace(/ +$/, '');
}
