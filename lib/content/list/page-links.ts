import type { Text } from '../../language';
import { type AnswerValue, type DeclaredHeaders, exactly } from '../../registry';
import { collectionUrl, type LinkBase, languageParameter, type Routed, toQuery } from '../records';
import type { About, ListFilter, linksAnswer, PostLike, Query, Repeated, Sent, View } from '../types';

type PageLinks = AnswerValue<typeof linksAnswer>;

interface PagePosition {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

const links = exactly<typeof linksAnswer>();

export const pagesOf = ({ perPage, total }: PagePosition): number => (perPage === 0 ? 0 : Math.ceil(total / perPage));

/** Makes the links of a list page. `shown` is the query of `rest_url`, and `repeated` that of the next and previous page. */
export function pageLinks(
  { baseUrl, language, meta }: LinkBase,
  type: Routed,
  position: PagePosition,
  shown: Query,
  repeated: Query | ((page: number) => Query),
): PageLinks {
  const address = `${collectionUrl(baseUrl, type)}/`;
  const pages = pagesOf(position);
  const inLanguage = languageParameter(baseUrl, language);
  const to = (page: number) =>
    `${address}${toQuery({ ...(typeof repeated === 'function' ? repeated(page) : repeated), ...inLanguage, page: page > 1 ? page : undefined, ...meta })}`;
  return links({
    rest_url: `${address}${toQuery({ ...shown, ...inLanguage })}`,
    ...(position.page < pages && { next_rest_url: to(position.page + 1) }),
    // Page 2^53 may be any higher page, so it has no neighbours.
    ...(position.page > 1 && Number.isSafeInteger(position.page) && { previous_rest_url: to(position.page - 1) }),
  });
}

/** Returns the filters' query parameters for page links: those before and those after the parameter `status`. */
export async function linkParams({ filters }: Pick<PostLike, 'filters'>, sent: Sent, view: View): Promise<Repeated> {
  const paramsOf = async ({ args, inLinks }: ListFilter): Promise<Query> =>
    inLinks ? inLinks(sent, view) : Object.fromEntries(Object.keys(args).map((name) => [name, sent[name]]));
  const joined = async (some: readonly ListFilter[]): Promise<Query> => Object.assign({}, ...(await Promise.all(some.map(paramsOf))));
  const [first, last] = await Promise.all([joined(filters.filter((one) => !one.last)), joined(filters.filter((one) => one.last))]);
  return { first, last };
}

const total = (text: Text) => ({ type: 'integer', required: true, description: text }) as const;
const RECORDS = total({
  en: 'The number of records on all pages.',
  fr: 'Le nombre d’enregistrements, toutes pages confondues.',
});
const PAGES = total({ en: 'The number of pages.', fr: 'Le nombre de pages.' });

/** Makes the headers with the totals, under their WordPress names and their calendar names. */
const totalsHeaders = <T>({ totals }: About, records: T, pages: T): Record<string, T> => ({
  'X-WP-Total': records,
  'X-WP-TotalPages': pages,
  [totals.records]: records,
  [totals.pages]: pages,
});

export const listHeaders = (about: About): DeclaredHeaders => totalsHeaders(about, RECORDS, PAGES);

/** Longest `Link` header in characters, since clients limit headers. Longer links are only in the body. */
const LONGEST_LINK = 4096;

/** Makes a `Link` header. Empty if there are no links or they are longer than 4096 characters. */
export const boundedLinks = (links: readonly string[]): { readonly Link?: string } => {
  const link = links.join(', ');
  return link === '' || link.length > LONGEST_LINK ? {} : { Link: link };
};

/** Makes the headers of a list page: totals under both names, and page links (RFC 8288). */
export function pageHeaders(about: About, position: PagePosition, links: PageLinks): Record<string, string> {
  const neighbours = [
    ...(links.next_rest_url ? [`<${links.next_rest_url}>; rel="next"`] : []),
    ...(links.previous_rest_url ? [`<${links.previous_rest_url}>; rel="prev"`] : []),
  ];
  return { ...totalsHeaders(about, String(position.total), String(pagesOf(position))), ...boundedLinks(neighbours) };
}
