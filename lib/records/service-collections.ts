/** The collection of the keys by which creations are done once. */
export const KEYS_COLLECTION = 'idempotency_keys';

/** The collections of which no answer tells. */
export const UNTOLD_COLLECTIONS: readonly string[] = ['counters', KEYS_COLLECTION];
