import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110, section 8.8.3) over the bytes of an answer; that of a record begins with the revision that it shows. */
export const entityTag = (text: string | Buffer, revision?: string): string => {
  const digest = createHash('sha1').update(text).digest('base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}-${digest}"`;
};

/**
 * Tells whether an `If-Match` (RFC 9110, section 13.1.1) names this revision of a record: `*`, or a tag of any view of it, a weak one too, and one
 * behind which a proxy has written the coding (`…-gzip`).
 */
export const namesRevision = (ifMatch: string, revision: string): boolean =>
  ifMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => {
      if (tag === '*') return true;
      const opaque = tag.replace(/^W\//, '').replace(/^"|"$/g, '');
      return opaque === revision || opaque.startsWith(`${revision}-`);
    });
