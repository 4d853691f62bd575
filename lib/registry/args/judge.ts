import type { FuncKeywordDefinition } from 'ajv';
import { ApiError, errors, placeOf } from '../../errors';
import type { Text } from '../../language';
import type { Schema, Type } from './arg';
import { bestType, fromEntries, isMultipleOf, memberSchema, toBoolean, toEntries, toInteger, toList, toNumber, toText } from './coerce';
import { CLEANERS, INT32, isInt32, TEXT_FORMATS } from './formats';
import { requiredOf } from './json-schema';
import { patternOf } from './pattern';

/** Sorts the members of an object by name, as a replacer of `JSON.stringify`. As in WordPress, `{}` becomes `[]`. */
const sorted = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length === 0 ? [] : Object.fromEntries(entries);
};

/** Makes a text that is equal for equal values. The order of members does not matter. */
export const identity = (value: unknown): string => JSON.stringify(value, sorted);

const isOneOf = (value: unknown, choices: readonly unknown[]): boolean =>
  choices.includes(value) || (typeof value === 'object' && choices.map(identity).includes(identity(value)));

const areUnique = (items: readonly unknown[]): boolean => new Set(items.map(identity)).size === items.length;

/** The keyword `uniqueItems` for ajv, as in WordPress. The keyword of ajv takes quadratic time. */
export const uniqueItemsKeyword = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (unique: boolean, items: unknown[]) => !unique || areUnique(items),
} as const satisfies FuncKeywordDefinition;

const boundsOf = ({ minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false }: Schema): Text => {
  const lower: Text = exclusiveMinimum
    ? { en: `greater than ${minimum}`, fr: `supérieur à ${minimum}` }
    : { en: `at least ${minimum}`, fr: `supérieur ou égal à ${minimum}` };
  const upper: Text = exclusiveMaximum
    ? { en: `less than ${maximum}`, fr: `inférieur à ${maximum}` }
    : { en: `at most ${maximum}`, fr: `inférieur ou égal à ${maximum}` };
  if (maximum === undefined) return lower;
  return minimum === undefined ? upper : { en: `${lower.en} and ${upper.en}`, fr: `${lower.fr} et ${upper.fr}` };
};

const judgeNumber = (value: unknown, schema: Schema, name: string, type: 'integer' | 'number'): unknown => {
  const number = toNumber(value);
  const { minimum, maximum, multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
  if (number === undefined) return errors.invalidType(name, [type]);
  if (multipleOf !== undefined && !isMultipleOf(number, multipleOf)) return errors.invalidMultiple(name, multipleOf);
  const isLow = minimum !== undefined && (exclusiveMinimum ? number <= minimum : number < minimum);
  const isHigh = maximum !== undefined && (exclusiveMaximum ? number >= maximum : number > maximum);
  if (isLow || isHigh) return errors.outOfBounds(name, boundsOf(schema));
  if (schema.format === 'int32' && !isInt32(number)) return errors.outOfBounds(name, boundsOf({ minimum: -INT32 - 1, maximum: INT32 }));
  const coerced = type === 'integer' ? toInteger(value) : Number.isFinite(number) ? number : undefined;
  return coerced ?? errors.invalidType(name, [type]);
};

// A character (code point) has one or two UTF-16 units, so most texts need no counting.
const isShorter = (text: string, least: number): boolean => text.length < 2 * least && [...text].length < least;

/** True if a text has more than `longest` characters (code points). */
export const isLonger = (text: string, longest: number): boolean =>
  text.length > longest && [...text.slice(0, 2 * longest + 1)].length > longest;

const judgeString = (value: unknown, { minLength, maxLength, pattern, patternText }: Schema, name: string): unknown => {
  if (typeof value !== 'string') return errors.invalidType(name, ['string']);
  if (minLength !== undefined && isShorter(value, minLength)) return errors.tooShort(name, minLength);
  if (maxLength !== undefined && isLonger(value, maxLength)) return errors.tooLong(name, maxLength);
  if (pattern !== undefined && !patternOf(pattern).test(value)) return errors.invalidPattern(name, pattern, patternText);
  return value;
};

const judgeArray = (value: unknown, schema: Schema, name: string): unknown => {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const list = toList(value);
  if (list === undefined) return errors.invalidType(name, ['array']);
  const coerced: unknown[] = [];
  for (const [index, item] of list.entries()) {
    const one = items === undefined ? item : judgeValue(item, items, `${name}[${index}]`);
    if (one instanceof ApiError) return one;
    coerced.push(one);
  }
  if (minItems !== undefined && list.length < minItems) return errors.tooFewItems(name, minItems);
  if (maxItems !== undefined && list.length > maxItems) return errors.tooManyItems(name, maxItems);
  return uniqueItems && !(areUnique(list) && areUnique(coerced)) ? errors.duplicateItems(name) : coerced;
};

const judgeObject = (value: unknown, schema: Schema, name: string): unknown => {
  const { minProperties, maxProperties } = schema;
  const entries = toEntries(value);
  if (entries === undefined) return errors.invalidType(name, ['object']);
  const given = new Set(entries.map(([key]) => key));
  const missing = requiredOf(schema).find((key) => !given.has(key));
  if (missing !== undefined) return errors.propertyRequired(name, missing);
  const coerced: [string, unknown][] = [];
  for (const [key, member] of entries) {
    const schemaOf = memberSchema(schema, key);
    if (schemaOf === false) return errors.additionalPropertiesForbidden(name, key);
    const one = schemaOf === true ? member : judgeValue(member, schemaOf, placeOf(name, key));
    if (one instanceof ApiError) return one;
    coerced.push([key, one]);
  }
  if (minProperties !== undefined && entries.length < minProperties) return errors.tooFewProperties(name, minProperties);
  if (maxProperties !== undefined && entries.length > maxProperties) return errors.tooManyProperties(name, maxProperties);
  return fromEntries(value, coerced);
};

const JUDGES: Readonly<Record<Type, (value: unknown, schema: Schema, name: string) => unknown>> = {
  integer: (value, schema, name) => judgeNumber(value, schema, name, 'integer'),
  number: (value, schema, name) => judgeNumber(value, schema, name, 'number'),
  string: judgeString,
  boolean: (value, _, name) => toBoolean(value) ?? errors.invalidType(name, ['boolean']),
  array: judgeArray,
  object: judgeObject,
  null: (value, _, name) => (value === null ? null : errors.invalidType(name, ['null'])),
};

const judgeOwn = (value: unknown, schema: Schema, name: string): unknown => {
  const type = typeof schema.type === 'object' ? bestType(value, schema.type) : schema.type;
  if (type === undefined && schema.type !== undefined) return errors.invalidType(name, [schema.type].flat());
  const typed = type === undefined ? value : JUDGES[type](value, schema, name);
  if (typed instanceof ApiError) return typed;
  const { format = '', maxLength } = schema;
  const textFormat = TEXT_FORMATS.get(format);
  // In a schema without type, a format applies to any value as text.
  const text = schema.type === undefined && (textFormat !== undefined || CLEANERS.has(format)) ? toText(typed) : typed;
  if (text === undefined) return textFormat?.refuse(name) ?? errors.invalidType(name, ['string']);
  const isText = typeof text === 'string';
  const cleaned = isText ? (CLEANERS.get(format)?.(text) ?? text) : text;
  // Cleaning may lengthen a text, but clients must be able to send a value from a response again.
  if (cleaned !== text && maxLength !== undefined && isLonger(String(cleaned), maxLength)) return errors.tooLong(name, maxLength);
  if (schema.enum?.length && !isOneOf(cleaned, schema.enum)) return errors.notInEnum(name, schema.enum);
  return isText && textFormat?.fits(text) === false ? textFormat.refuse(name) : cleaned;
};

interface Branch {
  readonly schema: Schema;
  /** The coerced value, or the ApiError that refuses it. */
  readonly result: unknown;
}

const noneOf = (name: string, branches: readonly Branch[]): ApiError => {
  const refusals = branches.flatMap(({ result }, position) => (result instanceof ApiError ? [{ error: result, position }] : []));
  const telling = refusals.filter(({ error }) => error.code !== 'rest_invalid_type' || error.data['param'] !== name);
  const [only] = refusals.length === 1 ? refusals : telling.length === 1 ? telling : [];
  return errors.noMatchingSchema(name, only?.error.text, only?.position);
};

/** Returns the branch of `anyOf` or `oneOf` that accepts a value, or the error. Undefined without branches. */
const chooseBranch = (value: unknown, schema: Schema, name: string): Branch | ApiError | undefined => {
  const schemas = schema.anyOf ?? schema.oneOf;
  if (schemas === undefined) return undefined;
  const branches = schemas.map((one) => {
    const typed = one.type === undefined && schema.type !== undefined ? { ...one, type: schema.type } : one;
    return { schema: typed, result: judgeValue(value, typed, name) };
  });
  const fitting = branches.filter(({ result }) => !(result instanceof ApiError));
  if (schema.anyOf === undefined && fitting.length > 1) {
    return errors.oneOfMultipleMatches(
      name,
      fitting.map((branch) => branches.indexOf(branch)),
    );
  }
  return fitting[0] ?? noneOf(name, branches);
};

/** Validates and coerces a value. Returns the value for the handler, or the ApiError. `name` has indexes inside: `venue[0][city]`. */
export const judgeValue = (value: unknown, schema: Schema, name: string): unknown => {
  const branch = chooseBranch(value, schema, name);
  if (branch === undefined || branch instanceof ApiError) return branch ?? judgeOwn(value, schema, name);
  const type = schema.type ?? branch.schema.type;
  const { anyOf, oneOf, ...rest } = schema;
  const own: Schema = { ...rest, ...(type && { type }), ...(anyOf && oneOf && { oneOf }) };
  const refused = judgeValue(value, own, name);
  if (refused instanceof ApiError) return refused;
  // The keywords next to `anyOf` also apply to the branch's result, unless they refuse a text that cleaning has shortened.
  const chosen = type === 'string' ? (toText(branch.result) ?? branch.result) : branch.result;
  const coerced = judgeValue(chosen, own, name);
  return coerced instanceof ApiError ? chosen : coerced;
};
