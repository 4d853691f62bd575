import type { Language } from '../language';
import { type Arg, bounded, FORMATS, type Schema, sentForms, type Type, toJsonSchema, valueSchema } from '../registry';

/** Where a value is sent; all but JSON is text. */
export type SchemaPosition = 'path' | 'query' | 'header' | 'form' | 'json';

const typesOf = ({ type }: Schema): readonly Type[] => (type === undefined ? [] : [type].flat());
const isWordless = (type: Type): boolean => type === 'null' || type === 'object';

/** What of a schema can be said by text: no null, no object, and a list where a list can be sent. */
const inText = (schema: Schema): Schema => {
  const { anyOf, items, type: _, ...rest } = schema;
  const types = typesOf(schema).filter((type) => !isWordless(type) || typesOf(schema).every(isWordless));
  const branches = anyOf?.filter((branch) => typesOf(branch).length === 0 || !typesOf(branch).every(isWordless)).map(inText);
  const lists = branches?.filter((branch) => branch.type === 'array') ?? [];
  const chosen = lists.length > 0 ? lists : branches;
  const [only, ...others] = types;
  const own: Schema = {
    ...rest,
    ...(only !== undefined && { type: others.length === 0 ? only : types }),
    ...(items && { items: inText(items) }),
  };
  if (chosen === undefined) return own;
  return chosen.length === 1 ? { ...own, ...chosen[0] } : { ...own, anyOf: chosen };
};

/** In text a number or a list is what its text means, without saying so; a boolean has more than two texts. */
const understoodInText = (schema: Schema): Schema => (schema.type === 'boolean' ? sentForms(schema) : schema);

/** On an update a null clears what is optional. */
const orNull = (schema: Schema): Schema => {
  const { type, enum: values } = schema;
  if (type === undefined) return schema.anyOf ? { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] } : schema;
  return { ...schema, type: [...new Set([type, 'null' as const].flat())], ...(values && { enum: [...new Set([...values, null])] }) };
};

// No integer is larger than 64 bits anywhere.
const isHint = (format: string): boolean => !Object.hasOwn(FORMATS, format) && format !== 'int64';

/** A format that is only a hint refuses nothing, and must not be printed as if it did. */
const withoutHints = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withoutHints);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([keyword, value]) =>
      keyword === 'format' && typeof value === 'string' && isHint(value) ? [] : [[keyword, withoutHints(value)]],
    ),
  );
};

/** The schema of the args of one place: what `accepts` says, else what the CMS understands where the declared schema decides. */
const acceptedBy = (arg: Arg, place: SchemaPosition, clears: boolean): Schema => {
  const { validate, accepts, required } = arg;
  const { description, ...declared } = valueSchema(arg);
  if (accepts !== undefined) return place === 'json' ? accepts : inText(accepts);
  if (place !== 'json') return inText(understoodInText(declared));
  const schema = validate === undefined ? sentForms(declared) : declared;
  return clears && required !== true ? orNull(schema) : schema;
};

/**
 * What is really accepted for an arg, as JSON Schema 2020-12, without its description: `place` tells where it is sent, and `clears` that a null
 * clears what is optional, as on updates.
 */
export const acceptedSchema = (arg: Arg, place: SchemaPosition, language: Language, clears = false): Record<string, unknown> =>
  withoutHints(toJsonSchema(bounded(acceptedBy(arg, place, clears)), language)) as Record<string, unknown>;
