import { errors } from '../errors';
import type { Language } from '../language';
import { namesRevision } from './answers/entity-tag';
import { isReply, mediaType, repliedWith, typedReply } from './answers/reply';
import type { SelectedFields } from './answers/selected-fields';
import type { Method } from './args/arg';
import { hooked, thrownBy } from './hook';
import {
  type Asker,
  alternativeType,
  type MetaParams,
  type RequestHeaders,
  type Route,
  type RouteEndpoint,
  type SentParams,
} from './route';

/** A request with its route: `path` holds the decoded variables, `language` is the effective one. */
export interface MatchedRequest<U> extends SentParams {
  readonly method: Method;
  readonly path: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly user: U | undefined;
  readonly baseUrl: string;
  /** The address of the client. */
  readonly address?: string | undefined;
  readonly headers: RequestHeaders;
  /** The members that `_fields` selects. Undefined selects all. */
  readonly wanted?: SelectedFields | undefined;
  /** The names of sent files, which no endpoint accepts. */
  readonly files?: ReadonlySet<string>;
  /** The meta parameters of the request. None by default. */
  readonly meta?: MetaParams;
}

/** A request with the record at its address. `path` is coerced; `record` is undefined if there is none. */
export interface ResolvedRequest<U extends Asker> extends Omit<MatchedRequest<U>, 'path'> {
  readonly route: Route<U>;
  readonly path: Readonly<Record<string, unknown>>;
  /** True if every variable of the path has its declared form. Otherwise there can be nothing at the address. */
  readonly isAddress: boolean;
  readonly record: unknown;
}

/** Coerces the path's variables and loads their record, once. An invalid variable addresses nothing. */
export const resolveRequest = async <U extends Asker>(route: Route<U>, incoming: MatchedRequest<U>): Promise<ResolvedRequest<U>> => {
  const address = route.address(incoming.path);
  const { language, user } = incoming;
  const record = address === undefined ? undefined : await route.load?.({ path: address, language, user });
  return { ...incoming, route, path: address ?? incoming.path, isAddress: address !== undefined, record: record ?? undefined };
};

const isAllowed = <U extends Asker>(
  { permission }: RouteEndpoint<U>,
  { user, record, path }: ResolvedRequest<U>,
  method: Method,
): boolean => {
  if (permission === 'public') return true;
  if (typeof permission === 'function') return permission({ user, record, path, method });
  return user?.can(permission as never) ?? false;
};

/**
 * The methods that the user may use here, in the order of the endpoints. A permission that throws allows nothing.
 * `failed` is called once for each endpoint whose permission throws.
 */
export const allowedMethods = <U extends Asker>(
  visit: ResolvedRequest<U>,
  failed: (endpoint: RouteEndpoint<U>, thrown: unknown) => void = () => undefined,
): Method[] =>
  visit.route.endpoints.flatMap((endpoint) => {
    try {
      return endpoint.methods.filter((method) => isAllowed(endpoint, visit, method));
    } catch (thrown) {
      failed(endpoint, thrown);
      return [];
    }
  });

/** The record that the route's `otherwise` answers for a missing one. The user must have the same permission on it. */
const recordInstead = async <U extends Asker>(endpoint: RouteEndpoint<U>, visit: ResolvedRequest<U>, within: Within): Promise<unknown> => {
  const { route, path, language, user, baseUrl, method, query, body } = visit;
  if (!visit.isAddress || route.otherwise === undefined) return undefined;
  const record = (await within(route.otherwise({ path, language, user, baseUrl, method, sent: { query, body } }))) ?? undefined;
  if (record !== undefined && !isAllowed(endpoint, { ...visit, record }, method)) throw errors.forbidden(user === undefined);
  return record;
};

/** Waits for a part of the work. Rejects if that takes too long, so that the next part does not begin. */
export type Within = <T>(work: T | PromiseLike<T>) => Promise<Awaited<T>>;

/**
 * Answers a resolved request: permission, existence, headers, replayed answer, validation, handler, in this order.
 * Throws an Error, as for any bug, if the answer is not as the endpoint declares.
 * `within` bounds the wait for each part. By default there is no bound.
 */
export const perform = async <U extends Asker>(
  visit: ResolvedRequest<U>,
  within: Within = (work) => Promise.race([work]),
): Promise<unknown> => {
  const { route, path, user, language, method, baseUrl, address, headers, query, body, files, wanted, meta } = visit;
  const endpoint = route.endpoints.find(({ methods }) => methods.includes(method));
  if (endpoint === undefined) throw errors.noRoute();
  if (!isAllowed(endpoint, visit, method)) throw errors.forbidden(user === undefined);
  const record = visit.record ?? (await recordInstead(endpoint, visit, within));
  if (!visit.isAddress || (route.load !== undefined && record === undefined)) {
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
