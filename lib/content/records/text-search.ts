import { fold, type SearchTerms } from '../../calendar';

/** The longest pattern in bytes, and the longest search in characters. MongoDB refuses patterns of 32 KiB. */
export const LONGEST_PATTERN = 16_384;

/** Escapes folded text (lower case, without accents) for a regular expression. */
const literal = (folded: string) => folded.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** True if MongoDB accepts a pattern. No stored text can match an invalid pattern. */
const isPattern = (pattern: string) => Buffer.byteLength(pattern) <= LONGEST_PATTERN && !pattern.includes('\0');

/** Returns the MongoDB clauses for a field that contains a folded text; empty for a blank text. */
export const containing = (folded: string, field: string): object[] => {
  const pattern = literal(folded);
  if (pattern === '') return [];
  return [isPattern(pattern) ? { [field]: { $regex: pattern } } : { _id: { $in: [] } }];
};

/** Returns MongoDB clauses for a field. They match texts with all words and phrases of a search and no excluded ones. */
export function matching({ all, none }: SearchTerms, field: string): object[] {
  const excluded = none.map(literal).filter(isPattern);
  return [...all.flatMap((term) => containing(term, field)), ...excluded.map((pattern) => ({ [field]: { $not: { $regex: pattern } } }))];
}

/** Appends a line to folded text. Phrases never match across lines. */
export const withLine = (lines: unknown, text: string): string => [String(lines ?? ''), fold(text)].filter(Boolean).join('\n');

const SEPARATORS = /[^\p{L}\p{M}\p{N}-]+/u;
// The most words of a search; longer searches count as one phrase.
const MOST_WORDS = 32;

/**
 * Returns the MongoDB clause for a line of a folded field with all words of a search, in any order. Words consist of letters, digits and
 * hyphens. A search without words matches literally; a blank search matches nothing.
 */
export function inOneLine(search: string, field: string): object {
  const whole = fold(search.slice(0, LONGEST_PATTERN));
  const words = [...new Set(whole.split(SEPARATORS).filter(Boolean))];
  const [first = whole] = words;
  const all = (): string => `(?:^|\n)${words.map((word) => `(?=[^\n]*${literal(word)})`).join('')}`;
  const pattern = words.length > MOST_WORDS ? literal(whole) : words.length > 1 ? all() : literal(first);
  return pattern !== '' && isPattern(pattern) ? { [field]: { $regex: pattern } } : { _id: { $in: [] } };
}

/** Returns the index key of a name, folded and at most 200 characters. Long names may share a key, so also compare `fold`. */
export const nameKey = (name: string): string => Array.from(fold(name)).slice(0, 200).join('');
