import { connect } from 'node:net';
import { expect } from 'chai';
import { type Library, send, startLibrary } from '../library';

const ask = ({ port }: Library, lines: readonly string[]): Promise<readonly [status: number, body: string]> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve([Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text.split('\r\n\r\n')[1] ?? '']));
  });

describe('The header Host', () => {
  let library: Library;
  before(async () => {
    library = await startLibrary({ allowedHosts: ['calendar.example'], metricsReaders: 'public' });
  });
  after(() => library.close(1000));

  for (const target of ['/en/library/v1/books', '/en', '/', '/healthz', '/readyz', '/metrics', '/nowhere'])
    it(`is refused by 400 where there are two, at ${target}`, async () => {
      for (const second of ['Host: calendar.example', 'hOST: evil.example', 'Host:']) {
        const [status, body] = await ask(library, [`GET ${target} HTTP/1.1`, 'Host: calendar.example', second]);
        expect(status).to.equal(400);
        expect(JSON.parse(body).code).to.equal('rest_invalid_host');
      }
    });

  it('is checked for / and /metrics, and not for probes', async () => {
    const status = async (path: string, host: string) => (await send(library, { path, headers: { host } })).status;
    for (const path of ['/', '/metrics'])
      expect([await status(path, 'evil.example'), await status(path, 'calendar.example:9100')]).to.deep.equal([400, 200]);
    expect([await status('/healthz', 'evil.example'), await status('/readyz', 'evil.example')]).to.deep.equal([200, 200]);
  });
});
