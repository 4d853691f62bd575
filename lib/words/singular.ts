import type { Language } from '../language';

/** French words in -s that are another word without it, or the same in the plural. */
const FRENCH_AS_THEY_ARE = new Set('bois cours fils fois mois paris pays sens vers'.split(' '));
/** French words whose singular ends in -ail: as numerous as those in -al are, these are few. */
const FRENCH_IN_AIL = new Set('baux coraux emaux soupiraux travaux vantaux vitraux'.split(' '));
/** Their singular is the same but for the x. */
const FRENCH_IN_AU = /(?:eau|yau|etau|sarrau|landau)x$/;
/** Shorter words are no plurals: bus, six, gaz. */
const SHORTEST_FRENCH = 4;

function frenchSingular(word: string): string {
  if (word.length < SHORTEST_FRENCH || FRENCH_AS_THEY_ARE.has(word)) return word;
  if (FRENCH_IN_AIL.has(word)) return `${word.slice(0, -2)}il`;
  if (word.endsWith('aux') && !FRENCH_IN_AU.test(word)) return `${word.slice(0, -2)}l`;
  return /(?:[ae]u|ou)x$|[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

// Loaded with the first word: most commands need none.
const englishSingular = (word: string): string => (require('pluralize') as typeof import('pluralize')).singular(word);

const SINGULARS: Readonly<Record<Language, (word: string) => string>> = { en: englishSingular, fr: frenchSingular };

/** How many words are remembered: texts consist of the same ones again and again. */
const MOST_REMEMBERED = 20_000;

const remembered: Readonly<Record<Language, Map<string, string>>> = { en: new Map(), fr: new Map() };

/** The singular of a folded word; the same for all that are read as forms of one word, be it that nobody says so. */
export function singular(word: string, language: Language): string {
  const known = remembered[language].get(word);
  if (known !== undefined) return known;
  if (remembered[language].size >= MOST_REMEMBERED) remembered[language].clear();
  const found = SINGULARS[language](word);
  remembered[language].set(word, found);
  return found;
}

/** What plurals may end in. */
const ENDINGS: Readonly<Record<Language, readonly string[]>> = { en: ['s'], fr: ['s', 'x'] };

/** What the beginning of a plural is the beginning of, in the singular: partie(s) of party, journau(x) of journal. */
export const singularBeginnings = (beginning: string, language: Language): string[] => {
  const all = [beginning, ...['', ...ENDINGS[language]].map((ending) => singular(`${beginning}${ending}`, language))];
  const found = [...new Set(all)];
  return found.filter((one) => !found.some((other) => other !== one && one.startsWith(other)));
};
