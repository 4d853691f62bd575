import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that listens. */
export interface Rewriting {
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts a proxy that hands on every request to `target`, with another beginning of its path where it begins with `from`; the host stays. */
export async function startRewriting(target: string, from: string, to: string): Promise<Rewriting> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const { method, headers } = incoming;
    const options = { method, headers, path: path.startsWith(from) ? to + path.slice(from.length) : path, agent: false };
    const passed = request(target, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
