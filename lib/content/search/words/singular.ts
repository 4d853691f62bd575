import type { Language } from '../../../language';

/** Words that only look like plurals, or whose singular is another word. */
const AS_THEY_ARE: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set('are atlas axis bias canvas gas has have his iris its lens our their them these they this those us was we were'.split(' ')),
  fr: new Set('bois cours fils fois mois paris pays sens vers'.split(' ')),
};

const pairsOf = (pairs: string): Readonly<Record<string, string>> => Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=')));

/** Irregular plurals with their singulars, and those that the rules get wrong. */
const IRREGULAR: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: pairsOf('axes=axis biases=bias canvases=canvas gases=gas irises=iris lenses=lens waltzes=waltz'),
  fr: {
    ...pairsOf('ans=an yeux=oeil cieux=ciel messieurs=monsieur mesdames=madame mesdemoiselles=mademoiselle'),
    // Plurals of words in -al follow a rule.
    ...pairsOf('baux=bail coraux=corail emaux=email soupiraux=soupirail travaux=travail vantaux=vantail vitraux=vitrail'),
    ...pairsOf('aloyaux=aloyau boyaux=boyau etaux=etau fabliaux=fabliau gruaux=gruau'),
    ...pairsOf('joyaux=joyau landaux=landau noyaux=noyau sarraux=sarrau tuyaux=tuyau'),
  },
};

/** Fewest letters of a French plural. Shorter words such as bus, six and gaz are singular. */
const SHORTEST_FRENCH = 4;

function frenchSingular(word: string): string {
  if (word.length < SHORTEST_FRENCH) return word;
  if (word.endsWith('aux') && !word.endsWith('eaux')) return `${word.slice(0, -2)}l`;
  return /(?:[ae]u|ou)x$|[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The singular of an English word. Endings -ies and -ches lose their e, since nobody can tell whether the singular has one. */
function englishSingular(word: string): string {
  // Loaded on first use, since most commands never need it.
  const found = (require('pluralize') as typeof import('pluralize')).singular(word);
  if (/..ie$/.test(found)) return `${found.slice(0, -2)}y`;
  return found.endsWith('che') ? found.slice(0, -1) : found;
}

const SINGULARS: Readonly<Record<Language, (word: string) => string>> = { en: englishSingular, fr: frenchSingular };

/** Most words in memory. Texts repeat the same words. */
const MOST_CACHED = 20_000;

const singulars: Readonly<Record<Language, Map<string, string>>> = { en: new Map(), fr: new Map() };

/** The singular of a folded word, for keys and searches. It may not be a real word, but singular and plural agree. */
export function singular(word: string, language: Language): string {
  const cached = singulars[language].get(word);
  if (cached !== undefined) return cached;
  if (singulars[language].size >= MOST_CACHED) singulars[language].clear();
  const irregular = Object.hasOwn(IRREGULAR[language], word) ? IRREGULAR[language][word] : undefined;
  const found = AS_THEY_ARE[language].has(word) ? word : (irregular ?? SINGULARS[language](word));
  singulars[language].set(word, found);
  return found;
}

/** Endings that may be missing from a typed plural: partie(s), parti(es), childr(en), journau(x). */
const ENDINGS: Readonly<Record<Language, readonly string[]>> = { en: ' s es n en e'.split(' '), fr: ' s x ux'.split(' ') };

/** The singulars of all plurals that a beginning lacks one ending of. */
export const singularsBegunBy = (beginning: string, language: Language): string[] => [
  ...new Set(ENDINGS[language].map((ending) => singular(`${beginning}${ending}`, language))),
];
