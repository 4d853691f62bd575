import { createHash } from 'node:crypto';
import { driver } from './driver';

/** Names a query, or anything else that BSON can say: the same for what says the same in the same order. */
export const queryKey = (query: object): string =>
  createHash('sha1')
    .update(driver().BSON.serialize(query, { ignoreUndefined: true }))
    .digest('base64url');
