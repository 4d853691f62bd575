import { namesake } from '../../../calendar';
import type { Term } from '../../../database';
import type { Language } from '../../../language';
import type { Services } from '../../types';

/** Matches an ID as text: digits without sign or leading zeros. Other texts are names, even `007`. */
export const ID_TEXT = /^[1-9]\d*$/;

/**
 * Finds the term of a language by exact name, by name in another case, or by slug, in this order. `slug` is empty if the text is no slug.
 */
export const termNamed = (text: string, slug: string, terms: readonly Term[], language: Language): Term | undefined => {
  const spoken = terms.filter((term) => term.language === language);
  return namesake(text, spoken) ?? spoken.find((term) => slug !== '' && term.slug === slug);
};

/** IDs and slugs of terms, as a filter names them. */
type TermNames = readonly (number | string)[];

/** Caches the terms that a filter resolves, until one of them changes. Errors are not cached. */
export const cachedTerms = <N extends TermNames>(
  { cache }: Pick<Services, 'cache'>,
  plural: string,
  names: TermNames,
  work: () => Promise<N>,
): Promise<N> => cache.cached<N>(`naming ${plural} ${JSON.stringify(names)}`, (found) => Buffer.byteLength(JSON.stringify(found)), work);
