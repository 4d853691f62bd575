import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { errors } from '../../errors';
import { ALL_LANGUAGES } from '../../language';
import { errorBody } from '../answers/errors';
import { createCorsHeaders, PRIVATE_HEADERS, SECURITY_HEADERS } from '../answers/headers';
import type { Metrics } from '../metrics';
import { type Caller, DEFAULT_LIMITS, type Limits, type RequestOptions } from '../options';
import { clientAddress, countedAddress, loggedAddress } from '../requests/address';
import { belowRoot, pathOf, type RequestContext, requestId, type TimedRequest } from '../requests/request-context';
import type { QueueEntry } from './overload-queue';
import { createScheduler } from './scheduler';

export const queueEntryOf = ({ req }: Context, { address }: RequestContext): QueueEntry => ({
  address: countedAddress(address),
  waited: (req as TimedRequest).waited,
  isConnected: () => !req.socket.destroyed,
});

/** A function that answers a request, such as the callback of a Koa application. */
type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The paths of health checks, which never wait in a queue. */
export const PROBES: readonly string[] = ['/healthz', '/readyz'];
const PROBE = new RegExp(`^(?:${PROBES.join('|')})(?:\\?|$)`);

/**
 * Makes the protection of a service against more requests than it can answer. A request waits in two queues, at most `queueMilliseconds`
 * in all. The first queue has all requests except health checks, so that the event loop stays fast even for cached responses. The second
 * queue has jobs, such as responses that are not cached. At most `concurrent` jobs run at once, and some of addresses without any.
 */
export const createOverload = (options: Pick<RequestOptions<Caller>, 'limits' | 'trustProxy' | 'connections'>) => {
  const { concurrent, queueMilliseconds }: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const retrySeconds = Math.max(1, Math.ceil(queueMilliseconds / 1000));
  const scheduler = createScheduler({ concurrent, queueMilliseconds, connections: options.connections });
  return {
    /** Wraps a request handler: few requests begin per turn of the event loop; others wait or are refused. */
    guard:
      (answer: AnswerRequest, refuse: (request: IncomingMessage, response: ServerResponse) => void): AnswerRequest =>
      (request: TimedRequest, response) => {
        if (PROBE.test(request.url ?? '')) return answer(request, response);
        const came = performance.now();
        return new Promise((resolve) => {
          scheduler.addRequest({
            address: countedAddress(clientAddress(request, options.trustProxy)),
            isConnected: () => !request.socket.destroyed,
            begin() {
              request.waited = performance.now() - came;
              resolve(answer(request, response));
            },
            refuse() {
              refuse(request, response);
              resolve();
            },
          });
        });
      },
    /** Runs a job as soon as fewer than `concurrent` jobs run. Throws `rest_overloaded` if that takes too long. */
    async run<T>(job: () => Promise<T>, entry: QueueEntry): Promise<T> {
      await new Promise<void>((resolve, reject) => {
        scheduler.addJob({ ...entry, begin: resolve, refuse: () => reject(errors.overloaded(retrySeconds)) });
      });
      try {
        return await job();
      } finally {
        // Deferred until the response is written too.
        setImmediate(scheduler.jobEnded, entry.address);
      }
    },
    load: scheduler.load,
  };
};

/** The value of `Retry-After` for a refused request, in s. */
const RETRY_SECONDS = 1;

/**
 * Makes the function that sends 503 `rest_overloaded` without Koa, since many refusals must be cheap. The response has the language of
 * the path and the headers of every error. It is logged and counted like any other.
 */
export const createOverloadAnswer = <U extends Caller>(options: RequestOptions<U>, metrics: Metrics) => {
  const { served, trustProxy, log, logAddress = 'short' } = options;
  const corsHeaders = createCorsHeaders(options);
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
