import type { Language, Text } from '../../language';
import type { Arg, Schema, Type } from './arg';

type PartKeyword = 'properties' | 'patternProperties' | 'additionalProperties' | 'items' | 'oneOf' | 'anyOf';

export const partsOf = ({ properties, patternProperties, additionalProperties, items, oneOf, anyOf }: Schema): readonly Schema[] => [
  ...[properties, patternProperties].flatMap((members) => Object.values(members ?? {})),
  ...[oneOf, anyOf].flatMap((branches) => branches ?? []),
  ...[items, additionalProperties].filter((part) => typeof part === 'object'),
];

const mapped = <T>(schemas: Readonly<Record<string, Schema>>, to: (schema: Schema) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, to(schema)]));

/** Replaces the schemas directly inside a schema. Returns only the keywords that contain schemas. */
export const mapParts = <T>(
  { properties, patternProperties, additionalProperties: rest, items, oneOf, anyOf }: Pick<Schema, PartKeyword>,
  to: (part: Schema) => T,
) => ({
  ...(properties && { properties: mapped(properties, to) }),
  ...(patternProperties && { patternProperties: mapped(patternProperties, to) }),
  ...(rest !== undefined && { additionalProperties: typeof rest === 'boolean' ? rest : to(rest) }),
  ...(items && { items: to(items) }),
  ...(oneOf && { oneOf: oneOf.map((one) => to(one)) }),
  ...(anyOf && { anyOf: anyOf.map((one) => to(one)) }),
});

/** Returns the schema of an argument's values, without the keywords that only arguments have. */
export const valueSchema = ({
  default: _,
  validate,
  sanitize,
  accepts,
  announced,
  suppliedBy,
  required,
  ...schema
}: Arg): Omit<Schema, 'required'> & Pick<Arg, 'description'> => schema;

/** Lists an object's required properties: the list of the object, else the properties with `required: true`. */
export const requiredOf = ({ required, properties = {} }: Schema): readonly string[] =>
  typeof required === 'object' ? required : Object.keys(properties).filter((name) => properties[name]?.required === true);

/** The component names that OpenAPI documents reserve for the schemas of errors. */
export const DOCUMENT_SCHEMAS = ['Error', 'ErrorData', 'Problem'] as const;

/** Returns the title of a schema if valid as a component name of the OpenAPI document, else undefined. */
export const nameOf = ({ title }: { readonly title?: unknown }): string | undefined =>
  typeof title === 'string' && /^[A-Za-z][\w.-]*$/.test(title) ? title : undefined;

type Same = Exclude<keyof Schema, PartKeyword | 'exclusiveMinimum' | 'exclusiveMaximum' | 'patternText' | 'required' | 'description'>;

/** The schema keywords that `toJsonSchema` copies unchanged, in the order of the result. */
const SAME = Object.keys({
  ...{ type: true, enum: true, format: true, title: true, minProperties: true, maxProperties: true, minimum: true, maximum: true },
  ...{ multipleOf: true, minLength: true, maxLength: true, pattern: true, minItems: true, maxItems: true, uniqueItems: true },
} satisfies Record<Same, true>) as Same[];

/** A version of JSON Schema. Exclusive bounds are booleans in draft 4, as in WordPress, and numbers in 2020-12. */
type Version = 'draft-04' | '2020-12';

/** A function that returns the reference to a schema, such as `{ $ref }`. Undefined to convert the schema itself. */
type Refer = (schema: Schema) => Record<string, unknown> | undefined;

/** Converts a schema to JSON Schema. Texts need a language. `refer` is called for each schema inside. */
export const toJsonSchema = (
  schema: Schema,
  language?: Language,
  version: Version = '2020-12',
  refer: Refer = () => undefined,
): Record<string, unknown> => {
  const { description, patternText, items } = schema;
  const json: Record<string, unknown> = {};
  if (language !== undefined && description !== undefined) json['description'] = description[language];
  for (const keyword of SAME) if (schema[keyword] !== undefined) json[keyword] = schema[keyword];
  // Clients of WordPress compare the keywords of draft 4, which do not include `x-pattern-text`.
  if (language !== undefined && version === '2020-12' && patternText !== undefined) json['x-pattern-text'] = patternText[language];
  if (schema.enum?.length === 0) delete json['enum'];
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (schema[exclusive] !== true || schema[bound] === undefined) continue;
    json[exclusive] = version === 'draft-04' || schema[bound];
    if (version !== 'draft-04') delete json[bound];
  }
  // Some programs that read OpenAPI require `items` even if a list may contain anything.
  const isOpenList = items === undefined && version === '2020-12' && [schema.type].flat().includes('array');
  Object.assign(
    json,
    mapParts(isOpenList ? { ...schema, items: {} } : schema, (one) => refer(one) ?? toJsonSchema(one, language, version, refer)),
  );
  const required = requiredOf(schema);
  if (required.length > 0) json['required'] = required;
  return json;
};

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
