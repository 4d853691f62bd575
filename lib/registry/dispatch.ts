import type { Within } from '../deadline';
import { errors } from '../errors';
import { isReply, matchesRevision, mediaType, withContentType, withSuccessStatus } from './answers/reply';
import type { Method } from './args/arg';
import { hooked, thrownBy } from './hook';
import {
  type Asker,
  alternativeType,
  type PermissionRequest,
  type RequestDetails,
  type Route,
  type RouteEndpoint,
  type SentParams,
} from './route';

/** A request with the matching route. `path` contains the decoded variables, `language` is the language of the response. */
export interface MatchedRequest<U extends Asker> extends RequestDetails<U>, SentParams {
  readonly route: Route<U>;
  /** The endpoint of the request's method. Undefined if the route does not allow the method. */
  readonly endpoint: RouteEndpoint<U> | undefined;
  readonly path: Readonly<Record<string, string>>;
  /** The parameter names of uploaded files, which no endpoint accepts. */
  readonly files?: ReadonlySet<string>;
}

/** A request with the loaded record. `path` contains coerced variables. `record` is undefined if the URL has no record. */
export interface ResolvedRequest<U extends Asker> extends Omit<MatchedRequest<U>, 'path'> {
  readonly path: Readonly<Record<string, unknown>>;
  /** True if the schemas accept all path variables. Otherwise the URL cannot have a record. */
  readonly isPathValid: boolean;
  readonly record: unknown;
  /** The results of the route's permissions, by method. A function throws what the permission has thrown. */
  readonly verdicts: ReadonlyMap<Method, () => boolean>;
}

export const endpointFor = <U extends Asker>({ endpoints }: Route<U>, method: string | undefined): RouteEndpoint<U> | undefined =>
  endpoints.find(({ methods }) => methods.some((one) => one === method));

/** Coerces the path variables, loads the record, and calls each permission of the route, all once. */
export const resolveRequest = async <U extends Asker>(matched: MatchedRequest<U>): Promise<ResolvedRequest<U>> => {
  const { route, language, user } = matched;
  const path = route.coercePath(matched.path);
  const loaded = path === undefined ? undefined : await route.load?.({ path, language, user });
  const found = { path: path ?? matched.path, record: loaded ?? undefined };
  const verdicts = route.endpoints.flatMap((one) =>
    one.methods.map((method) => [method, verdictOn(one, { ...found, user, method })] as const),
  );
  return { ...matched, ...found, isPathValid: path !== undefined, verdicts: new Map(verdicts) };
};

/** The request that a permission gets, without its static types. */
type Question<U extends Asker> = PermissionRequest<U, Readonly<Record<string, unknown>>, unknown>;

/** Asks the permission of an endpoint, which may throw, and returns a function that repeats its answer. */
const verdictOn = <U extends Asker>(endpoint: RouteEndpoint<U>, question: Question<U>): (() => boolean) => {
  try {
    const allows = isAllowed(endpoint, question);
    return () => allows;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
};

const isAllowed = <U extends Asker>({ permission }: RouteEndpoint<U>, question: Question<U>): boolean => {
  if (permission === 'public') return true;
  return typeof permission === 'function' ? permission(question) : (question.user?.can(permission) ?? false);
};

/** Lists the methods that the permissions allow. A permission that throws allows nothing; `failed` is called with its endpoint. */
export const allowedMethods = <U extends Asker>(
  { route, verdicts }: ResolvedRequest<U>,
  failed: (endpoint: RouteEndpoint<U>, thrown: unknown) => void = () => undefined,
): Method[] =>
  route.endpoints.flatMap((endpoint) => {
    try {
      return endpoint.methods.filter((method) => verdicts.get(method)?.());
    } catch (thrown) {
      failed(endpoint, thrown);
      return [];
    }
  });

/** Returns the record that `otherwise` gives for a missing record, if the permission allows that record. */
const recordInstead = async <U extends Asker>(
  endpoint: RouteEndpoint<U>,
  request: ResolvedRequest<U>,
  within: Within,
): Promise<unknown> => {
  const { route, path, language, user, baseUrl, method, query, body } = request;
  if (!request.isPathValid || route.otherwise === undefined) return undefined;
  const record = (await within(route.otherwise({ path, language, user, baseUrl, method, sent: { query, body } }))) ?? undefined;
  if (record !== undefined && !isAllowed(endpoint, { user, record, path, method }))
    throw errors.forbidden({ anonymous: user === undefined });
  return record;
};

/**
 * Returns the response to a request: permission, existence, headers, replayed response, validation, handler, in this order.
 * Throws an Error, as for any bug, if the response differs from the declaration of the endpoint.
 * `within` limits the time, so that no step begins after the deadline. By default there is no limit.
 */
export const perform = async <U extends Asker>(
  resolved: ResolvedRequest<U>,
  // TypeScript knows that `Promise.race` gives an `Awaited<T>`, but not that `async` does.
  within: Within = (work) => Promise.race([work]),
): Promise<unknown> => {
  const { route, endpoint, path, user, language, method, baseUrl, address, headers, query, body, files, selected, meta } = resolved;
  if (endpoint === undefined) throw errors.noRoute();
  if (!resolved.verdicts.get(method)?.()) throw errors.forbidden({ anonymous: user === undefined });
  const record = resolved.record ?? (await recordInstead(endpoint, resolved, within));
  if (!resolved.isPathValid || (route.load !== undefined && record === undefined)) {
    throw route.notFound?.(path, language) ?? errors.recordNotFound();
  }
  if (files !== undefined && files.size > 0) throw errors.filesNotTaken([...files]);
  const context = { path, record, user, language };
  if (endpoint.checkHeaders !== undefined) await within(endpoint.checkHeaders(headers, context));
  const ifMatch = headers['if-match'];
  const request = {
    ...context,
    baseUrl,
    address,
    method,
    headers,
    selected,
    ...(meta && { meta }),
    matches: (revision: string) => ifMatch === undefined || matchesRevision(String(ifMatch), revision),
    digest: () => endpoint.digest({ query, body }),
  };
  const handle = async () => {
    const params = await within(endpoint.validate({ query, body }, context));
    return within(endpoint.handle({ ...request, params }));
  };
  const earlier = endpoint.replay && (await within(endpoint.replay(request)));
  const given = earlier === undefined ? await handle() : earlier;
  return declaredAnswer(resolved, endpoint, given);
};

/** Checks a response against the declaration of its endpoint, and completes status and content type. Throws an Error if it differs. */
const declaredAnswer = <U extends Asker>({ route, method }: ResolvedRequest<U>, endpoint: RouteEndpoint<U>, given: unknown): unknown => {
  const answer = endpoint.status === undefined ? given : withSuccessStatus(given, endpoint.status);
  const type = isReply(answer) ? answer.headers['Content-Type'] : undefined;
  if (type !== undefined && endpoint.alternatives?.some((one) => mediaType(alternativeType(one)) === mediaType(type))) return answer;
  const hook = { hook: 'handle', plugin: endpoint.plugin };
  const difference = endpoint.checkAnswer && hooked(hook, endpoint.checkAnswer)(answer);
  if (difference !== undefined)
    throw thrownBy(hook, new Error(`${method} ${route.key} answers what its declaration does not allow: ${difference}`));
  return endpoint.type === undefined ? answer : withContentType(answer, endpoint.type);
};
