import { plainText } from '../text/plain-text';
import { countable } from './countable';

const partsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const isPart = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** The most prices and texts of one cost: more than anybody reads. */
export const MOST_PRICES = 500;
/** Characters of the longest text of a cost, and of all its texts together. */
export const LONGEST_PRICE = 1000;
export const LONGEST_COST = 10_000;

const lengthOf = (text: string): number => [...countable(text)].length;

/** Tells whether a value can be a cost: a text, a number, a boolean, null, or a flat list of these, within the limits above. */
export const isCost = (value: unknown): boolean => {
  const parts = partsOf(value);
  if (parts.length > MOST_PRICES || !parts.every(isPart)) return false;
  // A list of texts is shown as one, with commas between them.
  const lengths = parts.flatMap((part) => (typeof part === 'string' ? part.split(', ') : [])).map(lengthOf);
  return lengths.every((length) => length <= LONGEST_PRICE) && lengths.reduce((sum, length) => sum + length, 0) <= LONGEST_COST;
};

const oneText = (value: unknown): string => {
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'boolean') return value ? '1' : '';
  return value === null || value === undefined ? '' : String(value);
};

/** Reads what can be a cost into what is stored of it: the texts, without tags; `[]` for no cost (null, false, ''). */
export const readCost = (value: unknown): string[] => {
  const parts = partsOf(value);
  const said = parts.map(oneText).filter((text) => text !== '');
  // Blanks are a text; only the empty one is none.
  return said.length === 0 && parts.some((part) => typeof part === 'string' && /^\s+$/.test(part)) ? [''] : said;
};
