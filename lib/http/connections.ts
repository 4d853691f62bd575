import type { IncomingMessage, ServerResponse } from 'node:http';
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
  /** Hears of a request. */
  ask(request: IncomingMessage, response: ServerResponse): void;
  /** Hears that a request is answered; what its client does not read is counted from now on. */
  answered(request: IncomingMessage, response: ServerResponse): void;
  /** How many there are, and how many were closed by now, by reason. */
  state(): { readonly open: number; readonly idle: number; readonly closed: Readonly<Record<ClosingReason, number>> };
}

/** Keeps the connections of a server within bounds: those go that have done nothing for longest. */
export const createConnections = (limits: ConnectionLimits = DEFAULT_CONNECTION_LIMITS): Connections => {
  /** Each with how many of its requests are not answered yet. */
  const all = new Map<Duplex, number>();
  /** Both in the order in which they became so. */
  const idle = new Set<Duplex>();
  const unread = new Map<Duplex, number>();
  let unreadBytes = 0;
  const closed: Record<ClosingReason, number> = { idle: 0, too_many: 0, unread: 0 };

  const forget = (socket: Duplex): void => {
    unreadBytes -= unread.get(socket) ?? 0;
    unread.delete(socket);
    idle.delete(socket);
  };

  const close = (socket: Duplex, why: ClosingReason): void => {
    closed[why] += 1;
    forget(socket);
    socket.destroy();
  };

  const rest = (socket: Duplex): void => {
    forget(socket);
    idle.add(socket);
    if (idle.size <= limits.idle) return;
    const [oldest] = idle;
    if (oldest !== undefined) close(oldest, 'idle');
  };

  return {
    open(socket) {
      all.set(socket, 0);
      socket.once('close', () => {
        all.delete(socket);
        forget(socket);
      });
      if (all.size > limits.all) close(socket, 'too_many');
      else rest(socket);
    },
    ask({ socket }, response) {
      idle.delete(socket);
      all.set(socket, (all.get(socket) ?? 0) + 1);
      response.once('close', () => {
        const left = all.get(socket);
        if (left === undefined) return;
        all.set(socket, left - 1);
        if (left === 1) rest(socket);
        // What is asked next may take its time.
        else socket.setTimeout(0);
      });
    },
    answered({ socket }, response) {
      // What comes behind another answer over the same connection waits for that, or stands in the same buffers.
      const bytes = Math.max(response.writableLength, socket.writableLength);
      if (bytes === 0 || response.destroyed || socket.destroyed) return;
      forget(socket);
      unread.set(socket, bytes);
      unreadBytes += bytes;
      socket.setTimeout(limits.unreadMilliseconds);
      for (const [oldest] of unread) {
        if (unreadBytes <= limits.unreadBytes) return;
        close(oldest, 'unread');
      }
    },
    state: () => ({ open: all.size, idle: idle.size, closed: { ...closed } }),
  };
};
