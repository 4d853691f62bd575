/** The collection of the keys by which creations are done once. */
export const KEYS_COLLECTION = 'idempotency_keys';

/** The collection of the slugs that records had before they were renamed. */
export const FORMER_SLUGS_COLLECTION = 'former_slugs';

/** The collections of which no answer tells. */
export const UNREPORTED_COLLECTIONS: readonly string[] = ['counters', KEYS_COLLECTION, FORMER_SLUGS_COLLECTION];
