import type { Context } from 'koa';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../language';
import { indexTag } from '../registry/kept-index';
import type { Answer } from './exchange';
import { rootLink } from './links';
import type { Caller } from './options';
import { type SiteOptions, siteIndex } from './site-index';

/** Tells whether the client, a browser, would rather have HTML than JSON; any type at all means JSON. */
export const prefersHtml = (ctx: Context): boolean => ctx.accepts('json', 'html') === 'html';

/**
 * `/`, where clients look for the API that know only the address of the site: the index of the root in the language of the answer, which the
 * header links too, with the roots of all languages; or `page`, for people. `address` is that of the service, without a slash at its end.
 */
export const frontAnswer = <U extends Caller>(
  address: string,
  options: SiteOptions<U>,
  language: Language,
  page: Answer | undefined,
): Answer => {
  const headers = { Vary: 'Accept', Link: rootLink(`${address}/${language}`) };
  if (page !== undefined) return { ...page, headers: { ...page.headers, ...headers } };
  const languages = Object.fromEntries(LANGUAGES.map((each) => [each, { name: LANGUAGE_NAMES[each], href: `${address}/${each}/` }]));
  const index = siteIndex(options, { language, baseUrl: `${address}/${language}` });
  // What is of the moment makes no other index, here as little as at the root itself.
  const tag = indexTag(index);
  return { status: 200, headers: { ...headers, ...(tag && { ETag: tag }) }, body: { ...index, languages } };
};

/** TRACE, which would send credentials back to where scripts can read them, is the one method that the reference's web server refuses itself. */
export const traceAnswer = (): Answer => ({
  status: 405,
  headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', 'Content-Type': 'text/html; charset=UTF-8' },
  body: '<!doctype html><title>405 Method Not Allowed</title>',
});
