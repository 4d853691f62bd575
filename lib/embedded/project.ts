import type { Document } from 'bson';
import { compileFilter } from '../query/filter';
import { isDocument } from '../query/key';
import { refuse } from '../query/refusal';
import { assemble, decode, elements, encode } from './raw-bson';

/** Makes of a document's bytes those of what a projection leaves of it. */
export type Project = (raw: Buffer) => Buffer;

interface Node {
  [name: string]: Node | true;
}

type Special = (value: unknown) => unknown;

const isOn = (value: unknown): boolean => value !== 0 && value !== false;

const grow = (tree: Node, path: string): void => {
  const parts = path.split('.');
  let node = tree;
  for (const [i, part] of parts.entries()) {
    const held = node[part];
    if (i === parts.length - 1) {
      if (held !== undefined) throw refuse.pathCollision(path, '');
      node[part] = true;
    } else {
      if (held === true) throw refuse.pathCollision(path, parts.slice(i + 1).join('.'));
      const next: Node = held ?? {};
      node[part] = next;
      node = next;
    }
  }
};

const included = (value: unknown, node: Node): unknown => {
  if (Array.isArray(value)) return value.flatMap((item) => (isDocument(item) || Array.isArray(item) ? [included(item, node)] : []));
  if (!isDocument(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const kept = node[name];
      if (kept === undefined) return [];
      const result = kept === true ? member : included(member, kept);
      return result === undefined ? [] : [[name, result]];
    }),
  );
};

const excluded = (value: unknown, node: Node): unknown => {
  if (Array.isArray(value)) return value.map((item) => excluded(item, node));
  if (!isDocument(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const dropped = node[name];
      if (dropped === true) return [];
      return [[name, dropped ? excluded(member, dropped) : member]];
    }),
  );
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

const isFlat = (tree: Node): boolean => Object.values(tree).every((node) => node === true);

/** Compiles a projection of `find`. Throws BadValue for mixed ones, CommandNotSupported for computed fields. */
export const compileProjection = (projection: Document | undefined): Project => {
  const entries = Object.entries(projection ?? {});
  if (entries.length === 0) return (raw) => raw;
  const tree: Node = {};
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
  if (includes ? (id ?? true) : id === false) tree['_id'] = true;
  if (includes) for (const path of specials.keys()) tree[path] = true;
  const names = new Set(Object.keys(tree));
  if (specials.size === 0 && isFlat(tree)) {
    return (raw) =>
      assemble([...elements(raw)].filter(({ name }) => names.has(name) === includes).map(({ start, end }) => raw.subarray(start, end)));
  }
  return (raw) => {
    const document = decode(raw);
    const result = (includes ? included(document, tree) : excluded(document, tree)) as Document;
    for (const [name, change] of specials) if (Object.hasOwn(result, name)) result[name] = change(result[name]);
    return encode(result);
  };
};
