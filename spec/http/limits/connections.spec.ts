import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { type ConnectionLimits, createConnections, DEFAULT_CONNECTION_LIMITS } from '../../../lib/http/limits/connections';
import { type ListeningServer, listen } from '../../../lib/http/server';
import { until } from '../library';

const LARGE = 8_000_000;
const ASK = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('connections of the server: how many, how idle, how slow', () => {
  let server: ListeningServer;
  let connections: ReturnType<typeof createConnections>;
  let sockets: Socket[] = [];
  let release: () => void = () => undefined;

  const start = async (limits: Partial<ConnectionLimits>): Promise<void> => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const app = new Koa();
    app.use(async (ctx) => {
      if (ctx.path === '/held') await released;
      ctx.body = ctx.path === '/large' ? Buffer.alloc(LARGE) : 'answer';
    });
    connections = createConnections({ ...DEFAULT_CONNECTION_LIMITS, ...limits });
    server = await listen(app, { host: '127.0.0.1', port: 0 }, { connections });
  };

  /** Opens a connection and sends bytes without reading the answer. */
  const join = async (sent = ''): Promise<Socket> => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(sent);
    return socket;
  };
  const readLarge = async (): Promise<Socket> => {
    let read = 0;
    const eager = await join(ASK('/large'));
    eager.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    eager.resume();
    await until(() => read > LARGE);
    return eager;
  };
  const isClosed = (socket: Socket) => until(() => socket.closed);

  afterEach(async () => {
    release();
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await server.close(1000);
  });

  it('closes the connections that are idle for longest when too many are idle, never one that waits for its answer', async () => {
    await start({ idle: 2 });
    const busy = await join(ASK('/held'));
    await until(() => connections.state().open === 1 && connections.state().idle === 0);
    const idle: Socket[] = [];
    for (let count = 0; count < 4; count += 1) {
      idle.push(await join());
      await until(() => connections.state().open === Math.min(count + 2, 3));
    }
    const [first, second, third, fourth] = idle.map((socket) => socket.resume());
    await Promise.all([first, second].map((socket) => socket && isClosed(socket)));
    expect([third?.closed, fourth?.closed, busy.closed]).to.deep.equal([false, false, false]);
    expect(connections.state()).to.deep.equal({ open: 3, idle: 2, closed: { idle: 2, too_many: 0, unread: 0, slow: 0 } });
    release();
    const [answer] = await once(busy.resume(), 'data');
    expect(String(answer)).to.match(/^HTTP\/1\.1 200 /);
  });

  it('counts a connection as idle once its answer is sent', async () => {
    await start({});
    const socket = (await join(ASK('/').repeat(3))).resume();
    await until(() => connections.state().idle === 1);
    socket.write(ASK('/held'));
    await until(() => connections.state().idle === 0);
    release();
    await until(() => connections.state().idle === 1);
  });

  it('refuses connections beyond the maximum', async () => {
    await start({ all: 2, probes: 0 });
    await join(ASK('/held'));
    await join(ASK('/held'));
    await until(() => connections.state().open === 2 && connections.state().idle === 0);
    await isClosed((await join(ASK('/'))).resume());
    expect(connections.state().closed).to.deep.equal({ idle: 0, too_many: 1, unread: 0, slow: 0 });
  });

  it('closes connections whose clients do not read large answers, the oldest first', async () => {
    await start({ unreadBytes: LARGE * 2 });
    const lazy: Socket[] = [];
    for (let count = 0; count < 3; count += 1) lazy.push(await join(ASK('/large')));
    const eager = await readLarge();
    expect(connections.state().closed.unread).to.be.at.least(1);
    await isClosed((lazy[0] as Socket).resume());
    expect(eager.closed).to.equal(false);
  });

  it('keeps a connection whose client reads an answer larger than the limit', async () => {
    await start({ unreadBytes: LARGE / 4 });
    const eager = await readLarge();
    expect([eager.closed, connections.state().closed.unread]).to.deep.equal([false, 0]);
  });

  it('closes a connection whose client pipelines requests and reads no answers', async () => {
    await start({ unreadBytes: LARGE * 3 });
    const lazy = await join(ASK('/large').repeat(20));
    await until(() => connections.state().closed.unread === 1);
    await isClosed(lazy.resume());
  });

  it('closes a connection whose client does not read an answer that was ready early', async () => {
    await start({ unreadMilliseconds: 100 });
    const lazy = await join(ASK('/held') + ASK('/large'));
    await until(() => connections.state().open === 1 && connections.state().idle === 0);
    // The first answer is still held back, so the client cannot read the second one yet.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(connections.state().open).to.equal(1);
    release();
    await until(() => connections.state().open === 0);
    await isClosed(lazy.resume());
  });

  it('closes idle connections before it refuses new ones', async () => {
    await start({ all: 2 });
    await join(ASK('/held'));
    await until(() => connections.state().open === 1 && connections.state().idle === 0);
    const idle = (await join()).resume();
    await until(() => connections.state().open === 2);
    await join(ASK('/held'));
    await isClosed(idle);
    await until(() => connections.state().open === 2 && connections.state().idle === 0);
  });

  it('closes a connection whose client reads nothing for too long', async () => {
    await start({ unreadMilliseconds: 100 });
    const lazy = await join(ASK('/large'));
    await until(() => connections.state().open === 1);
    await until(() => connections.state().open === 0);
    await isClosed(lazy.resume());
  });
});
