import { WORDS_FIELD } from '../../database';

/** A key, or what keys begin with. */
export type KeyValue = string | RegExp;

/** The condition that a record has one of some keys, for which the index is to be searched. */
export const havingKey = (keys: readonly KeyValue[]) => ({ [WORDS_FIELD]: { $in: keys } });
