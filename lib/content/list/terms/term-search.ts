import { fold } from '../../../calendar';
import { containing, LONGEST_SEARCH } from '../../records';

/**
 * The clause for terms whose name, slug or other texts contain a text. Latin slugs have no accents, slugs of other scripts do, so both
 * forms are searched.
 */
export function searchCondition(sent: string, hasTexts: boolean): object {
  const search = sent.slice(0, LONGEST_SEARCH);
  const folded = fold(search) || ' ';
  const slugs = [...new Set([slugText(search), folded])].flatMap((text) => containing(text, 'slug'));
  return { $or: [...containing(folded, 'keys.name'), ...slugs, ...(hasTexts ? containing(folded, 'keys.text') : [])] };
}

/** A search text in the form of a slug, or a blank if that is empty. */
const slugText = (search: string): string => search.trim().toLowerCase().normalize('NFC') || ' ';
