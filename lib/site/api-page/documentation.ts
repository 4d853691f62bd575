import { createHash } from 'node:crypto';
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
  codes: { en: 'All error codes, and what to do', fr: 'Tous les codes d’erreur, et que faire' },
  index: { en: 'What the namespace can do.', fr: 'Ce que sait faire l’espace de noms.' },
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
  const options = {
    language,
    baseUrl,
    title: titleOf(services, namespace)[language],
    summary: namespaceSummary(services, namespace)[language],
    description: introductionOf(documented),
    // The contact is the site itself, where visitors find its owners.
    contact: { name: services.site.name[language], url: services.site.url ?? `${serviceRoot(baseUrl)}/` },
    license: { name: 'MIT', identifier: 'MIT' },
    version: VERSION,
    server: WORDS.server[language],
    externalDocs: { url: `${baseUrl}/errors`, description: WORDS.codes[language] },
  };
  return toOpenApi(registry, namespace, options, operations);
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
      en: `To list, read, create, change and delete ${names.en}.`,
      fr: `Pour lister, lire, créer, modifier et supprimer les ${names.fr}.`,
    };
    return [[plural, more === undefined ? text : inEach((language) => `${text[language]} ${more[language]}`)]];
  });
  const ofTypes = Object.fromEntries(types);
  const others = Object.entries(about.tags).filter(([name]) => !Object.hasOwn(ofTypes, name));
  return { ...ofTypes, ...Object.fromEntries(others), ...itself };
};

/** Returns the operations of a namespace from the cache in memory. They are expensive, and equal under all addresses of the service. */
const cachedOperations = (registry: CalendarRegistry, documented: DocumentOptions): Operations =>
  cachedIndex(registry.indexes, `operations of ${documented.namespace} ${documented.language}`, {
    constant: () => [],
    client: documented.language,
    make: () => operationsOf(registry, documented),
  });

const cachedDocumentation = (registry: CalendarRegistry, documented: DocumentOptions): OpenApiDocument => {
  const { namespace, language, baseUrl } = documented;
  return cachedIndex(registry.indexes, `documentation of ${namespace} ${language}`, {
    // The entity tag changes with these parts.
    constant: (): readonly [string, Operations] => [VERSION, cachedOperations(registry, documented)],
    client: { language, baseUrl },
    make: ([, operations]) => toDocumentation(registry, documented, operations),
  });
};

/** The placeholder for the address of the service in cached pages. */
const PLACEHOLDER = 'http://address-of-the-service.invalid';

interface CachedPage {
  readonly operations: Operations;
  readonly page: Reply<string>;
  readonly digest: string;
}

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
  const pages = new Map<Language, CachedPage>();
  const pageIn = (language: Language): CachedPage => {
    const documented = { services, namespace, language, baseUrl: `${PLACEHOLDER}/${language}` };
    const operations = cachedOperations(registry, documented);
    const cached = pages.get(language);
    if (cached?.operations === operations) return cached;
    const document = toDocumentation(registry, documented, operations);
    const page = documentationPage({ document, namespace, language, branding: services.site, root: PLACEHOLDER });
    const made = { operations, page, digest: digestOf(page.body) };
    pages.set(language, made);
    return made;
  };
  return ({ format, accept, language, baseUrl }: DocumentRequest): Reply<OpenApiDocument> | Reply<string> => {
    const isForPeople = format === undefined ? prefersHtml(accept) : format === 'html';
    if (!isForPeople) {
      return reply(cachedDocumentation(registry, { services, namespace, language, baseUrl }), { headers: { Vary: 'Accept' } });
    }
    const { page, digest } = pageIn(language);
    const service = serviceRoot(baseUrl);
    const body = page.body.replaceAll(PLACEHOLDER, service).replaceAll(new URL(PLACEHOLDER).host, new URL(service).host);
    return reply(body, { headers: { ...page.headers, ETag: `W/"${digest}-${digestOf(service)}"` }, language });
  };
};

const digestOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

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
        en: `The first segment of the address, ${roots.en}, is the language of the content and of the messages: there is no other.`,
        fr: `Le premier segment de l’adresse, ${roots.fr}, donne la langue du contenu et des messages : il n’y en a pas d’autre.`,
      },
    };
  }
  const root = serviceRoot(baseUrl);
  const links = others.map((other) => `[${LANGUAGE_NAMES[other]}](${root}/${other}/${namespace}/doc)`).join(', ');
  return {
    title,
    text: {
      en: `The first segment of the address, ${roots.en}, is the language of the content and of the messages; the parameter \`ml_language\` overrides it. Lists and slugs are those of this language, while an ID finds a record whatever its language. This document in another language: ${links}.`,
      fr: `Le premier segment de l’adresse, ${roots.fr}, donne la langue du contenu et des messages ; le paramètre \`ml_language\` l’emporte sur lui. Les listes et les slugs sont ceux de cette langue, alors qu’un identifiant désigne un enregistrement quelle que soit sa langue. Ce document dans une autre langue : ${links}.`,
    },
  };
};

const TRANSLATIONS: Section = {
  title: { en: 'Translations', fr: 'Traductions' },
  text: {
    en: 'A record tells its `language` and, in `translations` and in the header `Link`, where it is in others. A list shows one language: `ml_fallback=true` adds what has no translation in it that one may read, and `ml_all=true` lists all languages side by side. A slug that is none in the language of the request is 404, and `data.translations` names where the record is; with `ml_fallback=true` it is read where it is not translated.\n\n`translation_of`, the ID of a record in another language, makes a translation of it: what is not language, such as dates, is shared by all translations. Who may not change each of them gets 403, and `Changed-Translations` names the languages that a change has reached. Each operation says what is shared.',
    fr: 'Un enregistrement indique sa `language` et, dans `translations` et dans l’en-tête `Link`, où il se trouve dans d’autres langues. Une liste montre une seule langue : `ml_fallback=true` ajoute ce qui n’y a pas de traduction que l’on puisse lire, et `ml_all=true` liste toutes les langues côte à côte. Un slug qui n’existe pas dans la langue de la requête donne 404, et `data.translations` indique où se trouve l’enregistrement ; avec `ml_fallback=true`, il est lu s’il n’est pas traduit.\n\n`translation_of`, l’identifiant d’un enregistrement dans une autre langue, en crée une traduction : ce qui n’est pas propre à une langue, comme les dates, est commun à toutes les traductions. Qui ne peut pas modifier chacune d’elles reçoit 403, et `Changed-Translations` indique les langues qu’une modification a atteintes. Chaque opération dit ce qui est commun.',
  },
};

const AUTHENTICATION: Section = {
  title: { en: 'Authentication', fr: 'Authentification' },
  text: {
    en: 'HTTP Basic with a login and an application password, which those who run the service give out; there are no cookies and no tokens. Without credentials one reads what is public. Wrong credentials are refused with 401, on public addresses too. `Allow` and `OPTIONS` tell which methods the user may use at an address.',
    fr: 'HTTP Basic, avec un nom de connexion et un mot de passe d’application que donnent les responsables du service ; il n’y a ni cookies ni jetons. Sans identifiants, on lit ce qui est public. Des identifiants erronés sont refusés (401), même aux adresses publiques. `Allow` et `OPTIONS` indiquent les méthodes que l’utilisateur peut employer à une adresse.',
  },
};

const paging = ({ services }: DocumentOptions): Section => {
  const [usual, most] = [defaultPerPage(services.site.maxPerPage), services.site.maxPerPage];
  return {
    title: { en: 'Paging', fr: 'Pagination' },
    text: {
      en: `A list has pages: \`page\` counts from 1, and \`per_page\` is ${usual} unless given and ${most} at most (more is taken as ${most}). The answer holds \`total\`, \`total_pages\` and the addresses of the pages around it; the headers \`X-WP-Total\`, \`X-WP-TotalPages\` and \`Link\` say the same. A page after the last is 404; of terms, such as categories and tags, it is an empty list.`,
      fr: `Une liste a des pages : \`page\` compte à partir de 1, et \`per_page\` vaut ${usual} par défaut et ${most} au plus (davantage est ramené à ${most}). La réponse contient \`total\`, \`total_pages\` et les adresses des pages voisines ; les en-têtes \`X-WP-Total\`, \`X-WP-TotalPages\` et \`Link\` disent la même chose. Demander une page au-delà de la dernière donne 404 ; pour les termes, comme les catégories et les étiquettes, une liste vide.`,
    },
  };
};

const errors = ({ baseUrl }: DocumentOptions): Section => ({
  title: { en: 'Errors', fr: 'Erreurs' },
  text: {
    en: `An error is \`{ "code", "message", "data": { "status" } }\`, with \`params\` in \`data\` where parameters are at fault; with \`Accept: application/problem+json\` it is a problem document (RFC 9457). Programs can rely on the code, and people on the message. [All codes](${baseUrl}/errors) are explained.`,
    fr: `Une erreur est \`{ "code", "message", "data": { "status" } }\`, avec \`params\` dans \`data\` si des paramètres sont en cause ; avec \`Accept: application/problem+json\`, c’est un document de problème (RFC 9457). Les programmes peuvent se fier au code, et les personnes au message. [Tous les codes](${baseUrl}/errors) sont expliqués.`,
  },
});

const CACHING: Section = {
  title: { en: 'Caching', fr: 'Mise en cache' },
  text: {
    en: 'What is read carries an `ETag`: send it back in `If-None-Match`, and what has not changed is answered with 304 and no body. Answers to credentials must not be stored.',
    fr: 'Ce qui est lu porte un `ETag` : renvoyez-le dans `If-None-Match`, et ce qui n’a pas changé donne 304, sans corps. Les réponses aux requêtes authentifiées ne doivent pas être mises en cache.',
  },
};

const WRITING: Section = {
  title: { en: 'Writing safely', fr: 'Écrire sans risque' },
  text: {
    en: 'By default the last write wins. Send the `ETag` of a record in `If-Match`, and it is changed or deleted only if nobody has written it since (412 otherwise). Send an `Idempotency-Key` with what creates: sent again within 24 hours, the same request gets the same answer, and nothing is created twice.',
    fr: 'Sans autre précaution, la dernière écriture l’emporte. Envoyez l’`ETag` d’un enregistrement dans `If-Match`, et il n’est modifié ou supprimé que si personne ne l’a modifié depuis (412 sinon). Envoyez une `Idempotency-Key` avec ce qui crée : renvoyée dans les 24 heures, la même requête reçoit la même réponse, et rien n’est créé deux fois.',
  },
};

/** Pages of the folder `docs`, each with the task of a reader that it explains. */
const TASKS: readonly (readonly [page: string, task: Text])[] = [
  ['use/finding-events', { en: 'Find events', fr: 'Trouver des évènements' }],
  ['use/dates-and-windows', { en: 'Choose days and times', fr: 'Choisir des jours et des heures' }],
  ['use/paging-and-sync', { en: 'Copy and follow a calendar', fr: 'Copier et suivre un calendrier' }],
  ['use/writing-safely', { en: 'Create and change records', fr: 'Créer et modifier des enregistrements' }],
  ['use/two-languages', { en: 'Translate records', fr: 'Traduire des enregistrements' }],
  ['use/show-events-on-a-web-page', { en: 'Show events on a web page', fr: 'Afficher des évènements sur une page web' }],
  ['use/typed-client', { en: 'Make a typed client', fr: 'Créer un client typé' }],
  ['use/calendars-and-feeds', { en: 'Subscribe to calendars and feeds', fr: 'S’abonner aux calendriers et aux flux' }],
  ['extend/README', { en: 'Add routes, content types and fields', fr: 'Ajouter des routes, des types de contenu et des champs' }],
];

const BY_TASK: Section = {
  title: { en: 'Guides by task', fr: 'Guides par tâche' },
  text: {
    en: `The folder \`docs\` of the repository has a page for each task:\n\n${TASKS.map(([page, { en }]) => `- ${en}: \`docs/${page}.md\``).join('\n')}`,
    fr: `Le dossier \`docs\` du dépôt contient une page pour chaque tâche :\n\n${TASKS.map(([page, { fr }]) => `- ${fr} : \`docs/${page}.md\``).join('\n')}`,
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
    ...(isMain ? [WRITING, BY_TASK] : []),
  ];
  return [
    namespaceSummary(services, namespace)[language],
    ...(isMain ? [services.about.rights[language]] : []),
    ...sections.map(({ title, text }) => `## ${title[language]}\n\n${text[language]}`),
  ].join('\n\n');
};
