import { STATUS_CODES } from 'node:http';
import type { Context } from 'koa';
import type { ApiError } from '../errors';
import type { Catalogue } from '../errors/catalogue';
import type { Language } from '../language';
import { errorBody } from './error-body';

/** The media type of errors as RFC 9457 has them. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Tells whether the client would rather have errors as RFC 9457 than as the CMS has them; of two that it likes alike, the one it names first. */
export const prefersProblem = (ctx: Context): boolean => ctx.accepts('json', PROBLEM_TYPE) === PROBLEM_TYPE;

/** Tells whether the client, a browser, would rather have errors as a page than in either of these forms. */
export const prefersHtmlError = (ctx: Context): boolean => ctx.accepts('json', 'html', PROBLEM_TYPE) === 'html';

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
