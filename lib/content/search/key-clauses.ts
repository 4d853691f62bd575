import { WORDS_FIELD } from '../../database';
import type { WordForms } from './query-words';

/** A key, or a pattern for the beginning of keys. */
export type KeyValue = string | RegExp;

/** The clause for records with one of some keys. The index is scanned for it. */
export const havingKey = (keys: readonly KeyValue[]) => ({ [WORDS_FIELD]: { $in: keys } });

/** The keys at a position that match words and beginnings. Both have only letters and digits, so patterns need no escapes. */
export const keysBeginning = (prefix: string, { words, beginnings }: WordForms): KeyValue[] => [
  ...words.map((word) => `${prefix}${word}`),
  ...beginnings.map((beginning) => new RegExp(`^${prefix}${beginning}`)),
];

/**
 * The clause `havingKey` in a form for which no server scans an index. A search uses it for all words but the rarest:
 * otherwise a server may pick the most common word and read all its records.
 */
export const havingKeyUnindexed = (keys: readonly KeyValue[]) => ({ $nor: [{ [WORDS_FIELD]: { $nin: keys } }] });
