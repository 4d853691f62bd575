import type { Context } from 'koa';
import { ApiError, errors } from '../errors';
import { isServed, type Language } from '../language';
import {
  allowedMethods,
  describeRoute,
  hookText,
  isReply,
  perform,
  prefersHtml,
  reply,
  resolveRequest,
  selectedFields,
  takeHook,
} from '../registry';
import { createCachedAnswers } from './answers/cached-answers';
import { logFailure, prefersHtmlError } from './answers/errors';
import { ignoredParams } from './answers/headers';
import { createPageAnswers } from './answers/page-answer';
import { isCallback } from './answers/sending';
import { createBodyReceiver, type ReadBody } from './bodies/body';
import { type Form, percentPairs, readForm } from './bodies/form';
import { createHandlerDeadline, createWhileDatabaseAnswers, type HandlerDeadline } from './limits/deadlines';
import { createOverload, queueEntryOf } from './limits/overload';
import { type Caller, DEFAULT_LIMITS, type Limits, type Log, type RequestOptions } from './options';
import { countedAddress, mountAddress } from './requests/address';
import { type Answer, isReading, measuringWaits, type RequestBelow, type RequestContext } from './requests/request-context';
import type { FoundRoute } from './requests/router';
import { createTargetFinder, isRoot, metaOf, type Target, valuesFor } from './requests/target';

/** Makes the parts of the HTTP side that requests below and outside the language roots share. */
export const createSharedParts = <U extends Caller>(options: RequestOptions<U>) => ({
  overload: createOverload(options),
  whileDatabaseAnswers: createWhileDatabaseAnswers(options.databaseAnswers),
  cachedAnswers: options.cache && createCachedAnswers(options.cache),
});

export type SharedParts = ReturnType<typeof createSharedParts>;

/** A function that answers a request below a language root. Throws refusals, and notes facts for headers, log and metrics. */
export type AnswerInLanguage = (ctx: Context, request: RequestContext, below: RequestBelow) => Promise<Answer>;

/** Makes the function that answers requests below a language root. */
export const createRequestHandler = <U extends Caller>(
  options: RequestOptions<U>,
  { overload, whileDatabaseAnswers, cachedAnswers }: SharedParts,
): AnswerInLanguage => {
  const { registry, log, served, slowMilliseconds = 0 } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const findTarget = createTargetFinder(registry);
  const deadlineFor = createHandlerDeadline(limits);
  const receiveBody = createBodyReceiver(limits);
  const answerRoute = createRouteAnswer<U>(log, deadlineFor);
  const { answerRoot, answerUnknown } = createPageAnswers(options, deadlineFor);

  /** Returns the effective language: `ml_language` of the body, else of the query, else the path. Unserved languages are ignored. */
  const languageOf = (prefix: Language, ...forms: readonly Form[]): Language =>
    forms.map(({ values }) => values['ml_language']).find((one): one is Language => isServed(one, served)) ?? prefix;

  /** Answers a request: route, cached response, limits, body, queue, user, language, response, cache. `answering` sends it. */
  const answerRequest: AnswerInLanguage = async (ctx, request, { prefix, path }) => {
    request.baseUrl = `${mountAddress(ctx.req, request.mount, options)}/${prefix}`;
    request.query = readForm(percentPairs(request.search), limits.parameters);
    request.fields = request.query.values['_fields'];
    request.language = languageOf(prefix, request.query);
    if (!isCallback(request.query.values['_jsonp'])) throw errors.invalidCallback();
    const target = findTarget(ctx, request, path);
    const cached = cachedRequest(ctx, request, target, { cachedAnswers, pages: options.pages });
    const earlier = cached?.find();
    if (earlier !== undefined) return earlier;

    const entry = queueEntryOf(ctx, request);
    const received = await receiveBody(ctx, request);
    const arrived = performance.now();
    const work = async (): Promise<Answer> => {
      if (request.waits !== undefined) request.waits.queue = (entry.waited ?? 0) + performance.now() - arrived;
      const user = await identify(ctx, request, options);
      const body = await received.read();
      request.language = languageOf(prefix, body.form, request.query);
      request.fields = body.form.values['_fields'] ?? request.fields;
      if (target.isRoot) return answerRoot(ctx, request, target, user);
      return hasRoute(target) ? answerRoute(ctx, request, target, user, body) : answerUnknown(ctx, request, target, user);
    };
    try {
      const answer = await whileDatabaseAnswers(overload.run<Answer | undefined>(() => cached?.make(work) ?? work(), entry));
      if (answer === undefined) throw errors.noRoute();
      return answer;
    } finally {
      received.release();
    }
  };

  return (ctx, request, below) =>
    slowMilliseconds === 0 ? answerRequest(ctx, request, below) : measuringWaits(request, () => answerRequest(ctx, request, below));
};

/** Finds the user of a request. Throws `rest_cookie_invalid_nonce` for a nonce without credentials. */
const identify = async <U extends Caller>(
  ctx: Context,
  request: RequestContext,
  { authenticate }: Pick<RequestOptions<U>, 'authenticate'>,
): Promise<U | undefined> => {
  const user = await authenticate(ctx.get('Authorization') || undefined, request.address, ctx.state);
  request.userId = user?.id;
  const nonce = request.query.values['_wpnonce'] ?? ctx.headers['x-wp-nonce'];
  if (user === undefined && nonce !== undefined) throw errors.invalidNonce();
  return user;
};

/** Returns the functions that find or cache the response of a request. Undefined if the response may not be cached. */
const cachedRequest = <U extends Caller>(
  ctx: Context,
  request: RequestContext,
  { route, endpoint, routePath }: Target<U>,
  { cachedAnswers, pages }: Pick<SharedParts, 'cachedAnswers'> & { readonly pages: RequestOptions<U>['pages'] },
) => {
  if (route === undefined) {
    const isForPeople = request.isForPeople || prefersHtml(ctx.headers.accept);
    // The index is cached elsewhere until the next start. Below `/wp-json/` there are no pages.
    if (request.cms !== undefined || (isRoot(routePath) && !isForPeople)) return undefined;
    const variant = `${isForPeople} ${prefersHtmlError(ctx)}`;
    return cachedAnswers?.begin(ctx, request, { path: routePath, variant, pageParams: pages?.().pageParams });
  }
  if (endpoint === undefined || !isReading(ctx)) return undefined;
  request.ignored = ignoredParams(endpoint.args, request.query.values);
  return endpoint.cache ? cachedAnswers?.begin(ctx, request, { path: routePath, args: endpoint.args }) : undefined;
};

type RouteTarget<U extends Caller> = Target<U> & FoundRoute<U>;

const hasRoute = <U extends Caller>(target: Target<U>): target is RouteTarget<U> => target.route !== undefined;

/** Makes the function that answers a request for a route. Order: record → `Allow` → permission → validation → handler. */
const createRouteAnswer =
  <U extends Caller>(log: Log, deadlineFor: HandlerDeadline) =>
  async (ctx: Context, request: RequestContext, target: RouteTarget<U>, user: U | undefined, body: ReadBody): Promise<Answer> => {
    const { route, path, endpoint, method } = target;
    if (method === undefined || (method !== 'OPTIONS' && endpoint === undefined)) throw errors.noRoute();
    const { form } = body;
    request.route = route.key;
    request.plugin = endpoint?.plugin;
    request.isForeignHandler = endpoint !== undefined && !endpoint.trusted;
    if (endpoint !== undefined) request.ignored = ignoredParams(endpoint.args, request.query.values, form.values);
    const { language, baseUrl = '' } = request;
    const args = endpoint?.args ?? {};
    const within = deadlineFor(`${method} ${route.key}`);
    const matched = {
      route,
      path,
      endpoint,
      user,
      language,
      baseUrl,
      method: method === 'OPTIONS' ? 'GET' : method,
      query: valuesFor(args, request.query),
      body: valuesFor(args, form),
      address: countedAddress(request.address),
      headers: ctx.headers,
      files: form.files,
      meta: metaOf(request),
      selected: selectedFields(request.fields),
    };
    const resolved = await within(resolveRequest(matched));
    request.allow = allowedMethods(resolved, (other, thrown) => {
      // A failure of the requested endpoint is logged as an error of the request.
      if (other !== endpoint && !isRefusal(thrown)) logUnknownAllow(log, request, thrown);
    });
    if (method === 'OPTIONS') return reply(describeRoute(route, { language, baseUrl }));
    if (body.error !== undefined) throw body.error;
    const result = await perform(resolved, within);
    return isReply(result) ? result : reply(result);
  };

/** Logs that the permission of an endpoint other than the requested one threw. `Allow` lacks the methods of that endpoint. */
const logUnknownAllow = (log: Log, { id, method, route }: RequestContext, thrown: unknown): void => {
  const hook = takeHook(thrown);
  const name = hook === undefined ? 'a permission' : hookText(hook);
  logFailure(log, { id, method, route, ...hook }, thrown, `${name} failed: its methods are not in Allow`);
};

const isRefusal = (thrown: unknown): boolean => {
  try {
    return thrown instanceof ApiError;
  } catch {
    // Even inspecting a thrown value may throw.
    return false;
  }
};
