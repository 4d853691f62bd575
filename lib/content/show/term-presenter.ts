import type { Term } from '../../database';
import type { Language, Served } from '../../language';
import { exactly } from '../../registry';
import {
  collectionUrl,
  type LinkBase,
  languageParameter,
  postUrl,
  type Routed,
  restUrl,
  siteUrl,
  toQuery,
  translationsOf,
} from '../records';
import type { Services, Site, Taxonomy, TermLike, View } from '../types';
import { isEmpty } from '../values';
import { filledView, type ShownAnswer, showAdded, widenedView } from './added-values';
import { countName, countPlaceholder } from './count-placeholders';
import type { assignedAnswer, listedTermAnswer, termLinksAnswer, termUrlsAnswer } from './term-answer';

const urls = exactly<typeof termUrlsAnswer>();
const assignedTerm = exactly<typeof assignedAnswer>();
const shownTerm = exactly<typeof listedTermAnswer>();
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
  /** True: placeholders stand for counts. */
  readonly hasPlaceholders?: boolean;
}

/** A term's language and translations. */
const termLanguage = (of: Taxonomy, term: Term, view: Place) => ({
  language: term.language,
  translations: translationsOf(term, of, view, () => true),
});

/**
 * The language whose records a term counts where it is shown in another one. A term that has a translation into that language is not shown in
 * its place, and counts the records of its own.
 */
const countedLanguage = (shown: Language, { language, translations }: Term): Language => (translations[shown] ? language : shown);

/** The count of a term in a language: how many public records of that language name the term itself. */
export const countIn = (language: Language, { language: own, count, abroad }: Pick<Term, 'language' | 'count' | 'abroad'>): number =>
  language === own ? count : (abroad?.[language] ?? 0);

const counted = ({ plural }: Taxonomy, term: Term, language: Language, { hasPlaceholders }: Place): number =>
  hasPlaceholders
    ? countPlaceholder(countName(plural, term._id, countedLanguage(language, term)))
    : countIn(countedLanguage(language, term), term);

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

/** Terms that are assigned to a record of a language. */
interface AssignedTo {
  readonly language: Language;
  readonly terms: readonly Term[];
}

/** The terms that are assigned to each of some records, by name, with what plugins show of them. */
export async function presentAssignedTerms(
  { site, unshown }: Pick<Services, 'site' | 'unshown'>,
  of: TermLike,
  assigned: readonly AssignedTo[],
  asked: View,
): Promise<readonly (readonly object[])[]> {
  const view = widenedView(of.added, filledView(of.added, asked));
  const { baseUrl } = view;
  const place = { baseUrl, origin: siteUrl(baseUrl, site), served: site.served, hasPlaceholders: view.hasPlaceholders === true };
  const each = assigned.map(({ language, terms }) =>
    [...terms]
      .sort((one, other) => (String(one.keys['name']) < String(other.keys['name']) ? -1 : 1))
      .map((term) => ({ term, shown: presentAssigned(of, term, language, place) as ShownAnswer })),
  );
  const all = each.flat();
  const [terms, answers] = [all.map(({ term }) => term), all.map(({ shown }) => shown)];
  await showAdded(of.added, terms, { ...view, embedded: true }, answers, unshown);
  return each.map((own) => own.map(({ shown }) => shown));
}

/** Where a term is assigned: a kind, the filter of its list, and how the term is named there. */
export interface Assigned {
  readonly kind: Routed;
  readonly name: string;
  readonly term: number | string;
}

/** A term as its own routes show it in a language, without what plugins show of it. */
export function presentTerm(of: Taxonomy, term: Term, { baseUrl, language }: LinkBase, site: Site) {
  const origin = siteUrl(baseUrl, site);
  return shownTerm({
    id: term._id,
    count: countIn(countedLanguage(language, term), term),
    description: term.description,
    name: term.name,
    slug: term.slug,
    taxonomy: of.taxonomy,
    ...(of.hierarchical && { parent: term.parent }),
    meta: [],
    url: postUrl({ id: term._id, language: term.language, slug: term.slug }, of.segment, origin),
    urls: termUrls(of, term, baseUrl),
    ...termLanguage(of, term, { baseUrl, origin, served: site.served }),
  });
}

/** Makes the function that shows terms of a kind as its own routes do, with what plugins show of them; `isSideBySide`: each in its own language. */
export const createTermPresenter =
  ({ site, unshown }: Pick<Services, 'site' | 'unshown'>, kind: Taxonomy & Pick<TermLike, 'added'>): TermLike['present'] =>
  async (terms, asked, isSideBySide) => {
    const view = widenedView(kind.added, asked);
    const shown: ShownAnswer[] = terms.map((term) =>
      presentTerm(kind, term, isSideBySide ? { ...view, language: term.language } : view, site),
    );
    await showAdded(kind.added, terms, view, shown, unshown);
    return shown;
  };

/** The members of a term that `embed` shows; an unknown context shows none. */
const EMBEDDED = ['id', 'name', 'slug', 'taxonomy', 'url', 'urls', 'language', 'translations', '_links'];

/** A presented term as a context shows it, undefined where nothing is left of it. */
export function inContext(context: unknown, term: ShownAnswer): ShownAnswer | undefined {
  if (isEmpty(context) || context === 'view' || context === 'edit') return term;
  if (context !== 'embed') return undefined;
  const { up: _, ...urls } = term['urls'] as { readonly up?: string };
  return Object.fromEntries(Object.entries({ ...term, urls }).filter(([name]) => EMBEDDED.includes(name)));
}

/** Where a term is assigned, and the addresses of its routes, as clients of the CMS read them. */
export const linksOfTerm = (of: Taxonomy, term: Term, baseUrl: string, assigned: readonly Assigned[]) =>
  links({
    self: [{ href: restUrl(baseUrl, of, term._id) }],
    collection: [{ href: collectionUrl(baseUrl, of) }],
    ...(term.parent > 0 && { up: [{ embeddable: true as const, href: restUrl(baseUrl, of, term.parent) }] }),
    // A list holds one language, the term's, which its address does not always say.
    'wp:post_type': assigned.map((to) => ({
      href: `${collectionUrl(baseUrl, to.kind)}${toQuery({ [to.name]: to.term, ...languageParameter(baseUrl, term.language) })}`,
    })),
  });
