export { errorBody, logFailure, problemBody } from './answers/errors';
export { createApp } from './app';
export { createConnections, DEFAULT_CONNECTION_LIMITS } from './limits/connections';
export { createMetrics, type Metrics } from './metrics';
export {
  type EmbedRequest,
  type FrontRequest,
  type Limits,
  type Log,
  type OldAnswer,
  type OldRequest,
  type PageRequest,
  type RobotRequest,
  SILENT,
} from './options';
export { clientAddress, countedAddress, createHostFilter, loggedAddress } from './requests/address';
export { createRoutesMiddleware, DEFAULT_NAME, type RoutesMiddleware, type RoutesOptions } from './routes';
export { type Application, type ListeningServer, listen, type RefusedBytes, type ServerOptions } from './server';
