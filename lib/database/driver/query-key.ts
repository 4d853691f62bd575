import { createHash } from 'node:crypto';
import { driver } from './driver';

/** A hash of a query or another BSON document. Equal documents with the same order of members have the same key. */
export const queryKey = (query: object): string =>
  createHash('sha1')
    .update(driver().BSON.serialize(query, { ignoreUndefined: true }))
    .digest('base64url');
