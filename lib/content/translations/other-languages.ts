import { canRead, type Owned } from '../../access';
import { slugOfAddress } from '../../calendar';
import { errors } from '../../errors';
import { type Arg, type OtherwiseRequest, toBoolean } from '../../registry';
import { amongTranslations, siteUrl } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Services, type User } from '../types';
import { fallbackArg } from './languages';

/** The arg `ml_fallback` of routes by slug, which also finds slugs of other languages. */
export const slugFallbackArg = {
  ...fallbackArg,
  description: {
    en: 'True to find the slug in another language too, if that record has no readable translation into the content language',
    fr: 'Vrai pour chercher le slug dans une autre langue aussi, si cet enregistrement n’a pas de traduction lisible dans la langue du contenu',
  },
} as const satisfies Arg;

type NamedType<R extends PostRecord> = Pick<PostLike<R>, 'kind' | 'name' | 'namespace' | 'plural' | 'segment' | 'posts'>;

/**
 * Makes the handler for a slug that does not exist in the content language. With `ml_fallback`, a `GET` returns an untranslated record of
 * another language. Otherwise the handler throws 404, with links to readable translations.
 */
export const createOtherLanguages =
  <R extends PostRecord>({ site }: Services, type: NamedType<R>) =>
  async ({ path, language, user, baseUrl, method, sent }: OtherwiseRequest<User, { readonly slug?: unknown }>): Promise<R | undefined> => {
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
