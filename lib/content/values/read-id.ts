/** The largest integer of 64 bits. */
const LARGEST = 9_223_372_036_854_775_807n;

/** Digits that mean too much, though the nearest double is that of the largest integer. */
const isBeyond = (digits: string): boolean => /^\s*\+?\d+\s*$/.test(digits) && BigInt(digits.replace('+', '')) > LARGEST;

/** All integers from here on are this one: doubles do not tell them apart, and their digits may be refused. */
const COUNTLESS = 2 ** 53;

/**
 * Reads the CMS' positive integers: `3`, `"03"`, `"2.0"`, `"1e1"`, `" 3 "` of at most 64 bits; undefined for anything else. Those
 * beyond 2^53 are 2^53.
 */
export function readPositiveInteger(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\s*\+?\d+(\.\d*)?(e\+?\d+)?\s*$/i.test(value))) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > Number(LARGEST)) return undefined;
  return typeof value === 'string' && isBeyond(value) ? undefined : Math.min(number, COUNTLESS);
}

/** Reads an ID sent as number or as its digits, without a sign or leading zeros: `007` is a name. Undefined for anything else. */
export function readId(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[1-9]\d*\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}
