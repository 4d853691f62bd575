import type { Schema, Type } from './arg';
import { patternOf } from './pattern';

/** The result of `coerce` for a value that cannot have the declared type. */
export const REFUSED = Symbol('refused');

const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;
const INTEGER_KEY = /^(?:0|-?[1-9]\d*)$/;
const TRUE: readonly unknown[] = [true, 1, '1', 'true'];
const FALSE: readonly unknown[] = [false, 0, '0', 'false'];
/** The absolute limit of 64-bit integers, as the nearest double: 2^63. */
const INTEGER_LIMIT = 2 ** 63;

/** Converts a number or numeric text to a number. Undefined for other values; infinity if too large for a double. */
export const toNumber = (value: unknown): number | undefined => {
  if (typeof value !== 'number' && !(typeof value === 'string' && NUMERIC.test(value))) return undefined;
  const number = Number(value);
  // Adding zero turns minus zero into zero.
  return Number.isNaN(number) ? undefined : number + 0;
};

/** Converts a whole number, or a text with a whole number, to a number within ±2^63. Undefined for other values. */
export const toInteger = (value: unknown): number | undefined => {
  const number = toNumber(value);
  if (number === undefined || (Number.isFinite(number) && !Number.isInteger(number))) return undefined;
  return Math.min(INTEGER_LIMIT, Math.max(-INTEGER_LIMIT, number));
};

/** Splits a finite number into its digits and its number of decimals. 12.5 gives 125 and 1; 1e21 gives 1 and -21. */
const decimalOf = (value: number): { readonly digits: bigint; readonly decimals: number } => {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), decimals: fraction.length - Number(exponent) };
};

/** True if a number is a multiple of `step` in decimal notation, such as 12.5 of 0.01. Infinity is a multiple of nothing. */
export const isMultipleOf = (value: number, step: number): boolean => {
  if (!Number.isFinite(value)) return false;
  const [one, other] = [decimalOf(value), decimalOf(step)];
  const decimals = Math.max(one.decimals, other.decimals);
  const scaled = ({ digits, decimals: own }: typeof one) => digits * 10n ** BigInt(decimals - own);
  return scaled(one) % scaled(other) === 0n;
};

/** Converts true, false, 1, 0, also as texts, to a boolean. Undefined for other values. */
export const toBoolean = (value: unknown): boolean | undefined => {
  const lower = typeof value === 'string' ? value.toLowerCase() : value;
  return TRUE.includes(lower) || (FALSE.includes(lower) ? false : undefined);
};

/** Converts a scalar to text: `1` for true, '' for false and null. Undefined for lists and objects. */
export const toText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '';
  return value === null ? '' : undefined;
};

/** Converts objects with integer keys to lists, and splits scalars at commas and blanks. Undefined for other values. */
export const toList = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value;
  const text = value === null ? undefined : toText(value);
  if (text !== undefined) return text.split(/[ \t\n\r\v\f,]+/).filter((part) => part !== '');
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.keys(value).every((key) => INTEGER_KEY.test(key)) ? Object.values(value) : undefined;
};

/** Returns the entries of an object or a list. The empty text is the empty object. Undefined for other values. */
export const toEntries = (value: unknown): readonly (readonly [string, unknown])[] | undefined => {
  if (value === '') return [];
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
};

/** Makes a list or object, like the original value, from entries. Omits `__proto__` to protect the prototype. */
export const fromEntries = (value: unknown, entries: readonly (readonly [string, unknown])[]): unknown =>
  Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries.filter(([key]) => key !== '__proto__'));

/** The conversions of sent values to each type. Undefined if a value cannot have the type. */
const CONVERSIONS: Readonly<Record<Type, (value: unknown) => unknown>> = {
  array: toList,
  object: toEntries,
  integer: toInteger,
  number: toNumber,
  boolean: toBoolean,
  string: (value) => (typeof value === 'string' ? value : undefined),
  null: (value) => (value === null ? null : undefined),
};

/** Returns the first of some types that a value can have. The empty text is a string if allowed. */
export const bestType = (value: unknown, types: readonly Type[]): Type | undefined =>
  value === '' && types.includes('string') ? 'string' : types.find((type) => CONVERSIONS[type](value) !== undefined);

/** Returns the schema of an object's member: from `properties`, else `patternProperties`, else `additionalProperties`. */
export const memberSchema = (schema: Schema, key: string): boolean | Schema => {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key] ?? true;
  const matching = Object.entries(schema.patternProperties ?? {}).find(([pattern]) => patternOf(pattern).test(key));
  return matching?.[1] ?? schema.additionalProperties ?? true;
};

/** Converts a sent value to the declared type, by the rules of WordPress. Returns REFUSED if that is impossible. */
export const coerce = (value: unknown, schema: Schema): unknown => {
  if (schema.type === undefined) return value;
  const type = typeof schema.type === 'string' ? schema.type : bestType(value, schema.type);
  if (type === 'array') return coerceItems(toList(value), schema);
  if (type === 'object') return coerceMembers(value, schema);
  const converted = type && CONVERSIONS[type](value);
  // A number that is too large for a double is an integer, but no number.
  return converted === undefined || (type === 'number' && !Number.isFinite(converted)) ? REFUSED : converted;
};

const coerceItems = (list: readonly unknown[] | undefined, { items }: Schema): unknown => {
  const coerced = list?.map((item) => (items === undefined ? item : coerce(item, items)));
  return coerced === undefined || coerced.includes(REFUSED) ? REFUSED : coerced;
};

const coerceMembers = (value: unknown, schema: Schema): unknown => {
  const entries = toEntries(value)?.map(([key, member]) => {
    const own = memberSchema(schema, key);
    return [key, typeof own === 'boolean' ? member : coerce(member, own)] as const;
  });
  return entries === undefined || entries.some(([, member]) => member === REFUSED) ? REFUSED : fromEntries(value, entries);
};
