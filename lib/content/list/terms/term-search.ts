import { fold } from '../../../calendar';
import { containing, LONGEST_SEARCH } from '../../records';

/** Names, slugs and, where there are any, other texts that contain a text: Latin slugs hold no accents, those of other scripts do. */
export function searchCondition(sent: string, hasTexts: boolean): object {
  const search = sent.slice(0, LONGEST_SEARCH);
  const folded = fold(search) || ' ';
  const slugs = [...new Set([slugText(search), folded])].flatMap((text) => containing(text, 'slug'));
  return { $or: [...containing(folded, 'keys.name'), ...slugs, ...(hasTexts ? containing(folded, 'keys.text') : [])] };
}

/** A search as slugs spell it; nothing where a slug cannot hold it. */
const slugText = (search: string): string => search.trim().toLowerCase().normalize('NFC') || ' ';
