import type { CalendarRegistry, Services } from '../../content';
import type { Log } from '../../http';
import { type Answers, READABLE } from '../../registry';

const SUMMARY = { en: 'Read this document', fr: 'Lire ce document' };
const DESCRIPTION = {
  en: 'The OpenAPI 3.1 document of the namespace, in the language of the request. Browsers get the same description as a page. To choose, send `?format=json` or `?format=html`.',
  fr: 'Le document OpenAPI 3.1 de l’espace de noms, dans la langue de la requête. Les navigateurs reçoivent la même description sous forme de page. Pour choisir, envoyez `?format=json` ou `?format=html`.',
};

const PATH = '/doc';

/** The query arg `format` of the documentation. The index omits the arg, since the original API lacks it. */
const FORMAT = {
  type: 'string',
  enum: ['json', 'html'],
  announced: false,
  description: {
    en: 'The form of the answer: the OpenAPI document (json) or a page for people (html). By default the header `Accept` decides',
    fr: 'La forme de la réponse : le document OpenAPI (json) ou une page pour les personnes (html). Par défaut, l’en-tête `Accept` décide',
  },
} as const;

/** Loads the documentation with the first request, since it has many modules. */
const loadDocumentation = () => require('../../site') as typeof import('../../site');

type Answer = ReturnType<ReturnType<typeof loadDocumentation>['createDocumentation']>;

/** Registers the route of a namespace's documentation: an OpenAPI 3.1 document as JSON, or as an HTML page. */
export function registerDocumentation(
  registry: CalendarRegistry,
  services: Services,
  { namespace = services.namespace, path = PATH }: { readonly namespace?: string; readonly path?: string } = {},
): void {
  let answer: Answer | undefined;
  registry.registerRoute(namespace, path, {
    methods: READABLE,
    permission: 'public',
    summary: SUMMARY,
    description: DESCRIPTION,
    args: { format: FORMAT },
    answers: documentAnswer,
    alternatives: ['text/html; charset=UTF-8'],
    handle({ params, headers, language, baseUrl }) {
      answer ??= loadDocumentation().createDocumentation(registry, services, namespace);
      return answer({ format: params.format, accept: headers['accept'], language, baseUrl });
    },
  });
}

/**
 * Registers the documentation route of every namespace without one. If a plugin registers `GET /doc` itself, logs a warning that its
 * namespace has no OpenAPI document.
 */
export function registerOtherDocumentation(registry: CalendarRegistry, services: Services, log: Pick<Log, 'warn'>): void {
  for (const namespace of registry.namespaces) {
    const existing = registry.routes.find((route) => route.namespace === namespace && route.path.toLowerCase() === PATH);
    const reading = existing?.endpoints.find(({ methods }) => methods.includes('GET'));
    if (reading === undefined) registerDocumentation(registry, services, { namespace, path: existing?.path ?? PATH });
    else if (namespace !== services.namespace)
      log.warn({ plugin: reading.plugin, namespace }, `${namespace} has no OpenAPI document: the plugin answers ${existing?.path} itself.`);
  }
}

/** The response schema of an OpenAPI 3.1 document, with the members that always exist. */
const documentAnswer: Answers = {
  type: 'object',
  title: 'OpenApiDocument',
  properties: {
    openapi: {
      type: 'string',
      pattern: '^3\\.1\\.\\d+$',
      patternText: { en: 'a version that begins with 3.1', fr: 'une version qui commence par 3.1' },
      required: true,
    },
    info: {
      type: 'object',
      properties: { title: { type: 'string', required: true }, version: { type: 'string', required: true } },
      required: true,
    },
    servers: {
      type: 'array',
      items: { type: 'object', properties: { url: { type: 'string', format: 'uri', required: true }, description: { type: 'string' } } },
      required: true,
    },
    paths: { type: 'object', additionalProperties: { type: 'object' }, required: true },
    components: { type: 'object', required: true },
  },
};
