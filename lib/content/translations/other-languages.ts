import { canRead, type Owned } from '../../access';
import { slugOfAddress } from '../../calendar';
import { errors } from '../../errors';
import type { Language, Served } from '../../language';
import { type Arg, type OtherwiseRequest, toBoolean } from '../../registry';
import { amongTranslations, siteUrl } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Services, type User } from '../types';
import { fallbackArg } from './languages';

/** The arg `ml_fallback` of routes by slug, which reads slugs of other languages too. */
export const slugFallbackArg = {
  ...fallbackArg,
  description: {
    en: 'Whether to read a slug of another language where that record has no translation in the content language that the user may read',
    fr: 'Lire aussi un slug d’une autre langue, si cet enregistrement n’a pas de traduction dans la langue du contenu que l’utilisateur peut lire',
  },
} as const satisfies Arg;

type Naming = Pick<PostLike, 'kind' | 'name' | 'namespace' | 'plural' | 'segment'>;

/** Makes the check that a user may read a record outside of the trash. */
const seenBeside =
  (user: User | undefined, plural: string) =>
  (one: Owned): boolean =>
    one.status !== 'trash' && canRead(user, plural, one);

/** Finds a readable record with a slug in another language. */
async function bearerIn<R extends PostRecord>(
  { posts }: Pick<PostLike<R>, 'posts'>,
  slug: string,
  language: Language,
  { languages }: Served,
  isSeen: (one: Owned) => boolean,
): Promise<R | undefined> {
  if (slug === '') return undefined;
  for (const other of languages.filter((one) => one !== language)) {
    const found = await posts.bySlug(other, slug);
    if (found !== undefined && isSeen(ownedBy(found))) return found;
  }
  return undefined;
}

/**
 * Makes the answer to a slug that the content language does not have. With `ml_fallback`, a `GET` reads a record of another language that
 * has no translation here. Otherwise it throws the not-found error of the type, which tells where the readable translations are.
 */
export const createOtherLanguages =
  <R extends PostRecord>(services: Services, type: Naming & Pick<PostLike<R>, 'posts'>) =>
  async ({ path, language, user, baseUrl, method, sent }: OtherwiseRequest<User, { readonly slug?: unknown }>): Promise<R | undefined> => {
    const { served } = services.site;
    const isSeen = seenBeside(user, type.plural);
    const slug = String(path.slug);
    const found = await bearerIn(type, slugOfAddress(slug), language, served, isSeen);
    if (found === undefined) return undefined;
    const translations = amongTranslations(found, type, { baseUrl, origin: siteUrl(baseUrl, services.site), served }, isSeen);
    const fallsBack = method === 'GET' && toBoolean(sent.body['ml_fallback'] ?? sent.query['ml_fallback']) === true;
    if (fallsBack && translations[language] === undefined) return found;
    throw errors.notFound(type, slug, translations);
  };
