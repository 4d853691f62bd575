import { expect } from 'chai';
import { as, type Library, send, startLibrary } from '../library';
import { play } from '../scenario';

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
/** The format of errors depends on `Accept`. */
const REFUSED = { ...EVERY, vary: 'Origin, Authorization, Accept-Encoding, Accept' };
const PRIVATE = { 'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private', expires: 'Wed, 11 Jan 1984 05:00:00 GMT' };
const ROOT = '<http://library.example/en/>; rel="https://api.w.org/"';
const host = 'library.example';

describe('response headers', () => {
  play([
    {
      title: 'a list has all of them',
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
    {
      title: 'errors have all of them',
      path: `${path}/9`,
      headers: { host },
      status: 404,
      answers: { ...REFUSED, link: ROOT, etag: undefined },
    },
    {
      title: '401 has all of them',
      method: 'POST',
      path,
      body: { title: 'a' },
      status: 401,
      code: 'rest_forbidden',
      answers: { ...REFUSED, allow: 'GET' },
    },
    {
      title: '403 has all of them',
      method: 'POST',
      path,
      headers: as('bob'),
      body: { title: 'a' },
      status: 403,
      code: 'rest_forbidden',
      answers: { ...REFUSED, ...PRIVATE, allow: 'GET' },
    },
    {
      title: '201 has Location',
      method: 'POST',
      path,
      headers: { ...as('ann'), host },
      body: { title: 'a' },
      status: 201,
      answers: { ...EVERY, ...PRIVATE, location: 'http://library.example/en/library/v1/books/9' },
    },
    {
      title: 'Cache-Control forbids caching of answers to credentials',
      path: `${path}/1`,
      headers: as('ann'),
      status: 200,
      answers: PRIVATE,
    },
    { title: 'Cache-Control forbids caching of 401', path, headers: as('ann', 'x'), status: 401, answers: PRIVATE },
    {
      title: 'Access-Control-Allow-Origin echoes the origin',
      path,
      headers: { origin: 'https://app.example' },
      status: 200,
      answers: {
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      },
    },
    {
      title: 'Access-Control-Allow-Origin is on errors too',
      path: `${path}/9`,
      headers: { origin: 'null' },
      status: 404,
      answers: { 'access-control-allow-origin': 'null' },
    },
    {
      title: 'without Origin there is no Access-Control-Allow-Origin',
      path,
      status: 200,
      answers: { 'access-control-allow-origin': undefined, 'access-control-allow-credentials': undefined },
    },
  ]);
});

describe('CORS headers with CORS_ORIGINS', () => {
  play(
    [
      {
        title: 'a listed origin is echoed',
        path,
        headers: { origin: 'https://app.example' },
        status: 200,
        answers: { 'access-control-allow-origin': 'https://app.example', vary: EVERY.vary },
      },
      ...['https://evil.example', 'https://app.example.evil', 'null'].map((origin) => ({
        title: `an origin that is not listed is not echoed: ${origin}`,
        path,
        headers: { origin },
        status: 200,
        answers: { 'access-control-allow-origin': undefined, 'access-control-allow-credentials': undefined, vary: EVERY.vary },
      })),
    ],
    { corsOrigins: ['https://app.example'] },
  );
});

describe('conditional requests: If-None-Match (304)', () => {
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

  it('is answered 200 where the client has another representation', async () => {
    const answer = await send(library, { path: `${path}/1`, headers: { 'if-none-match': await tagOf('?_fields=id') } });
    expect(answer.status).to.equal(200);
  });

  it('is answered 304 for an index, and 200 for another representation of it', async () => {
    const get = (own: string, tag = '') => send(library, { path: own, headers: { 'if-none-match': tag } });
    for (const index of ['/fr/', '/en/library/v1', '/en/?rest_route=/library/v1']) {
      const tag = String((await get(index)).headers['etag']);
      for (const sent of [tag, tag.slice(2), `"x", ${tag}`]) {
        const { status, text, headers } = await get(index, sent);
        expect([status, text, headers['etag']]).to.deep.equal([304, '', tag]);
      }
      for (const query of ['_fields=namespace', '_envelope', '_pretty', '_jsonp=call'])
        expect((await get(`${index}${index.includes('?') ? '&' : '?'}${query}`, tag)).status, query).to.equal(200);
    }
  });

  it('is answered 200 to If-None-Match: *', async () => {
    expect((await send(library, { path: `${path}/1`, headers: { 'if-none-match': '*' } })).status).to.equal(200);
  });

  it('is answered alike for HEAD', async () => {
    const tag = await tagOf('');
    const answer = await send(library, { method: 'HEAD', path: `${path}/1`, headers: { 'if-none-match': tag } });
    expect([answer.status, answer.headers['etag']]).to.deep.equal([304, tag]);
  });
});

describe('Authorization: Basic', () => {
  play([
    { title: 'right credentials are accepted', path, headers: as('ann'), status: 200, has: { reader: 7 }, answers: { allow: 'GET, POST' } },
    { title: 'reading needs no credentials', path, status: 200, has: { reader: null } },
    { title: 'malformed credentials are ignored', path, headers: { authorization: 'Basic %%%' }, status: 200, has: { reader: null } },
    { title: 'another scheme is ignored', path, headers: { authorization: 'Bearer x' }, status: 200, has: { reader: null } },
    {
      title: 'wrong credentials are 401 before everything else',
      path,
      headers: as('ann', 'x'),
      status: 401,
      code: 'incorrect_password',
      answers: { allow: undefined },
    },
    {
      title: 'wrong credentials are 401 on unknown routes',
      path: '/en/nothing',
      headers: as('nobody'),
      status: 401,
      code: 'invalid_username',
    },
    {
      title: 'an unknown e-mail address is refused (invalid_email)',
      path,
      headers: as('nobody@example.org'),
      status: 401,
      code: 'invalid_email',
    },
    { title: 'a login with @ but no domain is a username', path, headers: as('nobody@example'), status: 401, code: 'invalid_username' },
    {
      title: 'wrong credentials are 401 before malformed bodies',
      method: 'POST',
      path,
      headers: { ...as('ann', 'x'), 'content-type': 'application/json' },
      body: '{',
      status: 401,
      code: 'incorrect_password',
    },
    {
      title: 'wrong credentials are 401 before bodies that are too large',
      method: 'POST',
      path,
      headers: as('ann', 'x'),
      body: 'x'.repeat(1_048_577),
      status: 401,
      code: 'incorrect_password',
    },
    {
      title: 'wrong credentials are 401 on OPTIONS',
      method: 'OPTIONS',
      path,
      headers: as('ann', 'x'),
      status: 401,
      code: 'incorrect_password',
    },
    {
      title: 'a wrong nonce in X-WP-Nonce is refused',
      path,
      headers: { 'x-wp-nonce': 'abc' },
      status: 403,
      code: 'rest_cookie_invalid_nonce',
      answers: { allow: undefined },
    },
    { title: 'an empty nonce is refused', path, headers: { 'x-wp-nonce': '' }, status: 403, code: 'rest_cookie_invalid_nonce' },
    { title: 'a wrong _wpnonce is refused', path: `${path}?_wpnonce=abc`, status: 403, code: 'rest_cookie_invalid_nonce' },
    {
      title: 'a wrong nonce is ignored beside right credentials',
      path: `${path}?_wpnonce=abc`,
      headers: as('ann'),
      status: 200,
      has: { reader: 7 },
    },
  ]);
});
