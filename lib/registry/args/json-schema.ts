import type { Language } from '../../language';
import type { Arg, Schema } from './arg';

/** Keywords that contain schemas. */
type PartKeyword = 'properties' | 'patternProperties' | 'additionalProperties' | 'items' | 'oneOf' | 'anyOf';

/** The schemas directly inside a schema. */
export const partsOf = ({ properties, patternProperties, additionalProperties, items, oneOf, anyOf }: Schema): readonly Schema[] => [
  ...[properties, patternProperties].flatMap((members) => Object.values(members ?? {})),
  ...[oneOf, anyOf].flatMap((branches) => branches ?? []),
  ...[items, additionalProperties].filter((part) => typeof part === 'object'),
];

const mapped = <T>(schemas: Readonly<Record<string, Schema>>, to: (schema: Schema) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, to(schema)]));

/** Replaces the schemas directly inside a schema. Answers only the keywords that contain schemas. */
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

/** The schema of an arg, without the keywords about sending and judging it. */
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

/** The names of an object's required properties: its own list, else the properties that say so. */
export const requiredOf = ({ required, properties = {} }: Schema): readonly string[] =>
  typeof required === 'object' ? required : Object.keys(properties).filter((name) => properties[name]?.required === true);

/** The names of the OpenAPI document's own schemas. */
export const DOCUMENT_SCHEMAS = ['Error', 'ErrorData', 'Problem'] as const;

/** The name of a schema that the OpenAPI document writes once and refers to. Undefined if its title is no name. */
export const nameOf = ({ title }: { readonly title?: unknown }): string | undefined =>
  typeof title === 'string' && /^[A-Za-z][\w.-]*$/.test(title) ? title : undefined;

type Same = Exclude<keyof Schema, PartKeyword | 'exclusiveMinimum' | 'exclusiveMaximum' | 'patternText' | 'required' | 'description'>;

/** The keywords that JSON Schema has too, in the order in which they are written. */
const SAME = Object.keys({
  ...{ type: true, enum: true, format: true, title: true, minProperties: true, maxProperties: true, minimum: true, maximum: true },
  ...{ multipleOf: true, minLength: true, maxLength: true, pattern: true, minItems: true, maxItems: true, uniqueItems: true },
} satisfies Record<Same, true>) as Same[];

/** The written versions of JSON Schema. Exclusive bounds are booleans in draft 4, as in the CMS, and numbers in 2020-12. */
type Version = 'draft-04' | '2020-12';

/** Answers the replacement of a schema that is written elsewhere. Undefined: it is written here. */
type Refer = (schema: Schema) => Record<string, unknown> | undefined;

/**
 * Writes the CMS' schema as JSON Schema, by default 2020-12. Required properties are a list; texts need a language.
 * `refer` is called for each schema inside.
 */
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
  // Clients of the CMS compare the draft's keywords, which do not include this one.
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
  // Readers of OpenAPI need `items` even if a list may hold anything.
  const isOpenList = items === undefined && version === '2020-12' && [schema.type].flat().includes('array');
  Object.assign(
    json,
    mapParts(isOpenList ? { ...schema, items: {} } : schema, (one) => refer(one) ?? toJsonSchema(one, language, version, refer)),
  );
  const required = requiredOf(schema);
  if (required.length > 0) json['required'] = required;
  return json;
};
