import type { Socket } from 'node:net';
import { expect } from 'chai';
import {
  type ArrivingBody,
  type ConnectionLimits,
  createConnections,
  DEFAULT_CONNECTION_LIMITS,
  slowestFirst,
} from '../../../lib/http/limits/connections';
import { arrive, as, type Library, send, startLibrary, until } from '../library';

describe('slowestFirst', () => {
  /** A body that has been arriving for `seconds` at `rate` bytes a second. */
  const body = (network: string, seconds: number, rate: number, room = 1) => ({
    network,
    room,
    rate: () => rate,
    began: performance.now() - seconds * 1000,
  });
  type Body = ArrivingBody & { readonly room: number };
  const named = (bodies: readonly Body[]) => bodies.map(({ network, rate }) => `${network} ${rate(0)}`);

  it('begins with the network that has the most slow bodies, the slowest first', () => {
    const { slow, fair, young } = slowestFirst([
      body('a', 5, 10),
      body('b', 5, 0),
      body('a', 5, 3),
      body('b', 5, 100_000),
      body('b', 5, 100_000),
      body('c', 0, 0),
    ]);
    expect([named(slow), named(fair), named(young)]).to.deep.equal([['a 3', 'a 10', 'b 0'], ['b 100000', 'b 100000'], ['c 0']]);
  });

  it('counts what a network holds by the weight that it is given', () => {
    const bodies: readonly Body[] = [body('a', 5, 1), body('a', 5, 2), body('b', 5, 9, 1000)];
    expect(named(slowestFirst(bodies, ({ room }) => room).slow)).to.deep.equal(['b 9', 'a 1', 'a 2']);
  });

  it('leaves what comes at a fair rate through a proxy alone while one body of a client is slow', () => {
    const { slow } = slowestFirst([...Array.from({ length: 50 }, () => body('proxy', 5, 50_000)), body('client', 5, 0)]);
    expect(named(slow)).to.deep.equal(['client 0']);
  });
});

describe('Bodies that arrive slowly while connections are scarce', () => {
  let library: Library;
  let connections: ReturnType<typeof createConnections>;
  let sockets: Socket[] = [];
  const start = async (limits: Partial<ConnectionLimits>): Promise<void> => {
    connections = createConnections({ ...DEFAULT_CONNECTION_LIMITS, ...limits }, ({ headers }) => String(headers['x-client']));
    library = await startLibrary({ connections }, { connections });
  };
  /** Begins a request whose body never ends. */
  const begin = async (client: string): Promise<Socket> => {
    const socket = await arrive(library, 1_000_000, `X-Client: ${client}\r\n`);
    sockets.push(socket);
    return socket;
  };
  const busy = (count: number) => until(() => connections.state().open - connections.state().idle === count);
  const status = async (path: string): Promise<number> =>
    send(library, { path, headers: { connection: 'close' } }).then(
      (answer) => answer.status,
      () => 0,
    );
  const openNow = () => sockets.map(({ closed }) => !closed);

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await library.close(1000);
  });

  it('leave room for /healthz and /readyz, and refuse others by 503 until one of them is slow', async () => {
    await start({ all: 4, probes: 3 });
    for (let count = 0; count < 4; count += 1) await begin('a');
    await busy(4);
    expect([await status('/healthz'), await status('/readyz')]).to.deep.equal([200, 200]);
    const refused = await send(library, { path: '/en/library/v1/books', headers: { connection: 'close' } });
    expect([refused.status, refused.headers['retry-after']]).to.deep.equal([503, '1']);
    expect(refused.json).to.have.property('code', 'rest_overloaded');
    let served = 0;
    const poll = async () => {
      served = await status('/en/library/v1/books');
      return served === 200;
    };
    while (!(await poll()));
    expect(connections.state().closed.slow).to.be.at.least(1);
  });

  it('are closed of the client that has the most of them, and never those that come at a fair rate', async () => {
    await start({ all: 5, probes: 5 });
    const proxied = [await begin('proxy'), await begin('proxy')];
    // Bodies through the proxy keep arriving in small parts.
    const going = setInterval(() => {
      for (const socket of proxied) socket.write('x'.repeat(500));
    }, 20);
    try {
      for (let count = 0; count < 3; count += 1) await begin('a');
      await busy(5);
      while ((await status('/en/library/v1/books')) !== 200);
      expect(openNow().slice(0, 2)).to.deep.equal([true, true]);
      expect(connections.state().closed.slow).to.be.at.least(1);
    } finally {
      clearInterval(going);
    }
  });
});

describe('The room for bodies of several clients', () => {
  it('is taken from the client that holds the most of it', async () => {
    const library = await startLibrary({ limits: { heldBytes: 1000 }, trustProxy: 1 });
    const begin = (client: string, length: number) => arrive(library, length, `X-Forwarded-For: ${client}\r\n`);
    const small = await begin('192.0.2.1', 200);
    const [one, other] = [await begin('2001:db8::1', 300), await begin('2001:db8::2', 300)];
    const request = {
      method: 'POST',
      path: '/en/library/v1/books',
      headers: { ...as('ann'), 'x-forwarded-for': '192.0.2.9' },
      body: { title: 'x'.repeat(400) },
    };
    expect((await send(library, request)).status).to.equal(201);
    await until(() => one.closed);
    expect([small.closed, other.closed]).to.deep.equal([false, false]);
    for (const socket of [small, other]) socket.destroy();
    await library.close(1000);
  });
});
