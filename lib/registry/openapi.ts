import type { Language, Text } from '../language';
import { errorSchemas } from './openapi/error-schemas';
import { describeOperation, tagOf } from './openapi/operation';
import { createSharedSchemas } from './openapi/shared-schemas';
import type { Asker, Registry } from './route';

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

const BASIC: Text = {
  en: 'The login and an application password of a user.',
  fr: 'Le nom de connexion et un mot de passe d’application d’un utilisateur.',
};

/** Reads an OpenAPI 3.1 document off the declarations of a namespace; paths are relative to the namespace, as `servers` says. */
export const toOpenApi = <U extends Asker>(registry: Registry<U>, namespace: string, options: OpenApiOptions): OpenApiDocument => {
  const { language, baseUrl, title, version, description } = options;
  const everyRoute = Object.keys(registry.everyRoute);
  const routes = registry.routes.filter((route) => route.namespace === namespace);
  const errorForms = errorSchemas(language);
  const { share, all } = createSharedSchemas(Object.keys(errorForms));
  const taken = new Map<string, number>();
  const named = (id: string): string => {
    const times = (taken.get(id) ?? 0) + 1;
    taken.set(id, times);
    return times === 1 ? id : `${id}${times}`;
  };
  const paths = routes.map((route) => {
    const operations = route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map(
        (method) => [method.toLowerCase(), describeOperation(route, endpoint, method, everyRoute, language, named, share)] as const,
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
      schemas: { ...errorForms, ...all() },
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: BASIC[language] } },
    },
  };
};
