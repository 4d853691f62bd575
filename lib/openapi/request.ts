import type { Language } from '../language';
import { type Arg, toJsonSchema } from '../registry';
import { acceptedSchema, type SchemaPosition } from './accepted-schema';

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const;

/** For whom a request is described, and what makes one of schemas that are said often. */
export interface RequestReader {
  readonly language: Language;
  share(json: Record<string, unknown>): Record<string, unknown>;
}

/** Which args of an operation a body can hold: `names` are the path's variables, which no body must. */
export interface BodyArgs {
  readonly entries: readonly (readonly [string, Arg])[];
  readonly names: readonly string[];
  readonly isUpdate: boolean;
}

/** The default of an arg. A computed one is left out: the document stays the same until something is declared otherwise. */
const defaultOf = ({ default: given }: Arg): { readonly default?: unknown } =>
  given === undefined || given === null || typeof given === 'function' ? {} : { default: given };

const isList = (schema: Readonly<Record<string, unknown>>): boolean => [schema['type']].flat().includes('array');

/** A variable of a path is digits where it is declared as an integer. */
const ofPath = (schema: Record<string, unknown>): Record<string, unknown> =>
  schema['type'] === 'integer' ? { ...schema, minimum: 0 } : { ...schema, minLength: 1 };

/** A variable of a path, a parameter of a query or a header. */
export const parameter = (name: string, arg: Arg, place: 'path' | 'query' | 'header', { language, share }: RequestReader) => {
  const { accepts: _, validate: __, ...declared } = arg;
  // `validate` and `accepts` have no part in what a path addresses.
  const schema = place === 'path' ? ofPath(acceptedSchema(declared, place, language)) : acceptedSchema(arg, place, language);
  return {
    name,
    in: place,
    required: place === 'path' || arg.required === true,
    description: arg.description[language],
    schema: share({ ...schema, ...(place === 'query' && defaultOf(arg)) }),
    // A list is sent as commas part it, an object member by member, as the service and every client understand.
    ...(place === 'query' && isList(schema) && { style: 'form', explode: false }),
    ...(place === 'query' && schema['type'] === 'object' && { style: 'deepObject', explode: true }),
  };
};

const bodySchema = ({ entries, names, isUpdate }: BodyArgs, place: SchemaPosition, language: Language): Record<string, unknown> => {
  const needed = entries.filter(([name, arg]) => arg.required === true && !names.includes(name));
  const required = needed.flatMap(([name, { suppliedBy }]) => (suppliedBy === undefined ? [name] : []));
  const properties = entries.map(([name, arg]) => {
    const schema = acceptedSchema(arg, place, language, isUpdate);
    return [name, { ...schema, description: arg.description[language], ...(!isUpdate && defaultOf(arg)) }] as const;
  });
  // A body that is no object says nothing: where nothing is required, that is no error.
  return {
    ...(needed.length > 0 && { type: 'object' }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...eitherOf(needed, Object.fromEntries(properties), language),
  };
};

/** That what another arg supplies is sent, or that one. */
const eitherOf = (
  needed: BodyArgs['entries'],
  properties: Readonly<Record<string, object>>,
  language: Language,
): Record<string, unknown> => {
  // With their schemas, for programs that make types of the document.
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

/** How a form writes the lists among its properties. */
const encodingOf = ({ properties }: Record<string, unknown>) => {
  const lists = Object.entries(properties as Record<string, Record<string, unknown>>).filter(([, schema]) => isList(schema));
  return lists.length === 0 ? {} : { encoding: Object.fromEntries(lists.map(([name]) => [name, { style: 'form', explode: false }])) };
};

/** What a body may hold, in each form that it can be sent in. */
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
