import { readFileSync } from 'node:fs';
import { type CalendarRegistry, defaultPerPage, type Section, type Services } from '../../content';
import { inEach, LANGUAGE_NAMES, type Language, serviceRoot, type Text } from '../../language';
import { describeOperations, type OpenApiDocument, type Operations, toOpenApi } from '../../openapi';
import { cachedIndex, prefersHtml, type Reply, reply } from '../../registry';
import { documentationPage } from './page/page';

const VERSION = (JSON.parse(readFileSync(`${__dirname}/../../../../package.json`, 'utf8')) as { version: string }).version;

/** The input for the OpenAPI document of a namespace. `baseUrl` is the address of the language root. */
interface DocumentOptions {
  readonly services: Services;
  readonly namespace: string;
  readonly language: Language;
  readonly baseUrl: string;
}

const WORDS = {
  server: { en: 'The service, in English', fr: 'Le service, en français' },
  codes: { en: 'All error codes, with the remedy for each', fr: 'Tous les codes d’erreur, avec la solution pour chacun' },
  index: { en: 'The routes of this API.', fr: 'Les routes de cette API.' },
  doc: { en: 'This document.', fr: 'Ce document.' },
} as const satisfies Record<string, Text>;

const titleOf = ({ about, site, namespace: main }: Services, namespace: string): Text => {
  if (namespace !== main) return { en: `REST API of ${namespace}`, fr: `API REST de ${namespace}` };
  // A site with its own name has that name as title.
  return site.name === about.name ? about.title : { en: `${site.name.en} – REST API`, fr: `${site.name.fr} – API REST` };
};

export const toDocumentation = (
  registry: CalendarRegistry,
  documented: DocumentOptions,
  operations = operationsOf(registry, documented),
): OpenApiDocument => {
  const { services, namespace, language, baseUrl } = documented;
  return toOpenApi(namespace, operations, {
    baseUrl,
    server: WORDS.server[language],
    info: {
      title: titleOf(services, namespace)[language],
      version: VERSION,
      summary: namespaceSummary(services, namespace)[language],
      description: introductionOf(documented),
      // The contact is the site itself, where visitors find its owners.
      contact: { name: services.site.name[language], url: services.site.url ?? `${serviceRoot(baseUrl)}/` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: `${baseUrl}/errors`, description: WORDS.codes[language] },
  });
};

/** Describes the operations of a namespace for its OpenAPI document. The result does not depend on the service's address. */
function operationsOf(registry: CalendarRegistry, { services, namespace, language }: DocumentOptions): Operations {
  const examples = services.examples(language);
  return describeOperations(registry, namespace, {
    language,
    served: services.site.served,
    tags: tagsOf(registry, services, namespace),
    // Other namespaces may use the same operation names, so they get no examples of operations.
    examples: namespace === services.namespace ? examples : { ...examples, operations: {} },
  });
}

/** Returns the OpenAPI tags of a namespace: its types, in the order of their routes, and the namespace itself. */
const tagsOf = (
  { routes }: CalendarRegistry,
  { postLikes, termLikes, about, namespace: main }: Services,
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
      en: `List, read, create, change and delete ${names.en}.`,
      fr: `Pour lister, lire, créer, modifier et supprimer les ${names.fr}.`,
    };
    return [[plural, more === undefined ? text : inEach((language) => `${text[language]} ${more[language]}`)]];
  });
  const ofTypes = Object.fromEntries(types);
  const others = Object.entries(about.tags).filter(([name]) => !Object.hasOwn(ofTypes, name));
  return { ...ofTypes, ...Object.fromEntries(others), ...itself };
};

/** Returns the document of a namespace from the cache in memory. Its operations are equal under all addresses of the service. */
const cachedDocumentation = (registry: CalendarRegistry, documented: DocumentOptions): OpenApiDocument => {
  const { namespace, language, baseUrl } = documented;
  const operations = cachedIndex(registry.indexes, `operations of ${namespace} ${language}`, {
    dependsOn: [],
    make: () => operationsOf(registry, documented),
  });
  return cachedIndex(registry.indexes, `documentation of ${namespace} ${language}`, {
    dependsOn: [baseUrl],
    make: () => toDocumentation(registry, documented, operations),
  });
};

/** The placeholder for the address of the service in cached pages. */
const PLACEHOLDER = 'http://address-of-the-service.invalid';

/**
 * Returns the page of a namespace with the placeholder. One page is cached for each language, whatever the address of the service, since
 * clients may use any number of addresses.
 */
const cachedPage = (registry: CalendarRegistry, requested: DocumentOptions): Reply<string> => {
  const { services, namespace, language } = requested;
  return cachedIndex(registry.indexes, `page of ${namespace} ${language}`, {
    dependsOn: [],
    make() {
      const document = toDocumentation(registry, { ...requested, baseUrl: `${PLACEHOLDER}/${language}` });
      return documentationPage({ document, namespace, language, branding: services.site, root: PLACEHOLDER });
    },
  });
};

interface DocumentRequest {
  readonly format: 'json' | 'html' | undefined;
  readonly accept: string | readonly string[] | undefined;
  readonly language: Language;
  readonly baseUrl: string;
}

/** Makes the function that replies with a namespace's OpenAPI document: JSON for programs, a page for people. */
export const createDocumentation =
  (registry: CalendarRegistry, services: Services, namespace: string) =>
  ({ format, accept, language, baseUrl }: DocumentRequest): Reply<OpenApiDocument> | Reply<string> => {
    const documented = { services, namespace, language, baseUrl };
    const isForPeople = format === undefined ? prefersHtml(accept) : format === 'html';
    if (!isForPeople) return reply(cachedDocumentation(registry, documented), { headers: { Vary: 'Accept' } });
    const { body, headers } = cachedPage(registry, documented);
    const service = serviceRoot(baseUrl);
    const placed = body.replaceAll(PLACEHOLDER, service).replaceAll(new URL(PLACEHOLDER).host, new URL(service).host);
    return reply(placed, { headers, language });
  };

const namespaceSummary = ({ about, site, namespace: main }: Services, namespace: string): Text =>
  namespace === main ? about.summary(site.served) : about.additions(site.served);

const languages = ({ services, language, baseUrl, namespace }: DocumentOptions): Section => {
  const title: Text = { en: 'Languages', fr: 'Langues' };
  const { languages: all } = services.site.served;
  const roots = inEach((one) => new Intl.ListFormat(one, { type: 'disjunction' }).format(all.map((other) => `\`/${other}\``)));
  const others = all.filter((other) => other !== language);
  if (others.length === 0) {
    return {
      title,
      text: {
        en: `The service has one language, so the first segment of each address is ${roots.en}.`,
        fr: `Le service n’a qu’une langue : le premier segment de chaque adresse est ${roots.fr}.`,
      },
    };
  }
  const root = serviceRoot(baseUrl);
  const links = others.map((other) => `[${LANGUAGE_NAMES[other]}](${root}/${other}/${namespace}/doc)`).join(', ');
  return {
    title,
    text: {
      en: `The first segment of the address, ${roots.en}, sets the language of the content and of the messages. The parameter \`ml_language\` overrides it. Lists and slugs belong to this language. An ID finds a record in any language. This document in another language: ${links}.`,
      fr: `Le premier segment de l’adresse, ${roots.fr}, fixe la langue du contenu et des messages. Le paramètre \`ml_language\` est prioritaire. Les listes et les slugs sont propres à cette langue. Un identifiant trouve l’enregistrement quelle que soit sa langue. Ce document dans une autre langue : ${links}.`,
    },
  };
};

const TRANSLATIONS: Section = {
  title: { en: 'Translations', fr: 'Traductions' },
  text: {
    en: 'A record has one `language`. Its member `translations` and the header `Link` contain the addresses of its translations.\n\nA list shows one language. `ml_fallback=true` adds the records of other languages that have no readable translation into it, and `ml_all=true` lists all languages. A slug belongs to one language. In another language it is answered with 404, and `data.translations` contains the addresses of the record. With `ml_fallback=true`, the slug finds a record that has no readable translation into the requested language.\n\nTo create a translation, send `translation_of` with the ID of the original. All translations share the fields that do not depend on language, such as dates; each operation lists them. To change a shared field, you need the right to change every translation (403 otherwise). The header `Changed-Translations` then lists the languages of the changed translations.',
    fr: 'Un enregistrement a une seule langue, `language`. Son champ `translations` et l’en-tête `Link` contiennent les adresses de ses traductions.\n\nUne liste montre une seule langue. `ml_fallback=true` ajoute les enregistrements d’autres langues qui n’y ont pas de traduction lisible, et `ml_all=true` liste toutes les langues. Un slug est propre à une langue. Dans une autre, la réponse est 404, et `data.translations` contient les adresses de l’enregistrement. Avec `ml_fallback=true`, le slug trouve un enregistrement sans traduction lisible dans la langue demandée.\n\nPour créer une traduction, envoyez `translation_of` avec l’identifiant de l’original. Toutes les traductions partagent les champs qui ne dépendent pas de la langue, comme les dates ; chaque opération les énumère. Pour modifier un champ partagé, il faut le droit de modifier toutes les traductions (403 sinon). L’en-tête `Changed-Translations` énumère alors les langues des traductions modifiées.',
  },
};

const AUTHENTICATION: Section = {
  title: { en: 'Authentication', fr: 'Authentification' },
  text: {
    en: 'Send a login and an application password over HTTP Basic. You get them from the operator of the service. There are no cookies and no tokens. Without credentials you can read public records. Wrong credentials are refused with 401, at public addresses too. The header `Allow` and the method `OPTIONS` list the methods that you may use at an address.',
    fr: 'Envoyez un nom de connexion et un mot de passe d’application par HTTP Basic. Ils vous sont donnés par la personne qui gère le service. Il n’y a ni cookies ni jetons. Sans identifiants, vous pouvez lire les enregistrements publics. Des identifiants erronés sont refusés avec 401, même aux adresses publiques. L’en-tête `Allow` et la méthode `OPTIONS` énumèrent les méthodes que vous pouvez utiliser à une adresse.',
  },
};

const paging = ({ services }: DocumentOptions): Section => {
  const [usual, most] = [defaultPerPage(services.site.maxPerPage), services.site.maxPerPage];
  return {
    title: { en: 'Paging', fr: 'Pagination' },
    text: {
      en: `A list is divided into pages. \`page\` counts from 1. \`per_page\` is ${usual} by default and ${most} at most: a larger number counts as ${most}. The answer contains \`total\`, \`total_pages\` and the addresses of the next and the previous page. The headers \`X-WP-Total\`, \`X-WP-TotalPages\` and \`Link\` contain the same information. A page after the last one is answered with 404, except in lists of terms, such as categories and tags: there the answer is an empty list.`,
      fr: `Une liste est divisée en pages. \`page\` compte à partir de 1. \`per_page\` vaut ${usual} par défaut et ${most} au plus : un nombre plus grand est ramené à ${most}. La réponse contient \`total\`, \`total_pages\` et les adresses des pages suivante et précédente. Les en-têtes \`X-WP-Total\`, \`X-WP-TotalPages\` et \`Link\` donnent les mêmes informations. Une page au-delà de la dernière donne 404, sauf dans les listes de termes, comme les catégories et les étiquettes : la réponse y est une liste vide.`,
    },
  };
};

const errors = ({ baseUrl }: DocumentOptions): Section => ({
  title: { en: 'Errors', fr: 'Erreurs' },
  text: {
    en: `An error is \`{ "code", "message", "data": { "status" } }\`, with \`params\` in \`data\` if parameters are missing or not valid. With \`Accept: application/problem+json\` it is a problem document (RFC 9457). Programs should read the code; the message is for people. See the [list of all error codes](${baseUrl}/errors).`,
    fr: `Une erreur est \`{ "code", "message", "data": { "status" } }\`, avec \`params\` dans \`data\` si des paramètres manquent ou ne sont pas valides. Avec \`Accept: application/problem+json\`, c’est un document de problème (RFC 9457). Les programmes doivent lire le code ; le message s’adresse aux personnes. Voir la [liste de tous les codes d’erreur](${baseUrl}/errors).`,
  },
});

const CACHING: Section = {
  title: { en: 'Caching', fr: 'Mise en cache' },
  text: {
    en: 'Answers to GET have an `ETag`. Send it back in `If-None-Match`: if nothing has changed, the answer is 304, without a body. Answers to requests with credentials must not be cached.',
    fr: 'Les réponses à GET ont un `ETag`. Renvoyez-le dans `If-None-Match` : si rien n’a changé, la réponse est 304, sans corps. Les réponses aux requêtes avec identifiants ne doivent pas être mises en cache.',
  },
};

const WRITING: Section = {
  title: { en: 'Writing safely', fr: 'Écrire sans risque' },
  text: {
    en: 'By default the last write wins. To avoid lost updates, send the `ETag` of the record in `If-Match`: if somebody has changed the record since, your request changes nothing and is answered with 412. To create records safely, send an `Idempotency-Key`: if you send the same request again within 24 hours, it gets the same answer and creates nothing.',
    fr: 'Par défaut, la dernière écriture l’emporte. Pour ne pas perdre de modifications, envoyez l’`ETag` de l’enregistrement dans `If-Match` : si quelqu’un l’a modifié depuis, votre requête ne change rien et reçoit 412. Pour créer sans risque, envoyez une `Idempotency-Key` : la même requête renvoyée dans les 24 heures reçoit la même réponse et ne crée rien.',
  },
};

const introductionOf = (options: DocumentOptions): string => {
  const { services, namespace, language } = options;
  const isMain = namespace === services.namespace;
  const sections = [
    languages(options),
    ...(isMain ? [TRANSLATIONS] : []),
    AUTHENTICATION,
    ...(isMain ? [paging(options), ...services.about.sections(services.site)] : []),
    errors(options),
    CACHING,
    ...(isMain ? [WRITING] : []),
  ];
  return [
    namespaceSummary(services, namespace)[language],
    ...(isMain ? [services.about.rights[language]] : []),
    ...sections.map(({ title, text }) => `## ${title[language]}\n\n${text[language]}`),
  ].join('\n\n');
};
