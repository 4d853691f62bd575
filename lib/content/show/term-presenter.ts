import type { Term } from '../../database';
import type { Language } from '../../language';
import { exactly, placeholder } from '../../registry';
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
import { addedView, type ShownAnswer, showAdded } from './added-values';
import type { assignedAnswer, listedTermAnswer, termLinksAnswer, termUrlsAnswer } from './term-answer';

const urls = exactly<typeof termUrlsAnswer>();
const assignedTerm = exactly<typeof assignedAnswer>();
const shownTerm = exactly<typeof listedTermAnswer>();
const links = exactly<typeof termLinksAnswer>();

const termUrls = (of: Taxonomy, term: Term, baseUrl: string) =>
  urls({
    self: restUrl(baseUrl, of, term._id),
    collection: collectionUrl(baseUrl, of),
    ...(term.parent > 0 && { up: restUrl(baseUrl, of, term.parent) }),
  });

const termLanguage = (of: Taxonomy, term: Term, baseUrl: string, site: Site) => ({
  language: term.language,
  translations: translationsOf(term, of, { baseUrl, origin: siteUrl(baseUrl, site), served: site.served }, () => true),
});

/**
 * Returns the language of the records that a shown term counts: the requested language. A term with a translation into that language counts
 * its own, since the translation counts the others.
 */
const countedLanguage = (shown: Language, { language, translations }: Term): Language => (translations[shown] ? language : shown);

/** Returns the number of public records in a language that have a term. */
export const countIn = (language: Language, { language: own, count, abroad }: Pick<Term, 'language' | 'count' | 'abroad'>): number =>
  language === own ? count : (abroad?.[language] ?? 0);

/** Makes the cache name of a term's number of records in a language. */
export const countName = (plural: string, id: number, language: string): string => `${plural} ${id} ${language}`;

/** Presents a term inside a record. The routes of terms have other members. */
const presentAssigned = (of: Taxonomy, term: Term, language: Language, { baseUrl, hasPlaceholders }: View, site: Site) => {
  const counted = countedLanguage(language, term);
  return assignedTerm({
    name: term.name,
    slug: term.slug,
    term_group: 0,
    term_taxonomy_id: term._id,
    taxonomy: of.taxonomy,
    description: term.description,
    parent: term.parent,
    // Cached JSON has placeholders, since counts change far more often than the rest.
    count: hasPlaceholders ? placeholder(countName(of.plural, term._id, counted)) : countIn(counted, term),
    filter: 'raw',
    id: term._id,
    urls: termUrls(of, term, baseUrl),
    ...termLanguage(of, term, baseUrl, site),
  });
};

interface AssignedTo {
  readonly language: Language;
  readonly terms: readonly Term[];
}

/** Presents the terms of each record, sorted by name, with plugins' fields. */
export async function presentAssignedTerms(
  { site, reportFieldFailure }: Pick<Services, 'site' | 'reportFieldFailure'>,
  of: TermLike,
  assigned: readonly AssignedTo[],
  requested: View,
): Promise<readonly (readonly object[])[]> {
  const view = addedView(of.added, requested);
  const each = assigned.map(({ language, terms }) =>
    terms
      .toSorted((one, other) => (String(one.keys['name']) < String(other.keys['name']) ? -1 : 1))
      .map((term) => ({ term, shown: presentAssigned(of, term, language, view, site) as ShownAnswer })),
  );
  const all = each.flat();
  const [terms, answers] = [all.map(({ term }) => term), all.map(({ shown }) => shown)];
  await showAdded(of.added, terms, { ...view, embedded: true }, answers, reportFieldFailure);
  return each.map((own) => own.map(({ shown }) => shown));
}

/** Presents a term for the routes of terms, without plugins' fields. */
export function presentTerm(of: Taxonomy, term: Term, { baseUrl, language }: LinkBase, site: Site) {
  return shownTerm({
    id: term._id,
    count: countIn(countedLanguage(language, term), term),
    description: term.description,
    name: term.name,
    slug: term.slug,
    taxonomy: of.taxonomy,
    ...(of.hierarchical && { parent: term.parent }),
    meta: [],
    url: postUrl({ id: term._id, language: term.language, slug: term.slug }, of.segment, siteUrl(baseUrl, site)),
    urls: termUrls(of, term, baseUrl),
    ...termLanguage(of, term, baseUrl, site),
  });
}

export const createTermPresenter =
  (
    { site, reportFieldFailure }: Pick<Services, 'site' | 'reportFieldFailure'>,
    type: Taxonomy & Pick<TermLike, 'added'>,
  ): TermLike['present'] =>
  async (terms, requested, { isSideBySide } = { isSideBySide: false }) => {
    const view = addedView(type.added, requested);
    const shown: ShownAnswer[] = terms.map((term) =>
      presentTerm(type, term, isSideBySide ? { ...view, language: term.language } : view, site),
    );
    await showAdded(type.added, terms, view, shown, reportFieldFailure);
    return shown;
  };

/** The members of a term in the context `embed`. */
const EMBEDDED = ['id', 'name', 'slug', 'taxonomy', 'url', 'urls', 'language', 'translations', '_links'];

/** Reduces a presented term to the context view, edit or embed. Undefined for other contexts. */
export function inContext(context: unknown, term: ShownAnswer): ShownAnswer | undefined {
  if (isEmpty(context) || context === 'view' || context === 'edit') return term;
  if (context !== 'embed') return undefined;
  const { up: _, ...urls } = term['urls'] as { readonly up?: string };
  return Object.fromEntries(Object.entries({ ...term, urls }).filter(([name]) => EMBEDDED.includes(name)));
}

/** A list of records that can be filtered by a term. `name` is the query parameter, `term` its value. */
interface Assigned {
  readonly type: Routed;
  readonly name: string;
  readonly term: number | string;
}

/** Makes the `_links` of a term in the format of WordPress. */
export const linksOfTerm = (of: Taxonomy, term: Term, baseUrl: string, assigned: readonly Assigned[]) =>
  links({
    self: [{ href: restUrl(baseUrl, of, term._id) }],
    collection: [{ href: collectionUrl(baseUrl, of) }],
    ...(term.parent > 0 && { up: [{ embeddable: true as const, href: restUrl(baseUrl, of, term.parent) }] }),
    // A list has one language, and its address may name another one than the term's.
    'wp:post_type': assigned.map(({ type, name, term: value }) => ({
      href: `${collectionUrl(baseUrl, type)}${toQuery({ [name]: value, ...languageParameter(baseUrl, term.language) })}`,
    })),
  });
