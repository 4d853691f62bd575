type Driver = typeof import('mongodb');

let loaded: Driver | undefined;

/** The driver of MongoDB. It is loaded with the first use, which is none where routes are only described: it is a quarter of what a start loads. */
export const driver = (): Driver => {
  loaded ??= require('mongodb') as Driver;
  return loaded;
};
