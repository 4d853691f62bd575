import { WORDS_FIELD } from '../../database';
import type { KeyValue } from './having-key';
import type { WordForms } from './query-words';

/** The keys of a place that words and beginnings come to: these are letters and digits, and mean themselves in patterns. */
export const keysBeginning = (place: string, { words, beginnings }: WordForms): KeyValue[] => [
  ...words.map((word) => `${place}${word}`),
  ...beginnings.map((beginning) => new RegExp(`^${place}${beginning}`)),
];

/** The condition that a record has one of some keys, for which no index is to be searched (`havingKey`): a server that is left the choice may search for the word that most have, and read all of these. */
export const havingKeyToo = (keys: readonly KeyValue[]) => ({ $nor: [{ [WORDS_FIELD]: { $nin: keys } }] });
