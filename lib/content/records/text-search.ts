import { fold, type SearchTerms } from '../../calendar';

/** Bytes of a pattern, and characters that are read of a search; MongoDB refuses patterns of 32 KiB. No text is asked for at such length in earnest. */
export const LONGEST_SEARCH = 16_384;

/** Folded text as a regular expression that means itself. */
const literal = (folded: string) => folded.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** What no pattern can hold no text contains. */
const isPattern = (pattern: string) => Buffer.byteLength(pattern) <= LONGEST_SEARCH && !pattern.includes('\0');

/** The condition that a folded field contains a folded text; none where the text is blank. */
export const containing = (folded: string, field: string): object[] => {
  const pattern = literal(folded);
  if (pattern === '') return [];
  return [isPattern(pattern) ? { [field]: { $regex: pattern } } : { _id: { $in: [] } }];
};

/** The conditions that a field contains every word and phrase of a search and none of its excluded ones. */
export function matching({ all, none }: SearchTerms, field: string): object[] {
  const excluded = none.map(literal).filter(isPattern);
  return [...all.flatMap((term) => containing(term, field)), ...excluded.map((pattern) => ({ [field]: { $not: { $regex: pattern } } }))];
}

/** Texts as searches read them, folded, with one more line: no phrase begins in one and ends in the next. */
export const withLine = (lines: unknown, text: string): string => [String(lines ?? ''), fold(text)].filter(Boolean).join('\n');

const SEPARATORS = /[^\p{L}\p{M}\p{N}-]+/u;
// More words than this are looked for as they follow each other.
const MOST_WORDS = 32;

/**
 * The condition that one line of a folded field contains every word of a search, in any order; what is neither letter, digit nor hyphen
 * parts words. Signs alone are looked for as they stand; a blank search finds nothing.
 */
export function inOneLine(search: string, field: string): object {
  const whole = fold(search.slice(0, LONGEST_SEARCH));
  const words = [...new Set(whole.split(SEPARATORS).filter(Boolean))];
  const [first = whole] = words;
  const all = (): string => `(?:^|\n)${words.map((word) => `(?=[^\n]*${literal(word)})`).join('')}`;
  const pattern = words.length > MOST_WORDS ? literal(whole) : words.length > 1 ? all() : literal(first);
  return pattern !== '' && isPattern(pattern) ? { [field]: { $regex: pattern } } : { _id: { $in: [] } };
}

/** How a name is looked up: folded, and short enough for an index. Equal keys of long names say little: compare `fold` too. */
export const nameKey = (name: string): string => Array.from(fold(name)).slice(0, 200).join('');
