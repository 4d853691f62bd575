import type { Document } from 'bson';
import { compileFilter } from '../query/filter';
import { isDocument } from '../query/key';
import { refuse } from '../query/refusal';
import { assemble, decode, elementHead, elements, encode, picked } from './raw-bson';

/** Makes of a document's bytes those of what a projection leaves of it. */
export type Project = (raw: Buffer) => Buffer;

/** The fields that a projection names: whole, or some below them. */
type Named = Map<string, Named | true>;

type Special = (value: unknown) => unknown;

const isOn = (value: unknown): boolean => value !== 0 && value !== false;

const grow = (tree: Named, path: string): void => {
  const parts = path.split('.');
  let named = tree;
  for (const [i, part] of parts.entries()) {
    const held = named.get(part);
    if (i === parts.length - 1) {
      if (held !== undefined) throw refuse.pathCollision(path, '');
      named.set(part, true);
    } else {
      if (held === true) throw refuse.pathCollision(path, parts.slice(i + 1).join('.'));
      const next: Named = held ?? new Map();
      named.set(part, next);
      named = next;
    }
  }
};

const DOCUMENT = 3;
const ARRAY = 4;

const isDeep = (type: number): boolean => type === DOCUMENT || type === ARRAY;

/** What a document has of what is named. */
const included = (bytes: Buffer, named: Named): Buffer =>
  picked(bytes, named, ({ name, type, start, value, end }, parts) => {
    const below = named.get(name);
    if (below === true) parts.push(bytes.subarray(start, end));
    else if (below && isDeep(type)) parts.push(bytes.subarray(start, value), includedBelow(bytes.subarray(value, end), type, below));
  });

/** The same of a document, or of an array's documents and arrays, which are counted anew: its other items are left out. */
const includedBelow = (bytes: Buffer, type: number, named: Named): Buffer => {
  if (type === DOCUMENT) return included(bytes, named);
  const items = [...elements(bytes)].filter((item) => isDeep(item.type));
  return assemble(
    items.flatMap((item, place) => [
      elementHead(item.type === ARRAY ? '\x04' : '\x03', String(place)),
      includedBelow(bytes.subarray(item.value, item.end), item.type, named),
    ]),
  );
};

/** A document without what is named, or an array, each of whose documents is without it. */
const excluded = (bytes: Buffer, named: Named, isArray = false): Buffer => {
  const parts: Buffer[] = [];
  // Neighbours that stay as they are, are taken in one piece.
  let from = 4;
  for (const { name, type, start, value, end } of elements(bytes)) {
    const below = isArray ? named : named.get(name);
    if (below === true) parts.push(bytes.subarray(from, start));
    else if (below && isDeep(type)) parts.push(bytes.subarray(from, value), excluded(bytes.subarray(value, end), below, type === ARRAY));
    else continue;
    from = end;
  }
  return assemble([...parts, bytes.subarray(from, -1)]);
};

const sliced = (operand: unknown): Special => {
  const [first, second] = Array.isArray(operand) ? operand.map(Number) : [Number(operand)];
  if (first === undefined || Number.isNaN(first)) throw refuse.badValue('$slice needs a number or two');
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (second === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
    const start = first < 0 ? Math.max(value.length + first, 0) : first;
    return value.slice(start, start + second);
  };
};

const firstMatch = (operand: unknown): Special => {
  const { matches } = compileFilter({ value: { $elemMatch: operand } });
  return (value) => {
    const item = Array.isArray(value) ? value.find((one) => matches({ value: [one] })) : undefined;
    return item === undefined ? undefined : [item];
  };
};

const special = (path: string, operand: Document): Special => {
  const [operator = ''] = Object.keys(operand);
  if (path.includes('.')) throw refuse.notSupported(`The projection ${operator} of the nested field '${path}'`);
  if (operator === '$slice') return sliced(operand['$slice']);
  if (operator === '$elemMatch') return firstMatch(operand['$elemMatch']);
  throw refuse.notSupported(operator.startsWith('$') ? `The projection operator ${operator}` : `The projection of '${path}' to a document`);
};

/** Compiles a projection of `find`. Throws BadValue for mixed ones, CommandNotSupported for computed fields. */
export const compileProjection = (projection: Document | undefined): Project => {
  const entries = Object.entries(projection ?? {});
  if (entries.length === 0) return (raw) => raw;
  const tree: Named = new Map();
  const specials = new Map<string, Special>();
  let including: boolean | undefined;
  let id: boolean | undefined;
  let needs = false;
  for (const [path, value] of entries) {
    if (path.includes('$')) throw refuse.notSupported(`The positional projection '${path}'`);
    if (isDocument(value)) {
      specials.set(path, special(path, value));
      if (Object.hasOwn(value, '$elemMatch')) needs = true;
      continue;
    }
    if (typeof value === 'string') throw refuse.notSupported(`The projection of '${path}' to a computed value`);
    if (path === '_id') {
      id = isOn(value);
      continue;
    }
    if (including !== undefined && including !== isOn(value)) throw refuse.mixedProjection(path, including);
    including = isOn(value);
    grow(tree, path);
  }
  const includes = including ?? (needs || (id === true && specials.size === 0));
  if (includes ? (id ?? true) : id === false) tree.set('_id', true);
  if (includes) for (const path of specials.keys()) tree.set(path, true);
  const take: Project = includes ? (raw) => included(raw, tree) : (raw) => excluded(raw, tree);
  if (specials.size === 0) return take;
  return (raw) => {
    const result = decode(take(raw));
    for (const [name, change] of specials) if (Object.hasOwn(result, name)) result[name] = change(result[name]);
    return encode(result);
  };
};
