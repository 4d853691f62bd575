import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ArrivingBody, measureArrival, type Scarcity, slowestFirst } from '../bodies/arriving-bodies';
import { countedAddress } from '../requests/address';

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

/** The default bounds. */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  idle: 2000,
  all: 10_000,
  probes: 100,
  unreadBytes: 67_108_864,
  unreadMilliseconds: 30_000,
};

/** The reason for which the server closed a connection. */
export type ClosingReason = 'idle' | 'too_many' | 'unread' | 'slow';

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

/** The state of a connection: its open requests in their order, and those with an unread answer. */
interface Client {
  /** True for an additional connection, accepted beyond the bound. */
  readonly isExtra: boolean;
  readonly open: Set<ServerResponse>;
  readonly answered: Set<ServerResponse>;
  /** Unread bytes when last measured. */
  unread: number;
}

/** A request body that is arriving over a connection. */
interface Incoming extends ArrivingBody {
  readonly socket: Duplex;
}

/** The part of all connections that is closed at once if bodies are slow, since a search takes a while. */
const CLOSED_TOGETHER = 1 / 100;

/** The pause after a search without a slow body, in ms. */
const LOOK_AGAIN_MILLISECONDS = 100;

/** True for a request that declares a body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const peerOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';

/**
 * Keeps the connections of a server within bounds. Where there are too many, those go first whose bodies arrive slowest, of the client that has the
 * most of these, then those that have been idle for longest. Where too much is not read, those go that have not read for longest.
 * `addressOf` tells the address of the client of a request: behind a proxy, another one than that of the connection.
 */
export const createConnections = (
  limits: ConnectionLimits = DEFAULT_CONNECTION_LIMITS,
  addressOf: (request: IncomingMessage) => string = peerOf,
): Connections => {
  const all = new Map<Duplex, Client>();
  /** Both in the order in which they became so. */
  const idle = new Set<Duplex>();
  const unread = new Set<Duplex>();
  /** The requests whose bodies have not come whole yet. */
  const arriving = new Map<IncomingMessage, Incoming>();
  const listeners = new Set<() => void>();
  let unreadBytes = 0;
  const closed: Record<ClosingReason, number> = { idle: 0, too_many: 0, unread: 0, slow: 0 };

  const close = (socket: Duplex, why: ClosingReason): void => {
    closed[why] += 1;
    forget(socket);
    socket.destroy();
  };

  const forget = (socket: Duplex): void => {
    unreadBytes -= all.get(socket)?.unread ?? 0;
    for (const set of [all, idle, unread]) set.delete(socket);
  };

  /** Looks how much a client has not read yet; answers it. */
  const weigh = (socket: Socket, client: Client): number => {
    // What the first one has written stands in the socket; those behind keep theirs until their turn.
    const kept = [...client.answered].reduce((sum, response) => sum + response.writableLength, 0);
    const bytes = socket.destroyed ? 0 : Math.max(kept, socket.writableLength);
    unreadBytes += bytes - client.unread;
    client.unread = bytes;
    if (bytes === 0) unread.delete(socket);
    else unread.add(socket);
    return bytes;
  };

  /** While the next answer is still made, nobody can read it. */
  const limitSilence = (socket: Socket, { open, answered, unread: bytes }: Client): void => {
    const [first] = open;
    if (first !== undefined) socket.setTimeout(bytes > 0 && answered.has(first) ? limits.unreadMilliseconds : 0);
  };

  /** Who has only just been answered may read that answer, however long it is. */
  const shedUnread = (present: Socket): void => {
    for (const socket of unread) {
      if (unreadBytes <= limits.unreadBytes) return;
      const client = all.get(socket);
      if (socket === present && client?.answered.size === 1) continue;
      if (client !== undefined && weigh(socket as Socket, client) > 0 && unreadBytes > limits.unreadBytes) close(socket, 'unread');
    }
  };

  /** Makes room for one more where there is none. */
  const closeIdle = (why: ClosingReason): boolean => {
    const [oldest] = idle;
    if (oldest !== undefined) close(oldest, why);
    return oldest !== undefined;
  };

  /** Notes a request whose body is to come, until it has come or is given up. */
  const noteBody = (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request) || request.complete) return;
    const { socket } = request;
    arriving.set(request, { ...measureArrival(socket), socket, network: countedAddress(addressOf(request)) });
    const end = () => void arriving.delete(request);
    request.once('end', end);
    request.once('close', end);
    response.once('close', end);
  };

  /** Makes room: closes those of some bodies that are to go first, of one network; half of its bodies at most, as another may hold as many by then. */
  const closeFirst = (bodies: readonly Incoming[]): boolean => {
    const [first] = bodies;
    const ofOne = bodies.filter(({ network }) => network === first?.network);
    const most = Math.max(1, Math.min(Math.ceil(limits.all * CLOSED_TOGETHER), Math.floor(ofOne.length / 2)));
    for (const { socket } of ofOne.slice(0, most)) close(socket, 'slow');
    return first !== undefined;
  };

  const NONE: Scarcity<Incoming> = { slow: [], fair: [], young: [] };
  let lookedInVain = Number.NEGATIVE_INFINITY;
  /** The bodies that are arriving; none for a while after no slow one was found. */
  const lookAtBodies = (): Scarcity<Incoming> => {
    const now = performance.now();
    if (now - lookedInVain < LOOK_AGAIN_MILLISECONDS) return NONE;
    const found = slowestFirst([...arriving].flatMap(([request, body]) => (request.complete || !all.has(body.socket) ? [] : [body])));
    if (found.slow.length === 0) lookedInVain = now;
    return found;
  };

  /** Makes room for one more: slow bodies go before what is idle, and that before bodies that come at a fair rate. */
  const makeRoom = (): boolean => {
    const { slow, fair } = lookAtBodies();
    return closeFirst(slow) || closeIdle('too_many') || closeFirst(fair);
  };

  return {
    onOpen: (listener) => void listeners.add(listener),
    open(socket) {
      const isExtra = all.size >= limits.all && !makeRoom();
      if (isExtra && all.size >= limits.all + limits.probes) {
        closed.too_many += 1;
        socket.destroy();
        return;
      }
      for (const listener of listeners) listener();
      all.set(socket, { isExtra, open: new Set(), answered: new Set(), unread: 0 });
      idle.add(socket);
      socket.once('close', () => forget(socket));
      if (idle.size > limits.idle) closeIdle('idle');
    },
    isBeyondRoom: ({ socket }) => all.get(socket)?.isExtra === true && all.size > limits.all,
    ask(request, response) {
      const { socket } = request;
      const client = all.get(socket);
      if (client === undefined) return;
      idle.delete(socket);
      client.open.add(response);
      noteBody(request, response);
      response.once('close', () => {
        client.open.delete(response);
        client.answered.delete(response);
        if (!all.has(socket)) return;
        weigh(socket, client);
        limitSilence(socket, client);
        if (client.open.size > 0) return;
        idle.add(socket);
        if (idle.size > limits.idle) closeIdle('idle');
      });
    },
    answered({ socket }, response) {
      const client = all.get(socket);
      if (client === undefined || !client.open.has(response)) return;
      client.answered.add(response);
      if (weigh(socket, client) === 0) return;
      limitSilence(socket, client);
      shedUnread(socket);
    },
    state: () => ({ open: all.size, idle: idle.size, closed: { ...closed } }),
  };
};
