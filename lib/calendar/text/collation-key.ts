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

const signOf = (position: number): string => String.fromCodePoint(FIRST + position);

/** Numbers texts in the order of a comparison. Equal texts share a number. */
const numbered = (things: readonly string[], compare: (one: string, other: string) => number): Map<string, number> => {
  const positions = new Map<string, number>();
  let position = 0;
  let before: string | undefined;
  for (const thing of [...things].sort(compare)) {
    if (before !== undefined && compare(before, thing) !== 0) position += 1;
    positions.set(thing, position);
    before = thing;
  }
  return positions;
};

const positionsOf = (language: Language): Positions => {
  const comparing = (sensitivity: 'base' | 'accent' | 'variant') => new Intl.Collator(language, { sensitivity }).compare;
  const [compareLetters, compareAccents, compareForms] = [comparing('base'), comparing('accent'), comparing('variant')] as const;
  const all = BLOCKS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, position) => String.fromCodePoint(first + position)),
  );
  const [marks, others] = [all.filter((one) => /\p{M}/u.test(one)), all.filter((one) => !/\p{M}/u.test(one))];
  const letters = numbered(others, compareLetters);
  const accents = numbered(others, compareAccents);
  const forms = numbered(others, compareForms);
  const [plainest, simplest] = [new Map<number, number>(), new Map<number, number>()];
  const lowest = (cache: Map<number, number>, at: number, position: number) =>
    cache.set(at, Math.min(cache.get(at) ?? Number.POSITIVE_INFINITY, position));
  for (const one of others) {
    lowest(plainest, letters.get(one) ?? 0, accents.get(one) ?? 0);
    lowest(simplest, accents.get(one) ?? 0, forms.get(one) ?? 0);
  }
  const beyond = (position = 0, from = 0): string => (position > from ? signOf(position - from) : '');
  const positioned = others.map((one): readonly [string, Position] => {
    const [letter = 0, accent = 0] = [letters.get(one), accents.get(one)];
    const isNothing = compareLetters(one, '') === 0;
    return [one, [isNothing ? '' : signOf(letter), beyond(accent, plainest.get(letter)), beyond(forms.get(one), simplest.get(accent))]];
  });
  const stacked = numbered(marks, (one, other) => compareAccents(`a${one}`, `a${other}`));
  return { letters: new Map(positioned), marks: new Map([...stacked].map(([one, position]) => [one, signOf(position)])) };
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
