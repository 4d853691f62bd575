import type { Owned } from '../access/posts';
import { isServed, type Language, type Served } from '../language';
import type { Stored } from '../records/record';
import { type AnswerValue, exactly } from '../registry/answers';
import type { languageAnswers, translationAnswer } from './answers/address-answers';
import type { Site } from './site';

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

/** Where records' own pages live: `SITE_URL`, else this service. */
export const siteUrl = (baseUrl: string, site: Site): string => site.url ?? baseUrl.replace(/\/[^/]*$/, '');

/** The address of a post's own page, in the record's language. */
export const postUrl = (
  post: { readonly id: number; readonly language: Language; readonly slug: string; readonly status?: string | undefined },
  segment: string,
  origin: string,
): string => {
  const folder = `${origin}/${post.language}/${segment}/`;
  return ADDRESSED.has(post.status ?? 'publish') && post.slug !== '' ? `${folder}${encoded(post.slug)}/` : `${folder}?p=${post.id}`;
};

/** A slug as the reference writes it in addresses: percent-encoded in lower case. */
const encoded = (slug: string): string => encodeURIComponent(slug).replace(/%../g, (sign) => sign.toLowerCase());

/** The CMS' identifier of a record across sites: host, with its port, and ID. */
export const globalId = (origin: string, id: number): string => `${new URL(origin).host}?id=${id}`;

const translation = exactly<typeof translationAnswer>();

/** The record's translations in served languages that `visible` lets through, as answers name them. */
export function translationsOf(
  record: Stored,
  kind: Routed & { readonly segment: string },
  view: { readonly baseUrl: string; readonly origin: string; readonly served: Served },
  visible: (sibling: Owned) => boolean,
): AnswerValue<typeof languageAnswers.translations> {
  const members = Object.entries(record.translations).filter(
    ([language, { status, was, author = 0 }]) =>
      isServed(language, view.served) && (status === undefined || visible({ author, status, was } as Owned)),
  );
  return Object.fromEntries(
    members.map(([language, { id, slug, status }]) => [
      language,
      translation({
        id,
        slug,
        rest_url: restUrl(view.baseUrl, kind, id),
        url: postUrl({ id, slug, status, language: language as Language }, kind.segment, view.origin),
      }),
    ]),
  );
}
