import type { Language } from '../language';
import { type Asker, announcedArgs, isUpdate, type Method, type Route, type RouteEndpoint } from '../registry';
import type { Components } from './components';
import { linksOf, type OperationIds } from './links';
import { parameter, type RequestReader, requestBody } from './request';
import { responses } from './responses';
import { tagOf } from './tags';
import { descriptionOf, summaryOf } from './wording';

/** The document around an operation. */
export interface OperationContext<U extends Asker> {
  readonly language: Language;
  readonly everyRoute: readonly string[];
  /** The routes of the namespace. */
  readonly routes: readonly Route<U>[];
  readonly idOf: OperationIds;
  readonly components: Components;
  /** Writes shared parts of requests once. */
  readonly share: RequestReader['share'];
}

/** Describes one method of a route. */
export const describeOperation = <U extends Asker>(
  route: Route<U>,
  endpoint: RouteEndpoint<U>,
  method: Method,
  { language, everyRoute, routes, idOf, components, share }: OperationContext<U>,
) => {
  const reader: RequestReader = { language, share };
  const entries = announcedArgs(endpoint.args);
  const isBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const updates = isUpdate(endpoint);
  const inPath = entries.filter(([name]) => route.names.includes(name));
  const others = entries.filter(([name]) => !route.names.includes(name));
  const inQuery = isBody ? others.filter(([name]) => everyRoute.includes(name)) : others;
  const inBody = [...(updates ? inPath.filter(([name]) => name !== 'id') : []), ...others.filter(([name]) => !everyRoute.includes(name))];
  const operationId = idOf(route, method);
  const links = linksOf(route, endpoint, method, routes, idOf, language);
  return {
    operationId,
    summary: summaryOf(route, endpoint, method)[language],
    description: descriptionOf(endpoint, language),
    tags: [tagOf(route)],
    parameters: [
      ...inPath.map(([name, arg]) => parameter(name, arg, 'path', reader)),
      ...inQuery.map(([name, arg]) => parameter(name, arg, 'query', reader)),
      ...Object.entries(endpoint.requestHeaders ?? {}).map(([name, arg]) => parameter(name, arg, 'header', reader)),
    ],
    ...(isBody && { requestBody: requestBody({ entries: inBody, names: route.names, isUpdate: updates }, reader) }),
    responses: responses(route, endpoint, method, { operationId, language, components, links }),
    // An empty requirement means that credentials are optional.
    security: endpoint.permission === 'public' ? [{}, { basic: [] }] : [{ basic: [] }],
  };
};
