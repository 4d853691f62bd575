import type { CalendarRegistry, Services } from '../../content';
import type { Text } from '../../language';
import { READABLE } from '../../registry';
import { documentAnswer } from './document-answer';

const SUMMARY: Text = { en: 'Read this document', fr: 'Lire ce document' };
const DESCRIPTION: Text = {
  en: 'The OpenAPI 3.1 document of the namespace, in the language of the request; for browsers, a page that says the same. `?format=json` and `?format=html` name one of them.',
  fr: 'Le document OpenAPI 3.1 de l’espace de noms, dans la langue de la requête ; pour les navigateurs, une page qui dit la même chose. `?format=json` et `?format=html` nomment l’un des deux.',
};

const PATH = '/doc';
const HTML_TYPE = 'text/html; charset=UTF-8';

/** The arg is not announced in the index, which lists only the args that clients of the original API know. */
const FORMAT = {
  type: 'string',
  enum: ['json', 'html'],
  announced: false,
  description: {
    en: 'What to answer: the document, or a page for people that says the same; without it, what `Accept` prefers',
    fr: 'Ce qu’il faut répondre : le document, ou une page pour les personnes qui dit la même chose ; à défaut, ce que `Accept` préfère',
  },
} as const;

/** Loads the documentation. It is called with the first request for a document, since it has many modules. */
const loadDocumentation = () => require('../../site') as typeof import('../../site');

type Answer = ReturnType<ReturnType<typeof loadDocumentation>['createDocumentation']>;

/** Registers the documentation of a namespace: an OpenAPI 3.1 document as JSON, or as a page for people. */
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
    alternatives: [HTML_TYPE],
    handle({ params, headers, language, baseUrl }) {
      answer ??= loadDocumentation().createDocumentation(registry, services, namespace);
      return answer({ format: params.format, accept: headers['accept'], language, baseUrl });
    },
  });
}

/**
 * Registers the documentation of every other namespace. If a plugin answers `GET /doc` itself, its route wins. Then the log says that the
 * namespace has no OpenAPI document.
 */
export function registerOtherDocumentation(
  registry: CalendarRegistry,
  services: Services,
  log: { warn(fields: object, message: string): void },
): void {
  for (const namespace of registry.namespaces) {
    const existing = registry.routes.find((route) => route.namespace === namespace && route.path.toLowerCase() === PATH);
    const reading = existing?.endpoints.find(({ methods }) => methods.includes('GET'));
    if (reading === undefined) registerDocumentation(registry, services, { namespace, path: existing?.path ?? PATH });
    else if (namespace !== services.namespace)
      log.warn({ plugin: reading.plugin, namespace }, `${namespace} has no OpenAPI document: the plugin answers ${existing?.path} itself.`);
  }
}
