import type { Context } from 'koa';
import { LANGUAGES, type Language, type Text } from '../language';
import { indexTag } from '../registry/kept-index';
import type { Answer } from './exchange';
import { rootLink } from './links';
import type { Caller } from './options';
import { type SiteOptions, siteIndex } from './site-index';

const NAMES: Text = { en: 'English', fr: 'Français' };
const WELCOME: Text = {
  en: 'The calendar of events answers programs here, in English.',
  fr: 'Le calendrier d’évènements répond ici aux programmes, en français.',
};

/** Tells whether the client, a browser, would rather have HTML than JSON; any type at all means JSON. */
export const prefersHtml = (ctx: Context): boolean => ctx.accepts('json', 'html') === 'html';

/**
 * `/`, where clients look for the API that know only the address of the site: the index of the root in the language of the answer, which the
 * header links too, with the roots of all languages; or a small page for people. `address` is that of the service, without a slash at its end.
 */
export const frontAnswer = <U extends Caller>(address: string, options: SiteOptions<U>, language: Language, html: boolean): Answer => {
  const { siteName } = options;
  const roots = LANGUAGES.map((each) => ({ each, href: `${address}/${each}/` }));
  const headers = { Vary: 'Accept', Link: rootLink(`${address}/${language}`) };
  if (!html) {
    const languages = Object.fromEntries(roots.map(({ each, href }) => [each, { name: NAMES[each], href }]));
    const index = siteIndex(options, { language, baseUrl: `${address}/${language}` });
    // What is of the moment makes no other index, here as little as at the root itself.
    const tag = indexTag(index);
    return { status: 200, headers: { ...headers, ...(tag && { ETag: tag }) }, body: { ...index, languages } };
  }
  const items = roots.map(({ each, href }) => `<p lang="${each}"><a href="${escaped(href)}">${NAMES[each]}</a> ${WELCOME[each]}</p>`);
  const title = escaped(siteName[language]);
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${items.join('')}</html>`;
  return { status: 200, headers: { ...headers, 'Content-Type': 'text/html; charset=UTF-8' }, body: page };
};

/** TRACE, which would send credentials back to where scripts can read them, is the one method that the reference's web server refuses itself. */
export const traceAnswer = (): Answer => ({
  status: 405,
  headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', 'Content-Type': 'text/html; charset=UTF-8' },
  body: '<!doctype html><title>405 Method Not Allowed</title>',
});

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
