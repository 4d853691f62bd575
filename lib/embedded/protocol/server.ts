import { connect, createServer, type Server, type Socket } from 'node:net';
import type { EmbeddedDatabase } from '../storage/database';
import { dispatch } from './dispatch';
import { HEADER, MAX_MESSAGE, readMessage, writeAnswer } from './wire';

/** A server that listens. */
export interface SocketServer {
  /** Accepts nothing more and closes every connection. */
  close(): Promise<void>;
}

/** Answers a connection's messages one after the other. Bytes that are no message end it. */
const serve = (database: EmbeddedDatabase, socket: Socket): void => {
  let chunks: Buffer[] = [];
  let held = 0;
  let busy = false;

  /** The next whole message, if it has arrived. */
  const next = (): Buffer | undefined => {
    if (held < HEADER) return undefined;
    let [bytes = Buffer.alloc(0)] = chunks;
    if (bytes.length < 4) {
      bytes = Buffer.concat(chunks);
      chunks = [bytes];
    }
    const size = bytes.readInt32LE(0);
    if (size < HEADER + 5 || size > MAX_MESSAGE) throw new Error('malformed message: its length');
    if (held < size) return undefined;
    const all = chunks.length > 1 ? Buffer.concat(chunks) : bytes;
    held -= size;
    chunks = held > 0 ? [all.subarray(size)] : [];
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
      // What cannot be read cannot be answered, and what follows it has no known beginning.
      socket.destroy();
    }
    busy = false;
  };

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    if (!busy) void run();
    else if (held > MAX_MESSAGE) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
};

/** Listens on a Unix socket. Rejects with what the system answers. */
export const listenOnSocket = (database: EmbeddedDatabase, path: string): Promise<SocketServer> =>
  new Promise((resolve, reject) => {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      serve(database, socket);
    });
    server.once('error', reject);
    server.listen({ path, backlog: 1024 }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve({
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });

const NOBODY: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR', 'EPROTOTYPE']);

/** Tells whether somebody listens on a socket. Rejects where that cannot be told, e.g. because it is another user's. */
export const isAlive = (path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code)) resolve(false);
      // Too many are waiting to be accepted: there is somebody.
      else if (error.code === 'EAGAIN') resolve(true);
      else reject(error);
    });
  });
