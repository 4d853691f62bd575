import type { Language } from '../../language';
import type { Schema } from './arg';

/** The keywords that are written in another way than they are said, or not at all. */
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

/** The names of the properties that an object must have: its own list, else those that say so themselves. */
export const requiredOf = ({ required, properties = {} }: Schema): readonly string[] =>
  typeof required === 'object' ? required : Object.keys(properties).filter((name) => properties[name]?.required === true);

/** The versions of JSON Schema that are written: in draft 4 exclusive bounds are booleans, as in the CMS; in 2020-12 they are numbers. */
type Version = 'draft-04' | '2020-12';

/** What stands in the place of a schema that is written elsewhere; undefined: it is written here. */
type Refer = (schema: Schema) => Record<string, unknown> | undefined;

/**
 * The CMS' schema as JSON Schema, 2020-12 unless told otherwise: required properties are a list; texts only where a language is given. `refer` is
 * asked for each of the schemas inside.
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
  // Clients of the CMS compare what its draft says, where nobody knows such a keyword.
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
  // Readers of OpenAPI want to be told even where a list may hold anything.
  else if (version === '2020-12' && [schema.type].flat().includes('array')) json['items'] = {};
  if (oneOf !== undefined) json['oneOf'] = oneOf.map(to);
  if (anyOf !== undefined) json['anyOf'] = anyOf.map(to);
  if (required.length > 0) json['required'] = required;
  return json;
};
