import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** Reads an `Authorization` header. Returns undefined (anonymous) for another scheme and for a malformed or empty header. */
export function readCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LENGTH = 24;

/** Makes a random application password of 24 letters and digits. Its 142 bits make a fast digest safe. */
export const createApplicationPassword = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Returns the stored digest of a password: SHA-256 in hexadecimal. Blanks in the password are ignored. */
export const digestPassword = (password: string): string => createHash('sha256').update(password.replace(/\s+/g, '')).digest('hex');

/** True if a password has this stored digest. The comparison takes constant time. */
export function matchesDigest(password: string, digest: string): boolean {
  const given = Buffer.from(digestPassword(password), 'hex');
  const stored = Buffer.from(digest, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}
