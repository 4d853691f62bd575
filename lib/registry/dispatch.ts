import { errors } from '../errors';
import { isReply, mediaType, namesRevision, repliedWith, typedReply } from './answers/reply';
import type { Method } from './args/arg';
import { hooked, thrownBy } from './hook';
import { type Asker, alternativeType, type RequestDetails, type Route, type RouteEndpoint, type SentParams } from './route';

/** A request with its route: `path` holds the decoded variables, `language` is the effective one. */
export interface MatchedRequest<U extends Asker> extends RequestDetails<U>, SentParams {
  readonly route: Route<U>;
  /** The endpoint of the method. Undefined if the route has none. */
  readonly endpoint: RouteEndpoint<U> | undefined;
  readonly path: Readonly<Record<string, string>>;
  /** The names of sent files, which no endpoint accepts. */
  readonly files?: ReadonlySet<string>;
}

/** A request with the record at its address. `path` is coerced; `record` is undefined if there is none. */
export interface ResolvedRequest<U extends Asker> extends Omit<MatchedRequest<U>, 'path'> {
  readonly path: Readonly<Record<string, unknown>>;
  /** True if every variable of the path has its declared form. Otherwise there can be nothing at the address. */
  readonly isAddress: boolean;
  readonly record: unknown;
  /** The answers of the route's permissions, by method. A permission that has thrown throws again. */
  readonly verdicts: ReadonlyMap<Method, () => boolean>;
}

/** The endpoint of a route for a method, if there is one. */
export const endpointFor = <U extends Asker>({ endpoints }: Route<U>, method: string | undefined): RouteEndpoint<U> | undefined =>
  endpoints.find(({ methods }) => methods.some((one) => one === method));

/**
 * Coerces the path's variables, loads their record, and asks each permission of the route, all once.
 * An invalid variable addresses nothing.
 */
export const resolveRequest = async <U extends Asker>(matched: MatchedRequest<U>): Promise<ResolvedRequest<U>> => {
  const { route, language, user } = matched;
  const address = route.address(matched.path);
  const record = address === undefined ? undefined : await route.load?.({ path: address, language, user });
  const resolved = { ...matched, path: address ?? matched.path, isAddress: address !== undefined, record: record ?? undefined };
  const verdicts = route.endpoints.flatMap((one) => one.methods.map((method) => [method, verdictOn(one, resolved, method)] as const));
  return { ...resolved, verdicts: new Map(verdicts) };
};

/** A request whose permissions were not called yet. */
type Unjudged<U extends Asker> = Omit<ResolvedRequest<U>, 'verdicts'>;

const verdictOn = <U extends Asker>(endpoint: RouteEndpoint<U>, request: Unjudged<U>, method: Method): (() => boolean) => {
  try {
    const allows = isAllowed(endpoint, request, method);
    return () => allows;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
};

const isAllowed = <U extends Asker>({ permission }: RouteEndpoint<U>, { user, record, path }: Unjudged<U>, method: Method): boolean => {
  if (permission === 'public') return true;
  if (typeof permission === 'function') return permission({ user, record, path, method });
  return user?.can(permission) ?? false;
};

/**
 * The methods that the user may use here, in the order of the endpoints. A permission that throws allows nothing.
 * `failed` is called once for each endpoint whose permission has thrown.
 */
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

/** The record that the route's `otherwise` answers for a missing one. The user must have the same permission on it. */
const recordInstead = async <U extends Asker>(
  endpoint: RouteEndpoint<U>,
  request: ResolvedRequest<U>,
  within: Within,
): Promise<unknown> => {
  const { route, path, language, user, baseUrl, method, query, body } = request;
  if (!request.isAddress || route.otherwise === undefined) return undefined;
  const record = (await within(route.otherwise({ path, language, user, baseUrl, method, sent: { query, body } }))) ?? undefined;
  if (record !== undefined && !isAllowed(endpoint, { ...request, record }, method))
    throw errors.forbidden({ anonymous: user === undefined });
  return record;
};

/** Waits for a part of the work. Rejects if that takes too long, so that the next part does not begin. */
type Within = <T>(work: T | PromiseLike<T>) => Promise<Awaited<T>>;

/**
 * Answers a resolved request: permission, existence, headers, replayed answer, validation, handler, in this order.
 * Throws an Error, as for any bug, if the answer is not as the endpoint declares.
 * `within` bounds the wait for each part. By default there is no bound.
 */
export const perform = async <U extends Asker>(
  resolved: ResolvedRequest<U>,
  within: Within = (work) => Promise.race([work]),
): Promise<unknown> => {
  const { route, endpoint, path, user, language, method, baseUrl, address, headers, query, body, files, wanted, meta } = resolved;
  if (endpoint === undefined) throw errors.noRoute();
  if (!resolved.verdicts.get(method)?.()) throw errors.forbidden({ anonymous: user === undefined });
  const record = resolved.record ?? (await recordInstead(endpoint, resolved, within));
  if (!resolved.isAddress || (route.load !== undefined && record === undefined)) {
    throw route.notFound?.(path, language) ?? errors.recordNotFound();
  }
  if (files !== undefined && files.size > 0) throw errors.filesNotTaken([...files]);
  const asking = { path, record, user, language };
  if (endpoint.checkHeaders !== undefined) await within(endpoint.checkHeaders(headers, asking));
  const ifMatch = headers['if-match'];
  const request = {
    ...asking,
    ...{ baseUrl, address, method, headers, wanted, ...(meta && { meta }) },
    matches: (revision: string) => ifMatch === undefined || namesRevision(String(ifMatch), revision),
    digest: () => endpoint.digest({ query, body }),
  };
  const handle = async () => {
    const params = await within(endpoint.validate({ query, body }, asking));
    return within(endpoint.handle({ ...request, params }));
  };
  const replayed = endpoint.replay && (await within(endpoint.replay(request)));
  const given = replayed === undefined ? await handle() : replayed;
  const answer = endpoint.status === undefined ? given : repliedWith(given, endpoint.status);
  const type = isReply(answer) ? answer.headers['Content-Type'] : undefined;
  if (type !== undefined && endpoint.alternatives?.some((one) => mediaType(alternativeType(one)) === mediaType(type))) return answer;
  const hook = { hook: 'handle', plugin: endpoint.plugin };
  const misfit = endpoint.misfit === undefined ? undefined : hooked(hook, endpoint.misfit)(answer);
  if (misfit !== undefined)
    throw thrownBy(hook, new Error(`${method} ${route.key} answers what its declaration does not allow: ${misfit}`));
  return endpoint.type === undefined ? answer : typedReply(answer, endpoint.type);
};
