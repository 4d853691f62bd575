import { connect, createServer, type Server, type Socket } from 'node:net';
import { atEnd } from '../../support/endings';
import { mongoUri } from '../../support/server';

/** A proxy between a service and its database, which simulates failures. */
export interface DatabaseProxy {
  readonly uri: string;
  /** Closes all connections and refuses new ones. */
  down(): Promise<void>;
  /** Accepts connections but forwards nothing. */
  hush(): void;
  /** Forwards everything in both directions with a delay. */
  delay(milliseconds: number): void;
  up(): Promise<void>;
}

/** Starts a proxy to the database of the specs. */
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
      // Connections that lost data cannot continue.
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

/** The TCP address or Unix socket of the first server in a connection string. */
function targetOf(uri: string): { readonly host: string; readonly port: number } | { readonly path: string } {
  const [, first = ''] = /^mongodb:\/\/(?:[^@/]*@)?([^/,?]+)/.exec(uri) ?? [];
  if (/%2f/i.test(first)) return { path: decodeURIComponent(first) };
  const [host = '127.0.0.1', port = '27017'] = first.split(':');
  return { host, port: Number(port) };
}
