import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LENGTH = 24;

/** Makes a random application password, 24 letters and digits (142 bits): long enough that a fast digest is safe. */
export const createApplicationPassword = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The digest that is stored (SHA-256, hexadecimal); blanks in a password are ignored. */
export const digestPassword = (password: string): string => createHash('sha256').update(password.replace(/\s+/g, '')).digest('hex');

/** Tells in constant time whether a password belongs to a stored digest. */
export function matchesDigest(password: string, digest: string): boolean {
  const given = Buffer.from(digestPassword(password), 'hex');
  const stored = Buffer.from(digest, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}
