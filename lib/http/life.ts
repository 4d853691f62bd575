import type { Context } from 'koa';
import { errors } from '../errors';
import { isServed, type Language } from '../language';
import { prefersHtml } from '../registry';
import type { CachedAnswers } from './answers/cached-answers';
import { prefersHtmlError } from './answers/errors';
import { ignoredParams } from './answers/headers';
import { createPageAnswers } from './answers/page-answer';
import { isCallback } from './answers/representation';
import { createRouteAnswer, hasRoute } from './answers/route-answer';
import { type Form, percentPairs, readForm } from './bodies/form';
import { createBodyReceiver } from './bodies/receive-body';
import { createHandlerDeadline, type WhileDatabaseAnswers } from './limits/deadlines';
import { type Overload, queueEntryOf } from './limits/overload';
import { type Caller, type CallOptions, DEFAULT_LIMITS, type Limits } from './options';
import { mountAddress } from './requests/address';
import { type Answer, measuringWaits, type RequestContext } from './requests/request-context';
import { type Below, createTargetFinder, isReading, isRoot, type Target } from './requests/target';

/** The parts of the HTTP side that requests below and outside the language roots share. */
export interface SharedParts {
  readonly overload: Pick<Overload, 'run'>;
  readonly whileDatabaseAnswers: WhileDatabaseAnswers;
  readonly cachedAnswers: CachedAnswers | undefined;
}

/** A function that answers a request below a language root. Throws refusals, and notes facts for headers, log and metrics. */
export type AnswerBelow = (ctx: Context, request: RequestContext, below: Below) => Promise<Answer>;

/** Makes the function that answers requests below a language root. */
export const createLife = <U extends Caller>(
  options: CallOptions<U>,
  { overload, whileDatabaseAnswers, cachedAnswers }: SharedParts,
): AnswerBelow => {
  const { registry, log, served, slowMilliseconds = 0 } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const deadlineFor = createHandlerDeadline(limits);
  const findTarget = createTargetFinder(registry);
  const receiveBody = createBodyReceiver(limits);
  const answerRoute = createRouteAnswer<U>(log, deadlineFor);
  const { answerRoot, answerUnknown } = createPageAnswers(options, deadlineFor);

  /** Returns the effective language: `ml_language` of the body, else of the query, else the path. Unserved languages are ignored. */
  const languageOf = (prefix: Language, ...forms: readonly Form[]): Language =>
    forms.map(({ values }) => values['ml_language']).find((one): one is Language => isServed(one, served)) ?? prefix;

  /** Answers a request: route, cached response, limits, body, queue, user, language, response, cache. `answering` sends it. */
  const answerRequest: AnswerBelow = async (ctx, request, { prefix, path }) => {
    request.baseUrl = `${mountAddress(ctx.req, request.mount, options)}/${prefix}`;
    request.query = readForm(percentPairs(request.search), limits.parameters);
    request.fields = request.query.values['_fields'];
    request.language = languageOf(prefix, request.query);
    if (!isCallback(request.query.values['_jsonp'])) throw errors.invalidCallback();
    const target = findTarget(ctx, request, path);
    const cached = cachedRequest(ctx, request, target, cachedAnswers);
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
    // An equivalent request may have cached the response by now.
    const make = cached ? async () => cached.find() ?? cached.make(work) : work;
    try {
      const answer = await whileDatabaseAnswers(overload.run<Answer | undefined>(make, entry));
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
  { authenticate }: Pick<CallOptions<U>, 'authenticate'>,
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
  { route, endpoint, requested: path }: Target<U>,
  cachedAnswers: CachedAnswers | undefined,
) => {
  if (route === undefined) {
    const isForPeople = request.isForPeople || prefersHtml(ctx.headers.accept);
    // The index is cached elsewhere until the next start. Below `/wp-json/` there are no pages.
    if (request.cms !== undefined || (isRoot(path) && !isForPeople)) return undefined;
    // HTML pages read any parameter.
    const variant = `${isForPeople} ${prefersHtmlError(ctx)}`;
    return cachedAnswers?.begin(ctx, request, { path, variant });
  }
  if (endpoint === undefined || !isReading(ctx)) return undefined;
  request.ignored = ignoredParams(endpoint.args, request.query.values);
  return endpoint.cache ? cachedAnswers?.begin(ctx, request, { path, args: endpoint.args }) : undefined;
};
