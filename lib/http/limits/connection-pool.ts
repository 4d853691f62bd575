import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ArrivingBody, measureArrival, type Scarcity, slowestFirst } from '../bodies/arriving-bodies';

/** Bounds on the connections of a server and on unread answers. */
export interface ConnectionLimits {
  /** The maximum of idle connections: those without a complete request. */
  readonly idle: number;
  /** The maximum of all connections. */
  readonly all: number;
  /** Additional connections for health checks only. */
  readonly probes: number;
  /** The maximum of unread answers, in bytes. */
  readonly unreadBytes: number;
  /** The time for which a client may read nothing of an answer, in ms. */
  readonly unreadMilliseconds: number;
}

/** The reason for which the server closed a connection. */
export type ClosingReason = 'idle' | 'too_many' | 'unread' | 'slow';

/** The state of a connection: its open requests in their order, and those with an unread answer. */
export interface Client {
  /** True for an additional connection, accepted beyond the bound. */
  readonly isExtra: boolean;
  readonly open: Set<ServerResponse>;
  readonly answered: Set<ServerResponse>;
  /** Unread bytes when last measured. */
  unread: number;
}

/** A request body that is arriving over a connection. */
interface ConnectionBody extends ArrivingBody {
  readonly socket: Duplex;
}

/** The state of a server's connections. */
export interface ConnectionPool {
  readonly limits: ConnectionLimits;
  readonly all: Map<Duplex, Client>;
  /** The idle connections, the oldest first. */
  readonly idle: Set<Duplex>;
  /** The connections with unread answers, the oldest first. */
  readonly unread: Set<Duplex>;
  unreadBytes: number;
  /** The requests with an incomplete body. */
  readonly arriving: Map<IncomingMessage, ConnectionBody>;
  /** Number of closed connections by reason. */
  readonly closed: Record<ClosingReason, number>;
  /** The moment of the last search without a slow body, in ms of `performance.now()`. */
  vainSearch: number;
}

/** Makes an empty pool. */
export const createPool = (limits: ConnectionLimits): ConnectionPool => ({
  limits,
  all: new Map(),
  idle: new Set(),
  unread: new Set(),
  unreadBytes: 0,
  arriving: new Map(),
  closed: { idle: 0, too_many: 0, unread: 0, slow: 0 },
  vainSearch: Number.NEGATIVE_INFINITY,
});

/** Closes a connection and counts it. */
export const closeConnection = (pool: ConnectionPool, socket: Duplex, why: ClosingReason): void => {
  pool.closed[why] += 1;
  forgetConnection(pool, socket);
  socket.destroy();
};

/** Removes a connection from the pool. */
export const forgetConnection = (pool: ConnectionPool, socket: Duplex): void => {
  pool.unreadBytes -= pool.all.get(socket)?.unread ?? 0;
  for (const set of [pool.all, pool.idle, pool.unread]) set.delete(socket);
};

/** Closes the oldest idle connection. False if there is none. */
export const closeIdle = (pool: ConnectionPool, why: ClosingReason): boolean => {
  const [oldest] = pool.idle;
  if (oldest !== undefined) closeConnection(pool, oldest, why);
  return oldest !== undefined;
};

/** True for a request that declares a body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Notes a request with a body until the body is complete or given up. `networkOf` answers the network of the client. */
export const noteBody = (
  pool: ConnectionPool,
  request: IncomingMessage,
  response: ServerResponse,
  networkOf: (request: IncomingMessage) => string,
): void => {
  const { arriving } = pool;
  const { socket } = request;
  if (!hasBody(request) || request.complete) return;
  arriving.set(request, { ...measureArrival(socket), socket, network: networkOf(request) });
  const end = () => void arriving.delete(request);
  request.once('end', end);
  request.once('close', end);
  response.once('close', end);
};

/** The part of all connections that is closed at once if bodies are slow, since a search takes a while. */
const CLOSED_TOGETHER = 1 / 100;

/** The pause after a search without a slow body, in ms. */
const SEARCH_PAUSE = 100;

const NONE: Scarcity<ConnectionBody> = { slow: [], fair: [], young: [] };

/** Orders the arriving bodies for eviction. Answers none for a while after a search without a slow body. */
const searchBodies = (pool: ConnectionPool): Scarcity<ConnectionBody> => {
  const now = performance.now();
  if (now - pool.vainSearch < SEARCH_PAUSE) return NONE;
  const isOpen = (request: IncomingMessage, { socket }: ConnectionBody) => !request.complete && pool.all.has(socket);
  const found = slowestFirst([...pool.arriving].flatMap(([request, body]) => (isOpen(request, body) ? [body] : [])));
  if (found.slow.length === 0) pool.vainSearch = now;
  return found;
};

/** Closes the connections of the first bodies, all of one network. At most half of its bodies go, since another network may hold more by then. */
const closeFirst = (pool: ConnectionPool, bodies: readonly ConnectionBody[]): boolean => {
  const [first] = bodies;
  const ofOne = bodies.filter(({ network }) => network === first?.network);
  const most = Math.max(1, Math.min(Math.ceil(pool.limits.all * CLOSED_TOGETHER), Math.floor(ofOne.length / 2)));
  for (const { socket } of ofOne.slice(0, most)) closeConnection(pool, socket, 'slow');
  return first !== undefined;
};

/** Makes room for a connection: closes slow bodies, else an idle connection, else bodies at a fair rate. False if none can go. */
export const makeRoom = (pool: ConnectionPool): boolean => {
  const { slow, fair } = searchBodies(pool);
  return closeFirst(pool, slow) || closeIdle(pool, 'too_many') || closeFirst(pool, fair);
};
