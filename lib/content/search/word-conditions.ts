import type { Filter } from 'mongodb';
import { CLOSED } from '../../database';
import type { Language } from '../../language';
import type { PostRecord } from '../types';
import { hidesNothing, hidesProtected } from '../visibility';
import { havingKey, havingKeyUnindexed, type KeyValue } from './key-clauses';

/** The possible keys of a word in one language, by position. */
export interface KeysInLanguage {
  readonly language: Language;
  readonly title: readonly KeyValue[];
  readonly link: readonly string[];
  readonly text: readonly KeyValue[];
}

/** Parts of a record to search: the title, also linked names, or everything. */
const REACHES = ['title', 'link', 'text'] as const;
export type Reach = (typeof REACHES)[number];

/** The possible keys of a word, for each language of a list. */
export type WordKeys = readonly KeysInLanguage[];

const beyond = (reach: Reach): readonly Reach[] => REACHES.slice(1, REACHES.indexOf(reach) + 1);

const closed = (value: KeyValue): KeyValue =>
  typeof value === 'string' ? `${CLOSED}${value}` : new RegExp(`^${CLOSED}${value.source.slice(1)}`);

/** Possible keys, one of them must match. `inside` are keys of protected parts, valid where these are unprotected for the reader. */
interface PossibleKeys {
  readonly values: readonly KeyValue[];
  readonly inside?: readonly KeyValue[];
}

/** Finds the keys for a word within reach, public ones and those of protected parts. */
function having(keys: KeysInLanguage, reach: Reach, unprotected: Filter<PostRecord>): PossibleKeys {
  const hidden = beyond(reach).flatMap((position) => keys[position]);
  const values = [...keys.title, ...hidden];
  // Records without a password have no keys of protected parts.
  if (hidden.length === 0 || hidesProtected(unprotected)) return { values };
  const inside = hidden.map(closed);
  return hidesNothing(unprotected) ? { values: [...values, ...inside] } : { values, inside };
}

/** The keys for a word, if they alone decide. Undefined if languages or passwords matter too. */
function keysAlone(attempt: WordKeys, reach: Reach, unprotected: Filter<PostRecord>): readonly KeyValue[] | undefined {
  const [only, ...others] = attempt.map((keys) => having(keys, reach, unprotected));
  return others.length === 0 && only?.inside === undefined ? only?.values : undefined;
}

/** The clause for records with a word. With `isLeading`, the index is scanned for it. */
export function havingWord(attempt: WordKeys, reach: Reach, unprotected: Filter<PostRecord>, isLeading: boolean): object {
  const alone = keysAlone(attempt, reach, unprotected);
  if (alone) return isLeading ? havingKey(alone) : havingKeyUnindexed(alone);
  const each = attempt.map((keys) => having(keys, reach, unprotected));
  const exactly = each.map(({ values, inside }, index) => {
    const own = havingKey(values);
    const either = inside ? { $or: [own, { $and: [unprotected, havingKey(inside)] }] } : own;
    return each.length > 1 ? { $and: [{ language: attempt[index]?.language }, either] } : either;
  });
  const roughly = havingKey([...new Set(each.flatMap(({ values, inside = [] }) => [...values, ...inside]))]);
  return { $and: [...(isLeading ? [roughly] : []), { $or: exactly }] };
}
