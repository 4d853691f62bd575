import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How many connections a server keeps, and how much of what their clients do not read. */
export interface ConnectionLimits {
  /** How many may be idle: over which nothing is asked, or nothing whole yet. */
  readonly idle: number;
  /** How many there may be at all. */
  readonly all: number;
  /** Bytes of answers that clients have not read yet. */
  readonly unreadBytes: number;
  /** How long a client may read nothing of an answer, in ms. */
  readonly unreadMilliseconds: number;
}

/** What holds where nothing else is said. */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  idle: 2000,
  all: 10_000,
  unreadBytes: 67_108_864,
  unreadMilliseconds: 30_000,
};

/** Why a connection was closed that its client would have kept. */
export type ClosingReason = 'idle' | 'too_many' | 'unread';

/** The connections of a server. */
export interface Connections {
  /** Takes a new one, or closes it. */
  open(socket: Duplex): void;
  /** Tells of each new one from now on. */
  onOpen(listener: () => void): void;
  /** Hears of a request. */
  ask(request: IncomingMessage, response: ServerResponse): void;
  /** Hears that a request is answered; what its client does not read is counted from now on. */
  answered(request: IncomingMessage, response: ServerResponse): void;
  /** How many there are, and how many were closed by now, by reason. */
  state(): { readonly open: number; readonly idle: number; readonly closed: Readonly<Record<ClosingReason, number>> };
}

/** A connection, with its requests that are not all dealt with, in their order, and those of them that are answered and not read yet. */
interface Client {
  readonly open: Set<ServerResponse>;
  readonly answered: Set<ServerResponse>;
  /** Bytes that were not read when it was last looked. */
  unread: number;
}

/** Keeps the connections of a server within bounds: those go that have been idle, or have not read an answer, for longest. */
export const createConnections = (limits: ConnectionLimits = DEFAULT_CONNECTION_LIMITS): Connections => {
  const all = new Map<Duplex, Client>();
  /** Both in the order in which they became so. */
  const idle = new Set<Duplex>();
  const unread = new Set<Duplex>();
  const listeners = new Set<() => void>();
  let unreadBytes = 0;
  const closed: Record<ClosingReason, number> = { idle: 0, too_many: 0, unread: 0 };

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

  return {
    onOpen: (listener) => void listeners.add(listener),
    open(socket) {
      if (all.size >= limits.all && !closeIdle('too_many')) {
        closed.too_many += 1;
        socket.destroy();
        return;
      }
      for (const listener of listeners) listener();
      all.set(socket, { open: new Set(), answered: new Set(), unread: 0 });
      idle.add(socket);
      socket.once('close', () => forget(socket));
      if (idle.size > limits.idle) closeIdle('idle');
    },
    ask({ socket }, response) {
      const client = all.get(socket);
      if (client === undefined) return;
      idle.delete(socket);
      client.open.add(response);
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
