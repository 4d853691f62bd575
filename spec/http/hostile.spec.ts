import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../support/runs';
import { as, type Library, type Received, send, startLibrary } from './library';

/** Checks that an answer is not a fault of the service. */
const isSound = ({ status, json, headers }: Received): void => {
  expect(status).to.be.within(200, 499);
  if (status >= 400) expect(json).to.have.all.keys('code', 'message', 'data');
  expect(headers['x-request-id']).to.be.a('string');
};

const RUNS = { numRuns: runs(150), seed: 1 };
const path = '/en/library/v1/books';
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const type = fc.constantFrom(
  ...['application/json', 'application/ld+json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=B'],
  ...['multipart/form-data; boundary="', 'text/plain', ';;;'],
);
const target = fc.stringMatching(/^[!-~]{0,60}$/);

describe('hostile input: bodies, paths, queries and headers', () => {
  let library: Library;
  before(async () => {
    library = await startLibrary();
  });
  after(() => library.close(1000));

  it('answers any bytes as a body', () =>
    fc.assert(
      fc.asyncProperty(bytes, type, fc.constantFrom('identity', 'gzip', 'deflate', 'br', 'x'), async (body, contentType, coding) => {
        const headers = { ...as('ann'), 'content-type': contentType, 'content-encoding': coding };
        isSound(await send(library, { method: 'POST', path, headers, body }));
      }),
      RUNS,
    ));

  it('answers any JSON as a body', () =>
    fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), fc.constantFrom('POST', 'PATCH', 'DELETE', 'GET'), async (body, method) => {
        const headers = { ...as('ann'), 'content-type': 'application/json' };
        isSound(await send(library, { method, path: `${path}/1`, headers, body }));
      }),
      RUNS,
    ));

  it('answers any path', () =>
    fc.assert(
      fc.asyncProperty(
        target,
        fc.constantFrom('/', '/en/', '/en/library/v1/books/', '/en/library/v1/books/by-slug/'),
        async (rest, start) => {
          isSound(await send(library, { path: start + rest }));
        },
      ),
      RUNS,
    ));

  it('answers any query', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom(
              ...['page', 'tags', 'filter', 'context', '_fields', '_envelope', '_embed', '_jsonp', '_pretty', '_locale', '_method'],
              ...['ml_language', '_wpnonce', '__proto__'],
            ),
            target,
            target,
          ),
          { maxLength: 6 },
        ),
        fc.constantFrom('GET', 'POST', 'OPTIONS', 'HEAD'),
        async (pairs, method) => {
          const query = pairs.map(([name, key, value]) => `${name}${key.startsWith('[') ? key : ''}=${value}`).join('&');
          const answer = await send(library, { method, path: `${path}?${query}` });
          expect(answer.status).to.be.within(200, 499);
        },
      ),
      RUNS,
    ));

  it('answers any headers', () => {
    const value = fc.stringMatching(/^[ -~\xa0-\xff]{0,80}$/);
    const name = fc.constantFrom(
      ...['accept', 'accept-language', 'authorization', 'content-type', 'host', 'if-none-match', 'origin', 'x-forwarded-for'],
      ...['x-http-method-override', 'x-request-id', 'content-encoding'],
    );
    return fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 5 }), fc.constantFrom('GET', 'POST'), async (headers, method) => {
        const answer = await send(library, { method, path, headers, body: '{}' });
        expect(answer.status).to.be.within(200, 499);
      }),
      RUNS,
    );
  });

  const bombs: readonly (readonly [title: string, type: string, body: Buffer | string, status: number])[] = [
    ['JSON nested a hundred thousand deep', 'application/json', '['.repeat(100_000), 400],
    ['objects nested a hundred thousand deep', 'application/json', '{"a":'.repeat(100_000), 400],
    ['names nested in brackets without end', 'application/x-www-form-urlencoded', `a${'[b]'.repeat(100_000)}=1`, 400],
    ['a hundred thousand parameters', 'application/x-www-form-urlencoded', 'a&'.repeat(100_000), 400],
    ['a million boundaries', 'multipart/form-data; boundary=B', '--B\r\n'.repeat(150_000), 400],
    ['a million escapes', 'application/x-www-form-urlencoded', `title=${'%'.repeat(1_000_000)}`, 201],
    ['escapes that are no UTF-8', 'application/x-www-form-urlencoded', `title=${'%ff'.repeat(300_000)}`, 201],
  ];
  for (const [title, contentType, body, status] of bombs) {
    it(`survives ${title}`, async () => {
      const headers = { ...as('ann'), 'content-type': contentType };
      expect((await send(library, { method: 'POST', path, headers, body })).status).to.equal(status);
    });
  }

  it('stops reading a body that becomes too large when it is decompressed', async () => {
    const before = process.memoryUsage().rss;
    const body = gzipSync(Buffer.alloc(128 * 1024 * 1024, ' '));
    const headers = { ...as('ann'), 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(library, { method: 'POST', path, headers, body })));
    expect(answers.map(({ status }) => status)).to.deep.equal([413, 413, 413]);
    expect(process.memoryUsage().rss - before).to.be.below(300 * 1024 * 1024);
  });

  it('survives clients that go away in the middle of a body', async () => {
    for (const coding of ['identity', 'gzip']) {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\nContent-Length: 100\r\n\r\n`;
      const count = library.lines.length;
      await new Promise<void>((resolve) => {
        const socket = connect(library.port, '127.0.0.1', () => socket.write(`${head}{`, () => socket.destroy()));
        socket.on('close', () => resolve());
      });
      while (library.lines.length === count) await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await send(library, { path })).status).to.equal(200);
    expect(library.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });
});
