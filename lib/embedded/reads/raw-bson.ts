import { BSON, type Document } from 'bson';
import { isDocument, refuse } from '../../query';

/** An element of a BSON document, as offsets in bytes. */
interface Element {
  readonly name: string;
  readonly type: number;
  /** The offset of the type byte. */
  readonly start: number;
  /** The offset of the value. */
  readonly value: number;
  /** The offset after the value. */
  readonly end: number;
}

/** The lengths of fixed-length BSON values in bytes, by type. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 6: 0, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16, 127: 0, 255: 0 };
/** The number of bytes that the length prefix of a BSON value does not count, by type. */
const UNCOUNTED: Readonly<Record<number, number>> = { 2: 4, 3: 0, 4: 0, 5: 5, 12: 16, 13: 4, 14: 4, 15: 0 };
const DOCUMENT = 3;
const ARRAY = 4;
const REGEX = 11;

const malformed = () => new Error('malformed BSON');

const valueEnd = (bytes: Buffer, type: number, at: number): number => {
  const fixed = FIXED[type];
  if (fixed !== undefined) return at + fixed;
  if (type === REGEX) return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
  const uncounted = UNCOUNTED[type];
  if (uncounted === undefined) throw malformed();
  return at + uncounted + bytes.readInt32LE(at);
};

/** Iterates over the elements of a BSON document without decoding values. Throws for malformed BSON. */
export function* elements(bytes: Buffer): Generator<Element> {
  const last = bytes.length - 1;
  for (let at = 4; at < last; ) {
    const type = bytes[at] ?? 0;
    const nameEnd = bytes.indexOf(0, at + 1);
    if (nameEnd < 0) throw malformed();
    const end = valueEnd(bytes, type, nameEnd + 1);
    if (end > last || end <= nameEnd) throw malformed();
    yield { name: bytes.toString('utf8', at + 1, nameEnd), type, start: at, value: nameEnd + 1, end };
    at = end;
  }
}

const END = Buffer.from([0]);

/** Makes the buffers of a BSON document from encoded elements. The caller concatenates them. */
export const pieces = (parts: readonly Buffer[]): Buffer[] => {
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(parts.reduce((sum, part) => sum + part.length, 5));
  return [head, ...parts, END];
};

/** Builds a BSON document from encoded elements (type byte, name and value). */
export const assemble = (parts: readonly Buffer[]): Buffer => Buffer.concat(pieces(parts));

/** Encodes a name and a value as a BSON element; empty for undefined. */
export const encodeElement = (name: string, value: unknown): Buffer => encode({ [name]: value }).subarray(4, -1);

/** Encodes the type and name of an element that is a document (`\x03`) or an array (`\x04`). */
export const elementHead = (type: '\x03' | '\x04', name: string): Buffer => Buffer.from(`${type}${name}\0`);

/** Returns the documents in a BSON array, as BSON. */
export const documentsOf = (array: Buffer): Buffer[] =>
  Array.from(elements(array), ({ type, value, end }) => {
    if (type !== DOCUMENT) throw malformed();
    return array.subarray(value, end);
  });

/** Encodes a document as BSON without its undefined members. */
export const encode = (document: Document): Buffer => {
  const { buffer, byteOffset, byteLength } = BSON.serialize(document, { ignoreUndefined: true });
  return Buffer.from(buffer, byteOffset, byteLength);
};

/** Decodes BSON. 64-bit integers beyond 2^53 stay `Long`. */
export const decode = (bytes: Buffer): Document => BSON.deserialize(bytes, { promoteValues: true });

/** A selection of fields, each whole or in part. */
type SelectedFields = ReadonlyMap<string, SelectedFields | 'whole'>;

export const selectedAt = (paths: readonly (readonly string[])[]): SelectedFields =>
  new Map(
    paths.map(([first = '']) => {
      const below = paths.flatMap(([own, ...rest]) => (own === first ? [rest] : []));
      return [first, below.some(({ length }) => length === 0) ? 'whole' : selectedAt(below)];
    }),
  );

/** Copies the elements of some names into a BSON document. `take` adds an element, or a part of it, to `parts`. */
const picked = (
  bytes: Buffer,
  names: { readonly size: number; has(name: string): boolean },
  take: (element: Element, parts: Buffer[]) => void,
): Buffer => {
  const parts: Buffer[] = [];
  let left = names.size;
  for (const element of elements(bytes)) {
    if (!names.has(element.name)) continue;
    take(element, parts);
    left -= 1;
    if (left === 0) break;
  }
  return assemble(parts);
};

const partOf = (bytes: Buffer, selection: SelectedFields): Buffer =>
  picked(bytes, selection, ({ name, type, start, value, end }, parts) => {
    const below = selection.get(name);
    if (below === undefined || below === 'whole' || type !== DOCUMENT) parts.push(bytes.subarray(start, end));
    else parts.push(elementHead('\x03', name), partOf(bytes.subarray(value, end), below));
  });

export const decodeSelected = (bytes: Buffer, selection: SelectedFields): Document => decode(partOf(bytes, selection));

/** Copies only the named top-level fields of a BSON document. */
export const fieldsAlone = (bytes: Buffer, names: ReadonlySet<string>): Buffer =>
  picked(bytes, names, ({ start, end }, parts) => void parts.push(bytes.subarray(start, end)));

export const decodeFields = (bytes: Buffer, names: ReadonlySet<string>): Document => decode(fieldsAlone(bytes, names));

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
