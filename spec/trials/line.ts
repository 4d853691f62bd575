import { connect, type Socket } from 'node:net';
import { type Received, readReceived } from './received';

/** A connection that is kept, over which any bytes can be sent, be they a request or none. */
export interface Line {
  /** Sends bytes and waits for the answer; undefined where the other side hangs up, or says nothing for so many ms. */
  ask(bytes: Buffer, method: string, milliseconds: number): Promise<Received | undefined>;
  /** Hangs up; the next question opens a new connection. */
  hangUp(): void;
}

/** Opens a line to a service on this machine, which is asked one question at a time. */
export const openLine = (port: number): Line => {
  let socket: Socket | undefined;
  let hear: (chunk: Buffer | undefined) => void = () => undefined;

  const open = (): Socket => {
    if (socket && !socket.destroyed && socket.writable) return socket;
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    opened.on('data', (chunk: Buffer) => socket === opened && hear(chunk));
    // What went wrong is told by 'close', which follows.
    opened.on('error', () => undefined);
    opened.on('close', () => socket === opened && hear(undefined));
    socket = opened;
    return opened;
  };
  const hangUp = () => {
    socket?.destroy();
    socket = undefined;
  };
  const ask: Line['ask'] = (bytes, method, milliseconds) =>
    new Promise((resolve) => {
      let heard: Buffer = Buffer.alloc(0);
      const settle = (received: Received | undefined) => {
        clearTimeout(patience);
        hear = () => undefined;
        if (received === undefined || received.headers['connection'] === 'close') hangUp();
        resolve(received);
      };
      const patience = setTimeout(() => settle(undefined), milliseconds);
      hear = (chunk) => {
        if (chunk) heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk]);
        const received = readReceived(heard, method, chunk === undefined);
        if (received !== undefined || chunk === undefined) settle(received);
      };
      open().write(bytes);
    });
  return { ask, hangUp };
};
