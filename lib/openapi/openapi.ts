import { ALL_LANGUAGES, type Language, type Served, type Text } from '../language';
import type { Asker, Registry } from '../registry';
import { allComponents, answerSchema, createComponents } from './components';
import { type Examples, NO_EXAMPLES } from './examples';
import { describeOperation, describeTags, nameOperations } from './operation';

interface OperationOptions {
  readonly language: Language;
  /** The languages in which the service responds. All by default. */
  readonly served?: Served;
  /** Recorded responses. Without them the OpenAPI document has no examples. */
  readonly examples?: Examples;
  /** The descriptions of the OpenAPI tags by name. The document lists the tags in this order. */
  readonly tags?: Readonly<Record<string, Text>>;
}

/** Options of an OpenAPI document. `baseUrl` is the URL of the language root; other options are members of `info`, in Markdown. */
export interface OpenApiOptions extends OperationOptions {
  readonly baseUrl: string;
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly contact?: { readonly name: string; readonly url: string };
  /** The name and the SPDX identifier of the licence. */
  readonly license?: { readonly name: string; readonly identifier: string };
  readonly server?: string;
  readonly externalDocs?: { readonly url: string; readonly description: string };
}

export type OpenApiDocument = Readonly<Record<string, unknown>>;

const BASIC: Text = {
  en: 'The login and an application password of a user.',
  fr: 'Le nom de connexion et un mot de passe d’application d’un utilisateur.',
};

/** The parts of an OpenAPI document that do not depend on the URL of the service. */
export interface Operations {
  readonly tags: readonly object[];
  readonly paths: object;
  readonly components: object;
}

/** Makes the parts of an OpenAPI document that describe a namespace's operations. */
export const describeOperations = <U extends Asker>(
  registry: Registry<U>,
  namespace: string,
  { language, served = ALL_LANGUAGES, tags = {}, examples = NO_EXAMPLES }: OperationOptions,
): Operations => {
  const everyRoute = Object.keys(registry.everyRoute);
  const routes = registry.routes.filter((route) => route.namespace === namespace);
  const components = createComponents(language, examples, served);
  // Schemas of responses get their component names before schemas of requests.
  for (const { answers } of routes.flatMap(({ endpoints }) => endpoints)) if (answers !== undefined) answerSchema(components, answers);
  const context = { everyRoute, routes, idOf: nameOperations(routes), components };
  const paths = routes.map((route) => {
    const operations = route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => [method.toLowerCase(), describeOperation(route, endpoint, method, context)] as const),
    );
    return [route.path === '' ? '/' : route.path, Object.fromEntries(operations)] as const;
  });
  return {
    tags: describeTags(routes, tags, language),
    paths: Object.fromEntries(paths),
    components: {
      ...allComponents(components),
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: BASIC[language] } },
    },
  };
};

/** Makes an OpenAPI 3.1 document of a namespace's declarations. Paths are relative to the URL in `servers`. */
export const toOpenApi = <U extends Asker>(
  registry: Registry<U>,
  namespace: string,
  options: OpenApiOptions,
  operations: Operations = describeOperations(registry, namespace, options),
): OpenApiDocument => {
  const { language: _, baseUrl, server, externalDocs, tags: __, examples: ___, served: ____, ...info } = options;
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: `${baseUrl}/${namespace}`, ...(server !== undefined && { description: server }) }],
    ...operations,
    ...(externalDocs && { externalDocs }),
  };
};
