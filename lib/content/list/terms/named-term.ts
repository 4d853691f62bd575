import { namesake } from '../../../calendar';
import type { Term } from '../../../database';
import type { Language } from '../../../language';

/** An ID as a text: digits without a sign or leading zeros. All other texts are names, `007` too. */
export const ID_TEXT = /^[1-9]\d*$/;

/**
 * Finds the term of a language that a text means: one of exactly this name, else one whose name differs in case alone, else the one with the slug
 * that the text is. `slug` is '' for a text that is no slug.
 */
export const termNamed = (text: string, slug: string, terms: readonly Term[], language: Language): Term | undefined => {
  const spoken = terms.filter((term) => term.language === language);
  return namesake(text, spoken) ?? spoken.find((term) => slug !== '' && term.slug === slug);
};
