import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { countedAddress } from '../requests/address';

export const DEFAULT_CONNECTION_LIMITS = {
  /** The maximum number of idle connections: those without a complete request. */
  idle: 2000,
  /** The maximum number of all connections. */
  all: 10_000,
  /** The number of additional connections, for health checks only. */
  probes: 100,
  /** The maximum size of all unread responses, in bytes. */
  unreadBytes: 67_108_864,
  /** The time for which a client may read nothing of a response, in ms. */
  unreadMilliseconds: 30_000,
};

export type ConnectionLimits = typeof DEFAULT_CONNECTION_LIMITS;

/** The state of a connection: its open requests in order, and those with an unread response. */
interface Client {
  /** True for an additional connection, accepted beyond `all` for health checks. */
  readonly isExtra: boolean;
  readonly open: Set<ServerResponse>;
  readonly answered: Set<ServerResponse>;
  /** The unread bytes of the client's responses when last measured. */
  unread: number;
}

interface ConnectionBody extends ArrivingBody {
  readonly socket: Duplex;
}

/** Makes the state of a server's connections. Sets and maps are in the order of arrival. */
const createPool = (limits: ConnectionLimits, addressOf: (request: IncomingMessage) => string) => ({
  limits,
  addressOf,
  all: new Map<Duplex, Client>(),
  idle: new Set<Duplex>(),
  /** The connections with unread responses, and the sum of their unread bytes. */
  unread: new Set<Duplex>(),
  unreadBytes: 0,
  arriving: new Map<IncomingMessage, ConnectionBody>(),
  /** The numbers of connections that the server closed, by reason. */
  closed: { idle: 0, too_many: 0, unread: 0, slow: 0 },
  /** The time of the last search for slow bodies that found none, in ms of `performance.now()`. */
  vainSearch: Number.NEGATIVE_INFINITY,
});

type ConnectionPool = ReturnType<typeof createPool>;
type ClosingReason = keyof ConnectionPool['closed'];

/**
 * Makes the functions that limit the connections of a server. If there are too many, the slowest bodies of the client with the most of
 * them are closed first, then the connections that have been idle longest. If there are too many unread bytes, the connections that have
 * been unread longest are closed. `addressOf` returns the client's address. Behind a proxy it is not that of the connection.
 */
export const createConnections = (
  limits: ConnectionLimits = DEFAULT_CONNECTION_LIMITS,
  addressOf: (request: IncomingMessage) => string = ({ socket }) => socket.remoteAddress ?? '',
) => {
  const pool = createPool(limits, addressOf);
  const listeners = new Set<() => void>();
  return {
    open(socket: Duplex): void {
      if (!accept(pool, socket)) return;
      for (const listener of listeners) listener();
      noteIdle(pool, socket);
    },
    /** Adds a listener, which is called for each accepted connection. */
    onOpen: (listener: () => void): void => void listeners.add(listener),
    noteRequest: (request: IncomingMessage, response: ServerResponse): void => noteRequest(pool, request, response),
    /** True for a request on an additional connection, while there still are too many connections. */
    isBeyondRoom: ({ socket }: IncomingMessage): boolean => pool.all.get(socket)?.isExtra === true && pool.all.size > limits.all,
    /** Notes that a request is answered. From now on the unread bytes of the response count. */
    answered({ socket }: IncomingMessage, response: ServerResponse): void {
      const client = pool.all.get(socket);
      if (client === undefined || !client.open.has(response)) return;
      client.answered.add(response);
      if (weigh(pool, socket, client) === 0) return;
      limitSilence(pool, socket, client);
      shedUnread(pool, socket);
    },
    /** Returns the numbers of open and idle connections, and of closed ones by reason. */
    state: () => ({ open: pool.all.size, idle: pool.idle.size, closed: { ...pool.closed } }),
  };
};

export type Connections = ReturnType<typeof createConnections>;

/** Adds a connection to the pool. Destroys it and returns false if there is no space even for health checks. */
const accept = (pool: ConnectionPool, socket: Duplex): boolean => {
  const { all, limits } = pool;
  const isExtra = all.size >= limits.all && !makeRoom(pool);
  if (isExtra && all.size >= limits.all + limits.probes) {
    close(pool, socket, 'too_many');
    return false;
  }
  all.set(socket, { isExtra, open: new Set(), answered: new Set(), unread: 0 });
  socket.once('close', () => forget(pool, socket));
  return true;
};

const noteIdle = (pool: ConnectionPool, socket: Duplex): void => {
  pool.idle.add(socket);
  if (pool.idle.size > pool.limits.idle) closeIdle(pool, 'idle');
};

const noteRequest = (pool: ConnectionPool, request: IncomingMessage, response: ServerResponse): void => {
  const { socket } = request;
  const client = pool.all.get(socket);
  if (client === undefined) return;
  pool.idle.delete(socket);
  client.open.add(response);
  noteBody(pool, request, response);
  response.once('close', () => {
    client.open.delete(response);
    client.answered.delete(response);
    if (!pool.all.has(socket)) return;
    weigh(pool, socket, client);
    limitSilence(pool, socket, client);
    if (client.open.size === 0) noteIdle(pool, socket);
  });
};

/** Adds the body of a request to the arriving bodies, until the body is complete or the request is closed. */
const noteBody = ({ arriving, addressOf }: ConnectionPool, request: IncomingMessage, response: ServerResponse): void => {
  const { socket, headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || request.complete) return;
  arriving.set(request, { ...measureArrival(socket), socket, network: countedAddress(addressOf(request)) });
  const end = () => void arriving.delete(request);
  request.once('end', end);
  request.once('close', end);
  response.once('close', end);
};

const close = (pool: ConnectionPool, socket: Duplex, why: ClosingReason): void => {
  pool.closed[why] += 1;
  forget(pool, socket);
  socket.destroy();
};

const forget = (pool: ConnectionPool, socket: Duplex): void => {
  pool.unreadBytes -= pool.all.get(socket)?.unread ?? 0;
  for (const set of [pool.all, pool.idle, pool.unread]) set.delete(socket);
};

const closeIdle = (pool: ConnectionPool, why: ClosingReason): boolean => {
  const [oldest] = pool.idle;
  if (oldest !== undefined) close(pool, oldest, why);
  return oldest !== undefined;
};

/** The part of all connections that is closed together if bodies are slow, since each search takes a while. */
const CLOSED_TOGETHER = 1 / 100;

/** The pause after a search that found no slow body, in ms. */
const SEARCH_PAUSE = 100;

/** Sorts the arriving bodies for eviction. Returns an empty list for a while after a search that found no slow body. */
const searchBodies = (pool: ConnectionPool) => {
  const now = performance.now();
  const isPaused = now - pool.vainSearch < SEARCH_PAUSE;
  const incomplete = isPaused ? [] : [...pool.arriving].filter(([request, { socket }]) => !request.complete && pool.all.has(socket));
  const found = slowestFirst(incomplete.map(([, body]) => body));
  if (!isPaused && found.slow.length === 0) pool.vainSearch = now;
  return found;
};

/** Closes the connections of the first bodies, all of one network. At most half go, since another network may have more by then. */
const closeFirst = (pool: ConnectionPool, bodies: readonly ConnectionBody[]): boolean => {
  const [first] = bodies;
  const ofOne = bodies.filter(({ network }) => network === first?.network);
  const most = Math.max(1, Math.min(Math.ceil(pool.limits.all * CLOSED_TOGETHER), Math.floor(ofOne.length / 2)));
  for (const { socket } of ofOne.slice(0, most)) close(pool, socket, 'slow');
  return first !== undefined;
};

/** Makes space for a connection: closes slow bodies, else an idle connection, else other bodies. Returns false if none can go. */
const makeRoom = (pool: ConnectionPool): boolean => {
  const { slow, fair } = searchBodies(pool);
  return closeFirst(pool, slow) || closeIdle(pool, 'too_many') || closeFirst(pool, fair);
};

const weigh = (pool: ConnectionPool, socket: Socket, client: Client): number => {
  // The first response's bytes are in the socket; those of later responses wait in the response objects.
  const waiting = [...client.answered].reduce((sum, response) => sum + response.writableLength, 0);
  const bytes = socket.destroyed ? 0 : Math.max(waiting, socket.writableLength);
  pool.unreadBytes += bytes - client.unread;
  client.unread = bytes;
  if (bytes === 0) pool.unread.delete(socket);
  else pool.unread.add(socket);
  return bytes;
};

/** Limits the time for which a client reads nothing of its first finished response. An unfinished response has no limit. */
const limitSilence = ({ limits }: ConnectionPool, socket: Socket, { open, answered, unread: bytes }: Client): void => {
  const [first] = open;
  if (first !== undefined) socket.setTimeout(bytes > 0 && answered.has(first) ? limits.unreadMilliseconds : 0);
};

/** Closes the oldest connections with unread responses while there are too many bytes. `present` may have one unread response. */
const shedUnread = (pool: ConnectionPool, present: Socket): void => {
  const { limits, unread, all } = pool;
  for (const socket of unread) {
    if (pool.unreadBytes <= limits.unreadBytes) return;
    const client = all.get(socket);
    if (socket === present && client?.answered.size === 1) continue;
    if (client !== undefined && weigh(pool, socket as Socket, client) > 0 && pool.unreadBytes > limits.unreadBytes)
      close(pool, socket, 'unread');
  }
};

export interface ArrivingBody {
  /** The network of the client, as `countedAddress` returns it. */
  readonly network: string;
  /** The time when the body began to arrive, in ms of `performance.now()`. */
  readonly began: number;
  /** Returns the recent rate of arrival, in bytes per second. */
  rate(now: number): number;
}

/** The rate below which an arriving body is slow, in bytes per second. At eight times this rate the longest body takes half a minute. */
const SLOW = 4096;

/** The period for measuring the rate of an arriving body, in ms. Younger bodies are never slow. */
const GRACE = 1000;

/** Begins to measure the arrival of a request body over a connection. An initial burst counts for one second. */
export const measureArrival = (socket: Socket): Pick<ArrivingBody, 'began' | 'rate'> => {
  const began = performance.now();
  let [since, bytes] = [began, socket.bytesRead];
  let last: number | undefined;
  return {
    began,
    rate(now) {
      const rate = ((socket.bytesRead - bytes) / Math.max(1, now - since)) * 1000;
      if (now - since < GRACE) return last ?? rate;
      [since, bytes, last] = [now, socket.bytesRead, rate];
      return rate;
    },
  };
};

interface Rated<B> {
  readonly body: B;
  readonly rate: number;
}

/** Sorts arriving bodies by network: first the network that uses the most space. Within a network the slowest are first. */
const byNetwork = <B extends ArrivingBody>(bodies: readonly Rated<B>[], weightOf: (body: B) => number): readonly B[] => {
  const networks = new Map<string, { weight: number; readonly own: Rated<B>[] }>();
  for (const one of bodies) {
    const network = networks.get(one.body.network) ?? { weight: 0, own: [] };
    network.weight += weightOf(one.body);
    network.own.push(one);
    networks.set(one.body.network, network);
  }
  return [...networks.values()]
    .sort((one, other) => other.weight - one.weight)
    .flatMap(({ own }) => own.sort((one, other) => one.rate - other.rate).map(({ body }) => body));
};

/**
 * Sorts arriving bodies for eviction when memory gets scarce, in three lists: slow, fair, and young (too young to judge). Each list
 * begins with the network that uses the most space in it, the slowest body first. Slow bodies are evicted before fair ones, so that
 * clients behind one proxy address do not lose fair bodies first.
 */
export const slowestFirst = <B extends ArrivingBody>(bodies: Iterable<B>, weightOf: (body: B) => number = () => 1) => {
  const now = performance.now();
  const all = [...bodies].map((body): Rated<B> => ({ body, rate: body.rate(now) }));
  const isYoung = ({ body }: Rated<B>): boolean => now - body.began < GRACE;
  const sorted = (fits: (one: Rated<B>) => boolean) => byNetwork(all.filter(fits), weightOf);
  return {
    slow: sorted((one) => !isYoung(one) && one.rate < SLOW),
    fair: sorted((one) => !isYoung(one) && one.rate >= SLOW),
    young: sorted(isYoung),
  };
};
