import { Readable } from 'node:stream';
import { expect } from 'chai';
import { reply } from '../../../lib/registry/answers/reply';
import { createRegistry } from '../../../lib/registry/registry';
import { type Library, type Reader, startLibrary } from '../library';

const MOST = 67_108_864;
const MOST_JSON = 16_777_216;

class Seats {
  readonly seats = 3;
}

/** Handlers by name, each with its log line; undefined if the answer can be sent. */
const ANSWERS: Readonly<Record<string, readonly [answer: () => unknown, logged: RegExp | undefined]>> = {
  stream: [() => Readable.from(['a']), /is a stream/],
  'typed-stream': [() => reply(Readable.from(['a']), { type: 'text/plain' }), /is a stream/],
  'web-stream': [() => new ReadableStream(), /is a stream/],
  generator: [() => (async function* () {})(), /is a stream/],
  'plain-generator': [() => (function* () {})(), /holds a Generator, which JSON leaves out/],
  map: [() => new Map([[1, 2]]), /holds a Map/],
  set: [() => reply(new Set([1])), /holds a Set/],
  response: [() => Response.json({ a: 1 }), /holds a Response/],
  error: [() => new Error('none'), /holds a Error/],
  inner: [() => ({ list: [{ seats: new Set([1]) }] }), /holds a Set/],
  'large-json': [() => 'a'.repeat(MOST_JSON - 1), /has 16777217 bytes, and at most 16777216 of JSON are sent/],
  blob: [() => new Blob(['a']), /is a stream/],
  buffer: [() => Buffer.from('a'), /is a Buffer without a type/],
  'replied-buffer': [() => reply(Buffer.from('a')), /is a Buffer without a type/],
  bytes: [() => new Uint8Array(3), /bytes that are not a Buffer/],
  'typed-bytes': [() => reply(new Uint8Array(3), { type: 'image/png' }), /bytes that are not a Buffer/],
  'typed-buffer': [() => reply(Buffer.from('a'), { type: 'image/png' }), undefined],
  'header-buffer': [() => reply(Buffer.from('a'), { headers: { 'content-type': 'image/png' } }), undefined],
  'large-text': [() => reply('é'.repeat(MOST / 2 + 1), { type: 'text/plain' }), /has 67108866 bytes, and at most 67108864 are sent/],
  'large-buffer': [() => reply(Buffer.alloc(MOST + 1), { type: 'image/png' }), /has 67108865 bytes/],
  'largest-buffer': [() => reply(Buffer.alloc(MOST), { type: 'image/png' }), undefined],
};

describe('An answer that cannot be sent is 500, and the log says why', () => {
  let server: Library;

  before(async () => {
    const registry = createRegistry<Reader>();
    for (const [name, [answer]] of Object.entries(ANSWERS))
      registry.registerRoute('club/v1', `/${name}`, { methods: 'GET', permission: 'public', args: {}, handle: answer });
    for (const [name, handle] of [
      ['largest-json', () => 'a'.repeat(MOST_JSON - 2)],
      ['plain', () => ({ at: new Date(0), none: {}, list: [], url: new URL('http://a/'), own: new Seats() })],
    ] as const)
      registry.registerRoute('club/v1', `/${name}`, { methods: 'GET', permission: 'public', args: {}, handle });
    server = await startLibrary({ registry });
  });
  after(() => server.close(1000));

  for (const [name, [, logged]] of Object.entries(ANSWERS))
    it(`/${name} is ${logged === undefined ? 'sent' : 'not sent'}`, async () => {
      server.lines.length = 0;
      const response = await fetch(`${server.address}/en/club/v1/${name}`);
      const bytes = await response.arrayBuffer();
      const lines = server.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields);
      if (logged === undefined) {
        expect([response.status, response.headers.get('content-type'), lines]).to.deep.equal([200, 'image/png', []]);
        return;
      }
      expect([response.status, JSON.parse(Buffer.from(bytes).toString()).code]).to.deep.equal([500, 'internal_server_error']);
      expect(String(lines[0]?.['err'])).to.match(logged);
      expect(lines[0]?.['route']).to.equal(`/club/v1/${name}`);
    });

  it('does not include JSON of 16 MiB and values that JSON can write', async () => {
    const ask = async (name: string) => (await fetch(`${server.address}/en/club/v1/${name}`)).text();
    expect((await ask('largest-json')).length).to.equal(MOST_JSON);
    expect(JSON.parse(await ask('plain'))).to.deep.equal({
      at: '1970-01-01T00:00:00.000Z',
      none: {},
      list: [],
      url: 'http://a/',
      own: { seats: 3 },
    });
  });
});
