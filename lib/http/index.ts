/**
 * The HTTP server, with Koa. `app.ts` assembles the service, `life.ts` handles one request, `server.ts` listens. This folder knows no
 * content types: it gets a registry of routes and functions that make pages.
 */

// Bodies of errors, and their log.
export { errorBody, logFailure, problemBody } from './answers/errors';
// The HTTP side of the service.
export { createApp } from './app';
// Limits on connections, and on what clients repeat.
export { createConnections, DEFAULT_CONNECTION_LIMITS } from './limits/connections';
export { createCounter } from './limits/counter';
// Metrics for Prometheus.
export { createMetrics, type Metrics } from './metrics';
// The options of the HTTP side, and the requests that its functions get.
export { type EmbedRequest, type LegacyRequest, type LegacyTarget, type Limits, type Log, SILENT, type SitePages } from './options';
// Addresses of clients, and host names of requests.
export { clientAddress, countedAddress, loggedAddress } from './requests/address';
export { currentWaits } from './requests/request-context';
// The registry alone, for other Koa applications.
export { createRoutesMiddleware, DEFAULT_NAME, type RoutesMiddleware, type RoutesOptions } from './routes';
// The listening server.
export { type Application, type ListeningServer, listen, type RefusedBytes, type ServerOptions } from './server';
