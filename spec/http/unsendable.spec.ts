import { Readable } from 'node:stream';
import { expect } from 'chai';
import { createApp } from '../../lib/http/app';
import { type ListeningServer, listen } from '../../lib/http/server';
import { ALL_LANGUAGES } from '../../lib/language';
import { createRegistry } from '../../lib/registry/registry';
import { reply } from '../../lib/registry/reply';
import type { Reader } from './library';

const MOST = 67_108_864;

/** Answers of a handler and the line of the log about each; undefined for one that is sent. */
const ANSWERS: Readonly<Record<string, readonly [answer: () => unknown, logged: RegExp | undefined]>> = {
  stream: [() => Readable.from(['a']), /is a stream/],
  'typed-stream': [() => reply(Readable.from(['a']), { type: 'text/plain' }), /is a stream/],
  'web-stream': [() => new ReadableStream(), /is a stream/],
  generator: [() => (async function* () {})(), /is a stream/],
  blob: [() => new Blob(['a']), /is a stream/],
  buffer: [() => Buffer.from('a'), /is a Buffer without a type/],
  'replied-buffer': [() => reply(Buffer.from('a')), /is a Buffer without a type/],
  bytes: [() => new Uint8Array(3), /bytes that are no Buffer/],
  'typed-bytes': [() => reply(new Uint8Array(3), { type: 'image/png' }), /bytes that are no Buffer/],
  'typed-buffer': [() => reply(Buffer.from('a'), { type: 'image/png' }), undefined],
  'header-buffer': [() => reply(Buffer.from('a'), { headers: { 'content-type': 'image/png' } }), undefined],
  'large-text': [() => reply('é'.repeat(MOST / 2 + 1), { type: 'text/plain' }), /has 67108866 bytes, and at most 67108864 are sent/],
  'large-buffer': [() => reply(Buffer.alloc(MOST + 1), { type: 'image/png' }), /has 67108865 bytes/],
  'largest-buffer': [() => reply(Buffer.alloc(MOST), { type: 'image/png' }), undefined],
};

const MOST_JSON = 16_777_216;

describe('An answer that cannot be sent is 500, and the log says why', () => {
  const lines: { readonly err?: Error; readonly route?: string }[] = [];
  let server: ListeningServer;

  before(async () => {
    const registry = createRegistry<Reader>();
    for (const [name, [answer]] of Object.entries(ANSWERS))
      registry.registerRoute('club/v1', `/${name}`, { methods: 'GET', permission: 'public', args: {}, handle: answer });
    for (const [name, bytes] of [
      ['largest-json', MOST_JSON],
      ['large-json', MOST_JSON + 1],
    ] as const)
      registry.registerRoute('club/v1', `/${name}`, {
        methods: 'GET',
        permission: 'public',
        args: {},
        handle: () => 'a'.repeat(bytes - 2),
      });
    const log = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object) => void lines.push(fields),
    };
    const app = createApp<Reader>({
      registry,
      log,
      served: ALL_LANGUAGES,
      authenticate: () => undefined,
      siteName: { en: 'Club', fr: 'Club' },
      siteTimezone: 'UTC',
      trustProxy: 0,
      rateLimit: 0,
      ready: async () => true,
      metrics: 'loopback',
    });
    server = await listen(app, { host: '127.0.0.1', port: 0 });
  });
  after(() => server.close(1000));

  for (const [name, [, logged]] of Object.entries(ANSWERS))
    it(`/${name} is ${logged === undefined ? 'sent' : 'not sent'}`, async () => {
      lines.length = 0;
      const response = await fetch(`${server.address}/en/club/v1/${name}`);
      const bytes = await response.arrayBuffer();
      if (logged === undefined) {
        expect([response.status, response.headers.get('content-type'), lines]).to.deep.equal([200, 'image/png', []]);
        return;
      }
      expect([response.status, JSON.parse(Buffer.from(bytes).toString()).code]).to.deep.equal([500, 'internal_server_error']);
      expect(String(lines[0]?.err)).to.match(logged);
      expect(lines[0]?.route).to.equal(`/club/v1/${name}`);
    });

  it('is 400 rest_answer_too_large where it is JSON of more than 16 MiB, which is no fault of the handler', async () => {
    lines.length = 0;
    const ask = (name: string) => fetch(`${server.address}/en/club/v1/${name}`);
    const [largest, large] = [await ask('largest-json'), await ask('large-json')];
    expect([largest.status, (await largest.arrayBuffer()).byteLength]).to.deep.equal([200, MOST_JSON]);
    expect([large.status, ((await large.json()) as { code: string }).code, lines]).to.deep.equal([400, 'rest_answer_too_large', []]);
  });
});
