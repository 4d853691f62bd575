import { canRead } from '../../access';
import { slugOfAddress } from '../../calendar';
import { type PostRecord, postUrl, servedRecord, siteUrl, translationsOf, visibleTerm } from '../../content';
import type { Stored, Term } from '../../database';
import { type ContentType, errors } from '../../errors';
import type { Language } from '../../language';
import { objectsIn, type ShownRecord, textIn } from '../values/shown-record';
import type { Folder } from './folders';
import { type PageRequest, queryText } from './page-request';

/** The result of an address: the record, or the address of its page. */
export type Destination<R> =
  | { readonly record: R; readonly elsewhere?: undefined }
  | { readonly elsewhere: string; readonly isRenamed?: true };

/** Lookups of a folder's records. `isKnown` is true if the visitor may learn that a record in another language exists. */
interface Finder<R extends Stored> {
  byId(id: number): Promise<R | undefined>;
  bySlug(language: Language, slug: string): Promise<R | undefined>;
  byFormerSlug(language: Language, slug: string): Promise<R | undefined>;
  isKnown(record: R): boolean;
  readonly siblings: Parameters<typeof translationsOf>[3];
}

/**
 * Finds the record of an address. It looks up the slug in the language of the address, or `?p=ID` for a record without a slug address. A
 * slug of another language redirects to the translation, else to the record. A former slug redirects to the record that had it last.
 * Throws the type's not-found error.
 */
async function find<R extends Stored>(
  request: PageRequest,
  type: ContentType & Parameters<typeof translationsOf>[1],
  of: Finder<R>,
  name: string,
) {
  const { language, services, base } = request;
  const { served } = services.site;
  const origin = siteUrl(base, services.site);
  const urlOf = (record: R) => {
    const { _id: id, slug, language: recordLanguage } = record;
    return postUrl({ id, slug, language: recordLanguage, status: (record as Partial<PostRecord>).status }, type.segment, origin);
  };
  if (name === '') {
    const id = Number(queryText(request, 'p'));
    const record = Number.isSafeInteger(id) && id > 0 ? servedRecord(await of.byId(id), services.site) : undefined;
    if (record === undefined) throw errors.notFound(type, queryText(request, 'p'));
    const isHere = record.language === language && urlOf(record).includes('?p=');
    // A redirect would reveal the slug of a hidden record.
    return isHere || !of.isKnown(record) ? { record } : { elsewhere: urlOf(record) };
  }
  const slug = slugOfAddress(name);
  const record = slug === '' ? undefined : await of.bySlug(language, slug);
  if (record !== undefined) return { record };
  for (const other of slug === '' ? [] : served.languages.filter((one) => one !== language)) {
    const found = await of.bySlug(other, slug);
    if (found === undefined || !of.isKnown(found)) continue;
    const translation = translationsOf(found, type, { baseUrl: base, origin, served }, of.siblings)[language];
    return { elsewhere: translation === undefined ? urlOf(found) : textIn(translation as ShownRecord, 'url') };
  }
  // Former slugs of hidden records stay hidden.
  for (const other of slug === '' ? [] : [language, ...served.languages.filter((one) => one !== language)]) {
    const renamed = servedRecord(await of.byFormerSlug(other, slug), services.site);
    if (renamed !== undefined && of.isKnown(renamed)) return { elsewhere: urlOf(renamed), isRenamed: true as const };
  }
  throw errors.notFound(type, name);
}

export const findPost = (
  request: PageRequest,
  { posts: type }: Extract<Folder, { posts: object }>,
  name: string,
): Promise<Destination<PostRecord>> => {
  const { plural, posts } = type;
  const isKnown = (record: PostRecord) => canRead(request.user, plural, { ...record, was: record.trashed?.status });
  const siblings = (sibling: Parameters<Finder<PostRecord>['siblings']>[0]) => canRead(request.user, plural, sibling);
  return find(request, type, { byId: posts.byId, bySlug: posts.bySlug, byFormerSlug: posts.byFormerSlug, isKnown, siblings }, name);
};

export const findTerm = (
  request: PageRequest,
  { terms: type }: Extract<Folder, { terms: object }>,
  name: string,
): Promise<Destination<Term>> => {
  const { byId, bySlug, byFormerSlug } = request.services.kinds.terms(type.plural);
  const visible = async (found: Promise<Term | undefined>) => visibleTerm(type, request.user, await found);
  const finder: Finder<Term> = {
    byId: (id) => visible(byId(id)),
    bySlug: (language, slug) => visible(bySlug(language, slug)),
    byFormerSlug: (language, slug) => visible(byFormerSlug(language, slug)),
    isKnown: () => true,
    siblings: () => true,
  };
  return find(request, type, finder, name);
};

/** The addresses of a record's page in all languages in which it is published. Empty if there is only one. */
export const alternatesOf = (shown: ShownRecord, url: string): Readonly<Record<string, string>> => {
  const [translations = {}] = objectsIn(shown, 'translations');
  const others = Object.keys(translations).flatMap((language) =>
    objectsIn(translations, language).map((translation) => [language, textIn(translation, 'url')] as const),
  );
  return others.length === 0 ? {} : { [textIn(shown, 'language')]: url, ...Object.fromEntries(others) };
};
