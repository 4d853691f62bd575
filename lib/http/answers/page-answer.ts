import type { Context } from 'koa';
import { errors } from '../../errors';
import { LANGUAGE_NAMES, type Served, serviceRoot } from '../../language';
import { describeRoot, prefersHtml, type RootDescription, reply, writtenIndex } from '../../registry';
import type { HandlerDeadline } from '../limits/deadlines';
import type { Caller, RequestOptions } from '../options';
import { type Answer, isReading, type RequestContext } from '../requests/request-context';
import { isRoot, type Target } from '../requests/target';
import { asCmsRoot } from './cms-answer';
import { prefersHtmlError } from './errors';
import { ignoredParams } from './headers';

/** Makes the functions that answer a language root and paths without a route. Browsers get an HTML page, programs get JSON. */
export const createPageAnswers = <U extends Caller>(options: RequestOptions<U>, deadlineFor: HandlerDeadline) => {
  const gmtOffset = gmtOffsetOf(options.siteTimezone);

  const answerPage = async (ctx: Context, request: RequestContext, path: string, user: U | undefined): Promise<Answer | undefined> => {
    // Below `/wp-json/` there are no pages.
    if (options.pages === undefined || request.cms !== undefined) return undefined;
    const { language, baseUrl = '' } = request;
    const pages = options.pages();
    const { pageParams: names } = pages;
    const query = Object.fromEntries(Object.entries(request.query.values).filter(([name]) => names?.has(name) ?? true));
    const within = deadlineFor(`the page ${request.path}`);
    const html = prefersHtmlError(ctx);
    const page = await within(pages.page({ path, query, language, user, baseUrl, html }));
    return page && withCacheHeaders(page, { isPublic: user === undefined });
  };

  return {
    /** Answers the language root: with its JSON index, or with an HTML page for browsers. */
    async answerRoot(ctx: Context, request: RequestContext, { method }: Target<U>, user: U | undefined): Promise<Answer> {
      if (method !== 'GET' && method !== 'OPTIONS') throw errors.noRoute();
      request.route = '/';
      request.allow = ['GET'];
      // A client that sends `rest_route` is a program.
      const isProgram = request.query.values['rest_route'] !== undefined || !prefersHtml(ctx.headers.accept);
      const isForPeople = method === 'GET' && (request.isForPeople || !isProgram);
      const page = isForPeople ? await answerPage(ctx, request, '/', user) : undefined;
      if (page !== undefined) return varyingByAccept(page);
      const root = siteIndex(options, request, gmtOffset());
      if (method === 'OPTIONS') return reply(root.routes['/']);
      request.ignored = ignoredParams({ ...root.routes['/']?.endpoints[0]?.args, ...options.registry.everyRoute }, request.query.values);
      return varyingByAccept(reply(request.cms === undefined ? root : asCmsRoot(ctx.req, request, root, options)));
    },

    /** Answers a path without a route with an HTML page for browsers, if there is one. Throws `rest_no_route` otherwise. */
    async answerUnknown(ctx: Context, request: RequestContext, { method, sentPath }: Target<U>, user: U | undefined): Promise<Answer> {
      if (method === 'OPTIONS') return reply([]);
      // A client that sends `rest_route` to the root is a program.
      const mayBePage = isReading(ctx) && !isRoot(sentPath);
      const page = mayBePage ? await answerPage(ctx, request, sentPath, user) : undefined;
      if (page === undefined) throw errors.noRoute();
      request.route = 'page';
      return page;
    },
  };
};

/** Makes the index of a language root, as in WordPress: the site, its namespaces and its authentication methods. */
const siteIndex = <U extends Caller>(
  options: RequestOptions<U>,
  { language, baseUrl = '' }: RequestContext,
  gmtOffset: number,
): RootDescription => {
  const { registry, siteName, siteDescription, siteTimezone: timezone, siteUrl, passwordPage } = options;
  return describeRoot(registry, {
    language,
    baseUrl,
    name: siteName[language],
    description: siteDescription?.[language] ?? '',
    ...(siteUrl === undefined ? {} : { home: siteUrl }),
    gmtOffset,
    timezone,
    ...(passwordPage !== undefined && {
      authentication: { 'application-passwords': { endpoints: { authorization: `${baseUrl}${passwordPage}` } } },
    }),
  });
};

/** Makes the function that returns the current offset of an IANA time zone from UTC, in hours. */
const gmtOffsetOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (): number => {
    const name = format.formatToParts(Date.now()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
  };
};

/** Adds `Vary: Accept`, for addresses that serve a JSON index to programs and an HTML page to browsers. */
export const varyingByAccept = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, Vary: 'Accept' } });

/** Adds cache headers to a public page. It is fresh for a minute, and for another while it is fetched anew (RFC 5861). */
export const withCacheHeaders = (page: Answer, { isPublic }: { readonly isPublic: boolean }): Answer => {
  const control = page.status === 200 ? 'public, max-age=60, stale-while-revalidate=60' : 'no-store';
  return { ...page, headers: { ...(isPublic && { 'Cache-Control': control }), ...page.headers } };
};

/** Adds the roots of all languages and the default language to the JSON index at `/`. Other responses stay unchanged. */
export const withRoots = (answer: Answer, baseUrl: string, served: Served): Answer => {
  if (!('namespaces' in Object(answer.body))) return answer;
  const index = answer.body as RootDescription;
  const address = serviceRoot(baseUrl);
  const languages = Object.fromEntries(served.languages.map((each) => [each, { name: LANGUAGE_NAMES[each], href: `${address}/${each}/` }]));
  // The time in the index does not change the entity tag, but other languages or another default do.
  const tag = writtenIndex(index)?.tag.replace(/"$/, `-${[served.first, ...served.languages].join('.')}"`);
  return {
    ...answer,
    headers: { ...answer.headers, ...(tag && { ETag: tag }) },
    body: { ...index, languages, default_language: served.first },
  };
};
