import { createHash } from 'node:crypto';
import { Decimal128, Long } from 'bson';

/**
 * The type bytes of encoded values. Encoded values compare as MongoDB compares values: first the type byte, then the
 * value. No encoded value is the prefix of another, so they can be concatenated into keys. A number is a sortable
 * double followed by the rest of a 64-bit integer. A string is UTF-8 with escaped NULs. Values beyond CAP bytes are
 * stored as their beginning and a digest: equality is kept, the order only within the beginning.
 */
export const TYPE = {
  minKey: 0x08,
  undefined: 0x0c,
  null: 0x10,
  number: 0x20,
  string: 0x30,
  object: 0x40,
  array: 0x50,
  binary: 0x60,
  objectId: 0x70,
  boolean: 0x80,
  date: 0x90,
  timestamp: 0x98,
  regex: 0xa0,
  code: 0xb0,
  maxKey: 0xf0,
} as const;

const CAP = 448;
const DIGEST = 16;
const FIXED: Readonly<Record<number, number>> = {
  [TYPE.minKey]: 1,
  [TYPE.undefined]: 1,
  [TYPE.null]: 1,
  [TYPE.number]: 11,
  [TYPE.objectId]: 13,
  [TYPE.boolean]: 2,
  [TYPE.date]: 9,
  [TYPE.timestamp]: 9,
  [TYPE.maxKey]: 1,
};

/** The class name of a BSON value, if it has one. */
export const bsonType = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? (value as { _bsontype?: string })._bsontype : undefined;

/** True for an embedded document. */
export const isDocument = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof RegExp) &&
  bsonType(value) === undefined;

const BY_CLASS: Readonly<Record<string, number>> = {
  MinKey: TYPE.minKey,
  MaxKey: TYPE.maxKey,
  Long: TYPE.number,
  Int32: TYPE.number,
  Double: TYPE.number,
  Decimal128: TYPE.number,
  BSONSymbol: TYPE.string,
  Binary: TYPE.binary,
  ObjectId: TYPE.objectId,
  Timestamp: TYPE.timestamp,
  BSONRegExp: TYPE.regex,
  Code: TYPE.code,
  DBRef: TYPE.object,
};

/** The type byte of a value, in the order of MongoDB's types. */
export const typeByte = (value: unknown): number => {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return TYPE.number;
    case 'string':
      return TYPE.string;
    case 'boolean':
      return TYPE.boolean;
    case 'undefined':
      return TYPE.null;
  }
  if (value === null) return TYPE.null;
  if (Array.isArray(value)) return TYPE.array;
  if (value instanceof Date) return TYPE.date;
  if (value instanceof RegExp) return TYPE.regex;
  return BY_CLASS[bsonType(value) ?? ''] ?? TYPE.object;
};

/** Writes a sortable double after the type byte. NaN sorts before every other number. */
const writeDouble = (out: Buffer, value: number): Buffer => {
  if (Number.isNaN(value)) return out.fill(0, 1, 9);
  out.writeDoubleBE(value === 0 ? 0 : value, 1);
  const first = out[1] ?? 0;
  if (first & 0x80) for (let i = 1; i < 9; i++) out[i] = ~(out[i] ?? 0);
  else out[1] = first | 0x80;
  return out;
};

const dated = (value: Date): Buffer => {
  const out = Buffer.allocUnsafe(9);
  out[0] = TYPE.date;
  return writeDouble(out, value.getTime());
};

const number = (value: unknown): Buffer => {
  const out = Buffer.allocUnsafe(11);
  out[0] = TYPE.number;
  let near = Number(value);
  let rest = 0;
  if (typeof value === 'bigint' || Long.isLong(value)) {
    const whole = BigInt(String(value));
    near = Number(whole);
    rest = Number(whole - BigInt(near));
  } else if (value instanceof Decimal128) near = Number(value.toString());
  out.writeUInt16BE(0x8000 + rest, 9);
  return writeDouble(out, near);
};

const TERMINATOR = Buffer.from([0, 1]);

const escaped = (bytes: Buffer): Buffer => {
  if (!bytes.includes(0)) return bytes;
  const out: number[] = [];
  for (const byte of bytes) byte === 0 ? out.push(0, 0xff) : out.push(byte);
  return Buffer.from(out);
};

const text = (value: string): Buffer => Buffer.from(value, 'utf8');

const length = (value: number): Buffer => {
  const out = Buffer.allocUnsafe(4);
  out.writeUInt32BE(value);
  return out;
};

const content = (value: unknown, type: number): Buffer => {
  if (type === TYPE.string) return text(typeof value === 'string' ? value : String(value));
  if (type === TYPE.array) return Buffer.concat((value as unknown[]).map((item) => encodeValue(item, Number.POSITIVE_INFINITY)));
  if (type === TYPE.binary) {
    const { buffer, position, sub_type } = value as { buffer: Uint8Array; position: number; sub_type: number };
    return Buffer.concat([length(position), Buffer.from([sub_type]), buffer.subarray(0, position)]);
  }
  if (type === TYPE.regex) {
    const { source, flags, pattern, options } = value as { source?: string; flags?: string; pattern?: string; options?: string };
    return text(`${source ?? pattern}\0${flags ?? options}`);
  }
  if (type === TYPE.object) {
    const members = Object.entries(value as object).filter(([, member]) => member !== undefined);
    return Buffer.concat(
      members.flatMap(([name, member]) => [
        Buffer.from([typeByte(member)]),
        escaped(text(name)),
        TERMINATOR,
        encodeValue(member, Number.POSITIVE_INFINITY),
      ]),
    );
  }
  return text(JSON.stringify(value));
};

/** Encodes a value as bytes. `undefined` (a missing field) is encoded as null. */
export const encodeValue = (value: unknown, cap: number = CAP): Buffer => {
  const type = typeByte(value);
  if (type === TYPE.number) return number(value);
  if (type === TYPE.date) return dated(value as Date);
  // A shortcut for common texts: `0` is the byte of TYPE.string.
  if (typeof value === 'string' && value.length < CAP / 4 && !value.includes('\0')) return Buffer.from(`0${value}\0\u0001`);
  const head = Buffer.from([type]);
  switch (type) {
    case TYPE.boolean:
      return Buffer.from([type, value ? 1 : 0]);
    case TYPE.objectId:
      return Buffer.concat([head, (value as { id: Uint8Array }).id]);
    case TYPE.timestamp: {
      const bytes = Buffer.allocUnsafe(8);
      bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(String(value))));
      return Buffer.concat([head, bytes]);
    }
    case TYPE.null:
    case TYPE.minKey:
    case TYPE.maxKey:
      return head;
  }
  const whole = Buffer.concat([head, escaped(content(value, type)), TERMINATOR]);
  if (whole.length <= cap) return whole;
  return Buffer.concat([whole.subarray(0, CAP), createHash('sha1').update(whole).digest().subarray(0, DIGEST)]);
};

/** The key of an empty array, which sorts before null (MongoDB: undefined). */
export const EMPTY_ARRAY = Buffer.from([TYPE.undefined]);

/** The offset behind the encoded value at `at`. `mask` is 0 for ascending values, 0xff for descending (inverted) ones. */
export const skipValue = (key: Buffer, at: number, mask: number): number => {
  const fixed = FIXED[(key[at] ?? 0) ^ mask];
  if (fixed !== undefined) return at + fixed;
  const last = Math.min(at + CAP, key.length) - 1;
  const zero = mask;
  const one = 1 ^ mask;
  for (let i = key.indexOf(zero, at + 1); i >= 0 && i < last; i = key.indexOf(zero, i + 2)) {
    if (key[i + 1] === one) return i + 2;
  }
  return at + CAP + DIGEST;
};

/** The inverted bytes, which reverse the order. */
export const inverted = (bytes: Buffer): Buffer => {
  const out = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i++) out[i] = ~(bytes[i] ?? 0);
  return out;
};

/** The smallest key after every key with this prefix. */
export const successor = (bytes: Buffer): Buffer => {
  let last = bytes.length - 1;
  while (last >= 0 && bytes[last] === 0xff) last--;
  const out = Buffer.from(bytes.subarray(0, last + 1));
  if (last >= 0) out[last] = (out[last] ?? 0) + 1;
  return out;
};

/** True if MongoDB treats two values as equal, such as 1 and 1.0. */
export const equalValues = (one: unknown, other: unknown): boolean => encodeValue(one).equals(encodeValue(other));
