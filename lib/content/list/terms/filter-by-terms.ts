import { namesake, slugIn } from '../../../calendar';
import type { Term, Terms } from '../../../database';
import { errors } from '../../../errors';
import type { Language, Text } from '../../../language';
import type { ArgRequest } from '../../../registry';
import { ALL_VISIBLE, groupMembers, nameKey } from '../../records';
import type { Services, User, View } from '../../types';
import { IDS_OR_SLUGS, isEmptyScalar, nonEmpty, readId, requestedList } from '../../values';
import { servedRecords, termsVisibleTo } from '../../visibility';

/** A pattern for an ID as text: digits without sign or leading zeros. Other texts are names, even `007`. */
export const ID_TEXT = /^[1-9]\d*$/;

/** Finds the term of a language by exact name, by name in another case, or by slug. `slug` is empty if `text` is not a slug. */
export const termNamed = (text: string, slug: string, terms: readonly Term[], language: Language): Term | undefined => {
  const ofLanguage = terms.filter((term) => term.language === language);
  return namesake(text, ofLanguage) ?? ofLanguage.find((term) => slug !== '' && term.slug === slug);
};

type TermNames = readonly (number | string)[];

/** Returns the IDs or slugs that `work` finds for a filter, cached until a term changes. Errors are not cached. */
const cachedTerms = <N extends TermNames>(
  { cache }: Pick<Services, 'cache'>,
  plural: string,
  keyParts: TermNames,
  work: () => Promise<N>,
): Promise<N> =>
  cache.getOrMake<N>(`naming ${plural} ${JSON.stringify(keyParts)}`, (found) => Buffer.byteLength(JSON.stringify(found)), work);

/** Returns the IDs of terms as page links repeat them. A term appears by its slug if its ID is the slug of another term of the language. */
export async function termsInLinks(terms: Terms, ids: readonly number[], language: Language): Promise<(number | string)[]> {
  const found = await terms.withSlugs(ids.map(String));
  const slugs = new Set(found.filter((term) => term.language === language).map(({ slug }) => slug));
  const ambiguous = ids.filter((id) => slugs.has(String(id)));
  if (ambiguous.length === 0) return [...ids];
  const named = await terms.many(ambiguous);
  return ids.map((id) => {
    const term = named.get(id);
    return term?.translations[language]?.slug ?? term?.slug ?? id;
  });
}

/** Returns the IDs or slugs of a filter's terms for page links, cached. */
export const repeatedTerms = (services: Pick<Services, 'cache' | 'stores'>, plural: string, ids: readonly number[], view: View) =>
  cachedTerms<readonly (number | string)[]>(services, plural, ['repeated', view.language, ...ids], () =>
    termsInLinks(services.stores.terms(plural), ids, view.language),
  );

/** Returns the term IDs that a filter matches, cached: all translations, and in a hierarchy all descendants. */
export const matchingTerms = (services: Pick<Services, 'cache' | 'stores' | 'termLikes'>, plural: string, ids: readonly number[]) =>
  cachedTerms<readonly number[]>(services, plural, ['finding', ...ids], async () => {
    const terms = services.stores.terms(plural);
    const members = await groupMembers(terms, ids, ALL_VISIBLE);
    return services.termLikes.get(plural)?.hierarchical ? terms.withDescendants(members) : members;
  });

const UNKNOWN_TERMS: Text = {
  en: 'Send existing IDs, names or slugs, in a list or separated by commas.',
  fr: 'Envoyez des identifiants, des noms ou des slugs existants, dans une liste ou séparés par des virgules.',
};

/** Reads the items of a filter as texts. Values that are neither text nor number become empty. */
const itemsOf = (value: unknown): string[] =>
  nonEmpty(requestedList(value)).map((item) => (typeof item === 'string' || typeof item === 'number' ? String(item) : ''));

/** Declares the arg of a list filter by terms: IDs, names or slugs. Slugs win over IDs, the content language over others. */
export const byTermsArg = (services: Services, plural: string) =>
  ({
    type: 'array',
    items: { type: 'integer' },
    accepts: IDS_OR_SLUGS,
    validate(value: unknown): true {
      const items = itemsOf(value);
      if (items.length === 0 || items.some(isEmptyScalar)) throw errors.invalidValue(UNKNOWN_TERMS);
      return true;
    },
    sanitize(value: unknown, { language, user }: ArgRequest): Promise<readonly number[]> {
      const items = [...new Set(itemsOf(value))];
      const reader = { language, user: user as User | undefined };
      return cachedTerms(services, plural, ['sent', language, ...items], () => idsOfItems(services, plural, items, reader));
    },
  }) as const;

/** Finds the IDs of the terms that a filter names. Throws `rest_invalid_param` if the reader can see no such term. */
async function idsOfItems(
  services: Services,
  plural: string,
  items: readonly string[],
  { language, user }: Pick<View, 'language' | 'user'>,
): Promise<readonly number[]> {
  const terms = services.stores.terms(plural);
  const { recordVisible } = termsVisibleTo(services, plural, user);
  const here = (await termsNamed(terms, items, [language])).filter(recordVisible);
  const ids = items.flatMap((item) => readId(item) ?? []);
  const byId = await servedRecords(terms, ids, services.site);
  const found = items.map((item) => {
    const own = byId.get(readId(item) ?? 0);
    return termForItem(item, here, [language]) ?? (own && recordVisible(own) ? own : undefined);
  });
  const unknown = items.filter((_, index) => found[index] === undefined);
  const others = services.site.served.languages.filter((one) => one !== language);
  const elsewhere = unknown.length === 0 ? [] : (await termsNamed(terms, unknown, others)).filter(recordVisible);
  return items.map((item, index) => {
    const term = found[index] ?? termForItem(item, elsewhere, others);
    if (!term) throw errors.invalidValue(UNKNOWN_TERMS);
    return term._id;
  });
}

/** Reads the terms whose name or slug is one of the items, in some languages. */
async function termsNamed(terms: Terms, items: readonly string[], languages: readonly Language[]): Promise<Term[]> {
  const slugs = items.map(slugIn).filter((slug) => slug !== '');
  const [named, slugged] = await Promise.all([terms.withNames(items.map(nameKey)), terms.withSlugs(slugs)]);
  return [...named, ...slugged].filter(({ language }) => languages.includes(language)).sort((one, other) => one._id - other._id);
}

/** Finds the term of one item by name or slug, in the first language with a match. An ID is compared with slugs only. */
function termForItem(item: string, terms: readonly Term[], languages: readonly Language[]): Term | undefined {
  const slug = slugIn(item);
  const matching = ID_TEXT.test(item.trim()) ? terms.filter((term) => term.slug === slug) : terms;
  for (const language of languages) {
    const found = termNamed(item, slug, matching, language);
    if (found) return found;
  }
  return undefined;
}
