import type { Owned } from '../../access';
import { type Sibling, type Stored, siblingOf } from '../../database';
import { isServed, type Language, type Served } from '../../language';
import { type AnswerValue, exactly } from '../../registry';
import type { languageAnswers, Query, Site, translationAnswer } from '../types';
import { ownedAs } from './linked-records';

/** Statuses whose records have an address by slug. All others are reached by ID. */
const ADDRESSED = new Set(['publish', 'private']);

export interface Routed {
  readonly namespace: string;
  readonly plural: string;
}

/** The address of a list, such as `http://…/en/cal/events/v1/events`. `baseUrl` ends with the language of the request. */
export const collectionUrl = (baseUrl: string, { namespace, plural }: Routed): string => `${baseUrl}/${namespace}/${plural}`;

export const restUrl = (baseUrl: string, type: Routed, id: number): string => `${collectionUrl(baseUrl, type)}/${id}`;

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
  return ADDRESSED.has(post.status ?? 'publish') && post.slug !== '' ? `${folder}${encodedSlug(post.slug)}/` : `${folder}?p=${post.id}`;
};

/** Encodes a slug for addresses. Percent codes are in lower case, as clients have stored them. */
const encodedSlug = (slug: string): string => encodeURIComponent(slug).replace(/%../g, (sign) => sign.toLowerCase());

/** The CMS' identifier of a record across sites: host with port, and ID. */
export const globalId = (origin: string, id: number): string => `${new URL(origin).host}?id=${id}`;

const translation = exactly<typeof translationAnswer>();

type ShownTranslations = AnswerValue<typeof languageAnswers.translations>;

interface LinkContext {
  readonly baseUrl: string;
  readonly origin: string;
  readonly served: Served;
}

type Visible = (sibling: Owned) => boolean;

const visibleSiblings = ({ translations }: Stored, served: Served, visible: Visible): [Language, Sibling][] =>
  (Object.entries(translations) as [Language, Sibling][]).filter(
    ([language, sibling]) => isServed(language, served) && (sibling.status === undefined || visible(ownedAs(sibling))),
  );

const shownByLanguage = (
  members: readonly [Language, Sibling][],
  type: Routed & { readonly segment: string },
  { baseUrl, origin }: LinkContext,
): ShownTranslations =>
  Object.fromEntries(
    members.map(([language, { id, slug, status }]) => {
      const url = postUrl({ id, slug, status, language }, type.segment, origin);
      return [language, translation({ id, slug, rest_url: restUrl(rootOf(language, baseUrl), type, id), url })];
    }),
  );

/** Shows the visible translations of a record in served languages, by language. */
export const translationsOf = (
  record: Stored,
  type: Routed & { readonly segment: string },
  view: LinkContext,
  visible: Visible,
): ShownTranslations => shownByLanguage(visibleSiblings(record, view.served, visible), type, view);

/** Shows a record together with its visible translations, by language. */
export const amongTranslations = (
  record: Stored,
  type: Routed & { readonly segment: string },
  view: LinkContext,
  visible: Visible,
): ShownTranslations =>
  shownByLanguage([[record.language, siblingOf(record)], ...visibleSiblings(record, view.served, visible)], type, view);

/** The `Link` values for the visible translations of a record (RFC 8288, `rel="alternate"`). Each is in the root of its language. */
export const alternateLinks = (
  record: Stored,
  type: Routed,
  { baseUrl, served }: Pick<LinkContext, 'baseUrl' | 'served'>,
  visible: Visible,
): string[] =>
  visibleSiblings(record, served, visible).map(
    ([language, { id }]) => `<${restUrl(rootOf(language, baseUrl), type, id)}>; rel="alternate"; hreflang="${language}"`,
  );

/**
 * Writes a query string. Undefined members and empty lists are left out. Lists have commas between their items, or one parameter for each
 * item if one contains a comma. Objects get one parameter for each member.
 */
export function toQuery(query: Query): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .flatMap(([name, value]) => (isPlain(value) ? [`${name}=${encoded(value).replaceAll('%2C', ',')}`] : members(name, value as object)));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const encoded = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('%20', '+');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isPlain = (value: unknown): boolean =>
  !isObject(value) || (Array.isArray(value) && !value.some((item) => isObject(item) || String(item).includes(',')));

const members = (name: string, value: object): string[] =>
  Object.entries(value).flatMap(([key, member]) => {
    const own = `${name}%5B${Array.isArray(value) && !isObject(member) ? '' : encodeURIComponent(key)}%5D`;
    return isObject(member) ? members(own, member) : [`${own}=${encoded(member)}`];
  });

/** The base address and the language of a list, for its links. */
export interface LinkBase {
  readonly baseUrl: string;
  readonly language: Language;
  /** Parameters that shape the answer, such as `_fields`. Links to the neighbours repeat them. */
  readonly meta?: Query | undefined;
}

/** The parameter that tells the language of a list. Empty if the address tells it. */
export const languageParameter = (baseUrl: string, language: Language): Query => ({
  ml_language: baseUrl.endsWith(`/${language}`) ? undefined : language,
});
