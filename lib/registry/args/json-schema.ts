import type { Language } from '../../language';
import type { Schema } from './arg';

/** The keywords that are written in another form, or not at all. */
type OtherwiseWritten =
  | 'items'
  | 'properties'
  | 'additionalProperties'
  | 'patternProperties'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'patternText'
  | 'oneOf'
  | 'anyOf'
  | 'required'
  | 'description';

type Same = Exclude<keyof Schema, OtherwiseWritten>;

const SAME = Object.keys({
  type: true,
  enum: true,
  format: true,
  title: true,
  minProperties: true,
  maxProperties: true,
  minimum: true,
  maximum: true,
  multipleOf: true,
  minLength: true,
  maxLength: true,
  pattern: true,
  minItems: true,
  maxItems: true,
  uniqueItems: true,
} satisfies Record<Same, true>) as Same[];

const mapped = <T>(schemas: Readonly<Record<string, Schema>>, to: (schema: Schema) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, to(schema)]));

/** The names of an object's required properties: its own list, else the properties that say so. */
export const requiredOf = ({ required, properties = {} }: Schema): readonly string[] =>
  typeof required === 'object' ? required : Object.keys(properties).filter((name) => properties[name]?.required === true);

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
  const to = (one: Schema) => refer(one) ?? toJsonSchema(one, language, version, refer);
  const { properties, patternProperties, additionalProperties: rest, items, oneOf, anyOf, exclusiveMinimum, exclusiveMaximum } = schema;
  const required = requiredOf(schema);
  const json: Record<string, unknown> = {};
  if (language !== undefined && schema.description !== undefined) json['description'] = schema.description[language];
  for (const keyword of SAME) if (schema[keyword] !== undefined) json[keyword] = schema[keyword];
  // Clients of the CMS compare the draft's keywords, which do not include this one.
  if (language !== undefined && version === '2020-12' && schema.patternText !== undefined)
    json['x-pattern-text'] = schema.patternText[language];
  if (schema.enum?.length === 0) delete json['enum'];
  for (const [bound, exclusive, isExclusive] of [
    ['minimum', 'exclusiveMinimum', exclusiveMinimum],
    ['maximum', 'exclusiveMaximum', exclusiveMaximum],
  ] as const) {
    if (isExclusive !== true || schema[bound] === undefined) continue;
    json[exclusive] = version === 'draft-04' || schema[bound];
    if (version !== 'draft-04') delete json[bound];
  }
  if (properties !== undefined) json['properties'] = mapped(properties, to);
  if (patternProperties !== undefined) json['patternProperties'] = mapped(patternProperties, to);
  if (rest !== undefined) json['additionalProperties'] = typeof rest === 'boolean' ? rest : to(rest);
  if (items !== undefined) json['items'] = to(items);
  // Readers of OpenAPI need the keyword even if a list may hold anything.
  else if (version === '2020-12' && [schema.type].flat().includes('array')) json['items'] = {};
  if (oneOf !== undefined) json['oneOf'] = oneOf.map(to);
  if (anyOf !== undefined) json['anyOf'] = anyOf.map(to);
  if (required.length > 0) json['required'] = required;
  return json;
};
