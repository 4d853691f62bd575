import type { Filter } from 'mongodb';
import { CLOSED } from '../../database';
import type { Language } from '../../language';
import type { PostRecord } from '../types';
import { hidesNothing, hidesProtected } from '../visibility';
import { havingKey, type KeyValue } from './having-key';
import { havingKeyToo } from './key-conditions';

/** The keys that a word comes to in one language, by where it stands. */
export interface Keys {
  readonly language: Language;
  readonly title: readonly KeyValue[];
  readonly link: readonly string[];
  readonly text: readonly KeyValue[];
}

/** Where a word may stand: in the title, in there or in names, anywhere. */
const REACHES = ['title', 'link', 'text'] as const;
export type Reach = (typeof REACHES)[number];

/** What is tried of a word, the keys in each language of the list. */
export type Attempt = readonly Keys[];

const beyond = (reach: Reach): readonly Reach[] => REACHES.slice(1, REACHES.indexOf(reach) + 1);

const closed = (value: KeyValue): KeyValue =>
  typeof value === 'string' ? `${CLOSED}${value}` : new RegExp(`^${CLOSED}${value.source.slice(1)}`);

/** Keys of which a record has one: `inside` are those of hidden parts, where they are open. */
interface Having {
  readonly values: readonly KeyValue[];
  readonly inside?: readonly KeyValue[];
}

/** What records must meet to have a word within reach: keys that everybody may search, or those of hidden parts where they are open. */
function having(keys: Keys, reach: Reach, open: Filter<PostRecord>): Having {
  const hidden = beyond(reach).flatMap((place) => keys[place]);
  const values = [...keys.title, ...hidden];
  // What is open because nothing protects it has no key of hidden parts.
  if (hidden.length === 0 || hidesProtected(open)) return { values };
  const inside = hidden.map(closed);
  return hidesNothing(open) ? { values: [...values, ...inside] } : { values, inside };
}

/** The keys of which a record that has a word has one, where no more is to be looked at to tell. */
function keysAlone(attempt: Attempt, reach: Reach, open: Filter<PostRecord>): readonly KeyValue[] | undefined {
  const [only, ...others] = attempt.map((keys) => having(keys, reach, open));
  return others.length === 0 && only?.inside === undefined ? only?.values : undefined;
}

/** The condition that a record has a word; `isLeading` where the index is to be searched for it. */
export function havingWord(attempt: Attempt, reach: Reach, open: Filter<PostRecord>, isLeading: boolean): object {
  const alone = keysAlone(attempt, reach, open);
  if (alone) return isLeading ? havingKey(alone) : havingKeyToo(alone);
  const each = attempt.map((keys) => having(keys, reach, open));
  const exactly = each.map(({ values, inside }, place) => {
    const own = havingKey(values);
    const either = inside ? { $or: [own, { $and: [open, havingKey(inside)] }] } : own;
    return each.length > 1 ? { $and: [{ language: attempt[place]?.language }, either] } : either;
  });
  const roughly = havingKey([...new Set(each.flatMap(({ values, inside = [] }) => [...values, ...inside]))]);
  return { $and: [...(isLeading ? [roughly] : []), { $or: exactly }] };
}
