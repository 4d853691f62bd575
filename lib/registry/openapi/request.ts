import type { Language } from '../../language';
import type { Arg, ArgRequest } from '../args';
import { toJsonSchema } from '../json-schema';

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const;

const schemaOf = (arg: Arg, language: Language): Record<string, unknown> => {
  const { description, ...schema } = toJsonSchema(arg, language);
  const request: ArgRequest = { path: {}, params: {}, record: undefined, user: undefined, language };
  const given = typeof arg.default === 'function' ? arg.default(request) : arg.default;
  return given === undefined || given === null ? schema : { ...schema, default: given };
};

/** A variable of a path or a parameter of a query. */
export const parameter = (name: string, arg: Arg, place: 'path' | 'query', language: Language) => ({
  name,
  in: place,
  required: place === 'path' || arg.required === true,
  description: arg.description[language],
  schema: schemaOf(arg, language),
  // A list is sent as commas part it, which the service and every client understand.
  ...(place === 'query' && [arg.type].flat().includes('array') && { style: 'form', explode: false }),
});

/** On an update nothing has a default, and a null clears what is optional. */
const forUpdate = (arg: Arg, { default: _, ...schema }: Record<string, unknown>): Record<string, unknown> => {
  const { type, enum: values } = arg;
  if (arg.required === true || type === undefined) return schema;
  return { ...schema, type: [...new Set([type, 'null'].flat())], ...(values && { enum: [...new Set([...values, null])] }) };
};

const bodySchema = (entries: readonly (readonly [string, Arg])[], language: Language, names: readonly string[], isUpdate: boolean) => {
  const required = entries.flatMap(([name, arg]) => (arg.required === true && !names.includes(name) ? [name] : []));
  const properties = entries.map(([name, arg]) => {
    const schema = schemaOf(arg, language);
    return [name, { ...(isUpdate ? forUpdate(arg, schema) : schema), description: arg.description[language] }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
};

/** What a body may hold, in each form that it can be sent in. */
export const requestBody = (
  entries: readonly (readonly [string, Arg])[],
  language: Language,
  names: readonly string[],
  isUpdate: boolean,
) => {
  const schema = bodySchema(entries, language, names, isUpdate);
  return {
    required: 'required' in schema,
    content: Object.fromEntries(BODY_TYPES.map((type) => [type, { schema }])),
  };
};
