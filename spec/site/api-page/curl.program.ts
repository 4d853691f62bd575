import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { CURL } from '../../../lib/site/api-page/page/script';
import { runCurl } from '../../support/run-curl';

const curlOf = new Function(`${CURL} return curlOf;`)() as (request: {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly login: string;
}) => string;

describe('The curl command of a request', () => {
  let server: Server;
  let url = '';
  before((done) => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, url: asked, headers } = request;
      response.statusCode = headers['x-refused'] === undefined ? 200 : 403;
      response.end(
        JSON.stringify({ method, asked, sign: headers['x-sign'], who: headers.authorization, body: Buffer.concat(chunks).toString() }),
      );
    }).listen(0, '127.0.0.1', () => {
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      done();
    });
  });
  after((done) => {
    server.close(done);
  });

  const bodies: readonly (readonly [string, string])[] = [
    ['names, lists and what is no text', '{ "a": [true, false, null, 1.5], "b": { "c": "true" }, "d": {} }'],
    ['quotation marks, backslashes and lines', JSON.stringify({ a: `it's "so" \\ \n\t`, '"': "'" })],
    ['other scripts and signs', '{"a":"Thé à 5 €, 茶 🍵 \u2028"}'],
    ['numbers that are not kept by all', '{"a":12345678901234567890,"b":1.0,"c":1e3}'],
    ['a name that objects have', '{"__proto__":{"a":1}}'],
    ['what is no JSON', '{"a": '],
  ];
  for (const [title, body] of bodies) {
    it(`sends ${title}`, async () => {
      const headers = { 'X-Sign': `it's $HOME "x" \`id\``, 'Content-Type': 'application/json' };
      const printed = await runCurl(curlOf({ url: `${url}/it's?b=%22`, method: 'PATCH', headers, body, login: `o'neil{x}` }), 'pa ss');
      const got = JSON.parse(printed) as Readonly<Record<string, string>>;
      expect(got).to.include({ method: 'PATCH', asked: "/it's?b=%22", sign: headers['X-Sign'], body });
    });
  }

  it('prints what refuses it', async () => {
    const request = { url, method: 'GET', headers: { 'X-Refused': 'yes' }, login: '' };
    expect(await runCurl(curlOf(request), '')).to.include('"method":"GET"');
  });
});
