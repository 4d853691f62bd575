import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { ask, freshFolder, freshPlace, PASSWORD, ready, run, said, serve, start, stop, until } from '../program';

const EVENTS = '/en/cal/events/v1/events';
const EVENT = { title: 'Concert', start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };

const objects = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('What keeps the service from starting', () => {
  const place = freshPlace();
  it('is every wrong setting at once, each with what is allowed', async () => {
    const { code, out, err } = await run(['serve'], { PORT: '70000', SEED: 'yes', MONGODB_URI: 'http://localhost' });
    expect([code, out]).to.deep.equal([1, '']);
    expect(err).to.match(/^[^\n]+\n$/);
    expect(err)
      .to.include('PORT must be a whole number from 0 to 65535; it is "70000".')
      .and.include('SEED must be one of auto, none; it is "yes".')
      .and.include('MONGODB_URI must be a connection string');
  });

  const file = path.join(freshFolder(), 'file');
  before(() => writeFileSync(file, ''));

  const reasons: readonly (readonly [string, Record<string, string>, RegExp])[] = [
    ['an address of another machine', { ...place, HOST: '192.0.2.1' }, /HOST 192\.0\.2\.1 is not an address of this machine: set HOST/],
    ['a data folder that is a file', { DATA_DIR: file }, new RegExp(`${file} cannot be used .*DATA_DIR`)],
  ];
  for (const [title, environment, sentence] of reasons) {
    it(`is ${title}, in one line that names it and the remedy`, async () => {
      const { code, out, err } = await run(['serve'], { PORT: '0', ...environment });
      expect([code, out]).to.deep.equal([1, '']);
      expect(err)
        .to.match(sentence)
        .and.match(/^[^\n]+\n$/);
    });
  }
});

describe('The log', () => {
  it('is JSON on standard error, one line a request, with its ID', async () => {
    const server = await serve({ ...freshPlace(), SEED: 'none' });
    await ready(server.address);
    const { headers } = await ask(server.address, `${EVENTS}?page=1`);
    await ask(server.address, '/fr/nowhere');
    await stop(server);
    const requests = objects(server.err()).filter(({ msg, path }) => msg === 'request' && path !== '/readyz');
    expect(requests.map(({ id: _, time: __, milliseconds: ___, ...rest }) => rest)).to.deep.equal([
      { level: 30, method: 'GET', path: EVENTS, status: 200, address: '127.0.0.0', language: 'en', msg: 'request' },
      {
        level: 30,
        method: 'GET',
        path: '/fr/nowhere',
        status: 404,
        address: '127.0.0.0',
        language: 'fr',
        code: 'rest_no_route',
        msg: 'request',
      },
    ]);
    expect(requests[0].id).to.equal(headers['x-request-id']);
  });
});

describe('Links with the host of the request', () => {
  const FORGEABLE = /"level":40,.*PUBLIC_URL.*ALLOWED_HOSTS/;
  it('are reported at start, unless there is PUBLIC_URL or ALLOWED_HOSTS', async () => {
    const settings = { ...freshPlace(), SEED: 'none', LOG_LEVEL: 'warn' };
    const open = await serve(settings);
    await stop(open);
    expect(open.err()).to.match(FORGEABLE);
    for (const [setting, value, status] of [
      ['PUBLIC_URL', 'https://calendar.example', 200],
      ['ALLOWED_HOSTS', 'calendar.example,127.0.0.1', 400],
    ] as const) {
      const closed = await serve({ ...settings, [setting]: value });
      const forged = await ask(closed.address, '/en', { headers: { host: 'evil.example' } });
      expect(JSON.stringify(forged.body)).to.not.include('evil');
      expect(forged.status).to.equal(status);
      await stop(closed);
      expect(closed.err()).to.equal('');
    }
  });
});

describe('The time of the database', () => {
  it('is in /metrics, and for slow requests in the log', async () => {
    const server = await serve({ ...freshPlace(), SEED: 'none', SLOW_MILLISECONDS: '1' });
    await ready(server.address);
    await ask(server.address, EVENTS);
    const { body } = await ask(server.address, '/metrics');
    await stop(server);
    expect(body).to.match(/^database_command_duration_seconds_count [1-9]/m);
    expect(body).to.match(/^database_pool_wait_seconds_count [1-9]/m);
    expect(body).to.match(/^database_connections\{state="idle"\} [1-9]/m);
    expect(body).to.include('database_transactions{state="waiting"} 0');
    expect(body).to.match(/^database_transaction_retries_total\{reason="conflict"\} \d/m);
    expect(body).to.match(/^http_connections\{state="busy"\} 1/m);
    const [slow] = objects(server.err()).filter(({ msg, path }) => msg === 'slow request' && path === EVENTS);
    expect(slow.waited.commands).to.be.within(2, 20);
    expect(slow.waited.database).to.be.above(0);
  });
});

describe('A service that is told to stop', () => {
  /** Sends the head of a request without its body. */
  const begin = async (address: string) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { socket, text: () => text };
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`by ${signal} finishes what runs, accepts nothing new and ends with 0`, async () => {
      const server = await serve({ ...freshPlace(), SEED: 'none' });
      const { socket, text } = await begin(server.address);
      server.signal(signal);
      await until(0, () => ask(server.address, '/healthz').catch(() => ({ status: 0, headers: {}, body: undefined, milliseconds: 0 })));
      socket.write('{}');
      const { code, signal: by } = await server.ended;
      expect([code, by]).to.deep.equal([0, null]);
      expect(text()).to.match(/HTTP\/1\.1 401 /);
    });
  }

  it('aborts requests that run longer than SHUTDOWN_SECONDS, and ends with 0', async () => {
    const server = await serve({ ...freshPlace(), SEED: 'none', SHUTDOWN_SECONDS: '1' });
    await begin(server.address);
    const began = performance.now();
    await stop(server);
    expect(performance.now() - began).to.be.within(900, 8000);
  });

  it('twice ends at once with 1', async () => {
    const server = await serve({ ...freshPlace(), SEED: 'none', SHUTDOWN_SECONDS: '60' });
    await begin(server.address);
    server.signal('SIGTERM');
    await until(0, () => ask(server.address, '/healthz').catch(() => ({ status: 0, headers: {}, body: undefined, milliseconds: 0 })));
    server.signal('SIGTERM');
    expect((await server.ended).code).to.equal(1);
  });
});

describe('A killed service', () => {
  it('has lost no acknowledged write at its next start, and starts without errors', async () => {
    const place = freshPlace();
    const program = start(['serve'], { ...place, PORT: '0', SEED: 'none' });
    const address = await said(program, /http:\/\/\S+/);
    await said(program, PASSWORD);
    const login = `admin:${PASSWORD.exec(program.out())?.[1]}`;
    const acknowledged: number[] = [];
    const write = async () => {
      for (;;) {
        const { status, body } = await ask(address, EVENTS, { method: 'POST', login, json: EVENT });
        if (status === 201) acknowledged.push(body.id);
        if (acknowledged.length > 20) program.signal('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 4 }, () => write().catch(() => undefined)));
    await program.ended;
    const again = await serve({ ...place, SEED: 'none', LOG_LEVEL: 'warn', ALLOWED_HOSTS: '127.0.0.1' });
    await ready(again.address);
    const { body } = await ask(again.address, `${EVENTS}?include=${acknowledged.join(',')}&per_page=50`);
    expect(body.total).to.equal(acknowledged.length);
    await stop(again);
    expect(again.err()).to.equal('');
  });
});
