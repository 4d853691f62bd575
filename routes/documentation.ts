import type { Text } from '../lib/language';
import { describeConstant, momentOf } from '../lib/registry/describe-route';
import { keptIndex } from '../lib/registry/kept-index';
import { describeOperations, type OpenApiDocument, type OpenApiOptions, type Operations, toOpenApi } from '../lib/registry/openapi';
import type { Examples } from '../lib/registry/openapi/examples';
import { READABLE } from '../lib/registry/registry';
import { type Introduced, introductionOf, summaryOf } from './documentation/introduction';
import { tagsOf } from './documentation/tags';
import { VERSION } from './documentation/version';
import { documentAnswer } from './documentation-answer';
import { type CalendarRegistry, NAMESPACE, type Services } from './services';

const TITLE: Text = { en: 'Calendar Events REST API', fr: 'API REST des évènements du calendrier' };
const titleOf = (namespace: string): Text =>
  namespace === NAMESPACE ? TITLE : { en: `REST API of ${namespace}`, fr: `API REST de ${namespace}` };

/** The examples of another namespace's document: operations are called alike there, and answer otherwise. */
const examplesOf = (examples: Examples, namespace: string): Examples =>
  namespace === NAMESPACE ? examples : { ...examples, operations: {} };

const SERVER: Text = { en: 'The service, in English', fr: 'Le service, en français' };
const CODES: Text = { en: 'All error codes, and what to do', fr: 'Tous les codes d’erreur, et que faire' };
const LICENCE = { name: 'MIT', identifier: 'MIT' };

const SUMMARY: Text = { en: 'Read this document', fr: 'Lire ce document' };
const DESCRIPTION: Text = {
  en: 'The OpenAPI 3.1 document of the namespace, in the language of the request.',
  fr: 'Le document OpenAPI 3.1 de l’espace de noms, dans la langue de la requête.',
};

/** What of a namespace's document depends on the address at which the service was asked. */
const addressed = ({ services, namespace, language, baseUrl }: Documented): OpenApiOptions => ({
  language,
  baseUrl,
  title: titleOf(namespace)[language],
  summary: summaryOf(namespace)[language],
  description: introductionOf({ services, namespace, language, baseUrl }),
  // Where the site is, those who run it can be found.
  contact: { name: services.site.name[language], url: services.site.url ?? `${baseUrl.slice(0, baseUrl.lastIndexOf('/'))}/` },
  license: LICENCE,
  version: VERSION,
  server: SERVER[language],
  externalDocs: { url: `${baseUrl}/errors`, description: CODES[language] },
});

/** Of which namespace a document is, for whom, and what it says of the site and of its kinds. */
export interface Documented extends Introduced {
  readonly services: Pick<Services, 'site' | 'postLikes' | 'termLikes' | 'examples'>;
}

/** Reads the OpenAPI document of a namespace off its declarations. */
export const toDocumentation = (
  registry: CalendarRegistry,
  documented: Documented,
  operations = operationsOf(registry, documented),
): OpenApiDocument => toOpenApi(registry, documented.namespace, addressed(documented), operations);

/** What of it is the same under every address. */
function operationsOf(registry: CalendarRegistry, { services, namespace, language }: Omit<Documented, 'baseUrl'>): Operations {
  const examples = examplesOf(services.examples(language), namespace);
  return describeOperations(registry, namespace, { language, tags: tagsOf(registry, services, namespace), examples });
}

/**
 * The document, kept as long as neither the address nor a computed default is another. Operations are kept apart: they are dear to describe, and
 * anybody may ask under addresses without number.
 */
const keptDocumentation = (registry: CalendarRegistry, documented: Documented): OpenApiDocument => {
  const { namespace, language, baseUrl } = documented;
  const routes = registry.routes.filter((route) => route.namespace === namespace);
  const parts = routes.map((route) => [route, describeConstant(route, language)] as const);
  const moment = parts.flatMap(([, constant]) => momentOf(constant, language));
  const operations = () =>
    keptIndex(registry.routes, `operations of ${namespace} ${language}`, {
      constant: () => [],
      reader: language,
      moment,
      make: () => operationsOf(registry, documented),
    });
  return keptIndex(registry.routes, `documentation of ${namespace} ${language}`, {
    constant: () => [
      VERSION,
      ...parts.map(([{ key, endpoints }, { description }]) => [key, description, endpoints.map(({ handle: _, ...rest }) => rest)]),
    ],
    reader: { language, baseUrl },
    moment,
    make: () => toDocumentation(registry, documented, operations()),
  });
};

/** Declares the documentation of a namespace: an OpenAPI 3.1 document, read off the declarations (SPECIFICATION 4.1, DIFFERENCES 40). */
export function registerDocumentation(registry: CalendarRegistry, services: Services, namespace: string = NAMESPACE): void {
  registry.registerRoute(namespace, '/doc', {
    methods: READABLE,
    permission: 'public',
    summary: SUMMARY,
    description: DESCRIPTION,
    args: {},
    answers: documentAnswer,
    handle: ({ language, baseUrl }) => keptDocumentation(registry, { services, namespace, language, baseUrl }),
  });
}

/** Declares the documentation of every namespace that has none of its own. */
export function registerOtherDocumentation(registry: CalendarRegistry, services: Services): void {
  const documented = new Set(registry.routes.filter(({ path }) => path.toLowerCase() === '/doc').map(({ namespace }) => namespace));
  for (const namespace of registry.namespaces) if (!documented.has(namespace)) registerDocumentation(registry, services, namespace);
}
