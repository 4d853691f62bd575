import { fold, STOP_WORDS } from '../../calendar';
import { index, type NamedIndex, PROTECTED_PREFIX, WORDS_FIELD, WORDS_INDEX } from '../../database';
import type { Language } from '../../language';
import type { PostLikeDeclaration, TypeBasics } from '../types';

/** A pattern for a word: letters and digits, with apostrophes between them. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/u;
const RUNS = new RegExp(`(${UNSPACED.source})`, 'u');

/** Patterns for parts joined to a word by an apostrophe: l’été, jusqu’ici, museum’s. In any language they are removed, in this order. */
const JOINED: Readonly<Record<Language, RegExp>> = {
  fr: /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi|pres|quel)?qu)'(?=.)/,
  en: /'s$/,
};

const withoutJoined = (word: string): string =>
  Object.values(JOINED)
    .reduce((rest, part) => rest.replace(part, ''), word)
    .replaceAll("'", '');

/** Longest indexed word in characters. Longer words are cut. */
const LONGEST_WORD = 40;

/** A quick test for scripts without spaces between words, which have no characters below U+0E00. */
const MAY_BE_UNSPACED = /[\u0e00-\uffff]/;

/** True if a text has a script without spaces between words, such as Chinese. Searches use pairs of characters there. */
export const isUnspaced = (word: string): boolean => MAY_BE_UNSPACED.test(word) && UNSPACED.test(word);

/** Returns all pairs of neighbouring characters of a text, or its single character. */
const pairs = (run: string): string[] => {
  const characters = Array.from(run);
  return characters.length < 2 ? characters : characters.slice(1).map((second, index) => `${characters[index]}${second}`);
};

const wordParts = (word: string): string[] => {
  if (!isUnspaced(word)) return [word];
  // `split` puts the matches between the other parts.
  return word.split(RUNS).flatMap((part) => (isUnspaced(part) ? pairs(part) : part === '' ? [] : [part]));
};

/**
 * Iterates over the words of a folded text (lower case, without accents). Joined parts are removed (museum’s becomes museum), hyphens
 * separate words, and scripts without spaces give pairs of characters.
 */
function* wordsOfFolded(folded: string): Generator<string> {
  for (const [joined] of folded.matchAll(WORD)) {
    const word = joined.includes("'") ? withoutJoined(joined) : joined;
    for (const part of wordParts(word)) yield part.length > LONGEST_WORD ? Array.from(part).slice(0, LONGEST_WORD).join('') : part;
  }
}

/** Splits a text into words, in lower case and without accents. */
export const splitWords = (text: string): string[] => [...wordsOfFolded(fold(text))];

/** Words that only look like plurals, or whose singular is another word. */
const INVARIABLE: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set('are atlas axis bias canvas gas has have his iris its lens our their them these they this those us was we were'.split(' ')),
  fr: new Set('bois cours fils fois mois paris pays sens vers'.split(' ')),
};

const wordTable = (pairs: string): Readonly<Record<string, string>> => Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=')));

/** Singulars of irregular plurals, and of plurals that the rules get wrong. */
const IRREGULAR: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: wordTable('axes=axis biases=bias canvases=canvas gases=gas irises=iris lenses=lens waltzes=waltz'),
  fr: {
    ...wordTable('ans=an yeux=oeil cieux=ciel messieurs=monsieur mesdames=madame mesdemoiselles=mademoiselle'),
    // Plurals of words in -al follow a rule.
    ...wordTable('baux=bail coraux=corail emaux=email soupiraux=soupirail travaux=travail vantaux=vantail vitraux=vitrail'),
    ...wordTable('aloyaux=aloyau boyaux=boyau etaux=etau fabliaux=fabliau gruaux=gruau'),
    ...wordTable('joyaux=joyau landaux=landau noyaux=noyau sarraux=sarrau tuyaux=tuyau'),
  },
};

/** Fewest letters of a French plural. Shorter words such as bus, six and gaz are singular. */
const SHORTEST_FRENCH = 4;

function frenchSingular(word: string): string {
  if (word.length < SHORTEST_FRENCH) return word;
  if (word.endsWith('aux') && !word.endsWith('eaux')) return `${word.slice(0, -2)}l`;
  return /(?:[ae]u|ou)x$|[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Returns the singular of an English word. Endings -ies and -ches lose their e, since nobody can tell whether the singular has one. */
function englishSingular(word: string): string {
  // Loaded on first use, since most commands never need it.
  const found = (require('pluralize') as typeof import('pluralize')).singular(word);
  if (/..ie$/.test(found)) return `${found.slice(0, -2)}y`;
  return found.endsWith('che') ? found.slice(0, -1) : found;
}

const SINGULARS: Readonly<Record<Language, (word: string) => string>> = { en: englishSingular, fr: frenchSingular };

/** The maximum number of words whose singular is cached in memory. Texts repeat the same words. */
const MOST_CACHED = 20_000;

const singulars: Readonly<Record<Language, Map<string, string>>> = { en: new Map(), fr: new Map() };

/** Returns the singular of a word as an index key. It may not be a real word, but is equal for singular and plural. */
export function singular(word: string, language: Language): string {
  const cached = singulars[language].get(word);
  if (cached !== undefined) return cached;
  if (singulars[language].size >= MOST_CACHED) singulars[language].clear();
  const irregular = Object.hasOwn(IRREGULAR[language], word) ? IRREGULAR[language][word] : undefined;
  const found = INVARIABLE[language].has(word) ? word : (irregular ?? SINGULARS[language](word));
  singulars[language].set(word, found);
  return found;
}

/** Endings that may be missing from a typed plural: partie(s), parti(es), childr(en), journau(x). */
const ENDINGS: Readonly<Record<Language, readonly string[]>> = { en: ' s es n en e'.split(' '), fr: ' s x ux'.split(' ') };

/** Returns the singulars of all plurals that are the typed beginning with one ending added. */
export const singularsBegunBy = (beginning: string, language: Language): string[] => [
  ...new Set(ENDINGS[language].map((ending) => singular(`${beginning}${ending}`, language))),
];

/** Prefixes of keys in the word index, for words of the title and of other texts. */
export const PREFIXES = { title: 't', text: 'd' } as const;

/** The maximum number of indexed characters of a text. */
const LONGEST_TEXT = 100_000;
/** The maximum number of different indexed words of a text. */
const MOST_INDEXED_WORDS = 2000;

/** True if a word is too common to be searched for together with other words. */
export const isStopWord = (word: string, language: Language): boolean =>
  STOP_WORDS[language].has(word) || (word.length === 1 && /[a-z]/.test(word));

/** Returns the index keys of a word, without prefix. For a pair of unspaced characters, the second character is a key too. */
const keyForms = (word: string, language: Language): string[] =>
  isUnspaced(word) ? [word, ...Array.from(word).slice(1)] : [singular(word, language)];

interface IndexedRecord {
  readonly language: Language;
  readonly title: string;
  /** All searchable texts with the title, in lower case and without accents. */
  readonly text: string;
  readonly links: readonly string[];
  /** True if the public sees only the title. */
  readonly isProtected: boolean;
}

/** Makes the index keys by which the arg `q` finds a record: singular words of title and texts, and links. */
export function indexedWords({ language, title, text, links, isProtected }: IndexedRecord): string[] {
  const inTitle = new Set(splitWords(title).flatMap((word) => keyForms(word, language)));
  const inText = new Set<string>();
  const done = new Set<string>();
  for (const word of wordsOfFolded(text.slice(0, LONGEST_TEXT))) {
    if (inText.size >= MOST_INDEXED_WORDS) break;
    if (done.has(word)) continue;
    done.add(word);
    if (isStopWord(word, language)) continue;
    for (const one of keyForms(word, language)) if (!inTitle.has(one)) inText.add(one);
  }
  const hidden = [...[...inText].map((word) => `${PREFIXES.text}${word}`), ...links];
  return [
    ...[...inTitle].map((word) => `${PREFIXES.title}${word}`),
    ...(isProtected ? hidden.map((key) => `${PROTECTED_PREFIX}${key}`) : hidden),
  ];
}

/** Returns the sort order of equally relevant records: by date, or by title in the order of the language. */
export const tieOrder = ({ searchRanking }: Pick<PostLikeDeclaration, 'searchRanking'>): Readonly<Record<string, 1>> => ({
  [searchRanking?.by ?? 'keys.collated']: 1,
  _id: 1,
});

/** Makes the MongoDB index of words for a content type. The index contains the fields that all lists compare. */
export const wordsIndex = (type: Pick<PostLikeDeclaration, 'searchRanking'>, { listed }: Pick<TypeBasics, 'listed'>): NamedIndex => {
  const inEveryList = ['hidden', 'status'].filter((name) => Object.hasOwn(listed, name));
  const asKey = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1 as const]));
  return index(WORDS_INDEX, {
    language: 1,
    [WORDS_FIELD]: 1,
    ...asKey(inEveryList),
    ...tieOrder(type),
    ...asKey(type.searchRanking?.compared ?? []),
  });
};
