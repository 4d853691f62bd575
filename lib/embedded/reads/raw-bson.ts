import { BSON, type Document } from 'bson';
import { isDocument, refuse } from '../../query';

/** An element of a BSON document, as offsets in bytes. The name is from `start + 1` to `value - 1`. */
interface ElementBounds {
  readonly type: number;
  readonly start: number;
  readonly value: number;
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

interface Element extends ElementBounds {
  readonly name: string;
}

/** Reads the offsets of the element at `start`. Throws for malformed BSON. */
const boundsAt = (bytes: Buffer, start: number): ElementBounds => {
  const last = bytes.length - 1;
  const type = bytes[start] ?? 0;
  let nameEnd = start + 1;
  // Names are short, so a loop is faster than `indexOf`.
  while (nameEnd < last && bytes[nameEnd] !== 0) nameEnd += 1;
  const end = valueEnd(bytes, type, nameEnd + 1);
  if (end > last || end <= nameEnd) throw malformed();
  return { type, start, value: nameEnd + 1, end };
};

/** Iterates over the elements of a BSON document without decoding values. */
export function* elements(bytes: Buffer): Generator<Element> {
  for (let at = 4; at < bytes.length - 1; ) {
    const bounds = boundsAt(bytes, at);
    yield { ...bounds, name: bytes.toString('utf8', at + 1, bounds.value - 1) };
    at = bounds.end;
  }
}

const END = Buffer.from([0]);

/** Makes the buffers of a BSON document from encoded elements. The caller concatenates them. */
export const documentPieces = (parts: readonly Buffer[]): Buffer[] => {
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(parts.reduce((sum, part) => sum + part.length, 5));
  return [head, ...parts, END];
};

export const assemble = (parts: readonly Buffer[]): Buffer => Buffer.concat(documentPieces(parts));

/** Encodes a name and a value as a BSON element; empty for undefined. */
export const encodeElement = (name: string, value: unknown): Buffer => encode({ [name]: value }).subarray(4, -1);

/** Encodes the type and name of an element that is a document (`\x03`) or an array (`\x04`). */
export const elementHead = (type: '\x03' | '\x04', name: string): Buffer => Buffer.from(`${type}${name}\0`);

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

/** A field to copy, whole or in part. `key` is the encoded name. */
interface SelectedField {
  readonly name: string;
  readonly key: Buffer;
  readonly below: SelectedFields | 'whole';
}

export type SelectedFields = readonly SelectedField[];

/** Selects the fields at some paths, which are lists of names. */
export const selectedAt = (paths: readonly (readonly string[])[]): SelectedFields =>
  Array.from(new Set(paths.map(([first = '']) => first)), (name) => {
    const below = paths.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
    return { name, key: Buffer.from(name), below: below.some(({ length }) => length === 0) ? 'whole' : selectedAt(below) };
  });

export const wholeFields = (names: Iterable<string>): SelectedFields => selectedAt(Array.from(names, (name) => [name]));

/** Finds the selected field with the name of an element. It compares bytes, since decoding each name takes twice as long. */
const fieldOf = (bytes: Buffer, { start, value }: ElementBounds, fields: SelectedFields): SelectedField | undefined => {
  for (const field of fields) {
    const { key } = field;
    if (key.length !== value - start - 2) continue;
    let at = 0;
    while (at < key.length && key[at] === bytes[start + 1 + at]) at += 1;
    if (at === key.length) return field;
  }
  return undefined;
};

/** Copies the selected fields of a BSON document. `copyArray` copies an array that is selected in part. */
const copySelected = (bytes: Buffer, fields: SelectedFields, copyArray: (array: Buffer, fields: SelectedFields) => Buffer): Buffer => {
  const parts: Buffer[] = [];
  let count = 0;
  for (let at = 4; count < fields.length && at < bytes.length - 1; ) {
    const bounds = boundsAt(bytes, at);
    const { type, start, value, end } = bounds;
    at = end;
    const field = fieldOf(bytes, bounds, fields);
    if (!field) continue;
    count += 1;
    const { below } = field;
    if (below === 'whole') parts.push(bytes.subarray(start, end));
    else if (type === DOCUMENT) parts.push(bytes.subarray(start, value), copySelected(bytes.subarray(value, end), below, copyArray));
    else if (type === ARRAY) parts.push(bytes.subarray(start, value), copyArray(bytes.subarray(value, end), below));
  }
  return assemble(parts);
};

/** Copies the selected fields of a BSON document, and the whole arrays on their paths. */
export const copyFields = (bytes: Buffer, fields: SelectedFields): Buffer => copySelected(bytes, fields, (array) => array);

/** Decodes the selected fields of a BSON document, and the whole arrays on their paths. */
export const decodeFields = (bytes: Buffer, fields: SelectedFields): Document => decode(copyFields(bytes, fields));

const isDeep = (type: number): boolean => type === DOCUMENT || type === ARRAY;

/** Copies the selected fields of the documents in an array. Plain values are left out. */
const copySelectedMembers = (array: Buffer, fields: SelectedFields): Buffer =>
  assemble(
    [...elements(array)]
      .filter(({ type }) => isDeep(type))
      .flatMap(({ type, value, end }, index) => {
        const member = array.subarray(value, end);
        return type === ARRAY
          ? [elementHead('\x04', String(index)), copySelectedMembers(member, fields)]
          : [elementHead('\x03', String(index)), copySelected(member, fields, copySelectedMembers)];
      }),
  );

/** Copies a BSON document, or the documents of an array, without the selected fields. */
const copyWithout = (bytes: Buffer, fields: SelectedFields, { isArray } = { isArray: false }): Buffer => {
  const parts: Buffer[] = [];
  // Adjacent unchanged elements are copied together.
  let from = 4;
  for (let at = 4; at < bytes.length - 1; ) {
    const bounds = boundsAt(bytes, at);
    const { type, start, value, end } = bounds;
    at = end;
    const below = isArray ? fields : fieldOf(bytes, bounds, fields)?.below;
    if (below === 'whole') parts.push(bytes.subarray(from, start));
    else if (below && isDeep(type))
      parts.push(bytes.subarray(from, value), copyWithout(bytes.subarray(value, end), below, { isArray: type === ARRAY }));
    else continue;
    from = end;
  }
  return assemble([...parts, bytes.subarray(from, -1)]);
};

/** Compiles a projection of `find` to a function that copies BSON documents. Throws CommandNotSupported for computed fields. */
export const compileProjection = (projection: Document = {}): ((raw: Buffer) => Buffer) => {
  const entries = Object.entries(projection);
  if (entries.length === 0) return (raw) => Buffer.from(raw);
  const paths: string[] = [];
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
      if (paths.some((other) => `${other}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${other}.`))) throw refuse.pathCollision(path);
      paths.push(path);
    }
  }
  // As in MongoDB: `_id` is included unless it is excluded by name. A projection of `_id` alone decides by itself.
  includes ??= id === true;
  if (includes ? (id ?? true) : id === false) paths.push('_id');
  const fields = selectedAt(paths.map((path) => path.split('.')));
  return includes ? (raw) => copySelected(raw, fields, copySelectedMembers) : (raw) => copyWithout(raw, fields);
};
