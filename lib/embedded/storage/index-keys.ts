import type { Document } from 'bson';
import { EMPTY_ARRAY, encodeValue, inverted, isDocument, refuse, skipValue } from '../../query';
import type { Collection, Index } from './catalog';
import { type Entry, MAX_KEY } from './store';

type KeyPart = Index['parts'][number];

/** The keys of a document in an index, without the `_id`, and the paths at which the document has arrays. */
interface IndexKeys {
  readonly keys: Map<string, Buffer>;
  readonly arrays: Set<string>;
}

/** A step of the search for an indexed field: the value after the first `at` names of its path. */
interface Position {
  readonly part: KeyPart;
  readonly value: unknown;
  readonly at: number;
  /** The encoded value at the end of the search. */
  readonly key?: Buffer;
}

const POSITION = /^\d+$/;

// These functions are not closures: V8 would drop their compiled code with each document.

const pathOf = ({ part, at }: Position): string => part.names.slice(0, at).join('.');

const isUnfolded = ({ value, key }: Position): boolean => !key && Array.isArray(value);

const step = (position: Position): Position => {
  if (position.key) return position;
  const { part } = position;
  let { value, at } = position;
  for (; at < part.names.length; at++) {
    const name = part.names[at] ?? '';
    if (Array.isArray(value)) {
      if (!POSITION.test(name) || Number(name) >= value.length) break;
      value = value[Number(name)];
    } else value = isDocument(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return { part, value, at };
};

const directed = (key: Buffer, { mask }: KeyPart): Buffer => (mask === 0 ? key : inverted(key));

const joined = (positions: readonly Position[]): Buffer =>
  Buffer.concat(positions.map(({ value, key, part }) => directed(key ?? encodeValue(value), part)));

const add = ({ keys }: IndexKeys, key: Buffer): void => {
  keys.set(key.toString('latin1'), key);
};

const expand = (found: IndexKeys, sent: readonly Position[]): void => {
  const positions = sent.map(step);
  const array = positions.find(isUnfolded);
  if (!array) {
    add(found, joined(positions));
    return;
  }
  const path = pathOf(array);
  const isOnPath = (position: Position) => !position.key && pathOf(position) === path;
  const other = positions.find((position) => isUnfolded(position) && !isOnPath(position));
  if (other) throw refuse.parallelArrays(pathOf(other));
  found.arrays.add(path);
  const members = array.value as unknown[];
  const isWhole = array.at === array.part.names.length;
  if (members.length > 0 && isWhole && positions.every((position) => position === array || !isOnPath(position))) {
    // The bytes before and after the members are equal for all of them, and there may be hundreds.
    const index = positions.indexOf(array);
    const before = joined(positions.slice(0, index));
    const behind = joined(positions.slice(index + 1));
    for (const member of members) add(found, Buffer.concat([before, directed(encodeValue(member), array.part), behind]));
    return;
  }
  for (const member of members.length === 0 ? [undefined] : members) {
    const next = positions.map((position): Position => {
      if (!isOnPath(position)) return position;
      // An empty array has its own key. An array inside an array is a plain value.
      if (position.at === position.part.names.length)
        return { ...position, value: member, key: members.length === 0 ? EMPTY_ARRAY : encodeValue(member) };
      return { ...position, value: isDocument(member) ? member : undefined };
    });
    expand(found, next);
  }
};

/** Makes the keys of a document in an index, one per member of an array. As in MongoDB, the fields may share one array at most. */
export const keysIn = ({ parts, partial }: Index, document: Document): IndexKeys => {
  const found: IndexKeys = { keys: new Map(), arrays: new Set() };
  const positions = parts.map((part) => ({ part, value: document, at: 0 }));
  if (!partial || partial.filter.matches(document)) expand(found, positions);
  return found;
};

/** Makes the key of an index entry. A unique index stores only the values; other indexes append the `_id` unless they include it. */
export const entryKey = (collection: Collection, index: Index, key: Buffer, id: Buffer): Buffer => {
  const stored = Buffer.concat(index.unique || '_id' in index.key ? [index.id, key] : [index.id, key, id]);
  if (stored.length > MAX_KEY) throw refuse.keyTooLong(`index ${index.name} of ${collection.namespace}`);
  return stored;
};

const NOTHING = Buffer.alloc(0);

/** Returns the value of an index entry: the `_id`, unless the key includes it. */
export const entryValue = ({ unique }: Index, id: Buffer): Buffer => (unique ? id : NOTHING);

export const entryIds = ({ parts, primary, unique }: Index): ((entry: Entry) => Buffer) => {
  if (primary) return ({ key }) => key.subarray(4);
  if (unique) return ({ value }) => value;
  const id = parts.find(({ names }) => names.join('.') === '_id');
  return ({ key }) => {
    let at = 4;
    for (const part of parts) {
      const end = skipValue(key, at, part.mask);
      if (part === id) return directed(key.subarray(at, end), part);
      at = end;
    }
    return key.subarray(at);
  };
};

export const documentKey = (collection: Collection, id: Buffer): Buffer => Buffer.concat([collection.id, id]);

export const duplicate = ({ namespace }: Collection, { name, key, parts }: Index, document: Document) => {
  const valueAt = (names: readonly string[]) =>
    names.reduce<unknown>((value, part) => (isDocument(value) ? value[part] : undefined), document) ?? null;
  return refuse.duplicateKey(namespace, name, key, Object.fromEntries(parts.map(({ names }) => [names.join('.'), valueAt(names)])));
};
