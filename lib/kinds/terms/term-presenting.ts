import type { Language, Served } from '../../language';
import type { Term } from '../../records/record';
import { exactly } from '../../registry/answers';
import { isEmpty } from '../../values/emptiness';
import { collectionUrl, postUrl, type Routed, restUrl, siteUrl, translationsOf } from '../addresses';
import { countName } from '../count-slots';
import type { Dependencies } from '../dependencies';
import { type LinkPlace, spokenIn, toQuery } from '../lists';
import type { Site } from '../services';
import type { Taxonomy } from '../taxonomy';
import type { assignedAnswer, termAnswer, termLinksAnswer, termUrlsAnswer } from './term-answer';

const urls = exactly<typeof termUrlsAnswer>();
const assignedTerm = exactly<typeof assignedAnswer>();
const shownTerm = exactly<typeof termAnswer>();
const links = exactly<typeof termLinksAnswer>();

/** The addresses of a term's routes. */
const termUrls = (of: Taxonomy, term: Term, baseUrl: string) =>
  urls({
    self: restUrl(baseUrl, of, term._id),
    collection: collectionUrl(baseUrl, of),
    ...(term.parent > 0 && { up: restUrl(baseUrl, of, term.parent) }),
  });

/** Where terms are shown. */
interface Place {
  readonly baseUrl: string;
  readonly origin: string;
  readonly served: Served;
  /** Notes counts that are put in later; without it they are shown. */
  readonly madeOf?: Pick<Dependencies, 'count'> | undefined;
}

/** A term's language and translations. */
const termLanguage = (of: Taxonomy, term: Term, view: Place) => ({
  language: term.language,
  translations: translationsOf(term, of, view, () => true),
});

/** How many name a term, as it is shown in a language: where it stands in for a translation, those of that language count too. */
export const countIn = (language: Language, { count, abroad }: Term): number => count + (abroad?.[language] ?? 0);

const counted = ({ plural }: Taxonomy, term: Term, language: Language, { madeOf }: Place): number => {
  const count = countIn(language, term);
  return madeOf === undefined ? count : madeOf.count(countName(plural, term._id, language), count);
};

/** A term as records show it; the term routes show it otherwise. */
const presentAssigned = (of: Taxonomy, term: Term, language: Language, view: Place) =>
  assignedTerm({
    name: term.name,
    slug: term.slug,
    term_group: 0,
    term_taxonomy_id: term._id,
    taxonomy: of.taxonomy,
    description: term.description,
    parent: term.parent,
    count: counted(of, term, language, view),
    filter: 'raw',
    id: term._id,
    urls: termUrls(of, term, view.baseUrl),
    ...termLanguage(of, term, view),
  });

/** The terms that are assigned to a record of a language, by name. */
export const presentTerms = (of: Taxonomy, terms: readonly Term[], language: Language, place: Place) =>
  [...terms]
    .sort((one, other) => (String(one.keys['name']) < String(other.keys['name']) ? -1 : 1))
    .map((term) => presentAssigned(of, term, language, place));

/** Where a term is assigned: a kind, the filter of its list, and how the term is named there. */
export interface Assigned {
  readonly kind: Routed;
  readonly name: string;
  readonly term: number | string;
}

/** A term as its own routes show it in a language; given where it is `assigned`, with `_links`. */
export function presentTerm(
  of: Taxonomy,
  term: Term,
  { baseUrl, language }: LinkPlace,
  site: Site,
  assigned: readonly Assigned[] | undefined,
) {
  const origin = siteUrl(baseUrl, site);
  return shownTerm({
    id: term._id,
    count: countIn(language, term),
    description: term.description,
    name: term.name,
    slug: term.slug,
    taxonomy: of.taxonomy,
    ...(of.hierarchical && { parent: term.parent }),
    meta: [],
    url: postUrl({ id: term._id, language: term.language, slug: term.slug }, of.segment, origin),
    urls: termUrls(of, term, baseUrl),
    ...termLanguage(of, term, { baseUrl, origin, served: site.served }),
    ...(assigned && { _links: linksOf(of, term, baseUrl, assigned) }),
  });
}

/** The members of a term that `embed` shows; an unknown context shows none. */
const EMBEDDED = ['id', 'name', 'slug', 'taxonomy', 'url', 'urls', 'language', 'translations', '_links'];

/** A presented term as a context shows it, undefined where nothing is left of it. */
export function inContext<T extends { readonly urls: object; readonly _links?: unknown }>(
  context: unknown,
  term: T,
): Partial<T> | undefined {
  if (isEmpty(context) || context === 'view' || context === 'edit') return term;
  if (context !== 'embed') return undefined;
  const { up: _, ...urls } = term.urls as { readonly up?: string };
  return Object.fromEntries(Object.entries({ ...term, urls }).filter(([name]) => EMBEDDED.includes(name))) as Partial<T>;
}

const linksOf = (of: Taxonomy, term: Term, baseUrl: string, assigned: readonly Assigned[]) =>
  links({
    self: [{ href: restUrl(baseUrl, of, term._id) }],
    collection: [{ href: collectionUrl(baseUrl, of) }],
    ...(term.parent > 0 && { up: [{ embeddable: true as const, href: restUrl(baseUrl, of, term.parent) }] }),
    // A list holds one language, the term's, which its address does not always say.
    'wp:post_type': assigned.map((to) => ({
      href: `${collectionUrl(baseUrl, to.kind)}${toQuery({ [to.name]: to.term, ...spokenIn(baseUrl, term.language) })}`,
    })),
  });
