import type { Language } from '../language';
import { type Arg, bounded, FORMATS, type Schema, sentForms, type Type, toJsonSchema, valueSchema } from '../registry';

/** The position of a sent value. All but JSON is text. */
export type SchemaPosition = 'path' | 'query' | 'header' | 'form' | 'json';

const typesOf = ({ type }: Schema): readonly Type[] => (type === undefined ? [] : [type].flat());
const isWordless = (type: Type): boolean => type === 'null' || type === 'object';

/** The part of a schema that text can express: no null, no object, and lists if lists can be sent. */
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

/** The forms of a value in text. Numbers and lists are clear without a word; a boolean has more than two texts. */
const understoodInText = (schema: Schema): Schema => (schema.type === 'boolean' ? sentForms(schema) : schema);

/** Adds null to a schema, which clears an optional value on updates. */
const orNull = (schema: Schema): Schema => {
  const { type, enum: values } = schema;
  if (type === undefined) return schema.anyOf ? { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] } : schema;
  return { ...schema, type: [...new Set([type, 'null' as const].flat())], ...(values && { enum: [...new Set([...values, null])] }) };
};

// No integer has more than 64 bits.
const isHint = (format: string): boolean => !Object.hasOwn(FORMATS, format) && format !== 'int64';

/** Drops formats that are only hints. They refuse nothing, so the document must not show them. */
const withoutHints = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withoutHints);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([keyword, value]) =>
      keyword === 'format' && typeof value === 'string' && isHint(value) ? [] : [[keyword, withoutHints(value)]],
    ),
  );
};

/** The schema of an arg at a position: its `accepts`, else the declared schema in all forms of the CMS. */
const acceptedBy = (arg: Arg, position: SchemaPosition, { clears }: { readonly clears: boolean }): Schema => {
  const { validate, accepts, required } = arg;
  const { description, ...declared } = valueSchema(arg);
  if (accepts !== undefined) return position === 'json' ? accepts : inText(accepts);
  if (position !== 'json') return inText(understoodInText(declared));
  const schema = validate === undefined ? sentForms(declared) : declared;
  return clears && required !== true ? orNull(schema) : schema;
};

/**
 * The schema of all accepted values of an arg, as JSON Schema 2020-12 without a description.
 * `clears` adds the null that clears optional values on updates.
 */
export const acceptedSchema = (arg: Arg, position: SchemaPosition, language: Language, { clears = false } = {}): Record<string, unknown> =>
  withoutHints(toJsonSchema(bounded(acceptedBy(arg, position, { clears })), language)) as Record<string, unknown>;
