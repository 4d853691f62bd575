import { connect, createServer, type Socket } from 'node:net';
import type { EmbeddedDatabase } from '../storage/database';
import { dispatch } from './dispatch';
import { HEADER, MAX_MESSAGE, readMessage, writeAnswer } from './wire';

/** Answers the messages of a connection one by one. Malformed bytes close the connection. */
const serve = (database: EmbeddedDatabase, socket: Socket): void => {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let busy = false;

  /** Returns the next message, if complete. */
  const next = (): Buffer | undefined => {
    if (buffered < HEADER) return undefined;
    if ((chunks[0]?.length ?? 0) < 4) chunks = [Buffer.concat(chunks)];
    const [first] = chunks as [Buffer];
    const size = first.readInt32LE(0);
    if (size < HEADER + 5 || size > MAX_MESSAGE) throw new Error('malformed message: its length');
    if (buffered < size) return undefined;
    const all = chunks.length > 1 ? Buffer.concat(chunks) : first;
    buffered -= size;
    chunks = buffered > 0 ? [all.subarray(size)] : [];
    return all.subarray(0, size);
  };

  const run = async () => {
    busy = true;
    try {
      for (let bytes = next(); bytes; bytes = next()) {
        const command = { ...readMessage(bytes), isGone: () => socket.destroyed };
        const answer = await dispatch(database, command);
        if (!command.silent && socket.writable) socket.write(writeAnswer(command, answer));
      }
    } catch {
      // A malformed message has no answer, and the start of the next one is unknown.
      socket.destroy();
    }
    busy = false;
  };

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    buffered += chunk.length;
    if (!busy) void run();
    else if (buffered > MAX_MESSAGE) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
};

/** Listens on a Unix socket. Resolves with a function that closes the server and its connections. */
export const listenOnSocket = (database: EmbeddedDatabase, path: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      serve(database, socket);
    });
    server.once('error', reject);
    server.listen({ path, backlog: 1024 }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve(() => {
        server.close();
        for (const socket of sockets) socket.destroy();
      });
    });
  });

const NOBODY: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR', 'EPROTOTYPE']);

/** True if a server listens on a socket. Rejects if that is unknown, for example without permission. */
export const isAlive = (path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code)) resolve(false);
      // The queue of connections is full, so there is a server.
      else if (error.code === 'EAGAIN') resolve(true);
      else reject(error);
    });
  });
