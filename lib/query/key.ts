import { createHash } from 'node:crypto';
import { type Binary, Long, type ObjectId } from 'bson';
import { refuse } from './refusal';

/**
 * The type bytes of encoded values. Encoded values compare as MongoDB compares values: first the type byte, then the value. No encoded
 * value is the prefix of another, so keys concatenate them. A number is a sortable double followed by the rest of a 64-bit integer. A
 * string is UTF-8 with escaped NULs. Values beyond CAP bytes are cut and end in a digest: equality stays exact, the order is that of the
 * beginning.
 */
export const TYPE = {
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
  regex: 0xa0,
} as const;

const CAP = 448;
const DIGEST = 16;
/** The lengths in bytes of encoded values without a terminator, by type. */
const FIXED: Readonly<Record<number, number>> = {
  [TYPE.undefined]: 1,
  [TYPE.null]: 1,
  [TYPE.number]: 11,
  [TYPE.objectId]: 13,
  [TYPE.boolean]: 2,
  [TYPE.date]: 9,
};
const BY_CLASS: Readonly<Record<string, number>> = {
  Long: TYPE.number,
  Binary: TYPE.binary,
  ObjectId: TYPE.objectId,
};

const bsonType = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? (value as { _bsontype?: string })._bsontype : undefined;

export const isDocument = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof RegExp) &&
  bsonType(value) === undefined;

/** Returns the type byte of a value, in the order of MongoDB's types. Throws CommandNotSupported for rare BSON types. */
export const typeByte = (value: unknown): number => {
  if (value === null || value === undefined) return TYPE.null;
  if (typeof value === 'number' || typeof value === 'bigint') return TYPE.number;
  if (typeof value === 'string') return TYPE.string;
  if (typeof value === 'boolean') return TYPE.boolean;
  if (Array.isArray(value)) return TYPE.array;
  if (value instanceof Date) return TYPE.date;
  if (value instanceof RegExp) return TYPE.regex;
  const name = bsonType(value);
  const type = name === undefined ? TYPE.object : BY_CLASS[name];
  if (type === undefined) throw refuse.notSupported(`A ${name} in a filter, a sort or an index`);
  return type;
};

/** Makes a buffer of `size` bytes that begins with a type byte and a sortable double (8 bytes). NaN sorts before other numbers. */
const sortable = (type: number, value: number, size: number): Buffer => {
  const out = Buffer.allocUnsafe(size);
  out[0] = type;
  if (Number.isNaN(value)) return out.fill(0, 1);
  out.writeDoubleBE(value === 0 ? 0 : value, 1);
  const first = out[1] ?? 0;
  if (first & 0x80) for (let i = 1; i < 9; i++) out[i] = ~(out[i] ?? 0);
  else out[1] = first | 0x80;
  return out;
};

const number = (value: unknown): Buffer => {
  let near = Number(value);
  let rest = 0;
  if (typeof value === 'bigint' || Long.isLong(value)) {
    const whole = BigInt(String(value));
    near = Number(whole);
    rest = Number(whole - BigInt(near));
  }
  const out = sortable(TYPE.number, near, 11);
  out.writeUInt16BE(0x8000 + rest, 9);
  return out;
};

const TERMINATOR = Buffer.from([0, 1]);

const escaped = (bytes: Buffer): Buffer => {
  if (!bytes.includes(0)) return bytes;
  const out: number[] = [];
  for (const byte of bytes) byte === 0 ? out.push(0, 0xff) : out.push(byte);
  return Buffer.from(out);
};

/** Encodes the content of a value of variable length, before NULs are escaped and the terminator is added. */
const content = (value: unknown, type: number): Buffer => {
  switch (type) {
    case TYPE.array:
      return Buffer.concat((value as unknown[]).map((item) => encodeValue(item, Number.POSITIVE_INFINITY)));
    case TYPE.binary: {
      const { position, sub_type, buffer } = value as Binary;
      const head = Buffer.allocUnsafe(5);
      head.writeUInt32BE(position);
      head[4] = sub_type;
      return Buffer.concat([head, buffer.subarray(0, position)]);
    }
    case TYPE.regex: {
      const { source, flags } = value as RegExp;
      return Buffer.from(`${source}\0${flags}`);
    }
    case TYPE.object: {
      const members = Object.entries(value as object).filter(([, member]) => member !== undefined);
      const parts = members.flatMap(([name, member]) => [
        Buffer.from([typeByte(member)]),
        escaped(Buffer.from(name)),
        TERMINATOR,
        encodeValue(member, Number.POSITIVE_INFINITY),
      ]);
      return Buffer.concat(parts);
    }
    default:
      return Buffer.from(String(value));
  }
};

/** Encodes a value as bytes. `undefined` (a missing field) is encoded as null. */
export const encodeValue = (value: unknown, cap: number = CAP): Buffer => {
  // A shortcut for common texts: `0` is the byte of TYPE.string.
  if (typeof value === 'string' && value.length < CAP / 4 && !value.includes('\0')) return Buffer.from(`0${value}\0\u0001`);
  const type = typeByte(value);
  switch (type) {
    case TYPE.number:
      return number(value);
    case TYPE.date:
      return sortable(type, (value as Date).getTime(), 9);
    case TYPE.boolean:
      return Buffer.from([type, value ? 1 : 0]);
    case TYPE.objectId:
      return Buffer.concat([Buffer.from([type]), (value as ObjectId).id]);
    case TYPE.null:
      return Buffer.from([type]);
  }
  const whole = Buffer.concat([Buffer.from([type]), escaped(content(value, type)), TERMINATOR]);
  if (whole.length <= cap) return whole;
  return Buffer.concat([whole.subarray(0, CAP), createHash('sha1').update(whole).digest().subarray(0, DIGEST)]);
};

/** The encoded empty array of an index key, which sorts before null. MongoDB uses undefined. */
export const EMPTY_ARRAY = Buffer.from([TYPE.undefined]);

/** Returns the offset after the encoded value at `at`. `mask` is 0 for ascending values, 0xff for descending (inverted) ones. */
export const skipValue = (key: Buffer, at: number, mask: number): number => {
  const fixed = FIXED[(key[at] ?? 0) ^ mask];
  if (fixed !== undefined) return at + fixed;
  const last = Math.min(at + CAP, key.length) - 1;
  for (let i = key.indexOf(mask, at + 1); i >= 0 && i < last; i = key.indexOf(mask, i + 2)) {
    if (key[i + 1] === (1 ^ mask)) return i + 2;
  }
  return at + CAP + DIGEST;
};

/** Inverts all bits, which reverses the order. */
export const inverted = (bytes: Buffer): Buffer => {
  const out = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i++) out[i] = ~(bytes[i] ?? 0);
  return out;
};

/** Returns the smallest key that sorts after every key with this prefix. */
export const successor = (bytes: Buffer): Buffer => {
  let last = bytes.length - 1;
  while (last >= 0 && bytes[last] === 0xff) last--;
  const out = Buffer.from(bytes.subarray(0, last + 1));
  if (last >= 0) out[last] = (out[last] ?? 0) + 1;
  return out;
};

/** True if MongoDB treats two values as equal, such as 1 and 1.0. */
export const equalValues = (one: unknown, other: unknown): boolean => encodeValue(one).equals(encodeValue(other));
