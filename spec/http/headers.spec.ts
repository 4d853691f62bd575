import { expect } from 'chai';
import { as, type Library, send, startLibrary } from './library';
import { play } from './scenario';

const path = '/en/library/v1/books';
const EVERY = {
  'content-type': 'application/json; charset=UTF-8',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers':
    'X-WP-Total, X-WP-TotalPages, Link, Allow, ETag, Location, Content-Language, Retry-After, X-Request-Id, Ignored-Params, X-TEC-Total, X-TEC-TotalPages',
  'access-control-allow-headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, X-HTTP-Method-Override, If-None-Match, Cache-Control, Pragma, X-Request-Id',
  'www-authenticate': undefined,
  'x-powered-by': undefined,
  vary: 'Origin, Authorization, Accept-Encoding',
};
/** Errors have two forms, by what the client accepts. */
const REFUSED = { ...EVERY, vary: 'Origin, Authorization, Accept-Encoding, Accept' };
const PRIVATE = { 'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private', expires: 'Wed, 11 Jan 1984 05:00:00 GMT' };
const ROOT = '<http://library.example/en/>; rel="https://api.w.org/"';
const host = 'library.example';

describe('Headers', () => {
  play([
    {
      title: 'are complete on a list',
      path,
      headers: { host },
      status: 200,
      answers: {
        ...EVERY,
        'cache-control': undefined,
        'x-wp-total': '2',
        link: `${ROOT}, <http://library.example/en/library/v1/books?page=2>; rel="next"`,
      },
    },
    { title: 'are complete on a record', path: `${path}/1`, headers: { host }, status: 200, answers: { ...EVERY, link: ROOT } },
    {
      title: 'are complete on errors',
      path: `${path}/9`,
      headers: { host },
      status: 404,
      answers: { ...REFUSED, link: ROOT, etag: undefined },
    },
    {
      title: 'are complete where there is no route',
      path: '/en/nothing',
      headers: { host },
      status: 404,
      answers: { ...REFUSED, link: ROOT, allow: undefined },
    },
    {
      title: 'are complete on 401',
      method: 'POST',
      path,
      body: { title: 'a' },
      status: 401,
      code: 'rest_forbidden',
      answers: { ...REFUSED, allow: 'GET' },
    },
    {
      title: 'are complete on 403',
      method: 'POST',
      path,
      headers: as('bob'),
      body: { title: 'a' },
      status: 403,
      code: 'rest_forbidden',
      answers: { ...REFUSED, ...PRIVATE, allow: 'GET' },
    },
    {
      title: 'tell where a creation is',
      method: 'POST',
      path,
      headers: { ...as('ann'), host },
      body: { title: 'a' },
      status: 201,
      answers: { ...EVERY, ...PRIVATE, location: 'http://library.example/en/library/v1/books/9' },
    },
    { title: 'keep answers to credentials out of caches', path: `${path}/1`, headers: as('ann'), status: 200, answers: PRIVATE },
    { title: 'keep answers to wrong credentials out too', path, headers: as('ann', 'x'), status: 401, answers: PRIVATE },
    {
      title: 'echo an origin',
      path,
      headers: { origin: 'https://app.example' },
      status: 200,
      answers: {
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      },
    },
    { title: 'echo the origin null', path, headers: { origin: 'null' }, status: 200, answers: { 'access-control-allow-origin': 'null' } },
    {
      title: 'echo an origin on errors',
      path: `${path}/9`,
      headers: { origin: 'https://app.example' },
      status: 404,
      answers: { 'access-control-allow-origin': 'https://app.example' },
    },
    {
      title: 'name no origin where none was sent',
      path,
      status: 200,
      answers: { 'access-control-allow-origin': undefined, 'access-control-allow-credentials': undefined },
    },
    {
      title: 'do not depend on what is accepted',
      path: `${path}/1`,
      headers: { accept: 'application/xml' },
      status: 200,
      answers: { 'content-type': EVERY['content-type'] },
    },
  ]);
});

describe('Headers, where only some origins may call', () => {
  play(
    [
      {
        title: 'echo those',
        path,
        headers: { origin: 'https://app.example' },
        status: 200,
        answers: { 'access-control-allow-origin': 'https://app.example', vary: EVERY.vary },
      },
      {
        title: 'name no others',
        path,
        headers: { origin: 'https://evil.example' },
        status: 200,
        answers: { 'access-control-allow-origin': undefined, vary: EVERY.vary },
      },
    ],
    { corsOrigins: ['https://app.example'] },
  );
});

describe('A conditional request', () => {
  let library: Library;
  before(async () => {
    library = await startLibrary();
  });
  after(() => library.close(1000));

  const tagOf = async (query: string) => String((await send(library, { path: `${path}/1${query}` })).headers['etag']);

  for (const [title, spell] of [
    ['by its tag', (tag: string) => tag],
    ['by its weak tag', (tag: string) => `W/${tag}`],
    ['by one of many', (tag: string) => `"x", ${tag}`],
  ] as const) {
    it(`is answered 304 ${title}`, async () => {
      const answer = await send(library, { path: `${path}/1`, headers: { 'if-none-match': spell(await tagOf('')) } });
      expect([answer.status, answer.text, answer.headers['content-type'], answer.headers['allow']]).to.deep.equal([
        304,
        '',
        undefined,
        'GET',
      ]);
      expect(answer.headers['etag']).to.equal(await tagOf(''));
    });
  }

  it('is answered in full where the client has another representation', async () => {
    const answer = await send(library, { path: `${path}/1`, headers: { 'if-none-match': await tagOf('?_fields=id') } });
    expect(answer.status).to.equal(200);
  });

  it('is answered in full to the tag *', async () => {
    expect((await send(library, { path: `${path}/1`, headers: { 'if-none-match': '*' } })).status).to.equal(200);
  });

  it('is answered to HEAD as to GET', async () => {
    const tag = await tagOf('');
    const answer = await send(library, { method: 'HEAD', path: `${path}/1`, headers: { 'if-none-match': tag } });
    expect([answer.status, answer.headers['etag']]).to.deep.equal([304, tag]);
  });
});

describe('Credentials', () => {
  play([
    { title: 'let their owner in', path, headers: as('ann'), status: 200, has: { reader: 7 }, answers: { allow: 'GET, POST' } },
    { title: 'are not needed to read', path, status: 200, has: { reader: null } },
    { title: 'are none when they are garbage', path, headers: { authorization: 'Basic %%%' }, status: 200, has: { reader: null } },
    { title: 'are none of another scheme', path, headers: { authorization: 'Bearer x' }, status: 200, has: { reader: null } },
    {
      title: 'beat everything when they are wrong',
      path,
      headers: as('ann', 'x'),
      status: 401,
      code: 'incorrect_password',
      answers: { allow: undefined },
    },
    { title: 'beat unknown routes', path: '/en/nothing', headers: as('nobody'), status: 401, code: 'invalid_username' },
    { title: 'may name an e-mail address that nobody has', path, headers: as('nobody@example.org'), status: 401, code: 'invalid_email' },
    { title: 'name no e-mail address without a domain', path, headers: as('nobody@example'), status: 401, code: 'invalid_username' },
    {
      title: 'beat malformed bodies',
      method: 'POST',
      path,
      headers: { ...as('ann', 'x'), 'content-type': 'application/json' },
      body: '{',
      status: 401,
      code: 'incorrect_password',
    },
    {
      title: 'beat bodies that are too large',
      method: 'POST',
      path,
      headers: as('ann', 'x'),
      body: 'x'.repeat(1_048_577),
      status: 401,
      code: 'incorrect_password',
    },
    { title: 'beat OPTIONS', method: 'OPTIONS', path, headers: as('ann', 'x'), status: 401, code: 'incorrect_password' },
    {
      title: 'are no nonce in a header',
      path,
      headers: { 'x-wp-nonce': 'abc' },
      status: 403,
      code: 'rest_cookie_invalid_nonce',
      answers: { allow: undefined },
    },
    { title: 'are no empty nonce', path, headers: { 'x-wp-nonce': '' }, status: 403, code: 'rest_cookie_invalid_nonce' },
    { title: 'are no nonce in the query', path: `${path}?_wpnonce=abc`, status: 403, code: 'rest_cookie_invalid_nonce' },
    { title: 'make a nonce superfluous', path: `${path}?_wpnonce=abc`, headers: as('ann'), status: 200, has: { reader: 7 } },
  ]);
});
