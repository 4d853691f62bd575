import { createHash } from 'node:crypto';
import type { DeserializeOptions } from 'bson';
import type { Collection, Document, FindOptions } from 'mongodb';

/** A record for updates by paths, which the types of its fields cannot describe. */
export interface RawRecord extends Document {
  readonly _id: number;
}

type Driver = typeof import('mongodb');

let loaded: Driver | undefined;

/** The driver of MongoDB, loaded on first use. Programs that only describe routes never load it, and start faster. */
export const driver = (): Driver => {
  loaded ??= require('mongodb') as Driver;
  return loaded;
};

/**
 * Makes `find` of a collection decode each record once. With monitoring of commands the driver decodes each reply
 * twice, unless the records are requested as bytes. Pass `raw: false` for `explain`.
 */
export const decodedOnce = (collection: Collection): Collection => {
  const find = collection.find.bind(collection) as (filter: object, options: FindOptions) => ReturnType<Collection['find']>;
  return Object.assign(collection, {
    find: (filter: object = {}, options: FindOptions = {}) =>
      options.raw !== undefined
        ? find(filter, options)
        : find(filter, { ...options, raw: true }).map((bytes) =>
            driver().BSON.deserialize(bytes as Uint8Array, options as DeserializeOptions),
          ),
  });
};

/** A hash of a query or another BSON document. Equal documents with the same order of members have the same key. */
export const queryKey = (query: object): string =>
  createHash('sha1')
    .update(driver().BSON.serialize(query, { ignoreUndefined: true }))
    .digest('base64url');
