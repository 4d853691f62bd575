/** The collection of idempotency keys. */
export const KEYS_COLLECTION = 'idempotency_keys';

/** The collection of slugs that records had before they were renamed. */
export const FORMER_SLUGS_COLLECTION = 'former_slugs';

/** The collections that no answer shows. */
export const UNREPORTED_COLLECTIONS: readonly string[] = ['counters', KEYS_COLLECTION, FORMER_SLUGS_COLLECTION];
