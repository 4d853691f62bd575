import type { Document } from 'bson';
import { compileFilter } from '../query/filter';
import { isDocument } from '../query/key';
import { refuse } from '../query/refusal';
import { assemble, decode, elementHead, elements, encode } from './raw-bson';

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

/** What is left of a document; or of an array, each of whose documents is taken like that, while other items stay unless it `includes`. */
const left = (bytes: Buffer, named: Named, includes: boolean, isArray = false): Buffer => {
  const parts: Buffer[] = [];
  // Neighbours that stay as they are, are taken in one piece.
  let run: number | undefined;
  let place = 0;
  let met = 0;
  const endRun = (end: number) => {
    if (run !== undefined) parts.push(bytes.subarray(run, end));
    run = undefined;
  };
  for (const { name, type, start, value, end } of elements(bytes)) {
    const below = isArray ? named : named.get(name);
    const isDeep = below instanceof Map;
    if (isDeep && (type === DOCUMENT || type === ARRAY)) {
      endRun(start);
      const head = elementHead(type === ARRAY ? '\x04' : '\x03', isArray ? String(place) : name);
      parts.push(head, left(bytes.subarray(value, end), below, includes, type === ARRAY));
      place += 1;
    } else if (isDeep ? !includes : (below === true) === includes) {
      run ??= start;
      place += 1;
    } else endRun(start);
    if (includes && !isArray && below !== undefined) {
      met += 1;
      // Nothing else is wanted, and most of what is read lies behind it.
      if (met === named.size) {
        endRun(end);
        return assemble(parts);
      }
    }
  }
  endRun(bytes.length - 1);
  return assemble(parts);
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
  if (specials.size === 0) return (raw) => left(raw, tree, includes);
  return (raw) => {
    const result = decode(left(raw, tree, includes));
    for (const [name, change] of specials) if (Object.hasOwn(result, name)) result[name] = change(result[name]);
    return encode(result);
  };
};
