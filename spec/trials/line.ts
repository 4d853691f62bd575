import { connect, type Socket } from 'node:net';
import { type Received, readReceived } from './received';

/** A keep-alive connection that sends any bytes, even invalid ones. */
export interface Line {
  /** Sends bytes and waits for the answer. Resolves to `undefined` if the connection closes or the time is over. */
  ask(bytes: Buffer, method: string, milliseconds: number): Promise<Received | undefined>;
  /** Closes the connection. The next request opens a new one. */
  hangUp(): void;
}

/** Opens a connection to a local service. It allows one request at a time. */
export const openLine = (port: number): Line => {
  let socket: Socket | undefined;
  let onData: (chunk: Buffer | undefined) => void = () => undefined;

  const open = (): Socket => {
    if (socket && !socket.destroyed && socket.writable) return socket;
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    opened.on('data', (chunk: Buffer) => socket === opened && onData(chunk));
    // The 'close' event follows every error.
    opened.on('error', () => undefined);
    opened.on('close', () => socket === opened && onData(undefined));
    socket = opened;
    return opened;
  };
  const hangUp = () => {
    socket?.destroy();
    socket = undefined;
  };
  const ask: Line['ask'] = (bytes, method, milliseconds) =>
    new Promise((resolve) => {
      let buffer: Buffer = Buffer.alloc(0);
      const settle = (received: Received | undefined) => {
        clearTimeout(timeout);
        onData = () => undefined;
        if (received === undefined || received.headers['connection'] === 'close') hangUp();
        resolve(received);
      };
      const timeout = setTimeout(() => settle(undefined), milliseconds);
      onData = (chunk) => {
        if (chunk) buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
        const received = readReceived(buffer, method, chunk === undefined);
        if (received !== undefined || chunk === undefined) settle(received);
      };
      open().write(bytes);
    });
  return { ask, hangUp };
};
