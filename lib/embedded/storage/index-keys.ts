import type { Document } from 'bson';
import { EMPTY_ARRAY, encodeValue, inverted, isDocument, refuse } from '../../query';

/** The fields of an index with their directions, such as `{ status: 1, start: -1 }`. */
export type KeyPattern = Readonly<Record<string, 1 | -1>>;

/** A field of an index: the names on its path, and its direction. */
export interface KeyPart {
  readonly names: readonly string[];
  readonly descends: boolean;
}

/** The keys of a document in an index, and the paths that met an array. */
export interface IndexKeys {
  readonly keys: readonly { readonly key: Buffer; readonly values: readonly unknown[] }[];
  readonly arrays: ReadonlySet<string>;
}

/** The keys and paths found so far. */
interface Found {
  readonly keys: Map<string, IndexKeys['keys'][number]>;
  readonly arrays: Set<string>;
}

/** A field of the document during the search: the value after the first `at` names of its path. */
interface Position {
  readonly part: KeyPart;
  readonly value: unknown;
  readonly at: number;
  /** The encoded value, once it is final. */
  readonly key?: Buffer;
}

const POSITION = /^\d+$/;

/** The fields of an index in order. */
export const keyParts = (pattern: KeyPattern): readonly KeyPart[] =>
  Object.entries(pattern).map(([path, direction]) => ({ names: path.split('.'), descends: direction === -1 }));

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

const directed = (key: Buffer, { descends }: KeyPart): Buffer => (descends ? inverted(key) : key);

const joined = (positions: readonly Position[]): Buffer =>
  Buffer.concat(positions.map(({ value, key, part }) => directed(key ?? encodeValue(value), part)));

const valuesOf = (positions: readonly Position[]): unknown[] => positions.map(({ value }) => value);

const add = ({ keys }: Found, key: Buffer, values: readonly unknown[]): void => {
  keys.set(key.toString('latin1'), { key, values });
};

const expand = (found: Found, sent: readonly Position[]): void => {
  const positions = sent.map(step);
  const array = positions.find(isUnfolded);
  if (!array) {
    add(found, joined(positions), valuesOf(positions));
    return;
  }
  const path = pathOf(array);
  const other = positions.find((position) => isUnfolded(position) && pathOf(position) !== path);
  if (other) throw refuse.parallelArrays(array.part.names[array.at - 1] ?? '', other.part.names[other.at - 1] ?? '');
  found.arrays.add(path);
  const members = array.value as unknown[];
  const isWhole = array.at === array.part.names.length;
  if (members.length > 0 && isWhole && positions.every((position) => position === array || position.key || pathOf(position) !== path)) {
    // The bytes before and after the members are equal for all of them, and there may be hundreds.
    const index = positions.indexOf(array);
    const before = joined(positions.slice(0, index));
    const behind = joined(positions.slice(index + 1));
    const values = valuesOf(positions);
    for (const member of members) {
      const key = directed(encodeValue(member), array.part);
      add(found, Buffer.concat([before, key, behind]), values.with(index, member));
    }
    return;
  }
  for (const member of members.length === 0 ? [undefined] : members) {
    expand(
      found,
      positions.map((position) => {
        if (position.key || pathOf(position) !== path) return position;
        // An empty array has its own key. An array inside an array is a plain value.
        if (position.at === position.part.names.length)
          return { ...position, value: member, key: members.length === 0 ? EMPTY_ARRAY : encodeValue(member) };
        return { ...position, value: isDocument(member) ? member : undefined };
      }),
    );
  }
};

/**
 * The keys of a document in an index. As in MongoDB, there is one key per member of an array, and the fields may share
 * one array at most.
 */
export const indexKeys = (parts: readonly KeyPart[], document: Document): IndexKeys => {
  const found: Found = { keys: new Map(), arrays: new Set() };
  expand(
    found,
    parts.map((part) => ({ part, value: document, at: 0 })),
  );
  return { ...found, keys: [...found.keys.values()] };
};
