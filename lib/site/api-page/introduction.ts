import { defaultPerPage, type Section, type Services } from '../../content';
import { inEach, LANGUAGE_NAMES, type Language, serviceRoot, type Text } from '../../language';

/** The input for the introduction of an API page: namespace, language and services. `baseUrl` is the address of the language root. */
export interface IntroductionOptions {
  readonly services: Pick<Services, 'site' | 'namespace' | 'about'>;
  readonly namespace: string;
  readonly language: Language;
  readonly baseUrl: string;
}

/** Returns a summary of a namespace in a few sentences, for the beginning of its OpenAPI document. */
export const namespaceSummary = ({ about, site, namespace: main }: IntroductionOptions['services'], namespace: string): Text =>
  namespace === main ? about.summary(site.served) : about.additions(site.served);

const languages = ({ services, language, baseUrl, namespace }: IntroductionOptions): Section => {
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

const paging = ({ services }: IntroductionOptions): Section => {
  const [usual, most] = [defaultPerPage(services.site.maxPerPage), services.site.maxPerPage];
  return {
    title: { en: 'Paging', fr: 'Pagination' },
    text: {
      en: `A list has pages: \`page\` counts from 1, and \`per_page\` is ${usual} unless given and ${most} at most (more is taken as ${most}). The answer holds \`total\`, \`total_pages\` and the addresses of the pages around it; the headers \`X-WP-Total\`, \`X-WP-TotalPages\` and \`Link\` say the same. A page after the last is 404; of terms, such as categories and tags, it is an empty list.`,
      fr: `Une liste a des pages : \`page\` compte à partir de 1, et \`per_page\` vaut ${usual} par défaut et ${most} au plus (davantage est ramené à ${most}). La réponse contient \`total\`, \`total_pages\` et les adresses des pages voisines ; les en-têtes \`X-WP-Total\`, \`X-WP-TotalPages\` et \`Link\` disent la même chose. Demander une page au-delà de la dernière donne 404 ; pour les termes, comme les catégories et les étiquettes, une liste vide.`,
    },
  };
};

const errors = ({ baseUrl }: IntroductionOptions): Section => ({
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

/** Returns the introduction of a namespace's OpenAPI document, in Markdown. */
export const introductionOf = (options: IntroductionOptions): string => {
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
