import { BSON, type Document } from 'bson';
import { isDocument, refuse } from '../../query';

/** An element of a BSON document, as offsets in bytes. */
interface Element {
  readonly name: string;
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

/** Reads the element at an offset without decoding its value. Throws for malformed BSON. */
const elementAt = (bytes: Buffer, start: number): Element => {
  const last = bytes.length - 1;
  const type = bytes[start] ?? 0;
  let nameEnd = start + 1;
  // Names are short, so a loop is faster than `indexOf`.
  while (nameEnd < last && bytes[nameEnd] !== 0) nameEnd += 1;
  const end = valueEnd(bytes, type, nameEnd + 1);
  if (end > last || end <= nameEnd) throw malformed();
  return { name: bytes.toString('utf8', start + 1, nameEnd), type, start, value: nameEnd + 1, end };
};

/** Iterates over the elements of a BSON document without decoding values. */
export function* elements(bytes: Buffer): Generator<Element> {
  for (let at = 4; at < bytes.length - 1; ) {
    const element = elementAt(bytes, at);
    yield element;
    at = element.end;
  }
}

const END = Buffer.from([0]);

/** Makes the buffers of a BSON document from encoded elements. The caller concatenates them. */
export const pieces = (parts: readonly Buffer[]): Buffer[] => {
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(parts.reduce((sum, part) => sum + part.length, 5));
  return [head, ...parts, END];
};

export const assemble = (parts: readonly Buffer[]): Buffer => Buffer.concat(pieces(parts));

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

/** A selection of fields, each whole or in part. */
type SelectedFields = ReadonlyMap<string, SelectedFields | 'whole'>;

export const selectedAt = (paths: readonly (readonly string[])[]): SelectedFields =>
  new Map(
    paths.map(([first = '']) => {
      const below = paths.flatMap(([own, ...rest]) => (own === first ? [rest] : []));
      return [first, below.some(({ length }) => length === 0) ? 'whole' : selectedAt(below)];
    }),
  );

/** Finds the elements of some names. A plain loop: it runs for each document read, and a generator costs a third more. */
const picked = (bytes: Buffer, names: { readonly size: number; has(name: string): boolean }): Element[] => {
  const found: Element[] = [];
  for (let at = 4; found.length < names.size && at < bytes.length - 1; ) {
    const element = elementAt(bytes, at);
    if (names.has(element.name)) found.push(element);
    at = element.end;
  }
  return found;
};

/** Copies the selected fields of a BSON document. `copyArray` copies an array that is selected in part. */
const selected = (bytes: Buffer, fields: SelectedFields, copyArray: (array: Buffer, fields: SelectedFields) => Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (const { name, type, start, value, end } of picked(bytes, fields)) {
    const below = fields.get(name);
    if (below === 'whole') parts.push(bytes.subarray(start, end));
    else if (below && type === DOCUMENT) parts.push(bytes.subarray(start, value), selected(bytes.subarray(value, end), below, copyArray));
    else if (below && type === ARRAY) parts.push(bytes.subarray(start, value), copyArray(bytes.subarray(value, end), below));
  }
  return assemble(parts);
};

/** Decodes the selected fields of a BSON document, and the whole arrays on their paths. */
export const decodeSelected = (bytes: Buffer, fields: SelectedFields): Document => decode(selected(bytes, fields, (array) => array));

export const fieldsAlone = (bytes: Buffer, names: ReadonlySet<string>): Buffer =>
  assemble(picked(bytes, names).map(({ start, end }) => bytes.subarray(start, end)));

export const decodeFields = (bytes: Buffer, names: ReadonlySet<string>): Document => decode(fieldsAlone(bytes, names));

const isDeep = (type: number): boolean => type === DOCUMENT || type === ARRAY;

/** Copies the selected fields of the documents in an array. Plain values are left out. */
const selectedMembers = (array: Buffer, fields: SelectedFields): Buffer =>
  assemble(
    [...elements(array)]
      .filter(({ type }) => isDeep(type))
      .flatMap(({ type, value, end }, index) => {
        const member = array.subarray(value, end);
        return type === ARRAY
          ? [elementHead('\x04', String(index)), selectedMembers(member, fields)]
          : [elementHead('\x03', String(index)), selected(member, fields, selectedMembers)];
      }),
  );

/** Copies a BSON document, or the documents of an array, without the selected fields. */
const excluded = (bytes: Buffer, fields: SelectedFields, { isArray } = { isArray: false }): Buffer => {
  const parts: Buffer[] = [];
  // Adjacent unchanged elements are copied together.
  let from = 4;
  for (const { name, type, start, value, end } of elements(bytes)) {
    const below = isArray ? fields : fields.get(name);
    if (below === 'whole') parts.push(bytes.subarray(from, start));
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
  includes ??= id === true;
  if (includes ? (id ?? true) : id === false) paths.push('_id');
  const fields = selectedAt(paths.map((path) => path.split('.')));
  return includes ? (raw) => selected(raw, fields, selectedMembers) : (raw) => excluded(raw, fields);
};
