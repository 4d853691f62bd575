import { STATUS_CODES } from 'node:http';
import { inspect } from 'node:util';
import type { Context } from 'koa';
import { ApiError, type Catalogue, errors, isErrorStatus } from '../../errors';
import type { Language } from '../../language';
import { hookText, prefersHtml, takeHook } from '../../registry';
import type { Log } from '../options';
import type { Answer, RequestContext } from '../requests/request-context';

/** An error as the CMS has it. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The body of an error: `data.params` and `data.details` tell the refused parameters apart where there are any. */
export const errorBody = (error: ApiError, language: Language): ErrorBody => ({
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
    // Clients know it as PHP writes it: without members it is a list.
    details: details.length === 0 ? [] : Object.fromEntries(details),
  };
};

/** The media type of errors as RFC 9457 has them. */
const PROBLEM_TYPE = 'application/problem+json';

/** Tells whether the client would rather have errors as RFC 9457 than as the CMS has them; of two that it likes alike, the one it names first. */
export const prefersProblem = (ctx: Context): boolean => ctx.accepts('json', PROBLEM_TYPE) === PROBLEM_TYPE;

/** Tells whether the client, a browser, would rather have errors as a page than in either of these forms. */
export const prefersHtmlError = (ctx: Context): boolean => prefersHtml(ctx.headers.accept, [PROBLEM_TYPE]);

/** What a problem document says beside the error itself. */
export interface Occurrence {
  /** The request ID. */
  readonly id: string;
  readonly language: Language;
  /** The address above the language roots, without a slash at its end; a path where it is not known. */
  readonly root: string;
  readonly catalogue: Catalogue | undefined;
}

/**
 * The body of an error as a problem document (RFC 9457). `type` is the page that explains the code, `about:blank` where there is none; all that
 * an ordinary body has in `data` are extension members, those of names that are taken in a member `data` of their own.
 */
export const problemBody = (error: ApiError, { id, language, root, catalogue }: Occurrence): Record<string, unknown> => {
  const { code, message, data } = errorBody(error, language);
  const explained = catalogue?.get(code);
  const own: Record<string, unknown> = {
    type: explained === undefined ? 'about:blank' : `${root}/${language}/errors/${encodeURIComponent(code)}`,
    title: explained?.title[language] ?? STATUS_CODES[error.status] ?? code,
    status: error.status,
    detail: message,
    instance: instanceOf(id),
    code,
  };
  const isTaken = (name: string) => Object.hasOwn(own, name) || name === 'data';
  const members = Object.entries(data).filter(([name, value]) => name !== 'status' || value !== error.status);
  const taken = members.filter(([name]) => isTaken(name));
  return {
    ...own,
    ...Object.fromEntries(members.filter(([name]) => !isTaken(name))),
    ...(taken.length === 0 ? {} : { data: Object.fromEntries(taken) }),
  };
};

/** The request ID as a reference: a proxy's own, which need be no UUID, names this request among those of its address. */
const instanceOf = (id: string): string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? `urn:uuid:${id.toLowerCase()}` : `#${id}`;

/** How much is told of what was thrown and is no Error. */
const BRIEFLY = { depth: 2, maxArrayLength: 10, maxStringLength: 1000, customInspect: false, breakLength: Number.POSITIVE_INFINITY };

/** Writes the one line of the log on a bug, whatever it was that was thrown. */
export const logFailure = (log: Log, fields: object, thrown: unknown, message: string): void => {
  try {
    const err = thrown instanceof Error ? thrown : new Error(`what was thrown is no Error, but ${inspect(thrown, BRIEFLY)}`);
    log.error({ ...fields, err }, message);
  } catch {
    // A logger reads the members of an Error, and one of them throws.
    log.error({ ...fields, err: new Error('what was thrown cannot be told: reading it throws') }, message);
  }
};

/**
 * Makes the one function that turns what was thrown into an answer: `{ code, message, data }` and nothing else, or a problem
 * document (RFC 9457) where the address above the language roots is given, without a slash at its end.
 * What is no refusal is a bug: it is logged with the request ID and the route, and nothing of its inside is answered.
 */
export const createRefuser = (
  log: Log,
  translate: (error: unknown) => ApiError | undefined = () => undefined,
  catalogue: Catalogue | undefined = undefined,
) => {
  const refusalAnswer = (refusal: ApiError, exchange: RequestContext, root: string | undefined): Answer => {
    const { status, headers } = refusal;
    const { id, language } = exchange;
    exchange.code = refusal.code;
    if (root === undefined) return { status, headers, body: errorBody(refusal, language), refusal: true };
    const body = problemBody(refusal, { id, language, root, catalogue });
    return { status, headers: { ...headers, 'Content-Type': PROBLEM_TYPE }, body, refusal: true };
  };

  return (error: unknown, exchange: RequestContext, problemRoot?: string): Answer => {
    try {
      const known = error instanceof ApiError ? error : translate(error);
      // Another copy of the package may take other statuses.
      if (known !== undefined && isErrorStatus(known.status)) return refusalAnswer(known, exchange, problemRoot);
    } catch {
      // Even to look at what was thrown may throw: then it is no refusal.
    }
    const { id, method, route } = exchange;
    const hook = takeHook(error);
    // The route says all of a handler.
    const where = hook === undefined || hook.hook === 'handle' ? '' : `: ${hookText(hook)}`;
    logFailure(log, { id, method, route, ...hook }, error, `a request failed${where}`);
    return refusalAnswer(errors.internal(), exchange, problemRoot);
  };
};
