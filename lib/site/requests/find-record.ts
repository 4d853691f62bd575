import { canRead, type Owned } from '../../access';
import { slugOfAddress } from '../../calendar';
import {
  type PostLike,
  type PostRecord,
  type Services,
  servedRecord,
  siteUrl,
  type TermLike,
  translationsOf,
  visibleTerm,
} from '../../content';
import type { Stored, Term } from '../../database';
import { type ContentType, errors } from '../../errors';
import type { Language } from '../../language';
import { decodedPart } from '../../registry';
import { objectsIn, type ShownRecord, textIn } from '../values/shown-record';
import { type PageRequest, pageUrl, queryText } from './page-request';

/** A type whose records have pages below a path of the language root. */
export interface Folder {
  readonly path: string;
  readonly type: PostLike<PostRecord> | TermLike;
}

/** Returns the folders of all types, longest paths first, so that `/events/category` does not match a record of `/events`. */
export const foldersOf = ({ postLikes, termLikes }: Services): readonly Folder[] =>
  [...postLikes.values(), ...termLikes.values()]
    .map((type): Folder => ({ path: encodeURI(`/${type.segment}`).toLowerCase(), type }))
    .sort((one, other) => other.path.length - one.path.length);

/** Finds the type of a percent-encoded path, and the slug below its folder, '' for the folder itself. Undefined if no folder matches. */
export const findFolder = (
  folders: readonly Folder[],
  path: string,
): { readonly type: Folder['type']; readonly name: string } | undefined => {
  const address = path.toLowerCase();
  for (const folder of folders) {
    if (address !== folder.path && !address.startsWith(`${folder.path}/`)) continue;
    const name = path.slice(folder.path.length).replace(/^\/|\/$/g, '');
    if (!name.includes('/')) return { type: folder.type, name: decodedPart(name) };
  }
  return undefined;
};

/** The result of looking up an address: the record, or the address to redirect to. */
type Destination<R> = { readonly record: R; readonly redirectTo?: undefined } | { readonly redirectTo: string; readonly isRenamed?: true };

interface Lookups<R extends Stored> {
  readonly records: {
    byId(id: number): Promise<R | undefined>;
    bySlug(language: Language, slug: string): Promise<R | undefined>;
    byFormerSlug(language: Language, slug: string): Promise<R | undefined>;
  };
  /** Returns a found record, or undefined for a term that the visitor may not see. Pages of posts check the rights themselves. */
  accepted(record: R | undefined): R | undefined;
  /** True if the visitor may learn that an accepted record in another language exists. Every accepted term is visible. */
  isVisible(record: R): boolean;
  readonly siblings: Parameters<typeof translationsOf>[3];
}

/**
 * Finds the record of an address in the database. It looks up the slug in the language of the address, or `?p=ID` for a record without a
 * slug address. A slug of another language redirects to the translation, else to the record. A former slug redirects to the record that had
 * it last. Throws the type's not-found error.
 */
async function find<R extends Stored>(
  request: PageRequest,
  type: ContentType & Parameters<typeof translationsOf>[1],
  { records, accepted, isVisible, siblings }: Lookups<R>,
  name: string,
): Promise<Destination<R>> {
  const { language, services, base } = request;
  const { served } = services.site;
  const origin = siteUrl(base, services.site);
  const urlOf = (record: R) => pageUrl(request, type, record);
  if (name === '') {
    const id = Number(queryText(request, 'p'));
    const record = Number.isSafeInteger(id) && id > 0 ? servedRecord(accepted(await records.byId(id)), services.site) : undefined;
    if (record === undefined) throw errors.notFound(type, queryText(request, 'p'));
    const isOwnAddress = record.language === language && urlOf(record).includes('?p=');
    // A redirect would reveal the slug of a hidden record.
    return isOwnAddress || !isVisible(record) ? { record } : { redirectTo: urlOf(record) };
  }
  const slug = slugOfAddress(name);
  const record = accepted(await records.bySlug(language, slug));
  if (record !== undefined) return { record };
  const others = served.languages.filter((one) => one !== language);
  for (const other of others) {
    const found = accepted(await records.bySlug(other, slug));
    if (found === undefined || !isVisible(found)) continue;
    const translation = translationsOf(found, type, { baseUrl: base, origin, served }, siblings)[language];
    return { redirectTo: translation?.url ?? urlOf(found) };
  }
  // Former slugs of hidden records remain hidden.
  for (const other of [language, ...others]) {
    const renamed = servedRecord(accepted(await records.byFormerSlug(other, slug)), services.site);
    if (renamed !== undefined && isVisible(renamed)) return { redirectTo: urlOf(renamed), isRenamed: true };
  }
  throw errors.notFound(type, name);
}

export const findPost = (request: PageRequest, type: PostLike<PostRecord>, name: string): Promise<Destination<PostRecord>> => {
  const mayRead = (one: Owned): boolean => canRead(request.user, type.plural, one);
  const isVisible = (record: PostRecord): boolean => mayRead({ ...record, was: record.trashed?.status });
  return find(request, type, { records: type.posts, accepted: (record) => record, isVisible, siblings: mayRead }, name);
};

export const findTerm = (request: PageRequest, type: TermLike, name: string): Promise<Destination<Term>> => {
  const records = request.services.stores.terms(type.plural);
  const accepted = (term: Term | undefined) => visibleTerm(type, request.user, term);
  return find(request, type, { records, accepted, isVisible: () => true, siblings: () => true }, name);
};

/** Returns the addresses of a record's page by language, for published translations. Empty if the record has no translations. */
export const alternatesOf = (shown: ShownRecord, url: string): Readonly<Record<string, string>> => {
  const [translations = {}] = objectsIn(shown, 'translations');
  const others = Object.keys(translations).flatMap((language) =>
    objectsIn(translations, language).map((translation) => [language, textIn(translation, 'url')] as const),
  );
  return others.length === 0 ? {} : { [textIn(shown, 'language')]: url, ...Object.fromEntries(others) };
};
