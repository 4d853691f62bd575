import type { Language, Text } from '../lib/language';
import { type OpenApiDocument, toOpenApi } from '../lib/registry/openapi';
import { type Examples, NO_EXAMPLES } from '../lib/registry/openapi/examples';
import { READABLE } from '../lib/registry/registry';
import { documentAnswer } from './documentation-answer';
import { type CalendarRegistry, NAMESPACE, type Services } from './services';

const TITLE: Text = { en: 'Calendar Events REST API', fr: 'API REST des évènements du calendrier' };
const titleOf = (namespace: string): Text =>
  namespace === NAMESPACE ? TITLE : { en: `REST API of ${namespace}`, fr: `API REST de ${namespace}` };
const VERSION = '1.0.0';

/** The examples of another namespace's document: operations are called alike there, and answer otherwise. */
const examplesOf = (examples: Examples, namespace: string): Examples =>
  namespace === NAMESPACE ? examples : { ...examples, operations: {} };

/** Reads the OpenAPI document of a namespace, the calendar's without any, off its declarations; `baseUrl` is the address of the language root. */
export const toDocumentation = (
  registry: CalendarRegistry,
  language: Language,
  baseUrl: string,
  namespace: string = NAMESPACE,
  examples: Examples = NO_EXAMPLES,
): OpenApiDocument =>
  toOpenApi(registry, namespace, {
    language,
    baseUrl,
    title: titleOf(namespace)[language],
    version: VERSION,
    examples: examplesOf(examples, namespace),
  });

/** Declares the documentation of a namespace: an OpenAPI 3.1 document, read off the declarations (SPECIFICATION 4.1, DIFFERENCES 40). */
export function registerDocumentation(
  registry: CalendarRegistry,
  { examples }: Pick<Services, 'examples'>,
  namespace: string = NAMESPACE,
): void {
  const built = new Map<Language, OpenApiDocument>();

  registry.registerRoute(namespace, '/doc', {
    methods: READABLE,
    permission: 'public',
    args: {},
    answers: documentAnswer,
    handle({ language, baseUrl }) {
      const document = built.get(language) ?? toDocumentation(registry, language, baseUrl, namespace, examples(language));
      built.set(language, document);
      // Only the address differs from request to request.
      return { ...document, servers: [{ url: `${baseUrl}/${namespace}` }] };
    },
  });
}

/** Declares the documentation of every namespace that has none of its own. */
export function registerOtherDocumentation(registry: CalendarRegistry, services: Pick<Services, 'examples'>): void {
  const documented = new Set(registry.routes.filter(({ path }) => path.toLowerCase() === '/doc').map(({ namespace }) => namespace));
  for (const namespace of registry.namespaces) if (!documented.has(namespace)) registerDocumentation(registry, services, namespace);
}
