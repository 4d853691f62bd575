import { ApiError, explanationOf, type SpeltCode } from '../errors';
import { LANGUAGES, type Language, type Text } from '../language';
import { type Arg, type Asker, isNeeded, isUpdate, type Method, type Route, type RouteEndpoint } from '../registry';

/** The component name and the translated explanation of an HTTP status. */
interface Status extends Text {
  readonly name: string;
}

const STATUSES: Readonly<Record<number, Status>> = {
  304: {
    name: 'NotModified',
    en: 'The answer that the client has is still current.',
    fr: 'La réponse que possède le client est toujours à jour.',
  },
  400: {
    name: 'BadRequest',
    en: 'The request is incomplete or not valid.',
    fr: 'La requête est incomplète ou non valide.',
  },
  401: { name: 'Unauthorized', en: 'Credentials are missing or wrong.', fr: 'Les identifiants manquent ou sont erronés.' },
  403: { name: 'Forbidden', en: 'The user does not have the right to do this.', fr: 'L’utilisateur n’a pas le droit de faire cela.' },
  404: { name: 'NotFound', en: 'The record or the page does not exist.', fr: 'L’enregistrement ou la page n’existe pas.' },
  408: { name: 'RequestTimeout', en: 'The request took too long to arrive.', fr: 'La requête a mis trop de temps à arriver.' },
  409: { name: 'Conflict', en: 'The request conflicts with existing data.', fr: 'La requête est en conflit avec des données existantes.' },
  410: { name: 'Gone', en: 'The record is already in the trash.', fr: 'L’enregistrement est déjà dans la corbeille.' },
  412: {
    name: 'PreconditionFailed',
    en: 'The record has changed since you read it.',
    fr: 'L’enregistrement a changé depuis que vous l’avez lu.',
  },
  413: {
    name: 'ContentTooLarge',
    en: 'The body or the record is too large.',
    fr: 'Le corps ou l’enregistrement est trop volumineux.',
  },
  415: {
    name: 'UnsupportedMediaType',
    en: 'The type or the compression of the body is not supported.',
    fr: 'Le type ou la compression du corps n’est pas pris en charge.',
  },
  422: {
    name: 'UnprocessableContent',
    en: 'The Idempotency-Key belongs to another request.',
    fr: 'L’Idempotency-Key appartient à une autre requête.',
  },
  429: {
    name: 'TooManyRequests',
    en: 'This address has sent too many requests or wrong passwords, or this user too many Idempotency-Keys.',
    fr: 'Cette adresse a envoyé trop de requêtes ou de mots de passe erronés, ou cet utilisateur trop d’Idempotency-Key.',
  },
  431: {
    name: 'RequestHeaderFieldsTooLarge',
    en: 'The headers or the address are too long.',
    fr: 'Les en-têtes ou l’adresse sont trop longs.',
  },
  500: { name: 'InternalServerError', en: 'The service has an internal error.', fr: 'Le service a rencontré une erreur interne.' },
  503: {
    name: 'ServiceUnavailable',
    en: 'The service or its database cannot answer at the moment.',
    fr: 'Le service ou sa base de données ne peut pas répondre pour le moment.',
  },
  507: { name: 'InsufficientStorage', en: 'The disk of the database is full.', fr: 'Le disque de la base de données est plein.' },
};

export const statusOf = (status: number): Status =>
  STATUSES[status] ?? { name: `Status${status}`, en: 'The request was refused.', fr: 'La requête a été refusée.' };

interface Header {
  readonly description: Text;
  readonly schema: object;
  /** True if each response that lists the header contains it. */
  readonly required: boolean;
}

const TEXT = { type: 'string' };
const SECONDS = { type: 'integer', minimum: 0 };
const always = (description: Text, schema: object = TEXT): Header => ({ description, schema, required: true });
const sometimes = (description: Text, schema: object = TEXT): Header => ({ description, schema, required: false });

const LINK: Text = {
  en: 'The root of the API. Lists also link to the next and the previous page, and a record links to its translations (`alternate`, with `hreflang`).',
  fr: 'La racine de l’API. Les listes mènent aussi aux pages suivante et précédente, et un enregistrement à ses traductions (`alternate`, avec `hreflang`).',
};
const ALLOW: Text = {
  en: 'The methods that may be used at this address with these credentials.',
  fr: 'Les méthodes utilisables à cette adresse avec ces identifiants.',
};

/** The response headers by component name. Headers whose component name ends in `IfKnown` are optional. */
export const HEADERS = {
  'X-Request-Id': always({
    en: 'The ID of the request. The log has it too.',
    fr: 'L’identifiant de la requête, qui figure aussi dans le journal.',
  }),
  'Content-Language': always({
    en: 'The language of the answer. A single record is answered in its own language, and everything else in that of the request.',
    fr: 'La langue de la réponse. Un enregistrement seul est renvoyé dans sa propre langue, et tout le reste dans celle de la requête.',
  }),
  Vary: always({ en: 'The headers of the request that change the answer.', fr: 'Les en-têtes de la requête dont dépend la réponse.' }),
  ETag: always({
    en: 'The entity tag of this answer. If you send it back in If-None-Match and nothing has changed, the answer is 304, without a body.',
    fr: 'L’étiquette d’entité de cette réponse. Si vous la renvoyez dans If-None-Match et que rien n’a changé, la réponse est 304, sans corps.',
  }),
  Link: always(LINK),
  Allow: always(ALLOW),
  LinkIfKnown: sometimes(LINK),
  AllowIfKnown: sometimes(ALLOW),
  'Ignored-Params': sometimes({
    en: 'The parameters of the query and the body that the operation does not know and has ignored. Absent if there are none.',
    fr: 'Les paramètres de la chaîne de requête et du corps que l’opération ne connaît pas et a ignorés. Absent s’il n’y en a pas.',
  }),
  'Retry-After': always(
    { en: 'The number of seconds to wait before you try again.', fr: 'Le nombre de secondes à attendre avant de réessayer.' },
    SECONDS,
  ),
  'Retry-AfterIfKnown': sometimes(
    {
      en: 'The number of seconds to wait before you try again, if that can help.',
      fr: 'Le nombre de secondes à attendre avant de réessayer, si cela peut aider.',
    },
    SECONDS,
  ),
  'Cache-Control': sometimes({
    en: 'The rules for caches. Answers to requests with credentials must not be cached.',
    fr: 'Les règles pour les caches. Les réponses aux requêtes avec identifiants ne doivent pas être mises en cache.',
  }),
};

export type HeaderName = keyof typeof HEADERS;

const EVERY: readonly HeaderName[] = ['X-Request-Id', 'Content-Language', 'Vary'];

export const successHeaders = ({ isReading }: { readonly isReading: boolean }): readonly HeaderName[] => {
  const tag: readonly HeaderName[] = isReading ? ['ETag'] : [];
  return [...EVERY, 'Link', 'Allow', ...tag, 'Ignored-Params', 'Cache-Control'];
};

/** The component names of `Retry-After`, by HTTP status. */
const LATER: Readonly<Record<number, HeaderName>> = { 409: 'Retry-AfterIfKnown', 429: 'Retry-After', 503: 'Retry-After' };

/** Lists the headers of a response other than a success. The response to an incomplete request has none. */
export const otherHeaders = (status: number): readonly HeaderName[] => {
  if (status === 304) return [...EVERY, 'Link', 'Allow', 'Ignored-Params', 'ETag'];
  if (status === 408 || status === 431) return [];
  const later = LATER[status];
  return [...EVERY, 'LinkIfKnown', 'AllowIfKnown', 'Ignored-Params', ...(later ? [later] : [])];
};

/** An error response in an OpenAPI document, with texts in the language of the document. */
export interface DocumentedRefusal {
  readonly code: string;
  readonly status: number;
  /** The component name of its example: the code, and the status if the code has several. */
  readonly example: string;
  readonly title: string;
  readonly meaning: string;
}

/** Error codes that every operation can give: about the request, credentials, the service and its answers. */
const ALWAYS: readonly SpeltCode[] = [
  ...(['rest_invalid_host', 'rest_too_many_parameters', 'rest_callback_invalid'] as const),
  ...(['incorrect_password', 'invalid_email', 'invalid_username', 'too_many_failed_logins', 'rest_cookie_invalid_nonce'] as const),
  ...(['rest_too_many_requests', 'rest_overloaded', 'rest_malformed_request', 'database_unavailable', 'internal_server_error'] as const),
  ...(['rest_answer_too_large', 'rest_plugin_timeout'] as const),
];
/** Error codes that only requests with a body or a writing method can get. */
const WRITING: readonly SpeltCode[] = [
  ...(['rest_invalid_json', 'rest_undecodable_body', 'rest_content_too_large'] as const),
  ...(['rest_unsupported_media_type', 'insufficient_storage'] as const),
];

/** True if an argument accepts every text. */
const isPlainText = (arg: Arg | undefined): boolean => {
  if (arg === undefined) return true;
  const { description, default: _, announced, suppliedBy, title, required, type = 'string', ...rules } = arg;
  return type === 'string' && Object.keys(rules).length === 0;
};

/** True if a request can lack a required parameter or header. */
const mayLackParam = <U extends Asker>({ variables }: Route<U>, endpoint: RouteEndpoint<U>): boolean => {
  const args = Object.entries(endpoint.args).flatMap(([name, arg]) => (variables.includes(name) ? [] : [arg]));
  const headers = Object.values(endpoint.requestHeaders ?? {});
  return [...args, ...headers].some((arg) => isNeeded(arg, { editable: isUpdate(endpoint) }));
};

/** Returns the error code of a route if the URL has no record. Undefined if `notFound` does not give the code. */
const missingRecordCode = <U extends Asker>({ variables, notFound }: Route<U>, args: RouteEndpoint<U>['args']): string | undefined => {
  if (notFound === undefined) return 'rest_record_not_found';
  const path = Object.fromEntries(variables.map((name) => [name, args[name]?.type === 'string' ? 'none' : 1]));
  try {
    const thrown = notFound(path, LANGUAGES[0]);
    return thrown instanceof ApiError ? thrown.code : undefined;
  } catch {
    // `notFound` may need more than its arguments. Then the declaration has to name the code.
    return undefined;
  }
};

const codesOfPath = <U extends Asker>(route: Route<U>, { args }: RouteEndpoint<U>): string[] => {
  if (route.variables.length === 0)
    return route.load === undefined ? [] : [missingRecordCode(route, args)].filter((code) => code !== undefined);
  const leadsNowhere = route.load !== undefined || route.variables.some((name) => !isPlainText(args[name]));
  const nothing = leadsNowhere ? missingRecordCode(route, args) : undefined;
  // A path variable that does not match its declaration gives the error of an unknown route.
  return ['rest_no_route', ...(nothing === undefined ? [] : [nothing])];
};

/** Returns the error responses of one method of a route, by HTTP status. */
export const refusalsOf = <U extends Asker>(
  route: Route<U>,
  endpoint: RouteEndpoint<U>,
  method: Method,
  language: Language,
): ReadonlyMap<number, readonly DocumentedRefusal[]> => {
  const own = endpoint.errors ?? [];
  const codes = new Set<string>([
    ...(mayLackParam(route, endpoint) ? ['rest_missing_callback_param'] : []),
    'rest_invalid_param',
    ...(endpoint.permission === 'public' ? [] : ['rest_forbidden']),
    ...codesOfPath(route, endpoint),
    ...own.filter((one) => typeof one === 'string'),
    ...(method === 'GET' ? [] : WRITING),
    ...ALWAYS,
  ]);
  const explained = [...codes].flatMap((code) => {
    const explanation = explanationOf(code);
    if (explanation === undefined) return [];
    const { title, meaning, remedy } = explanation;
    const texts = { code, title: title[language], meaning: `${meaning[language]} ${remedy[language]}` };
    const hasSeveral = explanation.status.length > 1;
    return (
      explanation.status
        // The HTTP server refuses a malformed request (400) before it knows the operation.
        .filter((status) => code !== 'rest_malformed_request' || status !== 400)
        .map((status): DocumentedRefusal => ({ ...texts, status, example: hasSeveral ? `${code}.${status}` : code }))
    );
  });
  const others = own.flatMap((one): DocumentedRefusal[] => {
    if (typeof one === 'string') return [];
    const { code, status, description } = one;
    return [{ code, status, example: code, title: description[language], meaning: description[language] }];
  });
  const byStatus = new Map<number, DocumentedRefusal[]>();
  for (const refusal of [...explained, ...others]) {
    const before = byStatus.get(refusal.status) ?? [];
    // If a code is documented twice, the explanation by the service precedes that of a declaration.
    if (!before.some(({ code }) => code === refusal.code)) byStatus.set(refusal.status, [...before, refusal]);
  }
  return byStatus;
};

/** Error codes that the description of an operation implies, or that do not depend on it. */
const GENERAL: ReadonlySet<string> = new Set([
  ...ALWAYS,
  ...WRITING,
  ...['rest_missing_callback_param', 'rest_invalid_param', 'rest_forbidden', 'rest_no_route'],
]);

/** True if an error code does not belong to particular operations. */
export const isGeneral = (code: string): boolean => GENERAL.has(code);
