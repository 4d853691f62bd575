import { ALL_LANGUAGES, type Language, type Served, type Text } from '../language';
import type { Asker, Registry } from '../registry';
import { createComponents } from './components';
import { type Examples, NO_EXAMPLES } from './examples';
import { describeOperation } from './operation';
import { nameOperations } from './operation-id';
import { createSharedSchemas } from './shared-schemas';
import { describeTags } from './tags';

/** What the operations of a document are described with. */
export interface OperationOptions {
  readonly language: Language;
  /** The languages that answers may be in; all unless given. */
  readonly served?: Served;
  /** Answers that were really given; without them the document has no examples. */
  readonly examples?: Examples;
  /** What is grouped under the tags, in the order in which they are listed. */
  readonly tags?: Readonly<Record<string, Text>>;
}

/** For whom and of what the document speaks; `baseUrl` is the address of the language root. The rest is what `info` says, texts in Markdown. */
export interface OpenApiOptions extends OperationOptions {
  readonly baseUrl: string;
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly contact?: { readonly name: string; readonly url: string };
  /** A name and the identifier of the licence in SPDX. */
  readonly license?: { readonly name: string; readonly identifier: string };
  /** What the server is, in a few words. */
  readonly server?: string;
  /** Where there is more to read. */
  readonly externalDocs?: { readonly url: string; readonly description: string };
}

/** An OpenAPI 3.1 document, plain JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const BASIC: Text = {
  en: 'The login and an application password of a user.',
  fr: 'Le nom de connexion et un mot de passe d’application d’un utilisateur.',
};

/** What of a document is the same under every address of the service, and nearly all of it. */
export interface Operations {
  readonly tags: readonly object[];
  readonly paths: object;
  readonly components: object;
}

/** Describes the operations of a namespace; paths are relative to the namespace. */
export const describeOperations = <U extends Asker>(
  registry: Registry<U>,
  namespace: string,
  { language, served = ALL_LANGUAGES, tags = {}, examples = NO_EXAMPLES }: OperationOptions,
): Operations => {
  const everyRoute = Object.keys(registry.everyRoute);
  const routes = registry.routes.filter((route) => route.namespace === namespace);
  const components = createComponents(language, examples, served);
  // Answers are named first: what requests share makes way for them.
  for (const { answers } of routes.flatMap(({ endpoints }) => endpoints)) if (answers !== undefined) components.schema(answers);
  const shared = createSharedSchemas(Object.keys(components.all().schemas));
  const context = { language, everyRoute, routes, idOf: nameOperations(routes), components, share: shared.share };
  const paths = routes.map((route) => {
    const operations = route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => [method.toLowerCase(), describeOperation(route, endpoint, method, context)] as const),
    );
    return [route.path === '' ? '/' : route.path, Object.fromEntries(operations)] as const;
  });
  const all = components.all();
  return {
    tags: describeTags(routes, tags, language),
    paths: Object.fromEntries(paths),
    components: {
      ...all,
      schemas: { ...all.schemas, ...shared.all() },
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: BASIC[language] } },
    },
  };
};

/**
 * Reads an OpenAPI 3.1 document off the declarations of a namespace; paths are relative to the namespace, as `servers` says. `operations` are
 * those that `describeOperations` made before, if it did.
 */
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
