import type { Document } from 'bson';
import { EMPTY_ARRAY, encodeValue, inverted, isDocument } from '../query/key';
import { refuse } from '../query/refusal';

/** An index's fields with their directions, e.g. `{ status: 1, start: -1 }`. */
export type KeyPattern = Readonly<Record<string, 1 | -1>>;

/** What a document contributes to an index: its keys, and the paths that met an array. */
export interface IndexKeys {
  readonly keys: readonly { readonly key: Buffer; readonly values: readonly unknown[] }[];
  readonly arrays: ReadonlySet<string>;
  /** Whether the document has any of the fields. */
  readonly present: boolean;
}

interface Slot {
  readonly value: unknown;
  readonly rest: readonly string[];
  readonly path: string;
  /** The encoded value, once nothing looks further into it. */
  readonly key?: Buffer;
}

const POSITION = /^\d+$/;

const step = (slot: Slot): Slot => {
  if (slot.key) return slot;
  let { value, path } = slot;
  let at = 0;
  for (; at < slot.rest.length; at++) {
    const name = slot.rest[at] ?? '';
    if (Array.isArray(value)) {
      if (!POSITION.test(name) || Number(name) >= value.length) break;
      value = value[Number(name)];
    } else value = isDocument(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    path = path ? `${path}.${name}` : name;
  }
  return { value, rest: slot.rest.slice(at), path };
};

const valuesOf = (slots: readonly Slot[]): unknown[] => slots.map(({ value }) => value);

/** The keys of a document in an index, MongoDB's way: a key for each member of the one array that the fields may share. */
export const indexKeys = (pattern: KeyPattern, document: Document): IndexKeys => {
  const directions = Object.values(pattern);
  const arrays = new Set<string>();
  const keys = new Map<string, IndexKeys['keys'][number]>();
  let present = false;
  const directed = (key: Buffer, field: number): Buffer => (directions[field] === -1 ? inverted(key) : key);
  const joined = (slots: readonly Slot[], from = 0): Buffer =>
    Buffer.concat(slots.map(({ value, key }, i) => directed(key ?? encodeValue(value), from + i)));
  const add = (key: Buffer, values: readonly unknown[]) => keys.set(key.toString('latin1'), { key, values });
  const expand = (sent: readonly Slot[]): void => {
    const slots = sent.map(step);
    const at = slots.find(({ value, key }) => !key && Array.isArray(value));
    if (!at) {
      if (slots.some(({ value, key }) => key || value !== undefined)) present = true;
      add(joined(slots), valuesOf(slots));
      return;
    }
    const other = slots.find(({ value, path, key }) => !key && Array.isArray(value) && path !== at.path);
    if (other) throw refuse.parallelArrays(at.path.split('.').at(-1) ?? '', other.path.split('.').at(-1) ?? '');
    arrays.add(at.path);
    present = true;
    const members = at.value as unknown[];
    if (members.length > 0 && at.rest.length === 0 && slots.every((slot) => slot === at || slot.key || slot.path !== at.path)) {
      // What stands before and behind the members is the same for all of them, of which there may be hundreds.
      const place = slots.indexOf(at);
      const before = joined(slots.slice(0, place));
      const behind = joined(slots.slice(place + 1), place + 1);
      const values = valuesOf(slots);
      for (const member of members) add(Buffer.concat([before, directed(encodeValue(member), place), behind]), values.with(place, member));
      return;
    }
    for (const member of members.length === 0 ? [undefined] : members) {
      expand(
        slots.map((slot) => {
          if (slot.key || slot.path !== at.path) return slot;
          // An empty array has a key of its own; an array within an array is a value, not looked through.
          if (slot.rest.length === 0) return { ...slot, value: member, key: members.length === 0 ? EMPTY_ARRAY : encodeValue(member) };
          return { ...slot, value: isDocument(member) ? member : undefined };
        }),
      );
    }
  };
  expand(Object.keys(pattern).map((path) => ({ value: document, rest: path.split('.'), path: '' })));
  return { keys: [...keys.values()], arrays, present };
};
