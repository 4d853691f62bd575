import type { Text } from '../../language';
import { type AnswerValue, type DeclaredHeaders, exactly } from '../../registry';
import { collectionUrl, type LinkBase, languageParameter, type Routed, toQuery } from '../records';
import type { About, linksAnswer, Query } from '../types';

/** The addresses of a list and of the pages beside this one. */
export type PageLinks = AnswerValue<typeof linksAnswer>;

export interface PagePosition {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

const links = exactly<typeof linksAnswer>();

export const pagesOf = ({ perPage, total }: PagePosition): number => (perPage === 0 ? 0 : Math.ceil(total / perPage));

/**
 * Works out the links of one page of a list. `shown` is the query of `rest_url`; `kept` the filters that the other pages repeat,
 * or a function of the page where they depend on it. Where the list is in another language than its address says, links name it. Links to the
 * next and the previous page repeat the parameters that shape the answer (`_fields` and the like).
 */
export function pageLinks(
  { baseUrl, language, meta }: LinkBase,
  kind: Routed,
  place: PagePosition,
  shown: Query,
  kept: Query | ((page: number) => Query),
): PageLinks {
  const address = `${collectionUrl(baseUrl, kind)}/`;
  const pages = pagesOf(place);
  const spoken = languageParameter(baseUrl, language);
  const to = (page: number) =>
    `${address}${toQuery({ ...(typeof kept === 'function' ? kept(page) : kept), ...spoken, page: page > 1 ? page : undefined, ...meta })}`;
  return links({
    rest_url: `${address}${toQuery({ ...shown, ...spoken })}`,
    ...(place.page < pages && { next_rest_url: to(place.page + 1) }),
    // 2^53 stands for all pages beyond it, and has no neighbours.
    ...(place.page > 1 && Number.isSafeInteger(place.page) && { previous_rest_url: to(place.page - 1) }),
  });
}

const total = (text: Text) => ({ type: 'integer', required: true, description: text }) as const;
const RECORDS = total({
  en: 'How many records there are on all pages together.',
  fr: 'Le nombre d’enregistrements, toutes pages confondues.',
});
const PAGES = total({ en: 'How many pages there are.', fr: 'Le nombre de pages.' });

/** The headers that every list brings. */
export const listHeaders = ({ totals }: About): DeclaredHeaders => ({
  'X-WP-Total': RECORDS,
  'X-WP-TotalPages': PAGES,
  [totals.records]: RECORDS,
  [totals.pages]: PAGES,
});

/** Characters of a header of links: longer ones stand in the body alone, as clients bound the length of headers. */
const LONGEST_LINK = 4096;

/** The header `Link` of some links; nothing where there are none, or where they are too long. */
export const boundedLinks = (links: readonly string[]): { readonly Link?: string } => {
  const link = links.join(', ');
  return link === '' || link.length > LONGEST_LINK ? {} : { Link: link };
};

/** The headers of a list: totals in both spellings, and the neighbours as RFC 8288 links. */
export function pageHeaders({ totals }: About, place: PagePosition, links: PageLinks): Record<string, string> {
  const total = String(place.total);
  const pages = String(pagesOf(place));
  const neighbours = [
    ...(links.next_rest_url ? [`<${links.next_rest_url}>; rel="next"`] : []),
    ...(links.previous_rest_url ? [`<${links.previous_rest_url}>; rel="prev"`] : []),
  ];
  return {
    'X-WP-Total': total,
    'X-WP-TotalPages': pages,
    [totals.records]: total,
    [totals.pages]: pages,
    ...boundedLinks(neighbours),
  };
}
