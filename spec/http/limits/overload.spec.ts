import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { createConnections } from '../../../lib/http/limits/connections';
import { closeGate, gate, type Library, send, startLibrary, until } from '../library';

const PATIENT = { queueMilliseconds: 60_000 };
const BOOKS = '/en/library/v1/books';
const SLOW = '/en/library/v1/slow';

describe('overload: many requests at once', () => {
  let library: Library;
  let sockets: Socket[] = [];
  const join = async (): Promise<Socket> => {
    const socket = connect(library.port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  /** Pipelines requests on one connection. The returned function gives the text received so far. */
  const pipeline = async (count: number, path: string, headers = ''): Promise<() => string> => {
    let text = '';
    const socket = await join();
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(count));
    return () => text;
  };
  const statuses = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = '']) => status);
  const countOf = (text: string, status: string): number => statuses(text).filter((one) => one === status).length;

  afterEach(async () => {
    gate.open();
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await library.close(1000);
  });

  for (const [title, connectFirst] of [
    ['over connections that are open', true],
    ['over new connections', false],
  ] as const)
    it(`answers a probe before most earlier requests, and then all requests of a burst, ${title}`, async () => {
      const spin = () => {
        for (const began = performance.now(); performance.now() - began < 5; );
        return undefined;
      };
      const connections = createConnections();
      library = await startLibrary({ limits: PATIENT, authenticate: spin, connections }, { connections });
      let answered = 0;
      const burst = await Promise.all(Array.from({ length: 60 }, join));
      const early = connectFirst ? await join() : undefined;
      if (connectFirst) await until(() => connections.state().open === 61);
      for (const socket of burst) {
        socket.on('data', () => {
          answered += 1;
        });
        socket.write(`GET ${BOOKS} HTTP/1.1\r\nHost: x\r\n\r\n`);
      }
      const probe = early ?? (await join());
      probe.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      const [answer] = await once(probe, 'data');
      expect(String(answer)).to.match(/^HTTP\/1\.1 200 /);
      expect(answered).to.be.below(40);
      await until(() => answered === 60);
      expect((await send(library, { path: '/metrics' })).text).to.not.include('http_refusals_total{');
    });

  it('refuses requests beyond its room at once, with the headers of every error', async () => {
    library = await startLibrary({ limits: PATIENT });
    const count = 700;
    const text = await pipeline(count, '/fr/library/v1/books?page=2', 'Origin: https://a.example\r\nAuthorization: Basic x\r\n');
    await until(() => statuses(text()).length === count && text().endsWith('}'));
    expect(countOf(text(), '200')).to.be.within(500, count - 1);
    const refusal = text().slice(text().indexOf('HTTP/1.1 503 '));
    const [head = ''] = refusal.split('\r\n\r\n', 1);
    const [, body = ''] = /\r\n\r\n(\{.*?\}\})/s.exec(refusal) ?? [];
    const { code, message, data } = JSON.parse(Buffer.from(body, 'latin1').toString());
    expect({ code, data }).to.deep.equal({ code: 'rest_overloaded', data: { status: 503 } });
    expect(message).to.match(/^Le service/);
    for (const line of [
      ...['Retry-After: 1', 'Content-Type: application/json; charset=UTF-8', 'Content-Language: fr'],
      ...['Access-Control-Allow-Origin: https://a.example', 'X-Content-Type-Options: nosniff'],
    ])
      expect(head.split('\r\n')).to.include(line);
    const [, id] = /X-Request-Id: (\S+)/.exec(head) ?? [];
    const logged = library.lines.find(({ fields }) => fields['id'] === id)?.fields;
    expect(logged).to.include({ path: '/fr/library/v1/books', status: 503, code: 'rest_overloaded', language: 'fr' });
    const { text: metrics } = await send(library, { path: '/metrics' });
    expect(metrics).to.include(`http_refusals_total{code="rest_overloaded"} ${countOf(text(), '503')}`);
  });

  it('lets no address use the room of another one', async () => {
    closeGate();
    library = await startLibrary({ limits: { ...PATIENT, concurrent: 1 }, trustProxy: 1 });
    const inside = send(library, { path: SLOW, headers: { 'x-forwarded-for': '2001:db8::1' } });
    await until(() => gate.waiting === 1);
    const flood = await pipeline(510, SLOW, 'X-Forwarded-For: 2001:db8::1\r\n');
    const waiting = async () =>
      /http_requests_admitted\{state="waiting"\} (\d+)/.exec((await send(library, { path: '/metrics' })).text)?.[1];
    while ((await waiting()) !== '500');
    const others = ['192.0.2.1', '192.0.2.2'].map((address) => send(library, { path: BOOKS, headers: { 'x-forwarded-for': address } }));
    const own = await send(library, { path: BOOKS, headers: { 'x-forwarded-for': '2001:db8::2' } });
    expect([own.status, own.json]).to.deep.include(503);
    // Others need not wait.
    expect((await Promise.all(others)).map(({ status }) => status)).to.deep.equal([200, 200]);
    gate.open();
    expect((await inside).status).to.equal(200);
    await until(() => statuses(flood()).length === 510);
    expect(countOf(flood(), '503')).to.equal(10);
  });

  it('goes on with its work while clients connect', async () => {
    const connections = createConnections();
    library = await startLibrary({ limits: PATIENT, connections }, { connections });
    let isOver = false;
    const connecting = (async () => {
      while (!isOver) (await join()).destroy();
    })();
    for (let count = 0; count < 20; count += 1) expect((await send(library, { path: BOOKS })).status).to.equal(200);
    isOver = true;
    await connecting;
  });
});
