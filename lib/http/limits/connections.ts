import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { countedAddress } from '../requests/address';
import {
  type ClosingReason,
  type ConnectionLimits,
  type ConnectionPool,
  closeIdle,
  createPool,
  forgetConnection,
  makeRoom,
  noteBody,
} from './connection-pool';
import { limitSilence, shedUnread, weigh } from './unread-answers';

/** The default bounds. */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  idle: 2000,
  all: 10_000,
  probes: 100,
  unreadBytes: 67_108_864,
  unreadMilliseconds: 30_000,
};

/** The connections of a server. */
export interface Connections {
  /** Accepts a new connection, or closes it. */
  open(socket: Duplex): void;
  /** Calls the listener for each new connection. */
  onOpen(listener: () => void): void;
  /** Notes a request. */
  ask(request: IncomingMessage, response: ServerResponse): void;
  /** True for a request on an additional connection, while there still are too many. */
  isBeyondRoom(request: IncomingMessage): boolean;
  /** Notes that a request is answered. From then on the unread bytes of its answer count. */
  answered(request: IncomingMessage, response: ServerResponse): void;
  /** Numbers of open and idle connections, and of closed ones by reason. */
  state(): { readonly open: number; readonly idle: number; readonly closed: Readonly<Record<ClosingReason, number>> };
}

const peerOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';

/**
 * Keeps the connections of a server within bounds.
 * If there are too many, the slowest bodies of the client with the most of them go first, then the connections that have been idle longest.
 * If too much is unread, the connections that have been unread longest go.
 * `addressOf` is the client's address. Behind a proxy it is not that of the connection.
 */
export const createConnections = (
  limits: ConnectionLimits = DEFAULT_CONNECTION_LIMITS,
  addressOf: (request: IncomingMessage) => string = peerOf,
): Connections => {
  const pool = createPool(limits);
  const listeners = new Set<() => void>();
  return {
    onOpen: (listener) => void listeners.add(listener),
    open(socket) {
      if (!accept(pool, socket)) return;
      for (const listener of listeners) listener();
      if (pool.idle.size > limits.idle) closeIdle(pool, 'idle');
    },
    isBeyondRoom: ({ socket }) => pool.all.get(socket)?.isExtra === true && pool.all.size > limits.all,
    ask: (request, response) => noteRequest(pool, request, response, (one) => countedAddress(addressOf(one))),
    answered({ socket }, response) {
      const client = pool.all.get(socket);
      if (client === undefined || !client.open.has(response)) return;
      client.answered.add(response);
      if (weigh(pool, socket, client) === 0) return;
      limitSilence(pool, socket, client);
      shedUnread(pool, socket);
    },
    state: () => ({ open: pool.all.size, idle: pool.idle.size, closed: { ...pool.closed } }),
  };
};

/** Adds a connection to the pool. False if there is no room even for probes; then the connection is destroyed. */
const accept = (pool: ConnectionPool, socket: Duplex): boolean => {
  const { all, limits, closed } = pool;
  const isExtra = all.size >= limits.all && !makeRoom(pool);
  if (isExtra && all.size >= limits.all + limits.probes) {
    closed.too_many += 1;
    socket.destroy();
    return false;
  }
  all.set(socket, { isExtra, open: new Set(), answered: new Set(), unread: 0 });
  pool.idle.add(socket);
  socket.once('close', () => forgetConnection(pool, socket));
  return true;
};

const noteRequest = (
  pool: ConnectionPool,
  request: IncomingMessage,
  response: ServerResponse,
  networkOf: (request: IncomingMessage) => string,
): void => {
  const { socket } = request;
  const client = pool.all.get(socket);
  if (client === undefined) return;
  pool.idle.delete(socket);
  client.open.add(response);
  noteBody(pool, request, response, networkOf);
  response.once('close', () => {
    client.open.delete(response);
    client.answered.delete(response);
    if (!pool.all.has(socket)) return;
    weigh(pool, socket, client);
    limitSilence(pool, socket, client);
    if (client.open.size > 0) return;
    pool.idle.add(socket);
    if (pool.idle.size > pool.limits.idle) closeIdle(pool, 'idle');
  });
};
