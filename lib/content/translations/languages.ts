import type { Language, Served } from '../../language';
import type { ListFilter, Sent } from '../types';

/** The arg by which what is not translated is answered in another language. */
export const fallbackArg = {
  type: 'boolean',
  default: false,
  description: {
    en: 'Whether to add, in another language, what has no translation in the content language that the user may read',
    fr: 'Ajouter, dans une autre langue, ce qui n’a pas de traduction dans la langue du contenu que l’utilisateur peut lire',
  },
} as const;

/** The args by which a list shows several languages: what is found in them is for the list itself to say (`spokenBy`). */
export const languagesFilter: ListFilter = {
  args: {
    ml_fallback: fallbackArg,
    ml_all: {
      type: 'boolean',
      default: false,
      description: { en: 'Whether to list every language side by side', fr: 'Lister toutes les langues côte à côte' },
    },
  },
  where: () => undefined,
  links: ({ ml_fallback: fallback, ml_all: all }) => ({ last: { ml_fallback: fallback || undefined, ml_all: all || undefined } }),
};

/** The languages that a list shows: its own, and behind it those that were asked for too. */
export const listedLanguages = (
  { ml_fallback: fallback, ml_all: all }: Sent,
  language: Language,
  { languages }: Served,
): readonly Language[] => (fallback || all ? [language, ...languages.filter((other) => other !== language)] : [language]);

/** Whether a list shows records in the place of translations that are missing, which count what is of its language too; side by side each counts its own. */
export const showsStandIns = ({ ml_fallback: fallback, ml_all: all }: Sent): boolean => fallback === true && all !== true;

/** What a list says of languages: of all that it shows, and of each language apart, to be counted by one range of an index. */
export interface ListLanguages {
  readonly whole: readonly object[];
  readonly parts: readonly (readonly object[])[];
}

/**
 * Works out the conditions on languages of a list. `seen` is that a record has a translation in a language which the reader may read: of translations
 * of each other a list that falls back shows the first, in the order of `listedLanguages`.
 */
export function listLanguages(languages: readonly Language[], { ml_all: all }: Sent, seen: (other: Language) => object): ListLanguages {
  const each = languages.map((one) => ({ language: one }));
  if (each.length === 1) return { whole: each, parts: [each] };
  const any = { language: { $in: [...languages] } };
  if (all) return { whole: [any], parts: each.map((one) => [one]) };
  const unseen = (other: Language) => ({ $nor: [seen(other)] });
  const behind = (place: number) => ({ language: { $in: languages.slice(place + 1) } });
  return {
    // No record is a translation of itself: what is said of the first language holds for its own records anyway.
    whole: [
      any,
      ...languages.slice(0, -1).map((other, place) => (place === 0 ? unseen(other) : { $nor: [{ $and: [behind(place), seen(other)] }] })),
    ],
    parts: each.map((one, place) => [one, ...languages.slice(0, place).map(unseen)]),
  };
}
