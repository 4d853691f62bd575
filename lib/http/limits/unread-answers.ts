import type { Socket } from 'node:net';
import { type Client, type ConnectionPool, closeConnection } from './connection-pool';

/** Measures the unread bytes of a client, notes them, and answers them. */
export const weigh = (pool: ConnectionPool, socket: Socket, client: Client): number => {
  // The first answer's bytes are in the socket; those of later answers wait in their responses.
  const waiting = [...client.answered].reduce((sum, response) => sum + response.writableLength, 0);
  const bytes = socket.destroyed ? 0 : Math.max(waiting, socket.writableLength);
  pool.unreadBytes += bytes - client.unread;
  client.unread = bytes;
  if (bytes === 0) pool.unread.delete(socket);
  else pool.unread.add(socket);
  return bytes;
};

/** Bounds the time for which a client reads nothing, while its first answer is unread. An answer in the making has no bound. */
export const limitSilence = ({ limits }: ConnectionPool, socket: Socket, { open, answered, unread: bytes }: Client): void => {
  const [first] = open;
  if (first !== undefined) socket.setTimeout(bytes > 0 && answered.has(first) ? limits.unreadMilliseconds : 0);
};

/** Closes the oldest connections with unread answers while there are too many bytes. A client may read its first answer, however long. */
export const shedUnread = (pool: ConnectionPool, present: Socket): void => {
  const { limits, unread, all } = pool;
  for (const socket of unread) {
    if (pool.unreadBytes <= limits.unreadBytes) return;
    const client = all.get(socket);
    if (socket === present && client?.answered.size === 1) continue;
    if (client !== undefined && weigh(pool, socket as Socket, client) > 0 && pool.unreadBytes > limits.unreadBytes)
      closeConnection(pool, socket, 'unread');
  }
};
