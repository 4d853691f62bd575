import type { Language } from '../language';
import { type Arg, toJsonSchema } from '../registry';
import { acceptedSchema, type SchemaPosition } from './accepted-schema';

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const;

/** The language of a request's description, and a function that writes repeated schemas once. */
export interface RequestReader {
  readonly language: Language;
  share(json: Record<string, unknown>): Record<string, unknown>;
}

/** The args that a body can hold. `names` are the variables of the path, which a body need not repeat. */
export interface BodyArgs {
  readonly entries: readonly (readonly [string, Arg])[];
  readonly names: readonly string[];
  readonly isUpdate: boolean;
}

/** The default of an arg. A computed default is left out, so that the document only changes with the declarations. */
const defaultOf = ({ default: given }: Arg): { readonly default?: unknown } =>
  given === undefined || given === null || typeof given === 'function' ? {} : { default: given };

const isList = (schema: Readonly<Record<string, unknown>>): boolean => [schema['type']].flat().includes('array');

/** Bounds the schema of a path variable: integers consist of digits, texts are not empty. */
const ofPath = (schema: Record<string, unknown>): Record<string, unknown> =>
  schema['type'] === 'integer' ? { ...schema, minimum: 0 } : { ...schema, minLength: 1 };

/** Describes a variable of a path, a parameter of a query or a header. */
export const parameter = (name: string, arg: Arg, position: 'path' | 'query' | 'header', { language, share }: RequestReader) => {
  const { accepts: _, validate: __, ...declared } = arg;
  // `validate` and `accepts` do not apply to variables of a path.
  const schema = position === 'path' ? ofPath(acceptedSchema(declared, position, language)) : acceptedSchema(arg, position, language);
  return {
    name,
    in: position,
    required: position === 'path' || arg.required === true,
    description: arg.description[language],
    schema: share({ ...schema, ...(position === 'query' && defaultOf(arg)) }),
    // A list is sent with commas, an object member by member, as the service and every client understand.
    ...(position === 'query' && isList(schema) && { style: 'form', explode: false }),
    ...(position === 'query' && schema['type'] === 'object' && { style: 'deepObject', explode: true }),
  };
};

const bodySchema = ({ entries, names, isUpdate }: BodyArgs, position: SchemaPosition, language: Language): Record<string, unknown> => {
  const needed = entries.filter(([name, arg]) => arg.required === true && !names.includes(name));
  const required = needed.flatMap(([name, { suppliedBy }]) => (suppliedBy === undefined ? [name] : []));
  const properties = entries.map(([name, arg]) => {
    const schema = acceptedSchema(arg, position, language, { clears: isUpdate });
    return [name, { ...schema, description: arg.description[language], ...(!isUpdate && defaultOf(arg)) }] as const;
  });
  // A body that is no object has no parameters. If none is required, it is no error.
  return {
    ...(needed.length > 0 && { type: 'object' }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...eitherOf(needed, Object.fromEntries(properties), language),
  };
};

/** Requires either an arg or the other arg that supplies it. */
const eitherOf = (
  needed: BodyArgs['entries'],
  properties: Readonly<Record<string, object>>,
  language: Language,
): Record<string, unknown> => {
  // With their schemas, for programs that generate types from the document.
  const withAll = (names: readonly string[], more?: object) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { ...properties[name], ...more }])),
    required: names,
  });
  const suppliers = new Map(needed.flatMap(([, { suppliedBy }]) => (suppliedBy ? [[suppliedBy.arg, suppliedBy.accepts] as const] : [])));
  const all = [...suppliers].map(([supplier, accepts]) => {
    const supplied = needed.flatMap(([name, { suppliedBy }]) => (suppliedBy?.arg === supplier ? [name] : []));
    return { anyOf: [withAll(supplied), withAll([supplier], toJsonSchema(accepts, language))] };
  });
  return all.length === 0 ? {} : { allOf: all };
};

/** The encoding of the lists among a form's properties. */
const encodingOf = ({ properties }: Record<string, unknown>) => {
  const lists = Object.entries(properties as Record<string, Record<string, unknown>>).filter(([, schema]) => isList(schema));
  return lists.length === 0 ? {} : { encoding: Object.fromEntries(lists.map(([name]) => [name, { style: 'form', explode: false }])) };
};

/** Describes a body in each form that it can be sent in. */
export const requestBody = (args: BodyArgs, { language, share }: RequestReader) => {
  const json = bodySchema(args, 'json', language);
  const form = bodySchema(args, 'form', language);
  return {
    required: json['type'] === 'object',
    content: Object.fromEntries(
      BODY_TYPES.map((type) => [
        type,
        type === 'application/json' ? { schema: share(json) } : { schema: share(form), ...encodingOf(form) },
      ]),
    ),
  };
};
