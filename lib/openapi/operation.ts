import { capitalized, type Language, type Text } from '../language';
import {
  type Answers,
  type Arg,
  type Asker,
  acceptedJson,
  alternativeType,
  bounded,
  FORMATS,
  isUpdate,
  type Method,
  mapParts,
  mediaType,
  type Route,
  type RouteEndpoint,
  requiredOf,
  type Schema,
  sentForms,
  type Type,
  toJsonSchema,
  valueSchema,
} from '../registry';
import { answerSchema, type Components, declaredHeader, emptyRef, exampleRef, headerRefs, refusalRef, requestSchema } from './components';
import { refusalsOf, successHeaders } from './statuses';

type Json = Record<string, unknown>;

/** The part of a request that contains a value. Only a JSON body contains values other than text. */
export type SchemaPosition = 'path' | 'query' | 'header' | 'form' | 'json';

const typesOf = ({ type }: Schema): readonly Type[] => (type === undefined ? [] : [type].flat());
const isWordless = (type: Type): boolean => type === 'null' || type === 'object';

/** Restricts a schema to values that text can express: no null, no object, and lists before other branches. */
const inText = (schema: Schema): Schema => {
  const { anyOf, items, type: _, ...rest } = schema;
  const types = typesOf(schema).filter((type) => !isWordless(type) || typesOf(schema).every(isWordless));
  const branches = anyOf?.filter((branch) => typesOf(branch).length === 0 || !typesOf(branch).every(isWordless)).map(inText);
  const lists = branches?.filter((branch) => branch.type === 'array') ?? [];
  const chosen = lists.length > 0 ? lists : branches;
  const [only, ...others] = types;
  const own: Schema = {
    ...rest,
    ...(rest.enum && !types.includes('null') && { enum: rest.enum.filter((value) => value !== null) }),
    ...(only !== undefined && { type: others.length === 0 ? only : types }),
    ...(items && { items: inText(items) }),
  };
  if (chosen === undefined) return own;
  return chosen.length === 1 ? { ...own, ...chosen[0] } : { ...own, anyOf: chosen };
};

/** Adds null to the schema of an optional value, since an update with null clears the value. */
const orNull = (schema: Schema): Schema => {
  const { type, enum: values } = schema;
  if (type === undefined) return schema.anyOf ? { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] } : schema;
  return { ...schema, type: [...new Set([type, 'null' as const].flat())], ...(values && { enum: [...new Set([...values, null])] }) };
};

// No integer has more than 64 bits.
const isHint = (format: string): boolean => !Object.hasOwn(FORMATS, format) && format !== 'int64';

/** Removes each `format` that refuses no value from a schema, at every depth. */
const withoutHints = ({ format, ...schema }: Schema): Schema => ({
  ...schema,
  ...(format !== undefined && !isHint(format) && { format }),
  ...mapParts(schema, withoutHints),
});

/** Returns the schema of an arg in a part of the request. `accepts` precedes the declared schema for all accepted forms. */
const acceptedBy = (arg: Arg, position: SchemaPosition, { clears }: { readonly clears: boolean }): Schema => {
  const { accepts, required } = arg;
  if (position === 'json') {
    const schema = acceptedJson(arg);
    return clears && accepts === undefined && required !== true ? orNull(schema) : schema;
  }
  if (accepts !== undefined) return inText(accepts);
  const { description, ...declared } = valueSchema(arg);
  // Numbers and lists need no pattern, but a boolean accepts more than two texts.
  return inText(declared.type === 'boolean' ? sentForms(declared) : declared);
};

/** Makes the JSON Schema (2020-12) of all accepted values of an argument. `clears` adds null, which clears a value on updates. */
export const acceptedSchema = (arg: Arg, position: SchemaPosition, language: Language, { clears = false } = {}): Json =>
  toJsonSchema(withoutHints(bounded(acceptedBy(arg, position, { clears }))), language);

/** The arguments that a request body can contain. `names` are the path variables, which a body need not repeat. */
interface BodyArgs {
  readonly entries: readonly (readonly [string, Arg])[];
  readonly names: readonly string[];
  readonly isUpdate: boolean;
}

/** Returns the keyword `default` of an argument, without computed defaults, which change with time. */
const defaultOf = ({ default: given }: Arg): { readonly default?: unknown } =>
  given === undefined || given === null || typeof given === 'function' ? {} : { default: given };

const isList = (schema: Readonly<Record<string, unknown>>): boolean => [schema['type']].flat().includes('array');

/** Restricts the JSON Schema of a path variable to integers from 0 on and texts that are not empty. */
const ofPath = (schema: Json): Json => (schema['type'] === 'integer' ? { ...schema, minimum: 0 } : { ...schema, minLength: 1 });

/** Makes the OpenAPI parameter object of a path variable, query parameter or header. */
export const parameter = (components: Components, name: string, arg: Arg, position: 'path' | 'query' | 'header') => {
  const { language } = components;
  const { accepts: _, validate: __, ...declared } = arg;
  // `validate` and `accepts` do not apply to variables of a path.
  const schema = position === 'path' ? ofPath(acceptedSchema(declared, position, language)) : acceptedSchema(arg, position, language);
  return {
    name,
    in: position,
    required: position === 'path' || arg.required === true,
    description: arg.description[language],
    schema: requestSchema(components, { ...schema, ...(position === 'query' && defaultOf(arg)) }),
    // Lists are sent with commas, objects member by member.
    ...(position === 'query' && isList(schema) && { style: 'form', explode: false }),
    ...(position === 'query' && schema['type'] === 'object' && { style: 'deepObject', explode: true }),
  };
};

const bodySchema = ({ entries, names, isUpdate }: BodyArgs, position: SchemaPosition, language: Language): Json => {
  const needed = entries.filter(([name, arg]) => arg.required === true && !names.includes(name));
  const required = needed.flatMap(([name, { suppliedBy }]) => (suppliedBy === undefined ? [name] : []));
  const properties = entries.map(([name, arg]) => {
    const schema = acceptedSchema(arg, position, language, { clears: isUpdate });
    return [name, { ...schema, description: arg.description[language], ...(!isUpdate && defaultOf(arg)) }] as const;
  });
  // A body that is no object has no parameters, which is only an error if a parameter is required.
  return {
    ...(needed.length > 0 && { type: 'object' }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...eitherOf(needed, Object.fromEntries(properties), language),
  };
};

/** Makes a JSON Schema that requires each argument of `needed` or the argument that replaces it (`suppliedBy`). */
const eitherOf = (needed: BodyArgs['entries'], properties: Readonly<Record<string, object>>, language: Language): Json => {
  // Schemas are repeated for programs that generate types from the OpenAPI document.
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

/** Makes the OpenAPI media type object of a form body, whose lists are sent with commas. */
const formContent = (components: Components, form: Json) => {
  const lists = Object.entries(form['properties'] as Record<string, Json>).filter(([, schema]) => isList(schema));
  const encoding = Object.fromEntries(lists.map(([name]) => [name, { style: 'form', explode: false }]));
  return { schema: requestSchema(components, form), ...(lists.length > 0 && { encoding }) };
};

/** Makes the OpenAPI request body object, with each accepted media type. */
export const requestBody = (components: Components, args: BodyArgs) => {
  const { language } = components;
  const json = bodySchema(args, 'json', language);
  const form = bodySchema(args, 'form', language);
  return {
    required: json['type'] === 'object',
    content: {
      'application/json': { schema: requestSchema(components, json) },
      'application/x-www-form-urlencoded': formContent(components, form),
      'multipart/form-data': formContent(components, form),
    },
  };
};

const TEXTS = {
  done: { en: 'Success. The body has the requested data.', fr: 'Succès. Le corps contient les données demandées.' },
  created: { en: 'Created. The body has the new record.', fr: 'Créé. Le corps contient le nouvel enregistrement.' },
} as const satisfies Record<string, Text>;

const TEXT = { type: 'string' };

/** True if a recorded response has all required members, which a plugin may have added since. Compiles no validator, to save time. */
const hasRequired = (schema: Schema, value: unknown): boolean => {
  if (Array.isArray(value)) return value.every((item) => schema.items === undefined || hasRequired(schema.items, item));
  if (typeof value !== 'object' || value === null) return schema.type !== 'object';
  const members = value as Readonly<Record<string, unknown>>;
  return (
    requiredOf(schema).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(schema.properties ?? {}).every(
      ([name, one]) => !Object.hasOwn(members, name) || members[name] === null || hasRequired(one, members[name]),
    )
  );
};

/** Makes the OpenAPI media type object of a JSON response, with the example recorded for the operation ID `id`. */
const formOf = (components: Components, id: string, answers: Answers | undefined, fallback: object = {}) => {
  const example = exampleRef(components, id, (value) => answers === undefined || hasRequired(answers, value));
  return { schema: answers ? answerSchema(components, answers) : fallback, ...(example && { examples: { answer: example } }) };
};

const contentOf = <U extends Asker>(
  { answers, type = 'application/json', alternatives = [] }: RouteEndpoint<U>,
  components: Components,
  operationId: string,
) => {
  const own = mediaType(type);
  const forms = [[own, formOf(components, operationId, answers, own.startsWith('text/') ? TEXT : {})] as const];
  for (const one of alternatives) {
    const media = mediaType(alternativeType(one));
    // The ID of the example of an alternative is such as `getBooksAsGeoJson`.
    const words = media.replace(/^.*\//, '').split(/[^a-z0-9]+/);
    const id = `${operationId}As${words.map(capitalized).join('')}`;
    forms.push([media, typeof one === 'string' ? { schema: TEXT } : formOf(components, id, one.answers)]);
  }
  return Object.fromEntries(forms);
};

const declaredHeaders = <U extends Asker>({ headers = {} }: RouteEndpoint<U>, components: Components) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, required, ...schema }]) => [
      name,
      declaredHeader(components, name, {
        description: description[components.language],
        ...(required === true && { required }),
        schema: answerSchema(components, schema),
      }),
    ]),
  );

const EMPTY: readonly (number | undefined)[] = [204, 205];

/** Returns the HTTP statuses of successful responses: the declared status, else 200, and also 201 for creations. */
const successesOf = <U extends Asker>(endpoint: RouteEndpoint<U>, method: Method): readonly number[] => {
  if (endpoint.status !== undefined) return [endpoint.status];
  return method === 'POST' && !isUpdate(endpoint) ? [200, 201] : [200];
};

/** Makes the OpenAPI responses object of an operation, by HTTP status. */
export const responses = <U extends Asker>(
  route: Route<U>,
  endpoint: RouteEndpoint<U>,
  method: Method,
  { operationId, components, links }: { readonly operationId: string; readonly components: Components; readonly links: object },
) => {
  const { language } = components;
  const success = {
    headers: { ...headerRefs(components, successHeaders({ isReading: method === 'GET' })), ...declaredHeaders(endpoint, components) },
    ...(!EMPTY.includes(endpoint.status) && { content: contentOf(endpoint, components, operationId) }),
    ...(Object.keys(links).length > 0 && { links }),
  };
  const refused = [...refusalsOf(route, endpoint, method, language)].map(
    ([status, refusals]) => [status, refusalRef(components, status, refusals)] as const,
  );
  return {
    ...Object.fromEntries(
      successesOf(endpoint, method).map((status) => [
        status,
        { description: TEXTS[status === 201 ? 'created' : 'done'][language], ...success },
      ]),
    ),
    ...(method === 'GET' && { 304: emptyRef(components, 304) }),
    ...Object.fromEntries(refused),
  };
};
