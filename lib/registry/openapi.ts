import type { Language, Text } from '../language';
import { createComponents } from './openapi/components';
import { type Examples, NO_EXAMPLES } from './openapi/examples';
import { describeOperation, tagOf } from './openapi/operation';
import { nameOperations } from './openapi/operation-id';
import { createSharedSchemas } from './openapi/shared-schemas';
import type { Asker, Registry } from './route';

/** For whom and of what the document speaks; `baseUrl` is the address of the language root. */
export interface OpenApiOptions {
  readonly language: Language;
  readonly baseUrl: string;
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** Answers that were really given; without them the document has no examples. */
  readonly examples?: Examples;
}

/** An OpenAPI 3.1 document, plain JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const BASIC: Text = {
  en: 'The login and an application password of a user.',
  fr: 'Le nom de connexion et un mot de passe d’application d’un utilisateur.',
};

/** Reads an OpenAPI 3.1 document off the declarations of a namespace; paths are relative to the namespace, as `servers` says. */
export const toOpenApi = <U extends Asker>(registry: Registry<U>, namespace: string, options: OpenApiOptions): OpenApiDocument => {
  const { language, baseUrl, title, version, description, examples = NO_EXAMPLES } = options;
  const everyRoute = Object.keys(registry.everyRoute);
  const routes = registry.routes.filter((route) => route.namespace === namespace);
  const components = createComponents(language, examples);
  const { share, all } = createSharedSchemas([]);
  const context = { language, everyRoute, routes, idOf: nameOperations(routes), components, share };
  const paths = routes.map((route) => {
    const operations = route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => [method.toLowerCase(), describeOperation(route, endpoint, method, context)] as const),
    );
    return [route.path === '' ? '/' : route.path, Object.fromEntries(operations)] as const;
  });
  const answered = components.all();
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description !== undefined && { description }) },
    servers: [{ url: `${baseUrl}/${namespace}` }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      ...answered,
      schemas: { ...all(), ...Object(answered['schemas']) },
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: BASIC[language] } },
    },
  };
};
