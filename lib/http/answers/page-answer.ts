import type { Context } from 'koa';
import { errors } from '../../errors';
import { prefersHtml, type RootDescription } from '../../registry';
import type { HandlerDeadline } from '../limits/deadlines';
import type { Caller, CallOptions } from '../options';
import { mountAddress } from '../requests/address';
import { withAlias } from '../requests/cms-address';
import type { Answer, RequestContext } from '../requests/request-context';
import { isRoot } from '../requests/request-values';
import { keepable, siteIndex } from '../requests/root';
import type { Target } from '../requests/target';
import { prefersHtmlError } from './errors';
import { ignoredParams } from './ignored-params';
import { plainAnswer } from './route-answer';

/** Makes the functions that answer a language root and paths without a route: with a page for people, or as JSON. */
export const createPageAnswers = <U extends Caller>(options: CallOptions<U>, deadlineFor: HandlerDeadline) => {
  const answerPage = async (ctx: Context, request: RequestContext, path: string, user: U | undefined): Promise<Answer | undefined> => {
    // Below `/wp-json/` there are no pages.
    if (options.page === undefined || request.cms !== undefined) return undefined;
    const { language, baseUrl = '', query } = request;
    const deadline = deadlineFor(`the page ${request.path}`);
    try {
      const html = prefersHtmlError(ctx);
      const page = await deadline.within(options.page({ path, query: query.values, language, user, baseUrl, html }));
      return page && keepable(page, { isPublic: user === undefined });
    } finally {
      deadline.end();
    }
  };

  /** The index of `/wp-json/`: its `url` is the address of the site, and the calendar's namespace has both names. */
  const asCmsRoot = (ctx: Context, { mount }: RequestContext, root: RootDescription): RootDescription => {
    const url = mountAddress(ctx.req, mount, options.trustProxy, options.publicUrl);
    const { cms } = options;
    const named = cms && { namespaces: [cms.alias, ...root.namespaces], routes: withAlias(root.routes, cms) };
    return { ...root, ...named, url, home: options.siteUrl ?? url };
  };

  return {
    /** Answers the language root: its index, or a page for people. */
    async answerRoot(ctx: Context, request: RequestContext, { method }: Target<U>, user: U | undefined): Promise<Answer> {
      if (method !== 'GET' && method !== 'OPTIONS') throw errors.noRoute();
      request.route = '/';
      request.allow = ['GET'];
      // A client that sends `rest_route` is a program.
      const isProgram = request.query.values['rest_route'] !== undefined || !prefersHtml(ctx.headers.accept);
      const isForPeople = method === 'GET' && (request.isForPeople || !isProgram);
      const page = isForPeople ? await answerPage(ctx, request, '/', user) : undefined;
      if (page !== undefined) return varying(page);
      const { language, baseUrl = '', query } = request;
      const root = siteIndex(options, { language, baseUrl });
      if (method === 'OPTIONS') return plainAnswer(root.routes['/']);
      request.ignored = ignoredParams({ ...root.routes['/']?.endpoints[0]?.args, ...options.registry.everyRoute }, query.values);
      return varying(plainAnswer(request.cms === undefined ? root : asCmsRoot(ctx, request, root)));
    },

    /** Answers a path without a route: with a page for people, if there is one. Throws `rest_no_route` otherwise. */
    async answerUnknown(ctx: Context, request: RequestContext, { method, sentPath }: Target<U>, user: U | undefined): Promise<Answer> {
      if (method === 'OPTIONS') return plainAnswer([]);
      // A client that sends `rest_route` to the root is a program.
      const isReading = (ctx.method === 'GET' || ctx.method === 'HEAD') && !isRoot(sentPath);
      const page = isReading ? await answerPage(ctx, request, sentPath, user) : undefined;
      if (page === undefined) throw errors.noRoute();
      request.route = 'page';
      return page;
    },
  };
};

/** Adds `Vary`: the language root is an index for programs and a page for people. */
const varying = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, Vary: 'Accept' } });
