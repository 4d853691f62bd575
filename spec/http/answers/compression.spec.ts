import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openStage, type Stage } from '../../support/scenario';
import { event } from '../../support/stage';

interface Coded {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
}

const JANUARY = { start_date: '2030-01-20 10:00:00', end_date: '2030-01-20 12:00:00' };
const LIST = '/en/cal/events/v1/events';

describe('Accept-Encoding: compression', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    const fair = (number: number) => event(`Fête 東京 ${number}`, { ...JANUARY, description: 'words '.repeat(50) });
    for (let number = 0; number < 5; number++) await stage.give({ [`event${number}`]: fair(number) });
  });
  after(() => stage.stop());

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Coded> =>
    new Promise((resolve, reject) => {
      const request = http.request(`${stage.address}${path}`, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }));
      });
      request.on('error', reject);
      request.end();
    });
  const taking = (codings: string, path = LIST, more: Readonly<Record<string, string>> = {}, method = 'GET') =>
    ask(path, { 'accept-encoding': codings, ...more }, method);

  for (const [taken, coding] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['*;q=0', undefined],
    ['', undefined],
    ['; ,=', undefined],
  ] as const)
    it(`answers ${coding ?? 'uncompressed'} for Accept-Encoding “${taken}”`, async () => {
      const plain = await ask(LIST);
      const { status, headers, bytes } = await taking(taken);
      expect(status).to.equal(200);
      expect(headers['content-encoding']).to.equal(coding);
      expect(headers.vary).to.equal('Origin, Authorization, Accept-Encoding');
      expect(Number(headers['content-length'])).to.equal(bytes.length);
      const text = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(text.equals(plain.bytes)).to.equal(true);
      if (coding !== undefined) expect(bytes.length).to.be.lessThan(plain.bytes.length / 4);
    });

  it('has an ETag for each coding, which If-None-Match recognises (304)', async () => {
    const answers = [await ask(LIST), await taking('br'), await taking('gzip')];
    const tags = answers.map(({ headers }) => String(headers.etag));
    expect(new Set(tags).size).to.equal(3);
    for (const [place, codings] of ['identity', 'br', 'gzip'].entries())
      for (const [other, tag] of tags.entries()) {
        const { status, bytes } = await taking(codings, LIST, { 'if-none-match': tag });
        expect(status, `${codings} ${tag}`).to.equal(other === place ? 304 : 200);
        if (other === place) expect(bytes.length).to.equal(0);
      }
  });

  it('has an ETag that If-Match accepts, whatever the coding', async () => {
    const path = `${LIST}/${stage.names['event0']}`;
    const { headers } = await taking('br', path);
    expect(headers['content-encoding']).to.equal('br');
    const patched = await stage.ask('PATCH', `/events/${stage.names['event0']}`, {
      as: 'editor',
      json: { title: 'Renamed' },
      headers: { 'if-match': String(headers.etag) },
    });
    expect(patched.status).to.equal(200);
  });

  it('is the same for HEAD, without a body', async () => {
    for (const codings of ['br', 'gzip', 'identity']) {
      const { headers } = await taking(codings);
      const head = await taking(codings, LIST, {}, 'HEAD');
      expect(head.bytes.length).to.equal(0);
      for (const name of ['content-encoding', 'content-length', 'etag']) expect(head.headers[name], name).to.equal(headers[name]);
    }
  });

  it('compresses pages, documents and errors too, but nothing small', async () => {
    const authorization = stage.authorization('editor');
    for (const [path, headers] of [
      ['/en/', { accept: 'text/html' }],
      ['/en/cal/events/v1', {}],
      ['/en/cal/events/v1/doc', {}],
      [LIST, { authorization }],
      ['/metrics', {}],
    ] as const) {
      const plain = await ask(path, headers);
      const coded = await taking('br', path, headers);
      expect(coded.headers['content-encoding'], path).to.equal('br');
      expect(coded.headers['content-type']).to.equal(plain.headers['content-type']);
      if (path !== '/metrics') expect(brotliDecompressSync(coded.bytes).toString()).to.equal(plain.bytes.toString());
    }
    const small = await taking('br', '/healthz');
    expect(small.headers['content-encoding']).to.equal(undefined);
    const long = await taking('br', `${LIST}?${Array.from({ length: 40 }, (_, place) => `start_date[${place}]=x`).join('&')}&per_page=abc`);
    expect(long.status).to.equal(400);
  });
});
