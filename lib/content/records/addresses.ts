import type { Owned } from '../../access';
import { type Sibling, type Stored, siblingOf } from '../../database';
import { isServed, type Language, type Served, serviceRoot } from '../../language';
import { type AnswerValue, exactly } from '../../registry';
import type { languageAnswers, Query, Site, translationAnswer } from '../types';
import { ownedAs } from './linked-members';

/** Statuses whose records have a route by slug. Records of other statuses have only a route by ID. */
const ADDRESSED = new Set(['publish', 'private']);

export interface Routed {
  readonly namespace: string;
  readonly plural: string;
}

/** Returns the URL of a list, such as `http://…/en/cal/events/v1/events`. `baseUrl` ends with the language of the request. */
export const collectionUrl = (baseUrl: string, { namespace, plural }: Routed): string => `${baseUrl}/${namespace}/${plural}`;

export const restUrl = (baseUrl: string, type: Routed, id: number): string => `${collectionUrl(baseUrl, type)}/${id}`;

const rootOf = (language: Language, baseUrl: string): string => `${serviceRoot(baseUrl)}/${language}`;

/** Returns the base URL of HTML pages: `SITE_URL`, or else this service. */
export const siteUrl = (baseUrl: string, site: Site): string => site.url ?? serviceRoot(baseUrl);

/** Returns the URL of a record's page, in the language of the record. */
export const postUrl = (
  post: { readonly id: number; readonly language: Language; readonly slug: string; readonly status?: string | undefined },
  segment: string,
  origin: string,
): string => {
  const folder = `${origin}/${post.language}/${encodeURI(segment)}/`;
  return ADDRESSED.has(post.status ?? 'publish') && post.slug !== '' ? `${folder}${encodedSlug(post.slug)}/` : `${folder}?p=${post.id}`;
};

/** Encodes a slug for URLs. Percent escapes are in lower case, in which clients have stored them. */
const encodedSlug = (slug: string): string => encodeURIComponent(slug).replace(/%../g, (sign) => sign.toLowerCase());

/** Returns WordPress' global ID of a record across sites: host with port, and record ID. */
export const globalId = (host: string, id: number): string => `${host}?id=${id}`;

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

interface PagedType extends Routed {
  readonly segment: string;
}

const shownTranslation = (language: Language, { id, slug, status }: Sibling, type: PagedType, { baseUrl, origin }: LinkContext) => {
  const url = postUrl({ id, slug, status, language }, type.segment, origin);
  return translation({ id, slug, rest_url: restUrl(rootOf(language, baseUrl), type, id), url });
};

/** Returns the shown form of a record's visible translations in served languages, by language. */
export const translationsOf = (record: Stored, type: PagedType, view: LinkContext, visible: Visible): ShownTranslations => {
  const shown: { [L in Language]?: ReturnType<typeof translation> } = {};
  for (const [language, sibling] of visibleSiblings(record, view.served, visible))
    shown[language] = shownTranslation(language, sibling, type, view);
  return shown;
};

/** Returns the shown form of a record and its visible translations, by language. */
export const amongTranslations = (record: Stored, type: PagedType, view: LinkContext, visible: Visible): ShownTranslations => ({
  [record.language]: shownTranslation(record.language, siblingOf(record), type, view),
  ...translationsOf(record, type, view, visible),
});

/** Returns the `Link` values (RFC 8288, `rel="alternate"`) for a record's visible translations, with URLs in their languages. */
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
 * Makes a query string. Omits undefined members and empty lists. A list becomes one param with commas, or several params if an item
 * contains a comma. An object becomes one param per member.
 */
export function toQuery(query: Query): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .flatMap(([name, value]) => (isPlain(value) ? [`${name}=${encoded(value).replaceAll('%2C', ',')}`] : members(name, value as object)));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const encoded = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('%20', '+');

const isObjectOrList = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isPlain = (value: unknown): boolean =>
  !isObjectOrList(value) || (Array.isArray(value) && !value.some((item) => isObjectOrList(item) || String(item).includes(',')));

const members = (name: string, value: object): string[] =>
  Object.entries(value).flatMap(([key, member]) => {
    const own = `${name}%5B${Array.isArray(value) && !isObjectOrList(member) ? '' : encodeURIComponent(key)}%5D`;
    return isObjectOrList(member) ? members(own, member) : [`${own}=${encoded(member)}`];
  });

/** The base URL and the language of a list, for page links. */
export interface LinkBase {
  readonly baseUrl: string;
  readonly language: Language;
  /** Params that affect the form of the answer, such as `_fields`. Links to the next and previous pages repeat them. */
  readonly meta?: Query | undefined;
}

/** Returns the query param for the language of a list; empty if the base URL contains the language. */
export const languageParameter = (baseUrl: string, language: Language): Query => ({
  ml_language: baseUrl.endsWith(`/${language}`) ? undefined : language,
});
