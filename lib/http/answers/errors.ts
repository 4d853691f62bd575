import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { inspect } from 'node:util';
import { ApiError, type Catalogue, errors, isErrorStatus } from '../../errors';
import type { Language } from '../../language';
import { hookText, prefersHtml, takeHook } from '../../registry';
import type { Caller, Log, RequestOptions } from '../options';
import { mountAddress } from '../requests/address';
import type { Answer, RequestContext } from '../requests/request-context';

/** Makes the body of an error as in WordPress. `data.params` and `data.details` list invalid parameters with the reasons. */
export const errorBody = (error: ApiError, language: Language) => ({
  code: error.code,
  message: error.text[language],
  data: { status: error.status, ...error.data, ...(error.code === 'rest_invalid_param' ? reasonsOf(error, language) : {}) },
});

const reasonsOf = ({ reasons }: ApiError, language: Language) => {
  const entries = Object.entries(reasons);
  const details = entries
    .filter(([, reason]) => reason.code !== 'rest_invalid_param')
    .map(([name, { code, text, data }]) => [name, { code, message: text[language], data: Object.keys(data).length === 0 ? null : data }]);
  return {
    params: Object.fromEntries(entries.map(([name, reason]) => [name, reason.text[language]])),
    // PHP writes an object without members as an empty list, which clients expect.
    details: details.length === 0 ? [] : Object.fromEntries(details),
  };
};

const PROBLEM_TYPE = 'application/problem+json';

/** The part of Koa's context that error responses depend on. Exported types of the package must not need Koa's. */
interface Accepting {
  readonly req: IncomingMessage;
  accepts(...types: string[]): string | string[] | false;
  readonly headers: { readonly accept?: string | undefined };
}

/** True if the client prefers problem documents (RFC 9457) to WordPress errors. If equally preferred, the first in `Accept` counts. */
const prefersProblem = (ctx: Accepting): boolean => ctx.accepts('json', PROBLEM_TYPE) === PROBLEM_TYPE;

/** True if the client, a browser, prefers an HTML page to both JSON forms of errors. */
export const prefersHtmlError = (ctx: Accepting): boolean => prefersHtml(ctx.headers.accept, [PROBLEM_TYPE]);

/** The members of a problem document that depend on the request, not on the error. */
interface Occurrence {
  /** The request ID, not always a UUID if a proxy set the ID. */
  readonly id: string;
  readonly language: Language;
  /** The address above the language roots, without a final slash. It is a path if the host is unknown. */
  readonly root: string;
  readonly catalogue: Catalogue | undefined;
}

/** Makes a problem document (RFC 9457). Members of `data` become extension members, unless their name is reserved. */
export const problemBody = (error: ApiError, { id, language, root, catalogue }: Occurrence): Record<string, unknown> => {
  const { code, message, data } = errorBody(error, language);
  const explained = catalogue?.get(code);
  const own: Record<string, unknown> = {
    type: explained === undefined ? 'about:blank' : `${root}/${language}/errors/${encodeURIComponent(code)}`,
    title: explained?.title[language] ?? STATUS_CODES[error.status] ?? code,
    status: error.status,
    detail: message,
    instance: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? `urn:uuid:${id.toLowerCase()}` : `#${id}`,
    code,
  };
  const isReserved = (name: string) => Object.hasOwn(own, name) || name === 'data';
  const members = Object.entries(data).filter(([name, value]) => name !== 'status' || value !== error.status);
  const reserved = members.filter(([name]) => isReserved(name));
  return {
    ...own,
    ...Object.fromEntries(members.filter(([name]) => !isReserved(name))),
    ...(reserved.length > 0 && { data: Object.fromEntries(reserved) }),
  };
};

/** The options for inspecting a thrown value that is no Error, so that its log line stays short. */
const BRIEFLY = { depth: 2, maxArrayLength: 10, maxStringLength: 1000, customInspect: false, breakLength: Number.POSITIVE_INFINITY };

/** Logs a bug in one line, for any thrown value. */
export const logFailure = (log: Log, fields: object, thrown: unknown, message: string): void => {
  try {
    const err = thrown instanceof Error ? thrown : new Error(`the thrown value is not an Error, but ${inspect(thrown, BRIEFLY)}`);
    log.error({ ...fields, err }, message);
  } catch {
    // A logger reads the members of an Error, and one of them throws.
    log.error({ ...fields, err: new Error('the thrown value cannot be logged: reading it throws') }, message);
  }
};

/**
 * Makes the function that turns thrown values into error responses: `{ code, message, data }`, or problem documents (RFC 9457). Any
 * thrown value that is no ApiError is a bug: it is logged with the request ID and the route, and its details are not sent.
 */
export const createRefuser = <U extends Caller>(options: RequestOptions<U>) => {
  const { log, translate, catalogue } = options;

  /** Returns the address above the error pages, for a problem document. Undefined if the client does not prefer problem documents. */
  const problemRoot = (ctx: Accepting, { mount }: RequestContext, error: unknown): string | undefined => {
    if (!prefersProblem(ctx)) return undefined;
    try {
      if (error instanceof ApiError && error.code === 'rest_invalid_host') throw error;
      return mountAddress(ctx.req, mount, options);
    } catch {
      // A request without a usable host gets links that begin with the path.
      return options.publicUrl?.replace(/\/+$/, '') ?? mount;
    }
  };

  const refusalAnswer = (refusal: ApiError, request: RequestContext, root: string | undefined): Answer => {
    const { status, headers } = refusal;
    const { id, language } = request;
    request.code = refusal.code;
    if (root === undefined) return { status, headers, body: errorBody(refusal, language), refusal: true };
    const body = problemBody(refusal, { id, language, root, catalogue });
    return { status, headers: { ...headers, 'Content-Type': PROBLEM_TYPE }, body, refusal: true };
  };

  return (ctx: Accepting, request: RequestContext, error: unknown): Answer => {
    const root = problemRoot(ctx, request, error);
    try {
      const refusal = error instanceof ApiError ? error : translate?.(error);
      // Another copy of the package may allow other statuses.
      if (refusal !== undefined && isErrorStatus(refusal.status)) return refusalAnswer(refusal, request, root);
    } catch {
      // Even inspecting a thrown value may throw. Then the value is a bug.
    }
    const { id, method, route } = request;
    const hook = takeHook(error);
    // For a handler the route is enough.
    const where = hook === undefined || hook.hook === 'handle' ? '' : `: ${hookText(hook)}`;
    logFailure(log, { id, method, route, ...hook }, error, `a request failed${where}`);
    return refusalAnswer(errors.internal(), request, root);
  };
};
