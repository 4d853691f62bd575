import { plainText } from './text';

const oneText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return value ? '1' : '';
  return value === null || value === undefined ? '' : undefined;
};

/**
 * Reads what was sent as the cost of an event into what is stored: the texts, without tags. A text, a number, or a flat list or
 * object of these; `[]` for no cost (null, false, ''). undefined for what cannot be a cost: deeper nesting.
 */
export const readCost = (value: unknown): string[] | undefined => {
  const parts: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  const texts = parts.map(oneText);
  if (!texts.every((text) => text !== undefined)) return undefined;
  const said = texts.filter((text) => text !== '');
  // Blanks are a text, as in the reference; only the empty one is none.
  return said.length === 0 && parts.some((part) => typeof part === 'string' && /^\s+$/.test(part)) ? [''] : said;
};
