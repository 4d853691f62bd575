import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CalendarRegistry, Services } from '../../content';
import { inEach, type Language, serviceRoot, type Text } from '../../language';
import { describeOperations, type OpenApiDocument, type OpenApiOptions, type Operations, toOpenApi } from '../../openapi';
import { cachedIndex, describeConstant, indexTag, prefersHtml, type Reply, reply } from '../../registry';
import { type IntroductionOptions, introductionOf, namespaceSummary } from './introduction';
import { documentationPage } from './page/page';

const VERSION = (JSON.parse(readFileSync(`${__dirname}/../../../../package.json`, 'utf8')) as { version: string }).version;

/** The input for the OpenAPI document of a namespace: namespace, language, language root and services. */
interface DocumentOptions extends IntroductionOptions {
  readonly services: Pick<Services, 'site' | 'postLikes' | 'termLikes' | 'examples' | 'namespace' | 'about'>;
}

const WORDS = {
  server: { en: 'The service, in English', fr: 'Le service, en français' },
  codes: { en: 'All error codes, and what to do', fr: 'Tous les codes d’erreur, et que faire' },
  index: { en: 'What the namespace can do.', fr: 'Ce que sait faire l’espace de noms.' },
  doc: { en: 'This document.', fr: 'Ce document.' },
} as const satisfies Record<string, Text>;

const titleOf = ({ about, site, namespace: main }: DocumentOptions['services'], namespace: string): Text => {
  if (namespace !== main) return { en: `REST API of ${namespace}`, fr: `API REST de ${namespace}` };
  // A site with its own name has that name as title.
  return site.name === about.name ? about.title : { en: `${site.name.en} – REST API`, fr: `${site.name.fr} – API REST` };
};

/** Returns the `info` and other members of an OpenAPI document that depend on the service's address. */
const openApiOptions = ({ services, namespace, language, baseUrl }: DocumentOptions): OpenApiOptions => ({
  language,
  baseUrl,
  title: titleOf(services, namespace)[language],
  summary: namespaceSummary(services, namespace)[language],
  description: introductionOf({ services, namespace, language, baseUrl }),
  // The contact is the site itself, where visitors find its owners.
  contact: { name: services.site.name[language], url: services.site.url ?? `${serviceRoot(baseUrl)}/` },
  license: { name: 'MIT', identifier: 'MIT' },
  version: VERSION,
  server: WORDS.server[language],
  externalDocs: { url: `${baseUrl}/errors`, description: WORDS.codes[language] },
});

/** Returns the OpenAPI tags of a namespace: its types, in the order of their routes, and the namespace itself. */
const tagsOf = (
  { routes }: CalendarRegistry,
  { postLikes, termLikes, about, namespace: main }: DocumentOptions['services'],
  namespace: string,
): Readonly<Record<string, Text>> => {
  const itself = { index: WORDS.index, doc: WORDS.doc };
  if (namespace !== main) return itself;
  const types = routes.flatMap((route): (readonly [string, Text])[] => {
    const plural = route.path.slice(1);
    const names = route.namespace === main ? (postLikes.get(plural) ?? termLikes.get(plural))?.names : undefined;
    if (names === undefined) return [];
    const more = about.tags[plural];
    const text = {
      en: `To list, read, create, change and delete ${names.en}.`,
      fr: `Pour lister, lire, créer, modifier et supprimer les ${names.fr}.`,
    };
    return [[plural, more === undefined ? text : inEach((language) => `${text[language]} ${more[language]}`)]];
  });
  const ofTypes = Object.fromEntries(types);
  const others = Object.entries(about.tags).filter(([name]) => !Object.hasOwn(ofTypes, name));
  return { ...ofTypes, ...Object.fromEntries(others), ...itself };
};

export const toDocumentation = (
  registry: CalendarRegistry,
  documented: DocumentOptions,
  operations = operationsOf(registry, documented),
): OpenApiDocument => toOpenApi(registry, documented.namespace, openApiOptions(documented), operations);

/** Describes the operations of a namespace for its OpenAPI document. The result does not depend on the service's address. */
function operationsOf(registry: CalendarRegistry, { services, namespace, language }: Omit<DocumentOptions, 'baseUrl'>): Operations {
  const examples = services.examples(language);
  return describeOperations(registry, namespace, {
    language,
    served: services.site.served,
    tags: tagsOf(registry, services, namespace),
    // Other namespaces may use the same operation names, so they get no examples of operations.
    examples: namespace === services.namespace ? examples : { ...examples, operations: {} },
  });
}

/** Returns a SHA-1 digest of a namespace's declarations, so that the cached OpenAPI document changes with them. */
const digestOf = ({ routes }: CalendarRegistry, namespace: string, language: Language): string => {
  const hash = createHash('sha1').update(VERSION);
  // Hashed one by one, since their joined text is large.
  for (const route of routes.filter((one) => one.namespace === namespace)) {
    const endpoints = route.endpoints.map(({ handle: _, ...rest }) => rest);
    // A function, such as a computed default, counts too.
    hash.update(JSON.stringify([describeConstant(route, language), endpoints], (_, value) => (typeof value === 'function' ? true : value)));
  }
  return hash.digest('base64url');
};

/**
 * Returns the OpenAPI document of a namespace for one address, from the cache in memory. Operations are cached separately, since they are
 * expensive and the same under all addresses.
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
    // Pages insert the address of the service after caching.
    reader: { language, ...(!forPages && { baseUrl }) },
    make: () => toDocumentation(registry, documented, operations()),
  });
};

/** The placeholder for the address of the service in cached pages. */
const PLACEHOLDER = 'http://address-of-the-service.invalid';

interface DocumentRequest {
  readonly format: 'json' | 'html' | undefined;
  readonly accept: string | readonly string[] | undefined;
  readonly language: Language;
  readonly baseUrl: string;
}

/**
 * Makes the function that replies with a namespace's OpenAPI document: JSON for programs, a page for people. It caches one page for each
 * language, whatever the address of the service, since clients may use any number of addresses.
 */
export const createDocumentation = (registry: CalendarRegistry, services: Services, namespace: string) => {
  const pages = new Map<Language, { readonly document: OpenApiDocument; readonly page: Reply<string> }>();
  const pageIn = (language: Language) => {
    const documented = { services, namespace, language, baseUrl: `${PLACEHOLDER}/${language}` };
    const document = cachedDocumentation(registry, documented, { forPages: true });
    const cached = pages.get(language);
    if (cached?.document === document) return cached;
    const page = documentationPage({ document, namespace, language, branding: services.site, root: PLACEHOLDER });
    pages.set(language, { document, page });
    return { document, page };
  };
  return ({ format, accept, language, baseUrl }: DocumentRequest): Reply<OpenApiDocument> | Reply<string> => {
    const isForPeople = format === undefined ? prefersHtml(accept) : format === 'html';
    if (!isForPeople) {
      return reply(cachedDocumentation(registry, { services, namespace, language, baseUrl }), { headers: { Vary: 'Accept' } });
    }
    const { document, page } = pageIn(language);
    const service = serviceRoot(baseUrl);
    const body = page.body.replaceAll(PLACEHOLDER, service).replaceAll(new URL(PLACEHOLDER).host, new URL(service).host);
    const tag = indexTag(document)?.replace(/"$/, `-${createHash('sha1').update(service).digest('base64url')}-page"`);
    return reply(body, { headers: { ...page.headers, ...(tag && { ETag: tag }) }, language });
  };
};
