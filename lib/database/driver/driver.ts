import type { DeserializeOptions } from 'bson';
import type { Collection, FindOptions } from 'mongodb';

type Driver = typeof import('mongodb');

let loaded: Driver | undefined;

/** The driver of MongoDB. It is loaded with the first use, which is none where routes are only described: it is a quarter of what a start loads. */
export const driver = (): Driver => {
  loaded ??= require('mongodb') as Driver;
  return loaded;
};

/**
 * The same collection, of whose records `find` reads each once: the driver reads a whole reply for those who listen to its commands, and then every
 * record of it again, unless these are asked for as bytes. What is to explain itself says `raw: false`.
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
