import { connect, createServer, type Server, type Socket } from 'node:net';
import { atEnd } from '../support/endings';
import { mongoUri } from '../support/server';

/** What stands between a service and its database, and can be taken away. */
export interface DatabaseProxy {
  /** The connection string through it. */
  readonly uri: string;
  /** Refuses connections, and breaks off those that are. */
  down(): Promise<void>;
  /** Goes on listening, and lets nothing through. */
  hush(): void;
  /** Lets everything through in both directions, this many ms late. */
  delay(milliseconds: number): void;
  up(): Promise<void>;
}

/** Puts a proxy in front of the database of the specs. */
export async function startProxy(): Promise<DatabaseProxy> {
  const target = targetOf(await mongoUri());
  const sockets = new Set<Socket>();
  let hushed = false;
  let late = 0;
  let server: Server | undefined;
  let port = 0;

  const pass = (near: Socket) => {
    const far = connect(target);
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (hushed) return;
        if (late === 0) to.write(chunk);
        else setTimeout(() => to.write(chunk), late);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  };
  const proxy: DatabaseProxy = {
    get uri() {
      return `mongodb://127.0.0.1:${port}/?directConnection=true`;
    },
    async down() {
      const closing = server;
      server = undefined;
      const closed = new Promise((resolve) => (closing ? closing.close(resolve) : resolve(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    hush() {
      hushed = true;
    },
    delay(milliseconds) {
      late = milliseconds;
    },
    async up() {
      hushed = false;
      // What was swallowed is missing: nobody could go on with these connections.
      for (const socket of sockets) socket.destroy();
      if (server) return;
      const opening = createServer(pass);
      await new Promise<void>((resolve) => opening.listen(port, '127.0.0.1', resolve));
      const address = opening.address();
      if (typeof address === 'object' && address) port = address.port;
      server = opening;
    },
  };
  await proxy.up();
  proxies.push(proxy);
  return proxy;
}

const proxies: DatabaseProxy[] = [];

atEnd(async () => {
  for (const proxy of proxies.splice(0)) await proxy.down();
});

/** A TCP address, or the path of a Unix socket, of the first server of a connection string. */
function targetOf(uri: string): { readonly host: string; readonly port: number } | { readonly path: string } {
  const [, first = ''] = /^mongodb:\/\/(?:[^@/]*@)?([^/,?]+)/.exec(uri) ?? [];
  if (/%2f/i.test(first)) return { path: decodeURIComponent(first) };
  const [host = '127.0.0.1', port = '27017'] = first.split(':');
  return { host, port: Number(port) };
}
