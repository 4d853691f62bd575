import type { Context } from 'koa';
import { LANGUAGES, type Language, type Text } from '../language';
import type { Answer } from './exchange';
import { rootLink } from './links';

const NAMES: Text = { en: 'English', fr: 'Français' };

/** Tells whether the client, a browser, would rather have HTML than JSON; any type at all means JSON. */
export const prefersHtml = (ctx: Context): boolean => ctx.accepts('json', 'html') === 'html';

/**
 * `/`: the roots of the languages, as JSON or as `page`, for people; the header links the root in the language of the answer, for clients that
 * look for the API where the site is. `address` is that of the service, without a slash at its end.
 */
export const frontAnswer = (address: string, siteName: Text, language: Language, page: Answer | undefined): Answer => {
  const headers = { Vary: 'Accept', Link: rootLink(`${address}/${language}`) };
  if (page !== undefined) return { ...page, headers: { ...page.headers, ...headers } };
  const languages = Object.fromEntries(LANGUAGES.map((each) => [each, { name: NAMES[each], href: `${address}/${each}/` }]));
  return { status: 200, headers, body: { name: siteName[language], languages } };
};

/** TRACE, which would send credentials back to where scripts can read them, is the one method that the reference's web server refuses itself. */
export const traceAnswer = (): Answer => ({
  status: 405,
  headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', 'Content-Type': 'text/html; charset=UTF-8' },
  body: '<!doctype html><title>405 Method Not Allowed</title>',
});
