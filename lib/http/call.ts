import type { Context } from 'koa';
import { createDeadline } from '../deadline';
import { ApiError, errors } from '../errors';
import { isServed, type Language, type Served } from '../language';
import {
  allowedMethods,
  describeRoute,
  hookText,
  isReply,
  perform,
  prefersHtml,
  type RootDescription,
  type Route,
  resolveRequest,
  selectedFields,
  takeHook,
} from '../registry';
import { noteWaits, noWaits } from '../waits';
import type { CachedAnswers, CachedRequest } from './answers/cached-answers';
import { logFailure, prefersHtmlError } from './answers/errors';
import { ignoredParams } from './answers/ignored-params';
import { isCallback } from './answers/representation';
import { measureArrival } from './bodies/arriving-bodies';
import { createBodyReader, expectedBytes, type Received, readBody, receivedBytes } from './bodies/body';
import { type ComingBody, createBodyBudget } from './bodies/body-budget';
import { emptyForm, type Form, percentPairs, readForm } from './bodies/form';
import type { WhileDatabaseAnswers } from './limits/database-deadline';
import type { Overload, QueueEntry } from './limits/overload';
import { type Caller, type CallOptions, DEFAULT_LIMITS, type Limits } from './options';
import { countedAddress, mountAddress } from './requests/address';
import type { Answer, RequestContext, TimedRequest } from './requests/request-context';
import { effectiveLanguage, isRoot, metaOf, methodOf, requestPath, valuesFor } from './requests/request-values';
import { keepable, siteIndex } from './requests/root';
import { createRouter, type FoundRoute } from './requests/router';

/** When a body that had to make room for others may be sent again, in s. */
const EVICTED_SECONDS = 1;

/** An address below a language root, e.g. `fr` and `/cal/events/v1/events`. */
export interface Below {
  readonly prefix: Language;
  readonly path: string;
}

/** Where a path (percent-encoded) leads below a language root; undefined where it begins with no language that is served. */
export const belowRoot = (path: string, served: Served): Below | undefined => {
  const [, segment = '', rest = ''] = /^\/([^/]+)(.*)$/s.exec(path) ?? [];
  const prefix = segment.toLowerCase();
  return isServed(prefix, served) ? { prefix, path: rest } : undefined;
};

/**
 * Makes the life of one request below a language root: limits → body arrives → who is asking → effective language →
 * route → record → `Allow` → permission, validation, handler. Throws ApiErrors; what it learns on the way it writes into the exchange.
 */
export const createCall = <U extends Caller>(
  options: CallOptions<U>,
  overload: Pick<Overload, 'run'>,
  whileDatabaseAnswers: WhileDatabaseAnswers = (work) => work,
  cachedAnswers?: CachedAnswers,
) => {
  const { registry, trustProxy, publicUrl, served, slowMilliseconds = 0 } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const findRoute = createRouter(registry);
  const waitForBody = createBodyReader(limits);
  const budget = createBodyBudget(limits.heldBytes);

  const identify = async (ctx: Context, exchange: RequestContext): Promise<U | undefined> => {
    const user = await options.authenticate(ctx.get('Authorization') || undefined, exchange.address, ctx.state);
    exchange.userId = user?.id;
    const nonce = exchange.query.values['_wpnonce'] ?? ctx.headers['x-wp-nonce'];
    if (user === undefined && nonce !== undefined) throw errors.invalidNonce();
    return user;
  };

  /** A permission that throws is wrong whatever was asked for: its methods are left out of `Allow`. */
  const logUnknownAllow = ({ id, method, route }: RequestContext, thrown: unknown): void => {
    const hook = takeHook(thrown);
    const who = hook === undefined ? 'a permission' : hookText(hook);
    logFailure(options.log, { id, method, route, ...hook }, thrown, `${who} failed: its methods are not in Allow`);
  };

  const deadlineOf = (what: string) => {
    const { handlerMilliseconds: time } = limits;
    return createDeadline(time, () => new Error(`${what} did not answer within ${time / 1000} s (TIMEOUT_SECONDS)`));
  };

  const answerRoute = async (
    ctx: Context,
    exchange: RequestContext,
    { route, path }: FoundRoute<U>,
    user: U | undefined,
    body: ReadBody,
  ): Promise<Answer> => {
    const asked = methodOf(ctx, exchange.query.values['_method']);
    const endpoint = route.endpoints.find(({ methods }) => methods.some((method) => method === asked));
    if (asked === undefined || (asked !== 'OPTIONS' && endpoint === undefined)) throw errors.noRoute();
    exchange.route = route.key;
    exchange.plugin = endpoint?.plugin;
    exchange.isOfOthers = endpoint !== undefined && !endpoint.trusted;
    const args = endpoint?.args ?? {};
    const { language, baseUrl = '' } = exchange;
    const incoming = {
      method: asked === 'OPTIONS' ? ('GET' as const) : asked,
      path,
      query: valuesFor(args, exchange.query),
      body: valuesFor(args, body.form),
      language,
      user,
      baseUrl,
      address: countedAddress(exchange.address),
      headers: ctx.headers,
      files: body.form.files,
      meta: metaOf(exchange),
      wanted: selectedFields(exchange.fields),
    };
    if (endpoint !== undefined) exchange.ignored = ignoredParams(args, exchange.query.values, body.form.values);
    const deadline = deadlineOf(`${asked} ${route.key}`);
    try {
      const visit = await deadline.within(resolveRequest(route, incoming));
      exchange.allow = allowedMethods(visit, (other, thrown) => {
        // What was asked for fails by itself.
        if (other !== endpoint && !isRefusal(thrown)) logUnknownAllow(exchange, thrown);
      });
      if (asked === 'OPTIONS') return plain(describeRoute(route, { language, baseUrl }));
      if (body.trouble !== undefined) throw body.trouble;
      const result = await perform(visit, deadline.within);
      return isReply(result) ? result : plain(result);
    } finally {
      deadline.end();
    }
  };

  const answerPage = async (ctx: Context, exchange: RequestContext, path: string, user: U | undefined): Promise<Answer | undefined> => {
    // Below `/wp-json/` there is nothing for people.
    if (options.page === undefined || exchange.cms !== undefined) return undefined;
    const { language, baseUrl = '', query } = exchange;
    const deadline = deadlineOf(`the page ${exchange.path}`);
    try {
      const asked = { path, query: query.values, language, user, baseUrl, html: prefersHtmlError(ctx) };
      const page = await deadline.within(options.page(asked));
      return page && keepable(page, user === undefined);
    } finally {
      deadline.end();
    }
  };

  const answerRoot = async (ctx: Context, exchange: RequestContext, user: U | undefined): Promise<Answer> => {
    const asked = methodOf(ctx, exchange.query.values['_method']);
    if (asked !== 'GET' && asked !== 'OPTIONS') throw errors.noRoute();
    exchange.route = '/';
    exchange.allow = ['GET'];
    // What names a `rest_route` is a program.
    const isForPeople = exchange.isForPeople || (exchange.query.values['rest_route'] === undefined && prefersHtml(ctx.headers.accept));
    const page = asked === 'GET' && isForPeople ? await answerPage(ctx, exchange, '/', user) : undefined;
    if (page !== undefined) return varying(page);
    const { language, baseUrl = '', query } = exchange;
    const root = siteIndex(options, { language, baseUrl });
    if (asked === 'OPTIONS') return plain(root.routes['/']);
    exchange.ignored = ignoredParams({ ...root.routes['/']?.endpoints[0]?.args, ...registry.everyRoute }, query.values);
    return varying(plain(exchange.cms === undefined ? root : asCmsRoot(ctx, exchange, root)));
  };

  /** The index of `/wp-json/`: its `url` is that of the site. */
  const asCmsRoot = (ctx: Context, { mount }: RequestContext, root: RootDescription): RootDescription => {
    const url = mountAddress(ctx.req, mount, trustProxy, publicUrl);
    return { ...root, url, home: options.siteUrl ?? url };
  };

  const answerUnknown = async (ctx: Context, exchange: RequestContext, path: string, user: U | undefined): Promise<Answer> => {
    if (methodOf(ctx, exchange.query.values['_method']) === 'OPTIONS') return plain([]);
    // What `rest_route` names is asked for by a program.
    const isReading = (ctx.method === 'GET' || ctx.method === 'HEAD') && !isRoot(path);
    const page = isReading ? await answerPage(ctx, exchange, path, user) : undefined;
    if (page === undefined) throw errors.noRoute();
    exchange.route = 'page';
    return page;
  };

  /** The cache for a request; undefined where its answer may not be cached. Pages look at any parameter. */
  const cachedRequest = (ctx: Context, exchange: RequestContext, path: string, route: Route<U> | undefined): CachedRequest | undefined => {
    if (route === undefined) {
      // The index is made once and is the same until the next start.
      const isForPeople = exchange.isForPeople || prefersHtml(ctx.headers.accept);
      if (exchange.cms !== undefined || (isRoot(path) && !isForPeople)) return undefined;
      const variant = `${isForPeople} ${prefersHtmlError(ctx)}`;
      return cachedAnswers?.begin(ctx, exchange, { path, variant });
    }
    const endpoint = route.endpoints.find(({ methods }) => methods.includes('GET'));
    if (endpoint === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return undefined;
    exchange.ignored = ignoredParams(endpoint.args, exchange.query.values);
    return endpoint.cache ? cachedAnswers?.begin(ctx, exchange, { path, args: endpoint.args }) : undefined;
  };

  /** The life of a request: its address and query, its turn, its body, who asks, in which language, and what it asks for. */
  const handleRequest = async (ctx: Context, exchange: RequestContext, { prefix, path }: Below): Promise<Answer> => {
    const { waits } = exchange;
    exchange.baseUrl = `${mountAddress(ctx.req, exchange.mount, trustProxy, publicUrl)}/${prefix}`;
    exchange.query = readForm(percentPairs(exchange.search), limits.parameters);
    exchange.fields = exchange.query.values['_fields'];
    exchange.language = effectiveLanguage(emptyForm(), exchange.query, prefix, served);
    if (!isCallback(exchange.query.values['_jsonp'])) throw errors.invalidCallback();
    const asked = requestPath(path, exchange.query.values['rest_route']);
    const found = asked === undefined || isRoot(asked) ? undefined : findRoute(asked);
    const cached = cachedRequest(ctx, exchange, asked ?? path, found?.route);
    const known = cached?.find();
    if (known !== undefined) return known;
    const applicant = queueEntryOf(ctx, exchange);
    const place = budget.enter(comingBody(ctx, applicant.address, limits));
    try {
      const began = performance.now();
      const received = await waitForBody(ctx);
      if (!place.arrived(receivedBytes(received))) throw errors.overloaded(EVICTED_SECONDS);
      const arrived = performance.now();
      if (waits !== undefined) waits.body = arrived - began;
      const work = async () => {
        if (waits !== undefined) waits.queue = (applicant.waited ?? 0) + performance.now() - arrived;
        const user = await identify(ctx, exchange);
        const body = await tryReadBody(received, limits);
        exchange.language = effectiveLanguage(body.form, exchange.query, prefix, served);
        exchange.fields = body.form.values['_fields'] ?? exchange.fields;
        if (isRoot(asked)) return answerRoot(ctx, exchange, user);
        return found === undefined ? answerUnknown(ctx, exchange, path, user) : answerRoute(ctx, exchange, found, user, body);
      };
      // Another request may have made the answer meanwhile.
      const make = cached ? async () => cached.find() ?? cached.make(work) : work;
      const answer = await whileDatabaseAnswers(overload.run<Answer | undefined>(make, applicant));
      if (answer === undefined) throw errors.noRoute();
      return answer;
    } finally {
      place.leave();
    }
  };

  const handle = (ctx: Context, exchange: RequestContext, below: Below): Promise<Answer> => {
    if (slowMilliseconds === 0) return handleRequest(ctx, exchange, below);
    exchange.waits = noWaits();
    return noteWaits(exchange.waits, () => handleRequest(ctx, exchange, below));
  };

  return { handle };
};

/** A request as it asks for a place. */
export const queueEntryOf = ({ req }: Context, { address }: Pick<RequestContext, 'address'>): QueueEntry => ({
  address: countedAddress(address),
  waited: (req as TimedRequest).waited,
  isWanted: () => !req.socket.destroyed,
});

/** The body of a request that is about to be read. */
const comingBody = ({ req, method, headers }: Context, network: string, limits: Limits): ComingBody => ({
  ...measureArrival(req.socket),
  network,
  bytes: expectedBytes({ method, headers }, limits),
  evict: () => req.destroy(),
});

/** What a body says, or why it could not be read: that is told only where there is a route, and with its `Allow`. */
interface ReadBody {
  readonly form: Form;
  readonly trouble?: unknown;
}

const tryReadBody = async (received: Received, limits: Limits): Promise<ReadBody> => {
  try {
    return { form: await readBody(received, limits) };
  } catch (trouble) {
    return { form: emptyForm(), trouble };
  }
};

const isRefusal = (thrown: unknown): boolean => {
  try {
    return thrown instanceof ApiError;
  } catch {
    // Even to look at what was thrown may throw.
    return false;
  }
};

const plain = (body: unknown): Answer => ({ status: 200, headers: {}, body });

/** The language roots are an index to programs and a page to people. */
const varying = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, Vary: 'Accept' } });
