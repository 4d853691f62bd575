import type { Language } from '../../../language';

/** Words that look like plurals and are none, or are another word without their ending. */
const AS_THEY_ARE: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set('are atlas axis bias canvas gas has have his iris its lens our their them these they this those us was we were'.split(' ')),
  fr: new Set('bois cours fils fois mois paris pays sens vers'.split(' ')),
};

/** Plurals by no rule, and those that rules take for other words. */
const IRREGULAR: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { axes: 'axis', biases: 'bias', canvases: 'canvas', gases: 'gas', irises: 'iris', lenses: 'lens', waltzes: 'waltz' },
  fr: {
    ...{ ans: 'an', yeux: 'oeil', cieux: 'ciel', messieurs: 'monsieur', mesdames: 'madame', mesdemoiselles: 'mademoiselle' },
    // Those in -al are numerous, and have a rule.
    ...{
      baux: 'bail',
      coraux: 'corail',
      emaux: 'email',
      soupiraux: 'soupirail',
      travaux: 'travail',
      vantaux: 'vantail',
      vitraux: 'vitrail',
    },
    ...{
      aloyaux: 'aloyau',
      boyaux: 'boyau',
      etaux: 'etau',
      fabliaux: 'fabliau',
      gruaux: 'gruau',
      joyaux: 'joyau',
      landaux: 'landau',
      noyaux: 'noyau',
      sarraux: 'sarrau',
      tuyaux: 'tuyau',
    },
  },
};

/** Shorter French words are no plurals: bus, six, gaz. */
const SHORTEST_FRENCH = 4;

function frenchSingular(word: string): string {
  if (word.length < SHORTEST_FRENCH) return word;
  if (word.endsWith('aux') && !word.endsWith('eaux')) return `${word.slice(0, -2)}l`;
  return /(?:[ae]u|ou)x$|[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Of -ies and -ches nobody can tell whether the singular has an e: it has none here, in either number. */
function englishSingular(word: string): string {
  // Loaded with the first word: most commands need none.
  const found = (require('pluralize') as typeof import('pluralize')).singular(word);
  if (/..ie$/.test(found)) return `${found.slice(0, -2)}y`;
  return found.endsWith('che') ? found.slice(0, -1) : found;
}

const SINGULARS: Readonly<Record<Language, (word: string) => string>> = { en: englishSingular, fr: frenchSingular };

/** How many words are remembered: texts consist of the same ones again and again. */
const MOST_REMEMBERED = 20_000;

const remembered: Readonly<Record<Language, Map<string, string>>> = { en: new Map(), fr: new Map() };

/** The singular of a folded word, as keys and searches have it: the same for singular and plural, be it no word at all. */
export function singular(word: string, language: Language): string {
  const known = remembered[language].get(word);
  if (known !== undefined) return known;
  if (remembered[language].size >= MOST_REMEMBERED) remembered[language].clear();
  const irregular = IRREGULAR[language];
  const found = AS_THEY_ARE[language].has(word) ? word : Object.hasOwn(irregular, word) ? irregular[word] : SINGULARS[language](word);
  remembered[language].set(word, found ?? word);
  return found ?? word;
}

/** What plurals may end in behind what was typed of them: partie(s), parti(es), childr(en), journau(x). */
const ENDINGS: Readonly<Record<Language, readonly string[]>> = { en: ' s es n en e'.split(' '), fr: ' s x ux'.split(' ') };

/** The singulars of the plurals that a text may be the beginning of, as far as one ending is missing. */
export const singularsBegunBy = (beginning: string, language: Language): string[] => [
  ...new Set(ENDINGS[language].map((ending) => singular(`${beginning}${ending}`, language))),
];
