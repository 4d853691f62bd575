import { fold, searchTerms } from '../lib/calendar/fold';

/** Bytes of a pattern; MongoDB refuses those of 32 KiB. No text is asked for at such length in earnest. */
const LONGEST = 16_384;

/** Folded text as a regular expression that means itself. */
const literal = (folded: string) => folded.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** What no pattern can hold no text contains. */
const isPattern = (pattern: string) => Buffer.byteLength(pattern) <= LONGEST && !pattern.includes('\0');

/** The condition that a folded field contains a folded text; none where the text is blank. */
export const containing = (folded: string, field: string): object[] => {
  const pattern = literal(folded);
  if (pattern === '') return [];
  return [isPattern(pattern) ? { [field]: { $regex: pattern } } : { _id: { $in: [] } }];
};

/** The conditions that a field contains every word and phrase of a search and none of its excluded ones (REFERENCE 4.6). */
export function matching(search: string, field: string): object[] {
  const { all, none } = searchTerms(search);
  const excluded = none.map(literal).filter(isPattern);
  return [...all.flatMap((term) => containing(term, field)), ...excluded.map((pattern) => ({ [field]: { $not: { $regex: pattern } } }))];
}

/** How a name is looked up: folded, and short enough for an index. Equal keys of long names say little: compare `fold` too. */
export const nameKey = (name: string): string => fold(name).slice(0, 200);
