import type { Filter } from 'mongodb';
import { CLOSED, WORDS_FIELD } from '../../database';
import type { Language } from '../../language';
import type { PostRecord } from '../types';
import { hidesNothing, hidesProtected } from '../visibility';
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

/** The possible keys of a word in one language, by position. */
export interface KeysInLanguage {
  readonly language: Language;
  readonly title: readonly KeyValue[];
  readonly link: readonly string[];
  readonly text: readonly KeyValue[];
}

/** The possible keys of a word, for each language of a list. */
export type WordKeys = readonly KeysInLanguage[];

/** Parts of a record to search: the title, also linked names, or everything. */
const REACHES = ['title', 'link', 'text'] as const;
export type Reach = (typeof REACHES)[number];

const closed = (value: KeyValue): KeyValue =>
  typeof value === 'string' ? `${CLOSED}${value}` : new RegExp(`^${CLOSED}${value.source.slice(1)}`);

/** The keys for a word within reach. Those of protected parts are `inside` if the reader sees these parts in some records only. */
function having(keys: KeysInLanguage, reach: Reach, unprotected: Filter<PostRecord>) {
  const { language } = keys;
  const hidden = REACHES.slice(1, REACHES.indexOf(reach) + 1).flatMap((position) => keys[position]);
  const values = [...keys.title, ...hidden];
  // Records without a password have no keys of protected parts.
  if (hidden.length === 0 || hidesProtected(unprotected)) return { language, values, inside: [] };
  const inside = hidden.map(closed);
  return hidesNothing(unprotected) ? { language, values: [...values, ...inside], inside: [] } : { language, values, inside };
}

/** The clause for records with a word. With `isLeading`, the index is scanned for it. */
export function havingWord(
  word: WordKeys,
  reach: Reach,
  unprotected: Filter<PostRecord>,
  { isLeading }: { readonly isLeading: boolean },
): object {
  const each = word.map((keys) => having(keys, reach, unprotected));
  const [only] = each;
  // Neither languages nor passwords matter.
  if (only && each.length === 1 && only.inside.length === 0) return isLeading ? havingKey(only.values) : havingKeyUnindexed(only.values);
  const exactly = each.map(({ language, values, inside }) => {
    const own = havingKey(values);
    const either = inside.length > 0 ? { $or: [own, { $and: [unprotected, havingKey(inside)] }] } : own;
    return each.length > 1 ? { $and: [{ language }, either] } : either;
  });
  const roughly = havingKey([...new Set(each.flatMap(({ values, inside }) => [...values, ...inside]))]);
  return { $and: [...(isLeading ? [roughly] : []), { $or: exactly }] };
}
