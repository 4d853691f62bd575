import { canRead, type Owned } from '../../access';
import { slugOfAddress } from '../../calendar';
import { errors } from '../../errors';
import type { Language, Served } from '../../language';
import { type Arg, type OtherwiseRequest, toBoolean } from '../../registry';
import { amongTranslations, siteUrl } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Services, type User } from '../types';
import { fallbackArg } from './languages';

/** The arg by which a slug of another language is read too. */
export const slugFallbackArg = {
  ...fallbackArg,
  description: {
    en: 'Whether to read a slug of another language where that record has no translation in the content language that the user may read',
    fr: 'Lire aussi un slug d’une autre langue, si cet enregistrement n’a pas de traduction dans la langue du contenu que l’utilisateur peut lire',
  },
} as const satisfies Arg;

type Naming = Pick<PostLike, 'kind' | 'name' | 'namespace' | 'plural' | 'segment'>;

/** Whether a user may read what is not in the trash. */
const seenBeside =
  (user: User | undefined, plural: string) =>
  (one: Owned): boolean =>
    one.status !== 'trash' && canRead(user, plural, one);

/** The record that bears a slug in the first of the other languages in which the user may read it. */
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
 * Makes what is answered to a slug that is none in the language of the request: with `ml_fallback`, which reads alone, the record of another language that
 * has no translation in this one. Throws the kind's not-found with where the record is; of what the user may not read nothing is told.
 */
export const createOtherLanguages =
  <R extends PostRecord>(services: Services, kind: Naming & Pick<PostLike<R>, 'posts'>) =>
  async ({ path, language, user, baseUrl, method, sent }: OtherwiseRequest<User, { readonly slug?: unknown }>): Promise<R | undefined> => {
    const { served } = services.site;
    const isSeen = seenBeside(user, kind.plural);
    const slug = String(path.slug);
    const found = await bearerIn(kind, slugOfAddress(slug), language, served, isSeen);
    if (found === undefined) return undefined;
    const translations = amongTranslations(found, kind, { baseUrl, origin: siteUrl(baseUrl, services.site), served }, isSeen);
    const fallsBack = method === 'GET' && toBoolean(sent.body['ml_fallback'] ?? sent.query['ml_fallback']) === true;
    if (fallsBack && translations[language] === undefined) return found;
    throw errors.notFound(kind, slug, translations);
  };
