import { createHash } from 'node:crypto';

/** A strong entity tag over the bytes of an answer. */
export const entityTag = (text: string | Buffer): string => `"${createHash('sha1').update(text).digest('base64url')}"`;

/**
 * Tells whether the client has this very answer already (`If-None-Match`, compared weakly).
 * `*` is no tag that a client can have got here; the reference answers it in full.
 */
export const isKnown = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch !== '' &&
  ifNoneMatch
    .split(',')
    .map((known) => known.trim().replace(/^W\//, ''))
    .includes(tag.replace(/^W\//, ''));
