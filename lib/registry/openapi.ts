import type { Language, Text } from '../language';
import type { Arg, ArgRequest, Method } from './args';
import { announcedArgs } from './describe-route';
import { errorSchemas } from './error-schemas';
import { toJsonSchema } from './json-schema';
import type { Asker, Registry, Route, RouteEndpoint } from './route';

/** For whom and of what the document speaks; `baseUrl` is the address of the language root. */
export interface OpenApiOptions {
  readonly language: Language;
  readonly baseUrl: string;
  readonly title: string;
  readonly version: string;
  readonly description?: string;
}

/** An OpenAPI 3.1 document, plain JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const TEXTS = {
  done: { en: 'Done. The body is the answer.', fr: 'Fait. Le corps est la réponse.' },
  created: { en: 'Created. The body is the new record.', fr: 'Créé. Le corps est le nouvel enregistrement.' },
  invalid: { en: 'Parameters are missing or not valid.', fr: 'Des paramètres manquent ou ne sont pas valides.' },
  anonymous: { en: 'Credentials are missing or wrong.', fr: 'Les identifiants manquent ou sont erronés.' },
  forbidden: { en: 'The user may not do that.', fr: 'L’utilisateur n’a pas le droit de faire cela.' },
  unknown: { en: 'There is no such record or page.', fr: 'Cet enregistrement ou cette page n’existe pas.' },
  basic: {
    en: 'The login and an application password of a user.',
    fr: 'Le nom de connexion et un mot de passe d’application d’un utilisateur.',
  },
} as const satisfies Record<string, Text>;

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const;
const ERROR = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
} as const;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name that is the same in every language: `get` and `/events/by-slug/{slug}` make `getEventsBySlug`. */
const operationId = (method: Method, path: string): string => {
  const words = path.split('/').flatMap((segment, index, segments) => {
    const [, variable, ending = ''] = /^\{(.+)\}(.*)$/.exec(segment) ?? [];
    const words = (variable === undefined ? segment : ending).split(/[^A-Za-z0-9]+/);
    if (variable === undefined || segments[index - 1] === `by-${variable}`) return words;
    return ['by', ...variable.split('_'), ...words];
  });
  const name = words.filter((word) => word !== '').map(capitalized);
  return method.toLowerCase() + (name.length === 0 ? 'Index' : name.join(''));
};

const schemaOf = (arg: Arg, language: Language): Record<string, unknown> => {
  const { description, ...schema } = toJsonSchema(arg, language);
  const request: ArgRequest = { path: {}, params: {}, record: undefined, user: undefined, language };
  const given = typeof arg.default === 'function' ? arg.default(request) : arg.default;
  return given === undefined || given === null ? schema : { ...schema, default: given };
};

const parameter = (name: string, arg: Arg, place: 'path' | 'query', language: Language) => ({
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

/** What an endpoint answers, without the parameters of the content type. */
const mediaType = ({ type = 'application/json' }: Pick<RouteEndpoint<never>, 'type'>): string => type.replace(/;.*/, '');

const answerSchema = ({ answers, type }: Pick<RouteEndpoint<never>, 'answers' | 'type'>, language: Language): object => {
  if (answers !== undefined) return toJsonSchema(answers, language);
  return type?.startsWith('text/') ? { type: 'string' } : {};
};

/** The word that paths begin with, without what files end with: `/events.ics` is one of `events`. */
const tagOf = ({ path }: { readonly path: string }): string => path.split('/')[1]?.replace(/\..*/, '') ?? 'index';

const describeOperation = <U extends Asker>(
  route: Route<U>,
  endpoint: RouteEndpoint<U>,
  method: Method,
  everyRoute: readonly string[],
  language: Language,
  named: (id: string) => string,
) => {
  const entries = announcedArgs(endpoint.args);
  const isBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const isEditable = endpoint.methods.length > 1;
  const inPath = entries.filter(([name]) => route.names.includes(name));
  const others = entries.filter(([name]) => !route.names.includes(name));
  const inQuery = isBody ? others.filter(([name]) => everyRoute.includes(name)) : others;
  const inBody = [
    ...(isEditable ? inPath.filter(([name]) => name !== 'id') : []),
    ...others.filter(([name]) => !everyRoute.includes(name)),
  ];
  const isCreation = method === 'POST' && !isEditable;
  const schema = bodySchema(inBody, language, route.names, isEditable);
  return {
    operationId: named(operationId(method, route.path)),
    ...(endpoint.summary && { summary: endpoint.summary[language] }),
    tags: [tagOf(route)],
    parameters: [
      ...inPath.map(([name, arg]) => parameter(name, arg, 'path', language)),
      ...inQuery.map(([name, arg]) => parameter(name, arg, 'query', language)),
    ],
    ...(isBody && {
      requestBody: {
        required: 'required' in schema,
        content: Object.fromEntries(BODY_TYPES.map((type) => [type, { schema }])),
      },
    }),
    responses: {
      [isCreation ? 201 : 200]: {
        description: TEXTS[isCreation ? 'created' : 'done'][language],
        content: { [mediaType(endpoint)]: { schema: answerSchema(endpoint, language) } },
      },
      400: { description: TEXTS.invalid[language], content: ERROR },
      ...(endpoint.permission !== 'public' && { 401: { description: TEXTS.anonymous[language], content: ERROR } }),
      ...((endpoint.permission !== 'public' || route.load !== undefined) && {
        403: { description: TEXTS.forbidden[language], content: ERROR },
      }),
      404: { description: TEXTS.unknown[language], content: ERROR },
    },
    // An empty requirement says that no credentials are a possibility.
    security: endpoint.permission === 'public' ? [{}, { basic: [] }] : [{ basic: [] }],
  };
};

/** Reads an OpenAPI 3.1 document off the declarations of a namespace; paths are relative to the namespace, as `servers` says. */
export const toOpenApi = <U extends Asker>(registry: Registry<U>, namespace: string, options: OpenApiOptions): OpenApiDocument => {
  const { language, baseUrl, title, version, description } = options;
  const everyRoute = Object.keys(registry.everyRoute);
  const routes = registry.routes.filter((route) => route.namespace === namespace);
  const taken = new Map<string, number>();
  const named = (id: string): string => {
    const times = (taken.get(id) ?? 0) + 1;
    taken.set(id, times);
    return times === 1 ? id : `${id}${times}`;
  };
  const paths = routes.map((route) => {
    const operations = route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map(
        (method) => [method.toLowerCase(), describeOperation(route, endpoint, method, everyRoute, language, named)] as const,
      ),
    );
    return [route.path === '' ? '/' : route.path, Object.fromEntries(operations)] as const;
  });
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description !== undefined && { description }) },
    servers: [{ url: `${baseUrl}/${namespace}` }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: errorSchemas(language),
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: TEXTS.basic[language] } },
    },
  };
};
