import type { Owned } from '../../access';
import { type Sibling, type Stored, siblingOf } from '../../database';
import { isServed, type Language, type Served } from '../../language';
import { type AnswerValue, exactly } from '../../registry';
import type { languageAnswers, Site, translationAnswer } from '../types';

/** Statuses whose records have an address of their own; all others are reached by ID. */
const ADDRESSED = new Set(['publish', 'private']);

/** What of a kind the addresses of its routes are made of. */
export interface Routed {
  readonly namespace: string;
  readonly plural: string;
}

/** `http://…/en/cal/events/v1/events`: `baseUrl` carries the request's language, which links keep. */
export const collectionUrl = (baseUrl: string, { namespace, plural }: Routed): string => `${baseUrl}/${namespace}/${plural}`;

/** The address of one record's route. */
export const restUrl = (baseUrl: string, kind: Routed, id: number): string => `${collectionUrl(baseUrl, kind)}/${id}`;

/** The root of a language beside that of a request. */
const rootOf = (language: Language, baseUrl: string): string => baseUrl.replace(/[^/]*$/, language);

/** Where records' own pages live: `SITE_URL`, else this service. */
export const siteUrl = (baseUrl: string, site: Site): string => site.url ?? baseUrl.replace(/\/[^/]*$/, '');

/** The address of a post's own page, in the record's language. */
export const postUrl = (
  post: { readonly id: number; readonly language: Language; readonly slug: string; readonly status?: string | undefined },
  segment: string,
  origin: string,
): string => {
  const folder = `${origin}/${post.language}/${encodeURI(segment)}/`;
  return ADDRESSED.has(post.status ?? 'publish') && post.slug !== '' ? `${folder}${encoded(post.slug)}/` : `${folder}?p=${post.id}`;
};

/** A slug in addresses: percent-encoded in lower case, as clients have noted them. */
const encoded = (slug: string): string => encodeURIComponent(slug).replace(/%../g, (sign) => sign.toLowerCase());

/** The CMS' identifier of a record across sites: host, with its port, and ID. */
export const globalId = (origin: string, id: number): string => `${new URL(origin).host}?id=${id}`;

const translation = exactly<typeof translationAnswer>();

type Named = AnswerValue<typeof languageAnswers.translations>;

/** Where records are named: the language root of the request, and where their own pages live. */
interface Naming {
  readonly baseUrl: string;
  readonly origin: string;
  readonly served: Served;
}

/** Tells of a translation whether it may be seen. */
export type Visible = (sibling: Owned) => boolean;

/** The translations of a record in served languages that `visible` lets through, by language. */
const visibleSiblings = ({ translations }: Pick<Stored, 'translations'>, served: Served, visible: Visible): [Language, Sibling][] =>
  Object.entries(translations)
    .filter(([language]) => isServed(language, served))
    .filter(([, { status, was, author = 0 }]) => status === undefined || visible({ author, status, was } as Owned))
    .map(([language, sibling]) => [language as Language, sibling]);

const named = (members: readonly (readonly [Language, Sibling])[], kind: Routed & { readonly segment: string }, view: Naming): Named =>
  Object.fromEntries(
    members.map(([language, { id, slug, status }]) => [
      language,
      translation({
        id,
        slug,
        rest_url: restUrl(rootOf(language, view.baseUrl), kind, id),
        url: postUrl({ id, slug, status, language }, kind.segment, view.origin),
      }),
    ]),
  );

/** The record's translations in served languages that `visible` lets through, as answers name them. */
export const translationsOf = (record: Stored, kind: Routed & { readonly segment: string }, view: Naming, visible: Visible): Named =>
  named(visibleSiblings(record, view.served, visible), kind, view);

/** A record that may be seen among its translations, as answers name these. */
export const amongTranslations = (record: Stored, kind: Routed & { readonly segment: string }, view: Naming, visible: Visible): Named =>
  named([[record.language, siblingOf(record)], ...visibleSiblings(record, view.served, visible)], kind, view);

/** What the header `Link` says of a record's translations that `visible` lets through: the address of each in the root of its own language (RFC 8288). */
export const alternateLinks = (
  record: Stored,
  kind: Routed,
  { baseUrl, served }: Pick<Naming, 'baseUrl' | 'served'>,
  visible: Visible,
): string[] =>
  visibleSiblings(record, served, visible).map(([language, { id }]) => {
    return `<${restUrl(rootOf(language, baseUrl), kind, id)}>; rel="alternate"; hreflang="${language}"`;
  });
