import type { Filter } from 'mongodb';
import { fold } from '../../calendar';
import { WORDS_INDEX } from '../../database';
import { type ApiError, errors, invalidParam } from '../../errors';
import type { Language, Text } from '../../language';
import type { ArgRequest } from '../../registry';
import type { Clause, ListFilter, PostRecord, Services, Shown, View } from '../types';
import { judged } from '../values';
import { keysBeginning } from './key-conditions';
import { namedLinks } from './named-links';
import { formsOf, nearForms, type QueryWord, queryWords, type WordForms } from './query-words';
import { type Attempt, havingWord, type Keys, type Reach } from './word-conditions';
import { PLACES } from './word-keys';
import { splitWords } from './words/split-words';

/** Characters of a search, and different words of it, at most. */
export const LONGEST_SEARCHED = 150;
const MOST_WORDS = 16;
/** Words whose typing errors are looked for in one search: where more are unknown, it finds nothing. */
const MOST_CORRECTED = 3;

const refuse = (): ApiError =>
  errors.invalidValue({
    en: `Send words to look for, at most ${MOST_WORDS}, of at most ${LONGEST_SEARCHED} characters together.`,
    fr: `Envoyez des mots à chercher, ${MOST_WORDS} au plus, de ${LONGEST_SEARCHED} caractères au plus en tout.`,
  });
const text = judged({ schema: { type: 'string', minLength: 1, maxLength: LONGEST_SEARCHED }, refuse });

const SEARCHED = {
  type: 'string',
  ...text,
  validate(value: unknown, request: ArgRequest, name: string): true {
    text.validate(value, request, name);
    if (new Set(splitWords(String(value))).size > MOST_WORDS) throw refuse();
    return true;
  },
} as const;

/** What of a kind its search by words is made of. */
interface Searched {
  readonly plural: string;
  readonly names: Text;
  /** The fields in which its records name others by whose names they are found, and the collections of these. */
  readonly linked: readonly { readonly field: string; readonly collection: string }[];
  /** The order of what is equally near, which the index of words has. */
  readonly sort: Readonly<Record<string, 1>>;
}

/** A word as it is looked for, and how many records have it that the reader is shown: none is counted beyond a bound. */
interface Sought {
  readonly attempt: Attempt;
  readonly count: number;
  /** The word that was sent, where none of them has it. */
  readonly corrected?: string;
}

const keysOf = ({ attempt }: Sought): number =>
  attempt.reduce((sum, { title, link, text }) => sum + title.length + link.length + text.length, 0);

/** The rarest first; of those that are as frequent, as far as they were counted, the one with the fewest keys. */
const byRarity = (one: Sought, other: Sought): number => one.count - other.count || keysOf(one) - keysOf(other);

/** Records of a word that are counted, to tell the rarest of several: where each has more, it takes less time to look for each by itself. */
const MOST_WEIGHED = 5000;

const NOTHING: Clause = { condition: { _id: { $in: [] } }, index: null };

/** How a word is looked for among others. */
interface Seeking {
  /** The whole search as it was sent. */
  readonly q: string;
  readonly isAlone: boolean;
  /** Whether one more may be corrected. */
  mayCorrect(): boolean;
}

/** A word as somebody typed it; as it is looked for where it stands in no other form. */
const typedAs = (q: string, { word }: QueryWord): string => q.match(/[\p{L}\p{N}\p{M}]+/gu)?.find((typed) => fold(typed) === word) ?? word;

/** The filter by words that stand anywhere in a record or in the names of what it links to, in any order; it orders by where. */
export function wordsFilter(services: Services, { plural, names, linked, sort }: Searched): ListFilter {
  const sayingIn = async (forms: (language: Language) => WordForms, language: Language, view: View): Promise<Keys> => {
    const links = await Promise.all(linked.map(async (link) => namedLinks(services, { ...link, forms, language }, view)));
    const own = forms(language);
    return { language, title: keysBeginning(PLACES.title, own), link: links.flat(), text: keysBeginning(PLACES.text, own) };
  };
  const attemptOf = (forms: (word: QueryWord, language: Language) => WordForms, word: QueryWord, view: View): Promise<Attempt> => {
    // Each kind that is linked asks for the forms in each language.
    const known = new Map<Language, WordForms>();
    const formsIn = (language: Language): WordForms => {
      const found = known.get(language) ?? forms(word, language);
      known.set(language, found);
      return found;
    };
    return Promise.all((view.languages ?? [view.language]).map(async (language) => sayingIn(formsIn, language, view)));
  };

  const countOf = (attempt: Attempt, { records, open }: Shown, limit: number): Promise<number> => {
    const filter = { $and: [...records, havingWord(attempt, 'text', open, true)] } as Filter<PostRecord>;
    return services.kinds.posts<PostRecord>(plural).collection().countDocuments(filter, { hint: WORDS_INDEX, limit });
  };

  /** A word as it was sent, if the reader is shown any record that has it, be it on no page of this list; else those that it is with one typing error. */
  const soughtOf = async (word: QueryWord, view: View, shown: Shown, { q, isAlone, mayCorrect }: Seeking): Promise<Sought> => {
    const most = isAlone ? 1 : MOST_WEIGHED;
    const attempt = await attemptOf(formsOf, word, view);
    const count = await countOf(attempt, shown, most);
    const hasNear = () => (view.languages ?? [view.language]).some((language) => nearForms(word, language).words.length > 0);
    if (count > 0 || !hasNear() || !mayCorrect()) return { attempt, count };
    const other = await attemptOf(nearForms, word, view);
    return { attempt: other, count: await countOf(other, shown, most), corrected: typedAs(q, word) };
  };

  const workedOut = async (q: string, view: View, shown: Shown): Promise<Clause> => {
    const words = queryWords(q, view.languages ?? [view.language]);
    let corrected = 0;
    const seeking: Seeking = {
      q,
      isAlone: words.length === 1,
      mayCorrect() {
        corrected += 1;
        return corrected <= MOST_CORRECTED;
      },
    };
    const sought: Sought[] = [];
    // Two at a time: a search is not to take the database from others.
    for (let place = 0; place < words.length; place += 2) {
      const both = await Promise.all(words.slice(place, place + 2).map((word) => soughtOf(word, view, shown, seeking)));
      if (both.some(({ count }) => count === 0)) return NOTHING;
      sought.push(...both);
    }
    if (words.length === 0) return NOTHING;
    const [rarest] = sought.toSorted(byRarity);
    const within = (reach: Reach) => (open: Filter<PostRecord>) => ({
      $and: sought.map((one) => havingWord(one.attempt, reach, open, one === rarest)),
    });
    return {
      condition: within('text'),
      index: WORDS_INDEX,
      ranks: { nearest: [within('title'), within('link')], sort },
      corrected: sought.flatMap(({ corrected: sent }) => sent ?? []),
    };
  };
  const worked = new WeakMap<View, Promise<Clause>>();

  return {
    args: {
      q: {
        ...SEARCHED,
        description: {
          en: `Words to look for in the ${names.en} and in the names of what they link to, in any order. The last word may be a beginning. A word of 5 letters or more that none has may have a typing error. The most relevant come first, unless sort says otherwise. At most ${LONGEST_SEARCHED} characters`,
          fr: `Mots à chercher dans les ${names.fr} et dans les noms auxquels ils renvoient, dans n’importe quel ordre. Le dernier mot peut être un début. Un mot d’au moins 5 lettres que rien ne contient peut avoir une faute de frappe. Les plus pertinents d’abord, sauf si sort en dispose autrement. ${LONGEST_SEARCHED} caractères au plus`,
        },
      },
    },
    where({ q }, view, shown) {
      if (q === undefined) return undefined;
      // A request may ask for several lists of one search: of what facets count.
      const known = worked.get(view) ?? workedOut(String(q), view, shown);
      worked.set(view, known);
      return known;
    },
    links: ({ q }) => ({ last: { q } }),
    ranks: {
      relevance: ({ q }) =>
        q === undefined
          ? invalidParam('sort', { en: 'Send q too, the words that are looked for.', fr: 'Envoyez aussi q, les mots que l’on cherche.' })
          : undefined,
    },
  };
}
