import type { Document } from 'bson';
import { isDocument, refuse } from '../../query';
import { assemble, elementHead, elements, picked } from './raw-bson';

/** A projection as a tree of field names. True selects the whole field. */
type Named = Map<string, Named | true>;

const grow = (tree: Named, path: string): void => {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let named = tree;
  for (const part of parts) {
    const below = named.get(part) ?? new Map();
    if (below === true) throw refuse.pathCollision(path);
    named.set(part, below);
    named = below;
  }
  if (named.has(last)) throw refuse.pathCollision(path);
  named.set(last, true);
};

const DOCUMENT = 3;
const ARRAY = 4;

const isDeep = (type: number): boolean => type === DOCUMENT || type === ARRAY;

/** Copies the named fields of a BSON document. */
const included = (bytes: Buffer, named: Named): Buffer =>
  picked(bytes, named, ({ name, type, start, value, end }, parts) => {
    const below = named.get(name);
    if (below === true) parts.push(bytes.subarray(start, end));
    else if (below && isDeep(type)) parts.push(bytes.subarray(start, value), includedBelow(bytes.subarray(value, end), type, below));
  });

/** Copies the named fields of a BSON document or of the documents in an array. Plain values in an array are left out. */
const includedBelow = (bytes: Buffer, type: number, named: Named): Buffer => {
  if (type === DOCUMENT) return included(bytes, named);
  const items = [...elements(bytes)].filter((item) => isDeep(item.type));
  return assemble(
    items.flatMap((item, index) => [
      elementHead(item.type === ARRAY ? '\x04' : '\x03', String(index)),
      includedBelow(bytes.subarray(item.value, item.end), item.type, named),
    ]),
  );
};

/** Copies a BSON document, or the documents of an array, without the named fields. */
const excluded = (bytes: Buffer, named: Named, { isArray } = { isArray: false }): Buffer => {
  const parts: Buffer[] = [];
  // Adjacent unchanged elements are copied together.
  let from = 4;
  for (const { name, type, start, value, end } of elements(bytes)) {
    const below = isArray ? named : named.get(name);
    if (below === true) parts.push(bytes.subarray(from, start));
    else if (below && isDeep(type))
      parts.push(bytes.subarray(from, value), excluded(bytes.subarray(value, end), below, { isArray: type === ARRAY }));
    else continue;
    from = end;
  }
  return assemble([...parts, bytes.subarray(from, -1)]);
};

/** Compiles a projection of `find` to a function of BSON documents. Throws CommandNotSupported for computed fields. */
export const compileProjection = (projection: Document = {}): ((raw: Buffer) => Buffer) => {
  const entries = Object.entries(projection);
  if (entries.length === 0) return (raw) => raw;
  const tree: Named = new Map();
  let includes: boolean | undefined;
  let id: boolean | undefined;
  for (const [path, value] of entries) {
    if (path.includes('$')) throw refuse.notSupported(`The positional projection '${path}'`);
    if (isDocument(value) || typeof value === 'string') throw refuse.notSupported(`The projection of '${path}' to a computed value`);
    const isOn = value !== 0 && value !== false;
    if (path === '_id') id = isOn;
    else {
      if ((includes ?? isOn) !== isOn) throw refuse.mixedProjection(path);
      includes = isOn;
      grow(tree, path);
    }
  }
  includes ??= id === true;
  if (includes ? (id ?? true) : id === false) tree.set('_id', true);
  return includes ? (raw) => included(raw, tree) : (raw) => excluded(raw, tree);
};
