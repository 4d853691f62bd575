import { WORDS_FIELD } from '../../database';

/** A key, or a pattern for the beginning of keys. */
export type KeyValue = string | RegExp;

/** The clause for records with one of some keys. The index is scanned for it. */
export const havingKey = (keys: readonly KeyValue[]) => ({ [WORDS_FIELD]: { $in: keys } });
