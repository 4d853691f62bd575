import type { Filter } from 'mongodb';
import { CLOSED, WORDS_FIELD } from '../../database';
import type { Language } from '../../language';
import type { PostRecord } from '../types';
import { hidesNothing, hidesProtected } from '../visibility';
import type { WordForms } from './query-words';

/** A key of the word index, or a pattern for the beginning of keys. */
export type KeyValue = string | RegExp;

/** Makes the clause for records with any of some keys. MongoDB scans the word index for this clause. */
export const havingKey = (keys: readonly KeyValue[]) => ({ [WORDS_FIELD]: { $in: keys } });

/**
 * Makes the index keys for words and beginnings in the title or the text. Both have only letters and digits, so patterns need no escapes.
 */
export const keysBeginning = (prefix: string, { words, beginnings }: WordForms): KeyValue[] => [
  ...words.map((word) => `${prefix}${word}`),
  ...beginnings.map((beginning) => new RegExp(`^${prefix}${beginning}`)),
];

/**
 * Makes the clause `havingKey` in a form for which MongoDB scans no index. Searches use this form for all words but the rarest, as MongoDB
 * might scan the index for the most common word.
 */
export const havingKeyUnindexed = (keys: readonly KeyValue[]) => ({ $nor: [{ [WORDS_FIELD]: { $nin: keys } }] });

/** The possible index keys of a word in one language: in titles, names of linked records, and other texts. */
interface KeysInLanguage {
  readonly language: Language;
  readonly title: readonly KeyValue[];
  readonly link: readonly string[];
  readonly text: readonly KeyValue[];
}

export type WordKeys = readonly KeysInLanguage[];

/** Parts of a record to search: the title, also names of linked records, or all texts. */
const REACHES = ['title', 'link', 'text'] as const;
export type Reach = (typeof REACHES)[number];

const closed = (value: KeyValue): KeyValue =>
  typeof value === 'string' ? `${CLOSED}${value}` : new RegExp(`^${CLOSED}${value.source.slice(1)}`);

/**
 * Returns the index keys of a word in the searched parts. `inside` has those of protected parts, if the reader sees these parts in some
 * records only.
 */
function having(keys: KeysInLanguage, reach: Reach, unprotected: Filter<PostRecord>) {
  const { language } = keys;
  const hidden = REACHES.slice(1, REACHES.indexOf(reach) + 1).flatMap((position) => keys[position]);
  const values = [...keys.title, ...hidden];
  // Records without a password have no keys of protected parts.
  if (hidden.length === 0 || hidesProtected(unprotected)) return { language, values, inside: [] };
  const inside = hidden.map(closed);
  return hidesNothing(unprotected) ? { language, values: [...values, ...inside], inside: [] } : { language, values, inside };
}

/** Makes the clause for records that contain a word. With `isLeading`, MongoDB scans the word index for this clause. */
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
