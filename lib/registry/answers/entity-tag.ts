import { createHash } from 'node:crypto';

/** Makes a strong entity tag (RFC 9110, section 8.8.3) of an answer's bytes. The tag of a record begins with its revision. */
export const entityTag = (text: string | Buffer, revision?: string): string => {
  const digest = createHash('sha1').update(text).digest('base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}-${digest}"`;
};

/**
 * True if an `If-Match` names this revision of a record (RFC 9110, section 13.1.1): by `*`, or by a tag of any view.
 * Weak tags count too, and tags with a coding that a proxy has added (`…-gzip`).
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
