import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from '../../errors';
import { ALL_LANGUAGES } from '../../language';
import { errorBody } from '../answers/errors';
import { type Cors, createCorsHeaders, PRIVATE_HEADERS, SECURITY_HEADERS } from '../answers/headers';
import type { Metrics } from '../metrics';
import type { Caller, HttpOptions } from '../options';
import { clientAddress, loggedAddress } from '../requests/address';
import { pathOf, requestId } from '../requests/read-request';
import { belowRoot } from '../requests/target';

/** Time after which a refused client may try again, in s. */
const RETRY_SECONDS = 1;

type Options = Pick<Cors, 'registry'> & Pick<HttpOptions<Caller>, 'corsOrigins' | 'served' | 'trustProxy' | 'log' | 'logAddress'>;

/**
 * Makes the function that answers 503 `rest_overloaded` without Koa, since many refusals must cost little.
 * The answer has the language of the address and the headers of every error. It is logged and counted like any other.
 */
export const createOverloadAnswer = (
  { registry, corsOrigins: origins, served, trustProxy, log, logAddress = 'short' }: Options,
  metrics: Pick<Metrics, 'observe'>,
) => {
  const corsHeaders = createCorsHeaders({ origins, registry });
  const refusal = errors.overloaded(RETRY_SECONDS);
  const { status, code } = refusal;
  const bodies = new Map(ALL_LANGUAGES.languages.map((language) => [language, JSON.stringify(errorBody(refusal, language))]));
  const common = Object.entries({
    ...SECURITY_HEADERS,
    'X-Robots-Tag': 'noindex',
    ...refusal.headers,
    Vary: 'Origin, Authorization',
    'Content-Type': 'application/json; charset=UTF-8',
  });

  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', headers } = request;
    const path = pathOf(request.url ?? '');
    const language = belowRoot(path, served)?.prefix ?? served.first;
    const id = requestId(request, trustProxy);
    response.statusCode = status;
    for (const [name, value] of common) response.setHeader(name, value);
    for (const [name, value] of Object.entries(corsHeaders(headers.origin ?? ''))) response.setHeader(name, value);
    if (headers.authorization !== undefined) for (const [name, value] of Object.entries(PRIVATE_HEADERS)) response.setHeader(name, value);
    response.setHeader('Content-Language', language);
    response.setHeader('X-Request-Id', id);
    response.end(bodies.get(language));
    metrics.observe({ method, route: '', status, milliseconds: 0, code });
    const address = loggedAddress(clientAddress(request, trustProxy), logAddress);
    log.info({ id, method, path, status, milliseconds: 0, address, language, code }, 'request');
  };
};
