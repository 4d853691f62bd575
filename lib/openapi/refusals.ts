import { ApiError, CODES, explanationOf, type PlainCode } from '../errors';
import { LANGUAGES, type Language } from '../language';
import { type Arg, type Asker, isUpdate, type Method, type Route, type RouteEndpoint } from '../registry';

export interface DocumentedRefusal {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
}

// Error codes that the HTTP server sends before it looks for a route.
const ALWAYS: readonly PlainCode[] = [
  ...(['rest_invalid_host', 'rest_too_many_parameters', 'rest_callback_invalid'] as const),
  ...(['incorrect_password', 'invalid_email', 'invalid_username', 'too_many_failed_logins', 'rest_cookie_invalid_nonce'] as const),
  ...(['rest_too_many_requests', 'rest_overloaded', 'rest_malformed_request', 'database_unavailable', 'internal_server_error'] as const),
  ...(['rest_answer_too_large', 'rest_plugin_timeout'] as const),
];
/** Error codes that only requests with a body or a writing method can get. */
const WRITING: readonly PlainCode[] = [
  ...(['rest_invalid_json', 'rest_undecodable_body', 'rest_content_too_large', 'rest_unsupported_media_type'] as const),
  ...(['rest_invalid_param', 'insufficient_storage'] as const),
];

/** True if an operation can give an error with this code and status. */
const isOfOperation = (code: string, status: number): boolean => !(code === 'rest_malformed_request' && status === 400);

/** True if the schema of an argument refuses some values. */
const isJudged = ({ description, default: _, announced, suppliedBy, title, ...rest }: Arg): boolean =>
  Object.keys(rest).some((key) => key !== 'required');

const isPlainText = (arg: Arg | undefined): boolean => {
  if (arg === undefined) return true;
  const { type, description, required, default: _, title, announced, suppliedBy, ...rest } = arg;
  return (type === undefined || type === 'string') && Object.keys(rest).length === 0;
};

const codesOfArgs = <U extends Asker>({ names }: Route<U>, endpoint: RouteEndpoint<U>): PlainCode[] => {
  const updates = isUpdate(endpoint);
  const entries = Object.entries(endpoint.args);
  const isSent = (name: string) => !names.includes(name) || (updates && name !== 'id');
  const isMissed = ([name, { required, default: given }]: readonly [string, Arg]) =>
    required === true && !names.includes(name) && (updates || (given ?? null) === null);
  const headers = Object.values(endpoint.requestHeaders ?? {});
  const mayMiss = entries.some(isMissed) || headers.some(({ required }) => required === true);
  const isRefused = entries.some(([name, arg]) => isSent(name) && isJudged(arg)) || headers.some((header) => !isPlainText(header));
  return [...(mayMiss ? (['rest_missing_callback_param'] as const) : []), ...(isRefused ? (['rest_invalid_param'] as const) : [])];
};

/** Returns the error code of a route if the URL has no record. Undefined if `notFound` does not give the code. */
const codeOfNothing = <U extends Asker>({ names, notFound }: Route<U>, args: RouteEndpoint<U>['args']): string | undefined => {
  if (notFound === undefined) return 'rest_record_not_found';
  const path = Object.fromEntries(names.map((name) => [name, args[name]?.type === 'string' ? 'none' : 1]));
  try {
    const thrown = notFound(path, LANGUAGES[0]);
    return thrown instanceof ApiError ? thrown.code : undefined;
  } catch {
    // `notFound` may need more than its arguments. Then the declaration has to name the code.
    return undefined;
  }
};

const codesOfPath = <U extends Asker>(route: Route<U>, { args }: RouteEndpoint<U>): string[] => {
  if (route.names.length === 0) return route.load === undefined ? [] : [codeOfNothing(route, args)].filter((code) => code !== undefined);
  const leadsNowhere = route.load !== undefined || route.names.some((name) => !isPlainText(args[name]));
  const nothing = leadsNowhere ? codeOfNothing(route, args) : undefined;
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
    ...codesOfArgs(route, endpoint),
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
    return explanation.status.filter((status) => isOfOperation(code, status)).map((status): DocumentedRefusal => ({ ...texts, status }));
  });
  const others = own.flatMap((one): DocumentedRefusal[] =>
    typeof one === 'string'
      ? []
      : [{ code: one.code, status: one.status, title: one.description[language], meaning: one.description[language] }],
  );
  const byStatus = new Map<number, DocumentedRefusal[]>();
  for (const refusal of [...explained, ...others]) {
    const before = byStatus.get(refusal.status) ?? [];
    // If a code is documented twice, the explanation by the service precedes that of a declaration.
    if (!before.some(({ code }) => code === refusal.code)) byStatus.set(refusal.status, [...before, refusal]);
  }
  return byStatus;
};

const GENERAL: ReadonlySet<string> = new Set([...ALWAYS, ...WRITING, 'rest_missing_callback_param', 'rest_forbidden', 'rest_no_route']);

/** True if an error code does not belong to particular operations. */
export const isGeneral = (code: string): boolean => GENERAL.has(code);

/** True if an error code has several HTTP statuses. */
export const hasStatuses = (code: string): boolean => Object.hasOwn(CODES, code) && CODES[code as PlainCode].status.length > 1;
