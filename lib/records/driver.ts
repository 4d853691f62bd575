type Driver = typeof import('mongodb');

let loaded: Driver | undefined;

/** The driver of MongoDB. It is loaded with the first use, which is none where routes are only described: it takes as long as all our own rooms together. */
export const driver = (): Driver => {
  loaded ??= require('mongodb') as Driver;
  return loaded;
};
