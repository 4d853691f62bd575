import { connect } from 'node:net';
import { expect } from 'chai';
import { arrive, as, closeGate, gate, type Library, send, startLibrary, until } from '../library';
import { play } from '../scenario';

const slow = { path: '/en/library/v1/slow' };

describe('overload (503): limits.concurrent', () => {
  let library: Library;
  let begun = 0;
  beforeEach(async () => {
    begun = 0;
    closeGate();
    library = await startLibrary({
      limits: { concurrent: 2, queueMilliseconds: 50 },
      authenticate: async () => {
        begun += 1;
        return undefined;
      },
    });
  });
  afterEach(async () => {
    gate.open();
    await library.close(1000);
  });

  it('refuses requests in time with 503 and Retry-After, and recovers', async () => {
    const inside = [send(library, slow), send(library, slow)];
    await until(() => gate.waiting === 2);
    const refused = await send(library, slow);
    expect([refused.status, refused.headers['retry-after']]).to.deep.equal([503, '1']);
    expect(refused.json).to.have.property('code', 'rest_overloaded');
    expect(begun).to.equal(2);
    gate.open();
    expect((await Promise.all(inside)).map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await send(library, slow)).status).to.equal(200);
  });

  it('answers health checks during overload', async () => {
    const inside = [send(library, slow), send(library, slow)];
    await until(() => gate.waiting === 2);
    expect((await send(library, { path: '/healthz' })).status).to.equal(200);
    gate.open();
    await Promise.all(inside);
  });

  it('drops queued requests whose clients have gone', async () => {
    const patient = await startLibrary({ limits: { concurrent: 1, queueMilliseconds: 60_000 } });
    const inside = send(patient, slow);
    await until(() => gate.waiting === 1);
    const abandoned = connect(patient.port, '127.0.0.1', () => abandoned.write(`GET ${slow.path} HTTP/1.1\r\nHost: x\r\n\r\n`));
    await until(() => abandoned.bytesWritten > 0);
    // The next request waits behind the abandoned one.
    const behind = send(patient, { path: '/en/library/v1/books' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    abandoned.destroy();
    await until(() => abandoned.closed);
    await new Promise((resolve) => setTimeout(resolve, 50));
    gate.open();
    expect([(await inside).status, (await behind).status, gate.waiting]).to.deep.equal([200, 200, 1]);
    await patient.close(1000);
  });

  it('does not count requests whose bodies are still arriving', async () => {
    const arriving = Array.from({ length: 5 }, () => arrive(library));
    const answer = await send(library, { path: '/en/library/v1/books' });
    expect(answer.status).to.equal(200);
    for (const socket of await Promise.all(arriving)) socket.destroy();
  });
});

describe('memory for bodies', () => {
  const post = (title: string) => ({ method: 'POST', path: '/en/library/v1/books', headers: as('ann'), body: { title } });

  it('aborts the bodies that have been arriving for longest', async () => {
    const library = await startLibrary({ limits: { heldBytes: 1000 } });
    const [first, second] = [await arrive(library, 600), await arrive(library, 300)];
    expect((await send(library, post('x'.repeat(200)))).status).to.equal(201);
    await until(() => first.closed);
    expect(second.closed).to.equal(false);
    second.destroy();
    await library.close(1000);
  });

  it('refuses bodies with 503 and Retry-After when memory is used up, and recovers', async () => {
    const library = await startLibrary({ limits: { heldBytes: 1000 } });
    const large = { ...post('x'.repeat(1200)) };
    const refused = await send(library, large);
    expect([refused.status, refused.headers['retry-after']]).to.deep.equal([503, '1']);
    expect(refused.json).to.have.property('code', 'rest_overloaded');
    for (let count = 0; count < 5; count += 1) expect((await send(library, post('x'.repeat(700)))).status).to.equal(201);
    await library.close(1000);
  });
});

describe('RATE_LIMIT (429)', () => {
  it('limits requests by client address with Retry-After, except health checks', async () => {
    const library = await startLibrary({ rateLimit: 3, trustProxy: 1 });
    const from = (address: string) => send(library, { path: '/en/library/v1/books', headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (const address of ['10.0.0.1', '10.0.0.1:5001', '10.0.0.1:5002', '10.0.0.1']) statuses.push((await from(address)).status);
    const refused = await from('10.0.0.1');
    const seconds = Number(refused.headers['retry-after']);
    const other = await from('10.0.0.2:5001');
    const health = await send(library, { path: '/healthz', headers: { 'x-forwarded-for': '10.0.0.1' } });
    await library.close(1000);
    expect(statuses).to.deep.equal([200, 200, 200, 429]);
    expect(refused.json).to.have.property('code', 'rest_too_many_requests');
    expect(seconds).to.be.within(1, 60);
    expect([other.status, health.status]).to.deep.equal([200, 200]);
  });
});

describe('PUBLIC_URL and the address of the service', () => {
  const path = '/en';
  const url = (host: string, more: Record<string, string> = {}) => ({ path, headers: { host, ...more } });
  const HOST_REFUSED = { status: 400, code: 'rest_invalid_host' } as const;
  play([
    { title: 'is that of the Host header', ...url('Library.Example:8080'), status: 200, has: { url: 'http://library.example:8080/en' } },
    { title: 'may be an IPv6 address', ...url('[::1]:3000'), status: 200, has: { url: 'http://[::1]:3000/en' } },
    {
      title: 'ignores X-Forwarded-Host without TRUST_PROXY',
      ...url('a.example', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }),
      status: 200,
      has: { url: 'http://a.example/en' },
    },
    ...['a b', 'a/b', 'user@host', 'a:99999999', 'é.example', '..', '[zz]', 'a:b'].map((host) => ({
      title: `refuses the Host ${host} (400)`,
      ...url(Buffer.from(host).toString('latin1')),
      ...HOST_REFUSED,
    })),
  ]);
});

describe('ALLOWED_HOSTS', () => {
  const path = '/en';
  const refused = { status: 400, code: 'rest_invalid_host' } as const;
  play(
    [
      {
        title: 'accepts a listed host',
        path,
        headers: { host: 'Calendar.example' },
        status: 200,
        has: { url: 'http://calendar.example/en' },
      },
      { title: 'accepts a host that is listed with its port', path, headers: { host: 'other.example:81' }, status: 200 },
      { title: 'accepts a host listed with its default port without it', path, headers: { host: 'secure.example' }, status: 200 },
      { title: 'refuses another port of a host listed with its default port', path, headers: { host: 'secure.example:8443' }, ...refused },
      { title: 'refuses other hosts', path, headers: { host: 'evil.example' }, ...refused },
      { title: 'refuses another port of a host listed with its port', path, headers: { host: 'other.example' }, ...refused },
      { title: 'refuses a host that only begins with a listed one', path, headers: { host: 'calendar.example.evil.example' }, ...refused },
      {
        title: 'does not name the listed hosts in the refusal',
        path,
        headers: { host: 'evil.example', accept: 'application/problem+json' },
        status: 400,
        answers: { 'content-type': 'application/problem+json' },
      },
    ],
    { allowedHosts: ['calendar.example', 'other.example:81', 'secure.example:443'] },
  );
});

describe('access log', () => {
  for (const [detail, addresses] of [
    [
      'full',
      [
        ['203.0.113.77', '203.0.113.77'],
        ['fe80::1', 'fe80::1'],
        ['203.0.113.77:49152', '203.0.113.77'],
        ['<script>', undefined],
      ],
    ],
    [
      'short',
      [
        ['203.0.113.77', '203.0.113.0'],
        ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
        ['2001:db8::5:6', '2001:db8:0::'],
        ['::1', '0:0:0::'],
        ['[2001:db8::5:6]:49152', '2001:db8:0::'],
      ],
    ],
    [undefined, [['::ffff:203.0.113.77', '203.0.113.0']]],
    ['none', [['203.0.113.77', undefined]]],
  ] as const)
    it(`logs client addresses with ${detail ?? 'the default'}, and no query`, async () => {
      const library = await startLibrary({ trustProxy: 1, logAddress: detail });
      for (const [address] of addresses)
        await send(library, { path: '/en/library/v1/books?secret=1', headers: { 'x-forwarded-for': address, ...as('ann') } });
      await library.close(1000);
      const lines = library.lines.filter(({ message }) => message === 'request').map(({ fields }) => fields);
      expect(lines.map(({ address }) => address)).to.deep.equal(addresses.map(([, shown]) => shown));
      for (const line of lines) expect(line).to.include({ user: 7, path: '/en/library/v1/books' });
      expect(JSON.stringify(library.lines)).to.not.include('secret');
    });

  it('says what slow requests waited for', async () => {
    closeGate();
    const library = await startLibrary({ slowMilliseconds: 50, limits: { concurrent: 1, queueMilliseconds: 60_000 } });
    const inside = send(library, slow);
    await until(() => gate.waiting === 1);
    const waiting = send(library, { path: '/en/library/v1/books' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    gate.open();
    await Promise.all([inside, waiting]);
    await send(library, { path: '/en/nothing' });
    await library.close(1000);
    const lines = library.lines.filter(({ message }) => message === 'slow request');
    expect(lines.map(({ level, fields }) => [level, fields['path']])).to.have.deep.members([
      ['warn', slow.path],
      ['warn', '/en/library/v1/books'],
    ]);
    const waited = lines.find(({ fields }) => fields['path'] !== slow.path)?.fields['waited'];
    expect(waited).to.have.all.keys('body', 'queue', 'connection', 'database', 'commands', 'others');
    expect(waited).to.have.property('queue').that.is.at.least(50);
  });
});

describe('the address of the service with TRUST_PROXY=1 and ALLOWED_HOSTS', () => {
  const path = '/en';
  play(
    [
      {
        title: 'is X-Forwarded-Host and X-Forwarded-Proto',
        path,
        headers: { host: 'inner', 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' },
        status: 200,
        has: { url: 'https://a.example/en' },
      },
      {
        title: 'is the value of the nearest proxy',
        path,
        headers: { 'x-forwarded-host': 'evil.example, a.example', 'x-forwarded-proto': 'http, https' },
        status: 200,
        has: { url: 'https://a.example/en' },
      },
      {
        title: 'refuses a forwarded host that is not listed',
        path,
        headers: { host: 'a.example', 'x-forwarded-host': 'evil.example' },
        status: 400,
        code: 'rest_invalid_host',
      },
      {
        title: 'refuses an impossible X-Forwarded-Host',
        path,
        headers: { 'x-forwarded-host': 'a b' },
        status: 400,
        code: 'rest_invalid_host',
      },
    ],
    { trustProxy: 1, allowedHosts: ['a.example'] },
  );
});

describe('GET /healthz, /readyz and /metrics', () => {
  play([
    {
      title: '/healthz answers 200',
      path: '/healthz',
      status: 200,
      is: { status: 'ok' },
      answers: { 'cache-control': 'no-store', etag: undefined },
    },
    { title: 'answers HEAD', method: 'HEAD', path: '/healthz', status: 200, text: '' },
    { title: '/readyz answers 200 while the database answers', path: '/readyz', status: 200, is: { status: 'ok' } },
    { title: '/healthz ignores wrong credentials', path: '/healthz', headers: as('ann', 'x'), status: 200 },
    {
      title: '/metrics answers requests from the machine itself',
      path: '/metrics',
      status: 200,
      answers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    },
    {
      title: '/metrics answers 404 to forwarded requests',
      path: '/metrics',
      headers: { 'x-forwarded-for': '10.0.0.1' },
      status: 404,
      code: 'rest_no_route',
    },
    { title: 'DELETE is 404', method: 'DELETE', path: '/healthz', status: 404, code: 'rest_no_route' },
  ]);

  for (const [title, ready] of [
    ['does not answer', () => new Promise<boolean>(() => undefined)],
    ['is away', async () => false],
    ['fails', () => Promise.reject(new Error('away'))],
  ] as const) {
    it(`is not ready when the database ${title}`, async () => {
      const library = await startLibrary({ ready });
      const { status, headers } = await send(library, { path: '/readyz' });
      await library.close(1000);
      expect([status, headers['retry-after']]).to.deep.equal([503, '2']);
    });
  }

  it('/metrics counts requests by route, not by address', async () => {
    const library = await startLibrary({ metricsReaders: 'public' });
    for (const id of [1, 2, 9]) await send(library, { path: `/en/library/v1/books/${id}` });
    await send(library, { path: '/en/nothing' });
    const { text } = await send(library, { path: '/metrics', headers: { 'x-forwarded-for': '10.0.0.1' } });
    await library.close(1000);
    expect(text).to.include('http_requests_total{method="GET",route="/library/v1/books/(?P<id>\\\\d+)",status="200"} 2');
    expect(text).to.include('http_requests_total{method="GET",route="none",status="404"} 1');
    expect(text).to.include('http_refusals_total{code="rest_no_route"} 1');
    expect(text)
      .to.include('http_requests_admitted{state="inside"} 0')
      .and.match(/http_requests_admitted\{state="most"\} \d/);
    expect(text)
      .to.match(/http_request_duration_seconds_count\{/)
      .and.match(/process_resident_memory_bytes/)
      .and.match(/nodejs_eventloop_lag_seconds/);
  });
});
