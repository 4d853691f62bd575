import { connect } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { listen } from '../../lib/http/server';
import { closeGate, gate, type Library, send, startLibrary, until } from './library';

/** Sends bytes and reads until the server closes the connection. */
const exchange = (port: number, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });

describe('the server: malformed requests', () => {
  let library: Library;
  before(async () => {
    library = await startLibrary();
  });
  after(() => library.close(1000));

  const close = 'Connection: close\r\n';
  const scenarios: readonly (readonly [title: string, bytes: string | Buffer, status: number, code?: string])[] = [
    ['refuses what is no HTTP', 'hello\r\n\r\n', 400, 'rest_malformed_request'],
    ['refuses an encrypted greeting', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]), 400, 'rest_malformed_request'],
    ['refuses raw bytes in addresses', Buffer.from('GET /en/été HTTP/1.1\r\nHost: x\r\n\r\n'), 400, 'rest_malformed_request'],
    ['refuses headers that are too long', `GET /en HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'rest_malformed_request'],
    [
      'refuses two lengths of one body',
      'POST /en HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
      'rest_malformed_request',
    ],
    ['refuses unknown methods as any that a route has not', 'BREW /fr/x HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'rest_no_route'],
    ['refuses them with a body', 'BREW /fr/x HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nGET ', 404, 'rest_no_route'],
    ['refuses them with whole addresses', 'BREW http://x/fr/x HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'rest_no_route'],
    ['refuses them where headers have not come yet', 'BREW * HTTP/1.1\r\nHos', 404, 'rest_no_route'],
    ['refuses them where a header is broken', 'BREW /fr HTTP/1.1\r\nHost: x\r\n: \x01\r\nX\r\n\r\n', 404, 'rest_no_route'],
    ['refuses them with a line of blanks', `BREW /fr HTTP/1.1\r\nHost: x\r\nX:${' '.repeat(60_000)}\x01\r\n\r\n`, 404, 'rest_no_route'],
    ['refuses small letters', 'get /en HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'rest_no_route'],
    ['refuses methods that are none', 'BR@W /fr HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'rest_malformed_request'],
    ['refuses endless ones', `${'BREW'.repeat(11)} /fr HTTP/1.1\r\nHost: x\r\n\r\n`, 400, 'rest_malformed_request'],
    ['refuses to be a proxy', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 404, 'rest_no_route'],
    ['refuses to be one for guests of guests', 'CONNECT /fr/x HTTP/1.1\r\nHost: x\r\n\r\nmore bytes', 404, 'rest_no_route'],
    ['refuses a request without a host', `GET /en HTTP/1.1\r\n${close}\r\n`, 400, 'rest_invalid_host'],
    ['lets older requests name no host', 'GET /en HTTP/1.0\r\n\r\n', 200],
    [
      'answers a wish to upgrade without it',
      'GET /en HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
      200,
    ],
    ['answers a broken address', `GET http://[::/ HTTP/1.1\r\nHost: x\r\n${close}\r\n`, 200],
    ['answers an address that is none', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${close}\r\n`, 404, 'rest_no_route'],
    ['answers strange expectations', `GET /en HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n${close}\r\n`, 200],
  ];
  for (const [title, bytes, status, code] of scenarios) {
    it(title, async () => {
      const answer = await exchange(library.port, bytes);
      expect(answer).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      if (code !== undefined) expect(JSON.parse(answer.slice(answer.indexOf('{')))).to.have.property('code', code);
    });
  }

  it('logs requests that cannot be parsed', async () => {
    const refusals: unknown[] = [];
    const other = await startLibrary({}, { onRefusal: (refusal) => refusals.push(refusal) });
    await exchange(other.port, 'hello\r\n\r\n');
    await other.close(1000);
    expect(refusals).to.deep.equal([{ status: 400, code: 'rest_malformed_request', address: '127.0.0.1' }]);
  });

  it('refuses a body that is too large (413)', async () => {
    const refusals: unknown[] = [];
    const other = await startLibrary({ limits: { bodyBytes: 1000 } }, { onRefusal: (refusal) => refusals.push(refusal) });
    const head = 'POST /en/library/v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\nExpect: 100-continue\r\n\r\n';
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(other.port, '127.0.0.1', () => socket.write(head));
      socket.on('data', (chunk) => {
        if (text === '') socket.write('y'.repeat(3000));
        text += chunk;
        if (text.includes('rest_content_too_large')) socket.end();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    await other.close(1000);
    expect(answer.match(/HTTP\/1\.1 (?!100)\d+/g)).to.deep.equal(['HTTP/1.1 413']);
    expect(refusals).to.deep.equal([]);
  });

  it('lets a client that still sends read the refusal', async () => {
    const pieces = Array.from({ length: 40 }, () => 'y'.repeat(1000));
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(library.port, '127.0.0.1', async () => {
        socket.write('GET /en HTTP/1.1\r\nHost: x\r\nX: ');
        for (const piece of pieces) {
          socket.write(piece);
          await new Promise((sent) => setTimeout(sent, 2));
        }
        socket.end('\r\n\r\n');
      });
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
    });
    expect(answer).to.match(/^HTTP\/1\.1 431 /);
  });

  for (const [title, after, statuses] of [
    ['what is no HTTP', '!!!\r\n\r\n', [200, 200, 400]],
    ['an unknown method', 'BREW /fr/x HTTP/1.1\r\nHost: x\r\n\r\n', [200, 200, 404]],
    ['a wish for a proxy', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', [200, 200, 404]],
  ] as const)
    it(`refuses ${title} after the earlier requests of the connection`, async () => {
      const before = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2);
      const answer = await exchange(library.port, before + after);
      expect(answer.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(statuses.map((status) => `HTTP/1.1 ${status}`));
    });

  it('refuses TRACE in the form of Accept, in the language of the path, with the usual headers', async () => {
    const ask = async (accept: string) => {
      const answer = await exchange(library.port, `TRACE /fr/x HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head)
        .to.match(/\r\nX-Request-Id: [\w-]{36}\r\n/)
        .and.to.match(/\r\nContent-Language: fr\r\n/);
      return { head, body: JSON.parse(body) };
    };
    const plain = await ask('*/*');
    expect(plain.body).to.have.all.keys('code', 'message', 'data');
    expect(plain.body.data).to.deep.equal({ status: Number(plain.head.slice(9, 12)) });
    expect(plain.body.message).to.match(/[çàé]/);
    const problem = await ask('application/problem+json');
    expect(problem.head).to.include('\r\nContent-Type: application/problem+json');
    expect(problem.body).to.include({ status: plain.body.data.status, code: plain.body.code, detail: plain.body.message });
  });

  it('survives clients that go away after an unknown method or CONNECT', async () => {
    for (const line of ['BREW /', 'CONNECT x:1'])
      await new Promise<void>((resolve) => {
        const socket = connect(library.port, '127.0.0.1', () =>
          socket.write(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`, () => socket.resetAndDestroy()),
        );
        socket.on('close', () => resolve());
      });
    expect((await send(library, { path: '/healthz' })).status).to.equal(200);
  });
});

describe('the server: requests that are not read to their end', () => {
  it('answers such a request at most once', async () => {
    closeGate();
    const library = await startLibrary();
    const socket = connect(library.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write('GET /en/library/v1/slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => gate.waiting === 1);
    for (let count = 0; count < 12; count += 1) {
      socket.write('BREW /en HTTP/1.1\r\nHost: x\r\n\r\n');
      // The server receives each of them separately.
      await send(library, { path: '/healthz' });
    }
    gate.open();
    await closed;
    const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
    expect(statuses.slice(0, 1)).to.deep.equal(['200']);
    expect(statuses.slice(1).join()).to.be.oneOf(['', '404']);
    expect((await send(library, { path: '/healthz' })).status).to.equal(200);
    await library.close(1000);
  });
});

describe('the server: shutdown', () => {
  it('aborts CONNECT requests behind requests that do not finish in time', async () => {
    closeGate();
    const library = await startLibrary();
    const socket = connect(library.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write('GET /en/library/v1/slow HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => gate.waiting === 1);
    await library.close(1);
    await closed;
    gate.open();
  });

  it('finishes running requests and accepts no new ones', async () => {
    closeGate();
    const library = await startLibrary();
    await send(library, { path: '/healthz' });
    const running = send(library, { path: '/en/library/v1/slow', headers: { connection: 'keep-alive' } });
    await until(() => gate.waiting === 1);
    const closed = library.close(5000);
    const refused = await send(library, { path: '/healthz' }).catch((error) => error.code);
    gate.open();
    const { status, headers } = await running;
    expect([status, headers['connection']]).to.deep.equal([200, 'close']);
    await closed;
    expect(refused).to.be.oneOf(['ECONNREFUSED', 'ECONNRESET']);
  });

  it('aborts requests that do not finish in time', async () => {
    closeGate();
    const library = await startLibrary();
    const running = send(library, { path: '/en/library/v1/slow' }).catch((error) => error.code);
    await until(() => gate.waiting === 1);
    await library.close(1);
    expect(await running).to.equal('ECONNRESET');
    gate.open();
  });

  it('says why it cannot listen (port in use)', async () => {
    const library = await startLibrary();
    const code = await listen(new Koa(), { host: '127.0.0.1', port: library.port }).then(
      () => 'listens',
      (error) => error.code,
    );
    await library.close(1000);
    expect(code).to.equal('EADDRINUSE');
  });
});

describe('the server: slow clients (408)', () => {
  it('answers 408 to requests that do not arrive in time', async () => {
    const library = await startLibrary({}, { times: { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 } });
    const head = 'POST /en/library/v1/books HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const answers = await Promise.all([exchange(library.port, head), exchange(library.port, 'GET /en HTTP/1.1\r\nHost:')]);
    await library.close(1000);
    for (const answer of answers) expect(answer).to.match(/^HTTP\/1\.1 408 .*"code":"rest_malformed_request"/s);
  });
});
