import type { Owned } from '../../access';
import { type Sibling, type Stored, siblingOf } from '../../database';
import { isServed, type Language, type Served } from '../../language';
import { type AnswerValue, exactly } from '../../registry';
import type { languageAnswers, Site, translationAnswer } from '../types';

/** Statuses whose records have an address by slug. All others are reached by ID. */
const ADDRESSED = new Set(['publish', 'private']);

/** The parts of a content type that make the addresses of its routes. */
export interface Routed {
  readonly namespace: string;
  readonly plural: string;
}

/** The address of a list, such as `http://…/en/cal/events/v1/events`. `baseUrl` ends with the language of the request. */
export const collectionUrl = (baseUrl: string, { namespace, plural }: Routed): string => `${baseUrl}/${namespace}/${plural}`;

/** The address of a record's route. */
export const restUrl = (baseUrl: string, type: Routed, id: number): string => `${collectionUrl(baseUrl, type)}/${id}`;

/** The base address of another language. */
const rootOf = (language: Language, baseUrl: string): string => baseUrl.replace(/[^/]*$/, language);

/** The base address of the pages for people: `SITE_URL`, else this service. */
export const siteUrl = (baseUrl: string, site: Site): string => site.url ?? baseUrl.replace(/\/[^/]*$/, '');

/** The address of a record's page, in the language of the record. */
export const postUrl = (
  post: { readonly id: number; readonly language: Language; readonly slug: string; readonly status?: string | undefined },
  segment: string,
  origin: string,
): string => {
  const folder = `${origin}/${post.language}/${encodeURI(segment)}/`;
  return ADDRESSED.has(post.status ?? 'publish') && post.slug !== '' ? `${folder}${encoded(post.slug)}/` : `${folder}?p=${post.id}`;
};

/** Encodes a slug for addresses. Percent codes are in lower case, as clients have stored them. */
const encoded = (slug: string): string => encodeURIComponent(slug).replace(/%../g, (sign) => sign.toLowerCase());

/** The CMS' identifier of a record across sites: host with port, and ID. */
export const globalId = (origin: string, id: number): string => `${new URL(origin).host}?id=${id}`;

const translation = exactly<typeof translationAnswer>();

type ShownTranslations = AnswerValue<typeof languageAnswers.translations>;

/** The base addresses for the links of translations. */
interface LinkContext {
  readonly baseUrl: string;
  readonly origin: string;
  readonly served: Served;
}

/** True if the reader may see a translation. */
export type Visible = (sibling: Owned) => boolean;

/** The visible translations of a record in served languages, by language. */
const visibleSiblings = ({ translations }: Pick<Stored, 'translations'>, served: Served, visible: Visible): [Language, Sibling][] =>
  Object.entries(translations)
    .filter(([language]) => isServed(language, served))
    .filter(([, { status, was, author = 0 }]) => status === undefined || visible({ author, status, was } as Owned))
    .map(([language, sibling]) => [language as Language, sibling]);

const named = (
  members: readonly (readonly [Language, Sibling])[],
  type: Routed & { readonly segment: string },
  view: LinkContext,
): ShownTranslations =>
  Object.fromEntries(
    members.map(([language, { id, slug, status }]) => [
      language,
      translation({
        id,
        slug,
        rest_url: restUrl(rootOf(language, view.baseUrl), type, id),
        url: postUrl({ id, slug, status, language }, type.segment, view.origin),
      }),
    ]),
  );

/** Shows the visible translations of a record in served languages, by language. */
export const translationsOf = (
  record: Stored,
  type: Routed & { readonly segment: string },
  view: LinkContext,
  visible: Visible,
): ShownTranslations => named(visibleSiblings(record, view.served, visible), type, view);

/** Shows a record together with its visible translations, by language. */
export const amongTranslations = (
  record: Stored,
  type: Routed & { readonly segment: string },
  view: LinkContext,
  visible: Visible,
): ShownTranslations => named([[record.language, siblingOf(record)], ...visibleSiblings(record, view.served, visible)], type, view);

/**
 * The `Link` values for the visible translations of a record (RFC 8288, `rel="alternate"`). Each address is in the root of its language.
 */
export const alternateLinks = (
  record: Stored,
  type: Routed,
  { baseUrl, served }: Pick<LinkContext, 'baseUrl' | 'served'>,
  visible: Visible,
): string[] =>
  visibleSiblings(record, served, visible).map(([language, { id }]) => {
    return `<${restUrl(rootOf(language, baseUrl), type, id)}>; rel="alternate"; hreflang="${language}"`;
  });
