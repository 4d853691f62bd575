import type { Language } from '../../language';
import type { Method } from '../args';
import { announcedArgs } from '../describe-route';
import type { Asker, Route, RouteEndpoint } from '../route';
import { operationId } from './operation-id';
import { parameter, requestBody } from './request';
import { responses } from './responses';
import { tagOf } from './tags';
import { descriptionOf, summaryOf } from './wording';

/** One method of a route. */
export const describeOperation = <U extends Asker>(
  route: Route<U>,
  endpoint: RouteEndpoint<U>,
  method: Method,
  everyRoute: readonly string[],
  language: Language,
  named: (id: string) => string,
) => {
  const entries = announcedArgs(endpoint.args);
  const isBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const isEditable = endpoint.methods.length > 1;
  const inPath = entries.filter(([name]) => route.names.includes(name));
  const others = entries.filter(([name]) => !route.names.includes(name));
  const inQuery = isBody ? others.filter(([name]) => everyRoute.includes(name)) : others;
  const inBody = [
    ...(isEditable ? inPath.filter(([name]) => name !== 'id') : []),
    ...others.filter(([name]) => !everyRoute.includes(name)),
  ];
  return {
    operationId: named(operationId(method, route.path)),
    summary: summaryOf(route, endpoint, method)[language],
    description: descriptionOf(endpoint, language),
    tags: [tagOf(route)],
    parameters: [
      ...inPath.map(([name, arg]) => parameter(name, arg, 'path', language)),
      ...inQuery.map(([name, arg]) => parameter(name, arg, 'query', language)),
    ],
    ...(isBody && { requestBody: requestBody(inBody, language, route.names, isEditable) }),
    responses: responses(route, endpoint, method === 'POST' && !isEditable, language),
    // An empty requirement says that no credentials are a possibility.
    security: endpoint.permission === 'public' ? [{}, { basic: [] }] : [{ basic: [] }],
  };
};
