import type { Term } from '../../lib/records/record';
import { collectionUrl, restUrl, translationsOf } from '../addresses';

/** A taxonomy as answers name it: the reference's names are kept (DESIGN 3). */
export interface Taxonomy {
  readonly plural: string;
  /** `tribe_events_cat`, `post_tag`. */
  readonly taxonomy: string;
  /** The folder of the terms' own pages. */
  readonly segment: string;
}

/** The addresses of a term's routes. */
export const termUrls = ({ plural }: Taxonomy, term: Term, baseUrl: string) => ({
  self: restUrl(baseUrl, plural, term._id),
  collection: collectionUrl(baseUrl, plural),
  ...(term.parent > 0 && { up: restUrl(baseUrl, plural, term.parent) }),
});

/** A term's language and translations (DIFFERENCES 44). */
export const termLanguage = ({ plural, segment }: Taxonomy, term: Term, view: { readonly baseUrl: string; readonly origin: string }) => ({
  language: term.language,
  translations: translationsOf(term, plural, segment, view, () => true),
});

/** A term as events show it; the term routes show it otherwise (REFERENCE 4.1 and 7.1). */
export const presentAssigned = (of: Taxonomy, term: Term, view: { readonly baseUrl: string; readonly origin: string }) => ({
  name: term.name,
  slug: term.slug,
  term_group: 0,
  term_taxonomy_id: term._id,
  taxonomy: of.taxonomy,
  description: term.description,
  parent: term.parent,
  count: term.count,
  filter: 'raw',
  id: term._id,
  urls: termUrls(of, term, view.baseUrl),
  ...termLanguage(of, term, view),
});
