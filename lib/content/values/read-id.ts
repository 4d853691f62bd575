/** The largest integer of 64 bits. */
const LARGEST = 9_223_372_036_854_775_807n;

/** True for digits that exceed the largest integer, although they round to its double. */
const isBeyond = (digits: string): boolean => /^\s*\+?\d+\s*$/.test(digits) && BigInt(digits.replace('+', '')) > LARGEST;

/** The result for all greater integers. Doubles do not tell them apart. */
const COUNTLESS = 2 ** 53;

/**
 * Reads positive integers of at most 64 bits as the CMS does. `3`, `"03"`, `"2.0"`, `"1e1"` and `" 3 "` are accepted. Returns undefined for
 * anything else, and 2^53 for greater ones.
 */
export function readPositiveInteger(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\s*\+?\d+(\.\d*)?(e\+?\d+)?\s*$/i.test(value))) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > Number(LARGEST)) return undefined;
  return typeof value === 'string' && isBeyond(value) ? undefined : Math.min(number, COUNTLESS);
}

/** Reads an ID: a number, or its digits without sign or leading zeros. `007` is a name. Returns undefined for anything else. */
export function readId(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[1-9]\d*\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}
