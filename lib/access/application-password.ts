import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LENGTH = 24;

/** Makes a random application password of 24 letters and digits. Its 142 bits make a fast digest safe. */
export const createApplicationPassword = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The stored digest of a password: SHA-256 in hexadecimal. Blanks in the password are ignored. */
export const digestPassword = (password: string): string => createHash('sha256').update(password.replace(/\s+/g, '')).digest('hex');

/** True if a password belongs to a stored digest. The comparison takes constant time. */
export function matchesDigest(password: string, digest: string): boolean {
  const given = Buffer.from(digestPassword(password), 'hex');
  const stored = Buffer.from(digest, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}
