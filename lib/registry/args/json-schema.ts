import type { Language } from '../../language';
import type { Arg, Schema } from './arg';

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
