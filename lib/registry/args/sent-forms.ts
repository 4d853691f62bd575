import type { Text } from '../../language';
import type { Arg, Schema, Type } from './arg';
import { mapParts, valueSchema } from './json-schema';

const BLANKS = '[ \\t\\n\\r\\v\\f]*';
const EXPONENT = '(?:[eE]\\+?[0-9]{1,2})?';
const BOOLEAN = {
  pattern: '^(?:[01]|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$',
  patternText: {
    en: 'true, false, 1 or 0, also as text, in upper or lower case',
    fr: 'true, false, 1 ou 0, aussi sous forme de texte, en majuscules ou minuscules',
  },
} as const satisfies Schema;

type Worded = Required<Pick<Schema, 'pattern' | 'patternText'>>;
const worded = (pattern: string, patternText: Text): Worded => ({ pattern, patternText });

/** The patterns of texts with whole numbers, by minimum: any, 0 and 1. */
const INTEGERS = {
  any: worded(`^${BLANKS}[+-]?[0-9]+(?:\\.0*)?${EXPONENT}${BLANKS}$`, {
    en: 'a whole number, also as text',
    fr: 'un nombre entier, aussi sous forme de texte',
  }),
  0: worded(`^${BLANKS}\\+?[0-9]+(?:\\.0*)?${EXPONENT}${BLANKS}$`, {
    en: 'a whole number, 0 or more, also as text',
    fr: 'un nombre entier, 0 ou plus, aussi sous forme de texte',
  }),
  1: worded(`^${BLANKS}\\+?0*[1-9][0-9]*(?:\\.0*)?${EXPONENT}${BLANKS}$`, {
    en: 'a whole number, 1 or more, also as text',
    fr: 'un nombre entier, 1 ou plus, aussi sous forme de texte',
  }),
} as const;
const DECIMAL = '(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?';
const NUMBERS = {
  any: worded(`^${BLANKS}[+-]?${DECIMAL}${BLANKS}$`, { en: 'a number, also as text', fr: 'un nombre, aussi sous forme de texte' }),
  0: worded(`^${BLANKS}\\+?${DECIMAL}${BLANKS}$`, {
    en: 'a number, 0 or more, also as text',
    fr: 'un nombre, 0 ou plus, aussi sous forme de texte',
  }),
} as const;

/** Extends the schema of a number to texts with such numbers, if a pattern can express the bounds. */
const numeric = (schema: Schema, type: 'integer' | 'number', patterns: Readonly<Record<string, Worded>>): Schema => {
  const { enum: values, minimum = 'any', maximum, exclusiveMinimum, multipleOf } = schema;
  if (values !== undefined) return { ...schema, type: [type, 'string'], enum: [...new Set([...values, ...values.map(String)])] };
  const isExpressible = maximum === undefined && multipleOf === undefined && exclusiveMinimum !== true;
  const pattern = isExpressible ? patterns[minimum] : undefined;
  return pattern === undefined ? schema : { ...schema, type: [type, 'string'], ...pattern };
};

const NUMBER_LIST: Schema = {
  type: ['string', 'integer'],
  ...worded('^[ ,\\t\\n\\r\\v\\f]*(?:[+-]?[0-9]+(?:[ ,\\t\\n\\r\\v\\f]+[+-]?[0-9]+)*[ ,\\t\\n\\r\\v\\f]*)?$', {
    en: 'whole numbers separated by commas or spaces',
    fr: 'des nombres entiers séparés par des virgules ou des espaces',
  }),
};

const FREE: readonly string[] = ['type', 'description', 'patternText'];

/** Makes the schema of texts with items separated by commas or blanks. Undefined if no pattern can express the items. */
const listText = (items: Schema | undefined): Schema | undefined => {
  if (items === undefined || (items.type === 'string' && Object.keys(items).every((keyword) => FREE.includes(keyword))))
    return { type: 'string' };
  return items.type === 'integer' && items.minimum === undefined ? NUMBER_LIST : undefined;
};

/** Extends the schema of a list without bounds to texts with items, and to objects with integer keys. */
const list = ({ type: _, items, description, patternText: __, ...bounds }: Schema): Schema => {
  const item = items && sentForms(items);
  const own = description && { description };
  const array: Schema = { type: 'array', ...(item && { items: item }), ...bounds };
  if (Object.keys(bounds).length > 0) return { ...array, ...own };
  const text = listText(items);
  const map: Schema = { type: 'object', additionalProperties: false, patternProperties: { '^(?:0|-?[1-9][0-9]*)$': item ?? {} } };
  return { anyOf: [array, ...(text ? [text] : []), map], ...own };
};

const FORMS: Readonly<Record<Type, (schema: Schema) => Schema>> = {
  string: (schema) => schema,
  null: (schema) => schema,
  integer: (schema) => numeric(schema, 'integer', INTEGERS),
  number: (schema) => numeric(schema, 'number', NUMBERS),
  boolean: ({ enum: _, ...schema }) => ({ ...schema, type: ['boolean', 'integer', 'string'], minimum: 0, maximum: 1, ...BOOLEAN }),
  array: list,
  object: (schema) => ({ ...schema, ...mapParts(schema, sentForms) }),
};

/** Extends a schema to all values that coercion accepts, such as `"1"` for true. Branches of `oneOf` stay: they must not overlap. */
export const sentForms = (schema: Schema): Schema => {
  const { type, anyOf } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map(sentForms) };
  return typeof type === 'string' && schema.oneOf === undefined ? FORMS[type](schema) : schema;
};

/** Returns the schema of the JSON that an argument accepts: `accepts`, else all forms of the declared schema, unless `validate` replaces it. */
export const acceptedJson = (arg: Arg): Schema => {
  const { description, ...schema } = valueSchema(arg);
  return arg.accepts ?? (arg.validate === undefined ? sentForms(schema) : schema);
};
