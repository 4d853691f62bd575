import { fold, type SearchTerms } from '../../calendar';

/** Longest pattern in bytes, and longest search in characters. MongoDB refuses patterns of 32 KiB. */
export const LONGEST_SEARCH = 16_384;

/** Escapes folded text for a regular expression. */
const literal = (folded: string) => folded.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** True if a pattern is valid. No text contains an invalid one. */
const isPattern = (pattern: string) => Buffer.byteLength(pattern) <= LONGEST_SEARCH && !pattern.includes('\0');

/** The clauses for a field that contains a folded text. Empty for a blank text. */
export const containing = (folded: string, field: string): object[] => {
  const pattern = literal(folded);
  if (pattern === '') return [];
  return [isPattern(pattern) ? { [field]: { $regex: pattern } } : { _id: { $in: [] } }];
};

/** The clauses for a field that contains all words and phrases of a search, and none of the excluded ones. */
export function matching({ all, none }: SearchTerms, field: string): object[] {
  const excluded = none.map(literal).filter(isPattern);
  return [...all.flatMap((term) => containing(term, field)), ...excluded.map((pattern) => ({ [field]: { $not: { $regex: pattern } } }))];
}

/** Adds a line to folded texts. Phrases never match across lines. */
export const withLine = (lines: unknown, text: string): string => [String(lines ?? ''), fold(text)].filter(Boolean).join('\n');

const SEPARATORS = /[^\p{L}\p{M}\p{N}-]+/u;
// Longer searches are looked for as one phrase.
const MOST_WORDS = 32;

/**
 * The clause for a folded field with a line that has all words of a search, in any order. Letters, digits and hyphens make words. A search
 * of other signs is matched as it is; a blank one finds nothing.
 */
export function inOneLine(search: string, field: string): object {
  const whole = fold(search.slice(0, LONGEST_SEARCH));
  const words = [...new Set(whole.split(SEPARATORS).filter(Boolean))];
  const [first = whole] = words;
  const all = (): string => `(?:^|\n)${words.map((word) => `(?=[^\n]*${literal(word)})`).join('')}`;
  const pattern = words.length > MOST_WORDS ? literal(whole) : words.length > 1 ? all() : literal(first);
  return pattern !== '' && isPattern(pattern) ? { [field]: { $regex: pattern } } : { _id: { $in: [] } };
}

/** The key that finds a name: folded, and cut to fit an index. Long names may share a key, so compare `fold` as well. */
export const nameKey = (name: string): string => Array.from(fold(name)).slice(0, 200).join('');
