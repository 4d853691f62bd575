import { expect } from 'chai';
import { type Library, send, startLibrary } from '../library';

describe('ETag of the index', () => {
  let library: Library;
  before(async () => {
    library = await startLibrary();
  });
  after(() => library.close(1000));

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) => send(library, { path, headers });

  for (const path of ['/fr/', '/en/library/v1', '/en/?rest_route=/library/v1']) {
    it(`GET ${path} answers 304 to If-None-Match`, async () => {
      const first = await get(path);
      const tag = String(first.headers['etag']);
      expect([first.status, tag]).to.satisfy(([status, text]: [number, string]) => status === 200 && /^W\/"[\w-]{27}"$/.test(text));
      for (const sent of [tag, tag.slice(2), `"x", ${tag}`]) {
        const again = await get(path, { 'if-none-match': sent });
        expect([again.status, again.text, again.headers['etag']]).to.deep.equal([304, '', tag]);
      }
      expect((await get(path)).text).to.equal(first.text);
    });
  }

  it('differs by host, language, _fields and _envelope', async () => {
    const tag = String((await get('/en/library/v1')).headers['etag']);
    for (const [path, host] of [
      ['/en/library/v1', 'library.example'],
      ['/fr/library/v1', undefined],
      ['/en/library/v1?ml_language=fr', undefined],
      ['/en/', undefined],
      ['/en/library/v1?_fields=namespace', undefined],
      ['/en/library/v1?_envelope', undefined],
      ['/en/library/v1?_pretty', undefined],
      ['/en/library/v1?_jsonp=call', undefined],
    ] as const) {
      const answer = await get(path, { 'if-none-match': tag, ...(host && { host }) });
      expect([answer.status, answer.text.length > 20], path).to.deep.equal([200, true]);
    }
    expect((await get('/en/library/v1', { host: 'library.example' })).text).to.include('http://library.example/en/');
    expect((await get('/en/library/v1')).text).to.not.include('library.example');
  });
});
