import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CalendarRegistry, Services } from '../../content';
import { type Language, serviceRoot, type Text } from '../../language';
import { describeOperations, type Examples, type OpenApiDocument, type OpenApiOptions, type Operations, toOpenApi } from '../../openapi';
import { cachedIndex, describeConstant, indexTag, prefersHtml, type Reply, reply } from '../../registry';
import { type IntroductionOptions, introductionOf, namespaceSummary } from './introduction';
import { documentationPage } from './page/page';
import { tagsOf } from './tags';

const VERSION = (JSON.parse(readFileSync(`${__dirname}/../../../../package.json`, 'utf8')) as { version: string }).version;

/** The services that a document is made of. */
type DocumentServices = Pick<Services, 'site' | 'postLikes' | 'termLikes' | 'examples' | 'namespace' | 'about'>;

const titleOf = ({ about, site, namespace: main }: DocumentServices, namespace: string): Text => {
  if (namespace !== main) return { en: `REST API of ${namespace}`, fr: `API REST de ${namespace}` };
  // A site with its own name uses it instead of the default title.
  return site.name === about.name ? about.title : { en: `${site.name.en} – REST API`, fr: `${site.name.fr} – API REST` };
};

/** The examples of a namespace's document. Other namespaces may use the same operation names, so they get no examples of operations. */
const examplesOf = ({ examples, namespace: main }: DocumentServices, language: Language, namespace: string): Examples =>
  namespace === main ? examples(language) : { ...examples(language), operations: {} };

const SERVER: Text = { en: 'The service, in English', fr: 'Le service, en français' };
const CODES: Text = { en: 'All error codes, and what to do', fr: 'Tous les codes d’erreur, et que faire' };
const LICENCE = { name: 'MIT', identifier: 'MIT' };

/** The options of a namespace's document, with all that depends on the address of the service. */
const openApiOptions = ({ services, namespace, language, baseUrl }: DocumentOptions): OpenApiOptions => ({
  language,
  baseUrl,
  title: titleOf(services, namespace)[language],
  summary: namespaceSummary(services, namespace)[language],
  description: introductionOf({ services, namespace, language, baseUrl }),
  // Visitors of the site find the people who run it there.
  contact: { name: services.site.name[language], url: services.site.url ?? `${serviceRoot(baseUrl)}/` },
  license: LICENCE,
  version: VERSION,
  server: SERVER[language],
  externalDocs: { url: `${baseUrl}/errors`, description: CODES[language] },
});

/** A document's namespace, language, address and services. */
export interface DocumentOptions extends IntroductionOptions {
  readonly services: DocumentServices;
}

/** Makes the OpenAPI document of a namespace from its declarations. */
export const toDocumentation = (
  registry: CalendarRegistry,
  documented: DocumentOptions,
  operations = operationsOf(registry, documented),
): OpenApiDocument => toOpenApi(registry, documented.namespace, openApiOptions(documented), operations);

/** Describes the operations. They do not depend on the address of the service. */
function operationsOf(registry: CalendarRegistry, { services, namespace, language }: Omit<DocumentOptions, 'baseUrl'>): Operations {
  const examples = examplesOf(services, language, namespace);
  return describeOperations(registry, namespace, {
    language,
    served: services.site.served,
    tags: tagsOf(registry, services, namespace),
    examples,
  });
}

/** A digest of the declarations of a namespace. */
const digestOf = ({ routes }: CalendarRegistry, namespace: string, language: Language): string => {
  const hash = createHash('sha1').update(VERSION);
  // One by one, since their joined text is large.
  for (const route of routes.filter((one) => one.namespace === namespace)) {
    const endpoints = route.endpoints.map(({ handle: _, ...rest }) => rest);
    hash.update(JSON.stringify([describeConstant(route, language), endpoints]));
  }
  return hash.digest('base64url');
};

/**
 * The cached document of a namespace for one address. Operations are cached separately, since they are expensive and the same under all
 * addresses.
 */
const cachedDocumentation = (registry: CalendarRegistry, documented: DocumentOptions, { forPages = false } = {}): OpenApiDocument => {
  const { namespace, language, baseUrl } = documented;
  const operations = () =>
    cachedIndex(registry.indexes, `operations of ${namespace} ${language}`, {
      constant: () => [],
      reader: language,
      make: () => operationsOf(registry, documented),
    });
  return cachedIndex(registry.indexes, `documentation of ${namespace} ${language}${forPages ? ' for pages' : ''}`, {
    constant: () => digestOf(registry, namespace, language),
    // Pages get the address of the service at the end.
    reader: { language, ...(!forPages && { baseUrl }) },
    make: () => toDocumentation(registry, documented, operations()),
  });
};

/** The placeholder for the address of the service in cached pages. */
const PLACEHOLDER = 'http://address-of-the-service.invalid';

const withAddress = (page: string, service: string): string =>
  page.replaceAll(PLACEHOLDER, service).replaceAll(new URL(PLACEHOLDER).host, new URL(service).host);

/** A cached page without the address of the service, with the entity tag of its document. */
interface CachedPage {
  readonly tag: string | undefined;
  readonly made: ReturnType<typeof documentationPage>;
}

/**
 * Makes the pages of the document. It caches one page for each language, whatever the address of the service, since clients may use any
 * number of addresses.
 */
const createPages = (registry: CalendarRegistry, services: Services, namespace: string) => {
  const pages = new Map<Language, CachedPage>();
  const pageIn = (language: Language, baseUrl: string): CachedPage => {
    const document = cachedDocumentation(registry, { services, namespace, language, baseUrl }, { forPages: true });
    const tag = indexTag(document);
    const cached = pages.get(language);
    if (cached !== undefined && tag !== undefined && cached.tag === tag) return cached;
    const root = serviceRoot(baseUrl);
    const addressIn = (other: Language) => `${root}/${other}/${namespace}/doc`;
    const made = documentationPage({
      document,
      namespace,
      language,
      branding: services.site,
      addressIn,
      jsonAddress: `${addressIn(language)}?format=json`,
      errorsAddress: `${baseUrl}/errors`,
      home: `${baseUrl}/`,
    });
    pages.set(language, { tag, made });
    return { tag, made };
  };
  return (language: Language, baseUrl: string): Reply<string> => {
    const service = serviceRoot(baseUrl);
    const { tag, made } = pageIn(language, baseUrl.replace(service, PLACEHOLDER));
    const own = tag?.replace(/"$/, `-${createHash('sha1').update(service).digest('base64url')}-page"`);
    return reply(withAddress(made.body, service), { headers: { ...made.headers, ...(own && { ETag: own }) }, language });
  };
};

interface DocumentRequest {
  readonly format: 'json' | 'html' | undefined;
  readonly accept: string | readonly string[] | undefined;
  readonly language: Language;
  readonly baseUrl: string;
}

/** Makes the function that answers the document of a namespace: JSON for programs, a page for people. */
export const createDocumentation = (registry: CalendarRegistry, services: Services, namespace: string) => {
  const pageOf = createPages(registry, services, namespace);
  return ({ format, accept, language, baseUrl }: DocumentRequest): Reply<OpenApiDocument> | Reply<string> => {
    const isForPeople = format === undefined ? prefersHtml(accept) : format === 'html';
    if (isForPeople) return pageOf(language, baseUrl);
    return reply(cachedDocumentation(registry, { services, namespace, language, baseUrl }), { headers: { Vary: 'Accept' } });
  };
};
