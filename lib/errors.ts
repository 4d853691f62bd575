import { codeOf, type KindCode, type PlainCode, type StatusOf } from './errors/codes';
import { repeatable } from './errors/repeatable';
import { capitalized, type Text } from './language';

/**
 * A refusal with a meaning for the client. Throw it anywhere; `lib/http/errors.ts` alone turns it into an answer.
 * `code` is the contract, `text` a whole sentence in every language that says what to do, `status` the HTTP status.
 *
 * @example
 * throw new ApiError('library-closed', 403, { en: 'The library is closed today.', fr: 'La bibliothèque est fermée aujourd’hui.' });
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: string,
    readonly status: number,
    readonly text: Text,
    /** More members of the answer's `data`, beside `status`. */
    readonly data: Readonly<Record<string, unknown>> = {},
    /** For `rest_invalid_param`: each refused parameter and why. */
    readonly reasons: Readonly<Record<string, ApiError>> = {},
    /** Headers of the answer, e.g. `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(text.en);
  }
}

/** A kind of record, as errors speak of it: codes derive from `kind`, sentences from `name` (without article, in the singular). */
export interface Kind {
  readonly kind: string;
  readonly name: Text;
}

/** What a login looks like that is meant as an e-mail address. */
const EMAIL = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/;

const RETRY_SOON = { 'Retry-After': '2' };

/** How many of those names that were sent one sentence lists. */
const MOST_NAMED = 10;

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** A number with its noun, which is plural in English for all but 1, in French from 2 on. */
const inEnglish = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const inFrench = (count: number, noun: string): string => `${count} ${noun}${count < 2 ? '' : 's'}`;

const spelt = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');

const TYPE_NAMES = {
  string: { en: 'a string', fr: 'une chaîne de caractères' },
  integer: { en: 'an integer', fr: 'un nombre entier' },
  number: { en: 'a number', fr: 'un nombre' },
  boolean: { en: 'true or false', fr: 'true ou false' },
  array: { en: 'a list', fr: 'une liste' },
  object: { en: 'an object', fr: 'un objet' },
  null: { en: 'null', fr: 'null' },
} as const satisfies Record<string, Text>;

/** The types that a parameter can have, as sentences name them. */
type SchemaType = keyof typeof TYPE_NAMES;

const ofTypes = (name: string, types: readonly SchemaType[]): Text => ({
  en: `\`${name}\` must be ${types.map((type) => TYPE_NAMES[type].en).join(', or ')}.`,
  fr: `\`${name}\` doit être ${types.map((type) => TYPE_NAMES[type].fr).join(', ou ')}.`,
});

/** Makes a refusal; a code that nothing explains, or with another status than is explained, does not compile. */
const refusal = <C extends PlainCode>(code: C, status: StatusOf<C>, ...more: More): ApiError => new ApiError(code, status, ...more);

/** The same for a code that each kind has of its own. */
const kindRefusal = <C extends KindCode>(kind: string, code: C, status: StatusOf<C>, text: Text): ApiError =>
  new ApiError(codeOf(code, kind), status, text);

type More = ConstructorParameters<typeof ApiError> extends [string, number, ...infer Rest] ? Rest : never;

/** A sentence about something that was sent: the one that repeats it, or the other where that may not be. */
const about = (sent: string, named: (sent: string) => Text, unnamed: Text): Text => {
  const shown = repeatable(sent);
  return shown === undefined ? unnamed : named(shown);
};

const badParam = (code: Extract<PlainCode, `rest_${string}`>, en: string, fr: string): ApiError => refusal(code, 400, { en, fr });

/** Every refusal the service makes; `lib/errors/codes.ts` explains their codes. Kinds' codes derive from their `kind`. */
export const errors = {
  forbidden: (anonymous: boolean) =>
    refusal('rest_forbidden', anonymous ? 401 : 403, {
      en: anonymous ? 'You must log in with an application password to do that.' : 'Your role does not allow you to do that.',
      fr: anonymous
        ? 'Vous devez vous identifier avec un mot de passe d’application pour faire cela.'
        : 'Votre rôle ne vous permet pas de faire cela.',
    }),
  wrongPassword: (login: string) =>
    refusal(
      'incorrect_password',
      401,
      about(
        login,
        (shown) => ({
          en: `The application password given for ${shown} is incorrect. Check it, or ask for a new one.`,
          fr: `Le mot de passe d’application donné pour ${shown} est incorrect. Vérifiez-le ou demandez-en un nouveau.`,
        }),
        {
          en: 'The application password is incorrect. Check it, or ask for a new one.',
          fr: 'Le mot de passe d’application est incorrect. Vérifiez-le ou demandez-en un nouveau.',
        },
      ),
    ),
  unknownLogin: (login: string) =>
    refusal(
      EMAIL.test(login) ? 'invalid_email' : 'invalid_username',
      401,
      about(
        login,
        (shown) => ({
          en: `There is no user named ${shown}. Check the spelling, or send no credentials.`,
          fr: `Il n’existe pas d’utilisateur nommé ${shown}. Vérifiez l’orthographe ou n’envoyez pas d’identifiants.`,
        }),
        {
          en: 'There is no user of this name. Check the spelling, or send no credentials.',
          fr: 'Il n’existe pas d’utilisateur de ce nom. Vérifiez l’orthographe ou n’envoyez pas d’identifiants.',
        },
      ),
    ),
  tooManyFailures: (seconds: number) =>
    refusal(
      'too_many_failed_logins',
      429,
      {
        en: `Too many wrong passwords. Try again in ${inEnglish(seconds, 'second')}.`,
        fr: `Trop de mots de passe erronés. Réessayez dans ${inFrench(seconds, 'seconde')}.`,
      },
      {},
      {},
      { 'Retry-After': String(seconds) },
    ),
  notFound: ({ kind, name }: Kind, key: number | string) =>
    kindRefusal(
      kind,
      'rest-{kind}-not-found',
      404,
      about(
        String(key),
        (shown) => ({
          en: `There is no ${name.en} ${shown}. Check the ID or the slug, and the language of the address.`,
          fr: `Il n’existe pas d’enregistrement « ${name.fr} » ${shown}. Vérifiez l’identifiant ou le slug, et la langue de l’adresse.`,
        }),
        {
          en: `There is no such ${name.en}. Check the ID or the slug, and the language of the address.`,
          fr: `Cet enregistrement (${name.fr}) n’existe pas. Vérifiez l’identifiant ou le slug, et la langue de l’adresse.`,
        },
      ),
    ),
  notAccessible: ({ kind, name }: Kind) =>
    kindRefusal(kind, '{kind}-not-accessible', 403, {
      en: `This ${name.en} is not published, and you may not read it.`,
      fr: `Cet enregistrement (${name.fr}) n’est pas publié et vous ne pouvez pas le lire.`,
    }),
  noLongerAvailable: ({ kind, name }: Kind) =>
    kindRefusal(kind, '{kind}-no-longer-available', 403, {
      en: `This ${name.en} is no longer available: it is in the trash.`,
      fr: `Cet enregistrement (${name.fr}) n’est plus disponible : il est dans la corbeille.`,
    }),
  passwordProtected: ({ kind, name }: Kind) =>
    kindRefusal(kind, '{kind}-password-protected', 403, {
      en: `This ${name.en} is protected: send its password in the parameter “password”.`,
      fr: `Cet enregistrement (${name.fr}) est protégé : envoyez son mot de passe dans le paramètre « password ».`,
    }),
  inTrash: ({ kind, name }: Kind) =>
    kindRefusal(kind, '{kind}-is-in-trash', 410, {
      en: `This ${name.en} is already in the trash. Send force=true to remove it for good.`,
      fr: `Cet enregistrement (${name.fr}) est déjà dans la corbeille. Envoyez force=true pour le supprimer définitivement.`,
    }),
  pageNotFound: ({ kind }: Kind, pages: number) =>
    kindRefusal(kind, '{kind}-archive-page-not-found', 404, {
      en: `The list ends before this page: it has ${inEnglish(pages, 'page')}.`,
      fr: `La liste s’arrête avant cette page : elle compte ${inFrench(pages, 'page')}.`,
    }),
  couldNotCreate: ({ kind }: Kind, why: Text) => kindRefusal(kind, 'could-not-create-{kind}', 400, why),
  termExists: (name: string, id: number) =>
    refusal(
      'term_exists',
      400,
      about(
        name,
        (shown) => ({
          en: `A term named ${shown} exists already with this parent. Use it, or send another name or slug.`,
          fr: `Un terme nommé ${shown} existe déjà avec ce parent. Utilisez-le, ou envoyez un autre nom ou slug.`,
        }),
        {
          en: 'A term of this name exists already with this parent. Use it, or send another name or slug.',
          fr: 'Un terme de ce nom existe déjà avec ce parent. Utilisez-le, ou envoyez un autre nom ou slug.',
        },
      ),
      { term_id: id },
    ),
  duplicateTermSlug: (slug: string) =>
    refusal(
      'duplicate_term_slug',
      400,
      about(
        slug,
        (shown) => ({
          en: `The slug ${shown} is already used by another term. Send another one.`,
          fr: `Le slug ${shown} est déjà utilisé par un autre terme. Envoyez-en un autre.`,
        }),
        {
          en: 'This slug is already used by another term. Send another one.',
          fr: 'Ce slug est déjà utilisé par un autre terme. Envoyez-en un autre.',
        },
      ),
    ),
  /** `names` are those of the terms, in the plural and in small letters. */
  notHierarchical: (names: Text) =>
    refusal('rest_taxonomy_not_hierarchical', 400, {
      en: `${capitalized(names.en)} have no parents: do not send “parent”.`,
      fr: `Les ${names.fr} n’ont pas de parent : n’envoyez pas « parent ».`,
    }),
  /** A value that a validator of a route refuses; the sentence says what is allowed. */
  invalidValue: (why: Text) => refusal('rest_invalid_param', 400, why),
  databaseUnavailable: () =>
    refusal(
      'database_unavailable',
      503,
      {
        en: 'The database does not answer at the moment. Try again in a few seconds.',
        fr: 'La base de données ne répond pas pour le moment. Réessayez dans quelques secondes.',
      },
      {},
      {},
      RETRY_SOON,
    ),
  insufficientStorage: () =>
    refusal('insufficient_storage', 507, {
      en: 'The disk of the database is full: nothing was written. Free some space and try again.',
      fr: 'Le disque de la base de données est plein : rien n’a été écrit. Libérez de la place et réessayez.',
    }),
  invalidNamespace: () =>
    refusal('rest_invalid_namespace', 404, {
      en: 'There is no such namespace. Send one of those that the index of the site lists, or leave `namespace` out for that of the address.',
      fr: 'Cet espace de noms n’existe pas. Envoyez l’un de ceux qu’énumère l’index du site, ou omettez « namespace » pour celui de l’adresse.',
    }),
  noRoute: () =>
    refusal('rest_no_route', 404, {
      en: 'No route matches this address and method. The index of the namespace lists the routes and their methods.',
      fr: 'Aucune route ne correspond à cette adresse et à cette méthode. L’index de l’espace de noms énumère les routes et leurs méthodes.',
    }),
  methodNotAllowed: () =>
    refusal(
      'rest_method_not_allowed',
      405,
      {
        en: 'TRACE is answered nowhere, since it would send credentials back. The header Allow lists the methods that there are.',
        fr: 'TRACE ne reçoit de réponse nulle part, car cette méthode renverrait les identifiants. L’en-tête Allow énumère les méthodes qui existent.',
      },
      {},
      {},
      { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
    ),
  recordNotFound: () =>
    refusal('rest_record_not_found', 404, {
      en: 'There is no record at this address. Check the ID or the slug, and the language of the address.',
      fr: 'Il n’y a pas d’enregistrement à cette adresse. Vérifiez l’identifiant ou le slug, et la langue de l’adresse.',
    }),
  missingParams: (names: readonly string[]) =>
    refusal(
      'rest_missing_callback_param',
      400,
      {
        en: `Required parameters are missing: send ${listed(names)}.`,
        fr: `Des paramètres obligatoires manquent : envoyez ${listed(names)}.`,
      },
      { params: names },
    ),
  invalidParams: (reasons: Readonly<Record<string, ApiError>>) =>
    refusal(
      'rest_invalid_param',
      400,
      {
        en: `Parameters are not valid: ${listed(Object.keys(reasons))}. The reasons are in “params”; correct them and try again.`,
        fr: `Des paramètres ne sont pas valides : ${listed(Object.keys(reasons))}. Les raisons sont dans « params » ; corrigez-les et réessayez.`,
      },
      {},
      reasons,
    ),
  /** Files that were sent where none is taken, by the names of their parts. */
  filesNotTaken: (names: readonly string[]): ApiError => {
    const why = errors.invalidValue({
      en: 'Files are not accepted here: leave it out.',
      fr: 'Les fichiers ne sont pas acceptés ici : retirez celui-ci.',
    });
    return errors.invalidParams(Object.fromEntries(names.slice(0, MOST_NAMED).map((name) => [repeatable(name) ?? '…', why])));
  },
  invalidType: (name: string, types: readonly SchemaType[]) => refusal('rest_invalid_type', 400, ofTypes(name, types), { param: name }),
  notInEnum: (name: string, values: readonly unknown[]) =>
    badParam(
      'rest_not_in_enum',
      `\`${name}\` must be one of: ${spelt(values)}.`,
      `\`${name}\` doit être l’une de ces valeurs : ${spelt(values)}.`,
    ),
  outOfBounds: (name: string, bounds: Text) =>
    badParam('rest_out_of_bounds', `\`${name}\` must be ${bounds.en}.`, `\`${name}\` doit être ${bounds.fr}.`),
  invalidMultiple: (name: string, step: number) =>
    badParam('rest_invalid_multiple', `\`${name}\` must be a multiple of ${step}.`, `\`${name}\` doit être un multiple de ${step}.`),
  tooShort: (name: string, least: number) =>
    badParam(
      'rest_too_short',
      `\`${name}\` must have ${least} or more characters.`,
      `\`${name}\` doit compter au moins ${inFrench(least, 'caractère')}.`,
    ),
  tooLong: (name: string, most: number) =>
    badParam(
      'rest_too_long',
      `\`${name}\` must have ${most} or fewer characters.`,
      `\`${name}\` doit compter au plus ${inFrench(most, 'caractère')}.`,
    ),
  invalidPattern: (name: string, pattern: string) =>
    badParam(
      'rest_invalid_pattern',
      `\`${name}\` must match the pattern ${pattern}.`,
      `\`${name}\` doit correspondre au motif ${pattern}.`,
    ),
  tooLongToMatch: (name: string, most: number) =>
    badParam(
      'rest_too_long',
      `\`${name}\` is too long to be matched with a pattern: send ${most} or fewer characters.`,
      `\`${name}\` est trop long pour être comparé à un motif : envoyez au plus ${inFrench(most, 'caractère')}.`,
    ),
  /** A value that `validate` answers false for. */
  notAllowed: (name: string) =>
    refusal('rest_invalid_param', 400, { en: `\`${name}\` is not valid.`, fr: `\`${name}\` n’est pas valide.` }),
  invalidDate: (name: string) =>
    badParam(
      'rest_invalid_date',
      `\`${name}\` must be a date and time such as 2030-01-31T18:00:00Z.`,
      `\`${name}\` doit être une date et une heure, par exemple 2030-01-31T18:00:00Z.`,
    ),
  invalidEmail: (name: string) =>
    badParam(
      'rest_invalid_email',
      `\`${name}\` must be an e-mail address such as name@example.org.`,
      `\`${name}\` doit être une adresse électronique, par exemple nom@example.org.`,
    ),
  invalidHexColor: (name: string) =>
    badParam(
      'rest_invalid_hex_color',
      `\`${name}\` must be a colour such as #a1b2c3.`,
      `\`${name}\` doit être une couleur, par exemple #a1b2c3.`,
    ),
  invalidIp: (name: string) =>
    badParam('rest_invalid_ip', `\`${name}\` must be an IPv4 or IPv6 address.`, `\`${name}\` doit être une adresse IPv4 ou IPv6.`),
  invalidUuid: (name: string) => badParam('rest_invalid_uuid', `\`${name}\` must be a UUID.`, `\`${name}\` doit être un UUID.`),
  tooFewItems: (name: string, least: number) =>
    badParam(
      'rest_too_few_items',
      `\`${name}\` must have ${least} or more items.`,
      `\`${name}\` doit compter au moins ${inFrench(least, 'élément')}.`,
    ),
  tooManyItems: (name: string, most: number) =>
    badParam(
      'rest_too_many_items',
      `\`${name}\` must have ${most} or fewer items.`,
      `\`${name}\` doit compter au plus ${inFrench(most, 'élément')}.`,
    ),
  duplicateItems: (name: string) =>
    badParam(
      'rest_duplicate_items',
      `\`${name}\` has items that are equal: send each only once.`,
      `\`${name}\` a des éléments égaux : n’envoyez chacun qu’une fois.`,
    ),
  additionalPropertiesForbidden: (name: string, property: string) =>
    refusal(
      'rest_additional_properties_forbidden',
      400,
      about(
        property,
        (shown) => ({
          en: `\`${shown}\` is not a property of \`${name}\`: leave it out.`,
          fr: `\`${shown}\` n’est pas une propriété de \`${name}\` : retirez-la.`,
        }),
        {
          en: `\`${name}\` has a property that is not among those it may have: leave it out.`,
          fr: `\`${name}\` a une propriété qui ne fait pas partie de celles admises : retirez-la.`,
        },
      ),
    ),
  propertyRequired: (name: string, property: string) =>
    badParam(
      'rest_property_required',
      `\`${name}\` must have the property \`${property}\`.`,
      `\`${name}\` doit avoir la propriété \`${property}\`.`,
    ),
  tooFewProperties: (name: string, least: number) =>
    badParam(
      'rest_too_few_properties',
      `\`${name}\` must have ${least} or more properties.`,
      `\`${name}\` doit compter au moins ${inFrench(least, 'propriété')}.`,
    ),
  tooManyProperties: (name: string, most: number) =>
    badParam(
      'rest_too_many_properties',
      `\`${name}\` must have ${most} or fewer properties.`,
      `\`${name}\` doit compter au plus ${inFrench(most, 'propriété')}.`,
    ),
  noMatchingSchema: (name: string, reason?: Text, position?: number) =>
    refusal(
      'rest_no_matching_schema',
      400,
      {
        en:
          reason === undefined
            ? `\`${name}\` has none of the forms that are allowed.`
            : `\`${name}\` does not have the form that is allowed. ${reason.en}`,
        fr: reason === undefined ? `\`${name}\` n’a aucune des formes admises.` : `\`${name}\` n’a pas la forme admise. ${reason.fr}`,
      },
      position === undefined ? {} : { position },
    ),
  oneOfMultipleMatches: (name: string, positions: readonly number[]) =>
    refusal(
      'rest_one_of_multiple_matches',
      400,
      {
        en: `\`${name}\` has several of the forms that are allowed: send a value that has only one.`,
        fr: `\`${name}\` a plusieurs des formes admises : envoyez une valeur qui n’en a qu’une.`,
      },
      { positions },
    ),
  invalidJson: (code: number, why: string) =>
    refusal(
      'rest_invalid_json',
      400,
      {
        en: 'The body is not well-formed JSON in UTF-8. Correct it, or send it with another Content-Type.',
        fr: 'Le corps n’est pas du JSON bien formé en UTF-8. Corrigez-le ou envoyez-le avec un autre Content-Type.',
      },
      { json_error_code: code, json_error_message: why },
    ),
  contentTooLarge: (bytes: number) =>
    refusal('rest_content_too_large', 413, {
      en: `The body is too large: at most ${bytes} bytes are accepted, counted after decompression. Send less at a time.`,
      fr: `Le corps est trop volumineux : ${bytes} octets au plus sont acceptés, comptés après décompression. Envoyez-en moins à la fois.`,
    }),
  recordTooLarge: (bytes: number) =>
    refusal('rest_content_too_large', 413, {
      en: `The record would be too large: at most ${bytes} bytes are stored of one, what searches need of it included. Shorten its texts.`,
      fr: `L’élément serait trop volumineux : ${bytes} octets au plus en sont enregistrés, ce qu’il faut aux recherches compris. Raccourcissez ses textes.`,
    }),
  unsupportedMediaType: (coding: string) =>
    refusal(
      'rest_unsupported_media_type',
      415,
      about(
        coding,
        (shown) => ({
          en: `The Content-Encoding ${shown} is not supported. Send the body as it is, or compressed with gzip, deflate or br.`,
          fr: `Le Content-Encoding ${shown} n’est pas pris en charge. Envoyez le corps tel quel ou compressé en gzip, deflate ou br.`,
        }),
        {
          en: 'This Content-Encoding is not supported. Send the body as it is, or compressed with gzip, deflate or br.',
          fr: 'Ce Content-Encoding n’est pas pris en charge. Envoyez le corps tel quel ou compressé en gzip, deflate ou br.',
        },
      ),
    ),
  undecodableBody: () =>
    refusal('rest_undecodable_body', 400, {
      en: 'The body could not be read: it ends too early, or it is not compressed as its Content-Encoding says. Send it again.',
      fr: 'Le corps n’a pas pu être lu : il se termine trop tôt, ou il n’est pas compressé comme l’annonce son Content-Encoding. Renvoyez-le.',
    }),
  tooManyParameters: (limit: number) =>
    refusal('rest_too_many_parameters', 400, {
      en: `The request carries too many parameters: at most ${limit} are accepted. Send fewer.`,
      fr: `La requête comporte trop de paramètres : ${limit} au plus sont acceptés. Envoyez-en moins.`,
    }),
  invalidCallback: () =>
    refusal('rest_callback_invalid', 400, {
      en: 'The name of the JSONP callback may hold only letters, digits, underscores and full stops. Choose another one.',
      fr: 'Le nom de la fonction de rappel JSONP ne peut comporter que des lettres, des chiffres, des tirets bas et des points. Choisissez-en un autre.',
    }),
  invalidHost: () =>
    refusal('rest_invalid_host', 400, {
      en: 'The Host header is no name of a host. Send the host of the address that you call.',
      fr: 'L’en-tête Host n’est pas un nom d’hôte. Envoyez l’hôte de l’adresse que vous appelez.',
    }),
  invalidNonce: () =>
    refusal('rest_cookie_invalid_nonce', 403, {
      en: 'The nonce is not valid: this service knows no cookies. Send an application password instead of X-WP-Nonce and _wpnonce.',
      fr: 'Le nonce n’est pas valide : ce service ne connaît pas les cookies. Envoyez un mot de passe d’application au lieu de X-WP-Nonce et _wpnonce.',
    }),
  tooManyRequests: (seconds: number) =>
    refusal(
      'rest_too_many_requests',
      429,
      {
        en: `Too many requests came from your address. Try again in ${inEnglish(seconds, 'second')}.`,
        fr: `Trop de requêtes sont venues de votre adresse. Réessayez dans ${inFrench(seconds, 'seconde')}.`,
      },
      {},
      {},
      { 'Retry-After': String(seconds) },
    ),
  overloaded: (seconds: number) =>
    refusal(
      'rest_overloaded',
      503,
      {
        en: `The service has more to do than it can at the moment. Try again in ${inEnglish(seconds, 'second')}.`,
        fr: `Le service a plus à faire qu’il ne peut pour le moment. Réessayez dans ${inFrench(seconds, 'seconde')}.`,
      },
      {},
      {},
      { 'Retry-After': String(seconds) },
    ),
  malformedRequest: (status: 400 | 408 | 431) =>
    refusal('rest_malformed_request', status, {
      en: 'This is no HTTP request that the service understands: it is malformed, too slow, or its headers are too large.',
      fr: 'Ceci n’est pas une requête HTTP que le service comprend : elle est mal formée, trop lente, ou ses en-têtes sont trop longs.',
    }),
  internal: () =>
    refusal('internal_server_error', 500, {
      en: 'Something went wrong inside the service. Try again, and report the X-Request-Id of this answer if it happens again.',
      fr: 'Une erreur s’est produite dans le service. Réessayez et signalez le X-Request-Id de cette réponse si elle se reproduit.',
    }),
};

/**
 * Answers the refusal of one parameter after validation (400 `rest_invalid_param`), e.g. where two depend on each other; `why` says what is
 * allowed.
 *
 * @example
 * if (params.to < params.from) throw invalidParam('to', { en: 'Send a date after “from”.', fr: 'Envoyez une date postérieure à « from ».' });
 */
export const invalidParam = (name: string, why: Text): ApiError => errors.invalidParams({ [name]: errors.invalidValue(why) });
