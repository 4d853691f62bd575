import { plainText } from '../text/plain-text';
import { countable } from './countable';

const partsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const isPart = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** The maximum number of prices and texts in one cost. */
export const MOST_PRICES = 500;
/** The maximum length in characters of one text of a cost, and of all its texts together. */
export const LONGEST_PRICE = 1000;
export const LONGEST_COST = 10_000;

const lengthOf = (text: string): number => [...countable(text)].length;

/** True if a value can be a cost: a scalar or a flat list of scalars, within the limits above. */
export const isCost = (value: unknown): boolean => {
  const parts = partsOf(value);
  if (parts.length > MOST_PRICES || !parts.every(isPart)) return false;
  // A list of texts is shown as one text with commas between them.
  const lengths = parts.flatMap((part) => (typeof part === 'string' ? part.split(', ') : [])).map(lengthOf);
  return lengths.every((length) => length <= LONGEST_PRICE) && lengths.reduce((sum, length) => sum + length, 0) <= LONGEST_COST;
};

const oneText = (value: unknown): string => {
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'boolean') return value ? '1' : '';
  return value === null || value === undefined ? '' : String(value);
};

/** Converts a sent cost to its stored texts, without tags. `[]` for null, false and ''. */
export const readCost = (value: unknown): string[] => {
  const parts = partsOf(value);
  const texts = parts.map(oneText).filter((text) => text !== '');
  // Blanks are a text; only the empty text is no cost.
  return texts.length === 0 && parts.some((part) => typeof part === 'string' && /^\s+$/.test(part)) ? [''] : texts;
};
