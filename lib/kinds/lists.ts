import { isServed, type Language, type Served, type Text } from '../language';
import { type AnswerValue, exactly } from '../registry/answers';
import type { DeclaredHeaders } from '../registry/declared-refusals';
import type { About } from './about';
import { collectionUrl, type Routed } from './addresses';
import type { linksAnswer } from './answers/page-answers';
import type { Query } from './context';

/**
 * Writes a query as links carry it: encoded, absent members left out, lists with commas, or item by item where one has a
 * comma of its own; objects member by member.
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

/** The addresses of a list and of the pages beside this one. */
export type PageLinks = AnswerValue<typeof linksAnswer>;

export interface PagePlace {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

const links = exactly<typeof linksAnswer>();

/** Where a list was asked for, and the language that it is in. */
export interface LinkPlace {
  readonly baseUrl: string;
  readonly language: Language;
  /** The parameters that shape the answer. Links to the next and the previous page repeat them. */
  readonly meta?: Query | undefined;
}

export const pagesOf = ({ perPage, total }: PagePlace): number => (perPage === 0 ? 0 : Math.ceil(total / perPage));

/** What links say of the language of a list: nothing where its address does already. */
export const spokenIn = (baseUrl: string, language: Language): Query => ({
  ml_language: baseUrl.endsWith(`/${language}`) ? undefined : language,
});

/**
 * Works out the links of one page of a list. `shown` is the query of `rest_url`; `kept` the filters that the other pages repeat,
 * or a function of the page where they depend on it. Where the list is in another language than its address says, links name it. Links to the
 * next and the previous page repeat the parameters that shape the answer (`_fields` and the like).
 */
export function pageLinks(
  { baseUrl, language, meta }: LinkPlace,
  kind: Routed,
  place: PagePlace,
  shown: Query,
  kept: Query | ((page: number) => Query),
): PageLinks {
  const address = `${collectionUrl(baseUrl, kind)}/`;
  const pages = pagesOf(place);
  const spoken = spokenIn(baseUrl, language);
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

/** The header of every answer that shows a record which was written. */
export const CHANGE_HEADERS: DeclaredHeaders = {
  ETag: {
    type: 'string',
    description: {
      en: 'The tag of the record as it is now, for If-Match.',
      fr: 'L’étiquette de l’enregistrement tel qu’il est désormais, pour If-Match.',
    },
  },
};

const CHANGED_TRANSLATIONS = 'Changed-Translations';

/** The headers of every answer to a creation or an update. */
export const UPDATE_HEADERS: DeclaredHeaders = {
  ...CHANGE_HEADERS,
  [CHANGED_TRANSLATIONS]: {
    type: 'string',
    description: {
      en: 'The languages of the translations that were changed with the record, since they share what was sent: what is published is seen at once.',
      fr: 'Les langues des traductions modifiées avec l’enregistrement, car elles partagent ce qui a été envoyé : ce qui est publié se voit aussitôt.',
    },
  },
};

/** Says which translations were changed with a record, as far as their languages are served. */
export const changedTranslations = (languages: readonly Language[], served: Served): Record<string, string> => {
  const seen = languages.filter((language) => isServed(language, served));
  return seen.length === 0 ? {} : { [CHANGED_TRANSLATIONS]: seen.join(', ') };
};

/** The headers that every creation brings. */
export const CREATION_HEADERS: DeclaredHeaders = {
  ...UPDATE_HEADERS,
  'Idempotency-Replayed': {
    type: 'string',
    enum: ['true'],
    description: {
      en: 'That this is the answer of an earlier request with the same Idempotency-Key.',
      fr: 'Indique que cette réponse est celle d’une requête antérieure portant la même Idempotency-Key.',
    },
  },
  Location: {
    type: 'string',
    required: true,
    description: { en: 'The address of the new record.', fr: 'L’adresse du nouvel enregistrement.' },
  },
};

/** Characters of a header of links: longer ones stand in the body alone, as clients bound the length of headers. */
const LONGEST_LINK = 4096;

/** The header `Link` of some links; nothing where there are none, or where they are too long. */
export const boundedLinks = (links: readonly string[]): { readonly Link?: string } => {
  const link = links.join(', ');
  return link === '' || link.length > LONGEST_LINK ? {} : { Link: link };
};

/** The headers of a list: totals in both spellings, and the neighbours as RFC 8288 links. */
export function pageHeaders({ totals }: About, place: PagePlace, links: PageLinks): Record<string, string> {
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
