import { createHash } from 'node:crypto';
import type { CalendarRegistry, Services } from '../../content';
import { type Language, serviceRoot, type Text } from '../../language';
import { describeOperations, type Examples, type OpenApiDocument, type OpenApiOptions, type Operations, toOpenApi } from '../../openapi';
import { cachedIndex, describeConstant, indexTag, prefersHtml, type Reply, reply } from '../../registry';
import { type Introduced, introductionOf, namespaceSummary } from './introduction';
import { documentationPage } from './page/page';
import { tagsOf } from './tags';
import { VERSION } from './version';

/** What of the services a document is made of. */
type Told = Pick<Services, 'site' | 'postLikes' | 'termLikes' | 'examples' | 'namespace' | 'about'>;

const titleOf = ({ about, site, namespace: main }: Told, namespace: string): Text => {
  if (namespace !== main) return { en: `REST API of ${namespace}`, fr: `API REST de ${namespace}` };
  // A site with a name of its own has no other one here.
  return site.name === about.name ? about.title : { en: `${site.name.en} – REST API`, fr: `${site.name.fr} – API REST` };
};

/** The examples of another namespace's document: operations are called alike there, and answer otherwise. */
const examplesOf = ({ examples, namespace: main }: Told, language: Language, namespace: string): Examples =>
  namespace === main ? examples(language) : { ...examples(language), operations: {} };

const SERVER: Text = { en: 'The service, in English', fr: 'Le service, en français' };
const CODES: Text = { en: 'All error codes, and what to do', fr: 'Tous les codes d’erreur, et que faire' };
const LICENCE = { name: 'MIT', identifier: 'MIT' };

/** What of a namespace's document depends on the address at which the service was asked. */
const addressed = ({ services, namespace, language, baseUrl }: Documented): OpenApiOptions => ({
  language,
  baseUrl,
  title: titleOf(services, namespace)[language],
  summary: namespaceSummary(services, namespace)[language],
  description: introductionOf({ services, namespace, language, baseUrl }),
  // Where the site is, those who run it can be found.
  contact: { name: services.site.name[language], url: services.site.url ?? `${serviceRoot(baseUrl)}/` },
  license: LICENCE,
  version: VERSION,
  server: SERVER[language],
  externalDocs: { url: `${baseUrl}/errors`, description: CODES[language] },
});

/** Of which namespace a document is, for whom, and what it says of the site and of its kinds. */
export interface Documented extends Introduced {
  readonly services: Told;
}

/** Reads the OpenAPI document of a namespace off its declarations. */
export const toDocumentation = (
  registry: CalendarRegistry,
  documented: Documented,
  operations = operationsOf(registry, documented),
): OpenApiDocument => toOpenApi(registry, documented.namespace, addressed(documented), operations);

/** What of it is the same under every address. */
function operationsOf(registry: CalendarRegistry, { services, namespace, language }: Omit<Documented, 'baseUrl'>): Operations {
  const examples = examplesOf(services, language, namespace);
  return describeOperations(registry, namespace, {
    language,
    served: services.site.served,
    tags: tagsOf(registry, services, namespace),
    examples,
  });
}

/**
 * The document, kept as long as the address is the same. Operations are kept apart: they are dear to describe, and anybody may ask under addresses
 * without number.
 */
const keptDocumentation = (registry: CalendarRegistry, documented: Documented, forPages = false): OpenApiDocument => {
  const { namespace, language, baseUrl } = documented;
  const routes = registry.routes.filter((route) => route.namespace === namespace);
  const parts = routes.map((route) => [route, describeConstant(route, language)] as const);
  const operations = () =>
    cachedIndex(registry.routes, `operations of ${namespace} ${language}`, {
      constant: () => [],
      reader: language,
      moment: [],
      make: () => operationsOf(registry, documented),
    });
  return cachedIndex(registry.routes, `documentation of ${namespace} ${language}${forPages ? ' for pages' : ''}`, {
    constant: () => [
      VERSION,
      ...parts.map(([{ key, endpoints }, { description }]) => [key, description, endpoints.map(({ handle: _, ...rest }) => rest)]),
    ],
    // On pages the address of the service is filled in at the end.
    reader: { language, ...(!forPages && { baseUrl }) },
    moment: [],
    make: () => toDocumentation(registry, documented, operations()),
  });
};

/** Stands for the address of the service in pages that are the same under every address. */
const PLACEHOLDER = 'http://address-of-the-service.invalid';

const withAddress = (page: string, service: string): string =>
  page.replaceAll(PLACEHOLDER, service).replaceAll(new URL(PLACEHOLDER).host, new URL(service).host);

/** A page without the address of the service, with the entity tag of the document that it was made of. */
interface KeptPage {
  readonly tag: string | undefined;
  readonly made: ReturnType<typeof documentationPage>;
}

/** Makes what answers the document as a page, one of each language, whatever the address of the service: anybody may ask under addresses without number. */
const createPages = (registry: CalendarRegistry, services: Services, namespace: string) => {
  const pages = new Map<Language, KeptPage>();
  const pageIn = (language: Language, baseUrl: string): KeptPage => {
    const document = keptDocumentation(registry, { services, namespace, language, baseUrl }, true);
    const tag = indexTag(document);
    const kept = pages.get(language);
    if (kept !== undefined && tag !== undefined && kept.tag === tag) return kept;
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

/** What a request says of the document that it wants, and in which form. */
interface Asked {
  readonly format: 'json' | 'html' | undefined;
  readonly accept: string | readonly string[] | undefined;
  readonly language: Language;
  readonly baseUrl: string;
}

/** Makes what answers the document of a namespace: as JSON for programs, as a page for people. */
export const createDocumentation = (registry: CalendarRegistry, services: Services, namespace: string) => {
  const pageOf = createPages(registry, services, namespace);
  return ({ format, accept, language, baseUrl }: Asked): Reply<OpenApiDocument> | Reply<string> => {
    const isForPeople = format === undefined ? prefersHtml(accept) : format === 'html';
    if (isForPeople) return pageOf(language, baseUrl);
    return reply(keptDocumentation(registry, { services, namespace, language, baseUrl }), { headers: { Vary: 'Accept' } });
  };
};
