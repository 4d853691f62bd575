import { canRead, type Owned } from '../../access';
import { slugOfAddress } from '../../calendar';
import { errors } from '../../errors';
import type { Language, Served } from '../../language';
import { type Arg, type OtherwiseRequest, toBoolean } from '../../registry';
import { amongTranslations, siteUrl } from '../records';
import { type ListFilter, ownedBy, type PostLike, type PostRecord, type Sent, type Services, type User } from '../types';

/** The arg `ml_fallback`, which adds untranslated records in other languages to a list. */
export const fallbackArg = {
  type: 'boolean',
  default: false,
  description: {
    en: 'True to add records of other languages that have no readable translation into the content language',
    fr: 'Vrai pour ajouter les enregistrements d’autres langues sans traduction lisible dans la langue du contenu',
  },
} as const;

/** The filter of lists in several languages. Declares only the args; `languageClauses` makes the MongoDB clauses. */
export const languagesFilter: ListFilter = {
  args: {
    ml_fallback: fallbackArg,
    ml_all: {
      type: 'boolean',
      default: false,
      description: {
        en: 'True to list the records of all languages together',
        fr: 'Vrai pour lister ensemble les enregistrements de toutes les langues',
      },
    },
  },
  inLinks: ({ ml_fallback: fallback, ml_all: all }) => ({ ml_fallback: fallback || undefined, ml_all: all || undefined }),
  last: true,
};

/** Returns the languages of a list: the content language first, then the others if params request them. */
export const listedLanguages = (
  { ml_fallback: fallback, ml_all: all }: Sent,
  language: Language,
  { languages }: Served,
): readonly Language[] => (fallback || all ? [language, ...languages.filter((other) => other !== language)] : [language]);

/** True if a list replaces missing translations by records in other languages. Counts then include records of the list's language. */
export const hasFallback = ({ ml_fallback: fallback, ml_all: all }: Sent): boolean => fallback === true && all !== true;

/**
 * Makes the language clauses of a list: the `whole`, and `parts` with one alternative per language. One index scan can count each part.
 * `readable` is the clause for a translation that the reader may read. With `ml_fallback`, a list shows one member of each translation
 * group: the first in the order of `listedLanguages`.
 */
export function languageClauses(languages: readonly Language[], { ml_all: all }: Sent, readable: (other: Language) => object) {
  const each = languages.map((language) => ({ language }));
  if (each.length === 1) return { whole: each, parts: [each] };
  const any = { language: { $in: [...languages] } };
  if (all) return { whole: [any], parts: each.map((one) => [one]) };
  const without = (other: Language) => ({ $nor: [readable(other)] });
  const others = languages.slice(0, -1).map((other, index) => {
    // No record has a translation into its own language, so the first clause needs no exception.
    if (index === 0) return without(other);
    return { $nor: [{ $and: [{ language: { $in: languages.slice(index + 1) } }, readable(other)] }] };
  });
  return { whole: [any, ...others], parts: each.map((one, index) => [one, ...languages.slice(0, index).map(without)]) };
}

/** The arg `ml_fallback` of routes by slug, which also finds slugs of other languages. */
export const slugFallbackArg = {
  ...fallbackArg,
  description: {
    en: 'True to find the slug in another language too, if that record has no readable translation into the content language',
    fr: 'Vrai pour chercher le slug dans une autre langue aussi, si cet enregistrement n’a pas de traduction lisible dans la langue du contenu',
  },
} as const satisfies Arg;

/**
 * Makes the handler for a slug that does not exist in the content language. With `ml_fallback`, a `GET` returns an untranslated record of
 * another language. Otherwise the handler throws 404, with links to readable translations.
 */
export const createOtherLanguages =
  ({ site }: Services, type: PostLike) =>
  async ({
    path,
    language,
    user,
    baseUrl,
    method,
    sent,
  }: OtherwiseRequest<User, { readonly slug?: unknown }>): Promise<PostRecord | undefined> => {
    const { served } = site;
    const isVisible = (one: Owned): boolean => one.status !== 'trash' && canRead(user, type.plural, one);
    const slug = String(path.slug);
    const requested = slugOfAddress(slug);
    for (const other of requested === '' ? [] : served.languages.filter((one) => one !== language)) {
      const found = await type.posts.bySlug(other, requested);
      if (found === undefined || !isVisible(ownedBy(found))) continue;
      const translations = amongTranslations(found, type, { baseUrl, origin: siteUrl(baseUrl, site), served }, isVisible);
      const fallsBack = method === 'GET' && toBoolean(sent.body['ml_fallback'] ?? sent.query['ml_fallback']) === true;
      if (fallsBack && translations[language] === undefined) return found;
      throw errors.notFound(type, slug, translations);
    }
    return undefined;
  };
