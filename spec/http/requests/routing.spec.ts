import { reply } from '../../../lib/registry/answers/reply';
import { as } from '../library';
import { play } from '../scenario';

const NO_ROUTE = { status: 404, code: 'rest_no_route', answers: { allow: undefined } } as const;

describe('routing: paths, slashes and 404', () => {
  play([
    { title: 'finds a list', path: '/en/library/v1/books', status: 200, answers: { allow: 'GET' } },
    { title: 'accepts a trailing slash', path: '/en/library/v1/books/', status: 200 },
    { title: 'tolerates an empty query', path: '/en/library/v1/books?', status: 200 },
    { title: 'reads path variables', path: '/en/library/v1/books/2', status: 200, has: { id: 2 } },
    { title: 'finds routes in the index of their namespace', path: '/en/library/v1', status: 200, has: { namespace: 'library/v1' } },
    { title: 'accepts an absolute URL as request target', path: 'http://example.org/en/library/v1/books/1', status: 200, has: { id: 1 } },
    { title: 'answers 404 to doubled slashes', path: '/en//library/v1/books', ...NO_ROUTE },
    { title: 'answers 404 to encoded slashes', path: '/en/library/v1/books%2F1', ...NO_ROUTE },
    { title: 'answers 404 to dot segments', path: '/en/library/v1/./books', ...NO_ROUTE },
    { title: 'answers 404 to unknown languages', path: '/de/library/v1/books', ...NO_ROUTE },
    { title: 'answers 404 without a language', path: '/library/v1/books', ...NO_ROUTE },
    {
      title: 'answers 404 to a method that the route does not have',
      method: 'PUT',
      path: '/en/library/v1/books',
      headers: as('ann'),
      ...NO_ROUTE,
    },
    {
      title: 'refuses TRACE',
      method: 'TRACE',
      path: '/en/library/v1/books',
      status: 405,
      code: 'rest_method_not_allowed',
      has: { 'data.status': 405 },
      answers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
    },
    {
      title: 'has Allow by the rights of the user',
      path: '/en/library/v1/books/1',
      headers: as('ann'),
      status: 200,
      answers: { allow: 'GET, DELETE, POST, PUT, PATCH' },
    },
    {
      title: 'has Allow on errors',
      path: '/en/library/v1/books/9',
      headers: as('ann'),
      status: 404,
      code: 'rest_record_not_found',
      answers: { allow: 'GET, DELETE, POST, PUT, PATCH' },
    },
  ]);
});

describe('OPTIONS', () => {
  const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
  play([
    {
      title: 'describes a route',
      method: 'OPTIONS',
      path: '/en/library/v1/books',
      status: 200,
      has: { namespace: 'library/v1', methods: ['GET', 'POST'] },
      answers: { allow: 'GET' },
    },
    {
      title: 'needs neither valid parameters nor rights',
      method: 'OPTIONS',
      path: '/en/library/v1/books/9?page=x',
      status: 200,
      answers: { allow: 'GET' },
    },
    {
      title: 'answers a preflight with CORS headers',
      method: 'OPTIONS',
      path: '/en/library/v1/books',
      headers: preflight,
      status: 200,
      has: { namespace: 'library/v1' },
      answers: {
        allow: 'GET',
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      },
    },
    {
      title: 'answers an empty list for what is unknown',
      method: 'OPTIONS',
      path: '/en/nothing',
      headers: preflight,
      status: 200,
      is: [],
      answers: { allow: undefined, 'access-control-allow-origin': 'https://app.example' },
    },
    { title: 'may come as method override', method: 'POST', path: '/en/nothing?_method=OPTIONS', status: 200, is: [] },
    { title: 'describes the root', method: 'OPTIONS', path: '/en', status: 200, has: { methods: ['GET'] }, answers: { allow: 'GET' } },
  ]);
});

describe('HEAD', () => {
  play([
    {
      title: 'answers as GET without a body',
      method: 'HEAD',
      path: '/en/library/v1/books',
      status: 200,
      text: '',
      answers: { 'x-tec-total': '2', allow: 'GET', 'content-type': 'application/json; charset=UTF-8' },
    },
    { title: 'answers errors without a body', method: 'HEAD', path: '/en/library/v1/books/9', status: 404, text: '' },
  ]);
});

describe('method override: _method and X-HTTP-Method-Override', () => {
  const path = '/en/library/v1/books/1';
  play([
    {
      title: '_method=DELETE turns a POST into a DELETE',
      method: 'POST',
      path: `${path}?_method=DELETE`,
      headers: as('ann'),
      status: 200,
      has: { deleted: 1 },
    },
    {
      title: 'X-HTTP-Method-Override works too',
      method: 'POST',
      path,
      headers: { ...as('ann'), 'x-http-method-override': 'PATCH' },
      body: { title: 'x' },
      status: 200,
      has: { 'params.title': 'x' },
    },
    {
      title: 'needs no body, whatever its type',
      method: 'POST',
      path,
      headers: { ...as('ann'), 'x-http-method-override': 'DELETE', 'content-type': 'application/json' },
      status: 200,
      has: { deleted: 1 },
    },
    { title: '_method=get turns a POST into a GET', method: 'POST', path: `${path}?_method=get`, status: 200, has: { title: 'Emma' } },
    {
      title: 'a GET that is sent as POST reads parameters of its body, and is kept by no cache',
      method: 'POST',
      path: '/en/library/v1/books',
      headers: { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'page=3',
      status: 200,
      has: { 'params.page': 3 },
      answers: { 'cache-control': 'no-store' },
    },
    { title: 'refuses an unknown method', method: 'POST', path: `${path}?_method=BOGUS`, headers: as('ann'), ...NO_ROUTE },
    { title: 'refuses a list', method: 'POST', path: `${path}?_method[]=DELETE`, headers: as('ann'), ...NO_ROUTE },
    ...['GET', 'HEAD', 'PUT', 'PATCH'].map((method) => ({
      title: `_method is ignored on ${method}`,
      method,
      path: `${path}?_method=DELETE`,
      headers: as('ann'),
      status: 200,
      ...(method !== 'HEAD' && { has: { title: 'Emma', deleted: undefined } }),
    })),
    {
      title: '_method in the body is ignored',
      method: 'POST',
      path,
      headers: as('ann'),
      body: { _method: 'DELETE' },
      status: 200,
      has: { deleted: undefined },
    },
  ]);
});

describe('addresses above the routes: / and /en/', () => {
  const LINK = /; rel="https:\/\/api.w.org\/"/.source.replaceAll('\\', '');
  play(
    [
      {
        title: '/ lists the languages',
        path: '/',
        status: 200,
        has: { 'languages.fr.href': 'https://library.example/api/fr/' },
        answers: {
          vary: 'Origin, Authorization, Accept-Language, Accept-Encoding, Accept',
          link: `<https://library.example/api/en/>${LINK}`,
        },
      },
      {
        title: '/ links the root by Accept-Language',
        method: 'HEAD',
        path: '/',
        headers: { 'accept-language': 'fr' },
        status: 200,
        answers: { 'content-language': 'fr', link: `<https://library.example/api/fr/>${LINK}` },
      },
      {
        title: '/ answers JSON to browsers where there is no page',
        path: '/',
        headers: { accept: 'text/html,*/*;q=0.8' },
        status: 200,
        answers: { 'content-type': 'application/json; charset=UTF-8', link: `<https://library.example/api/en/>${LINK}` },
      },
      {
        title: '/en answers the root index',
        path: '/en',
        status: 200,
        has: { namespaces: ['library/v1'], name: 'Library', timezone_string: 'Europe/Paris' },
        answers: { allow: 'GET', link: `<https://library.example/api/en/>${LINK}` },
      },
      {
        title: '/fr/ answers the root index in French',
        path: '/fr/',
        status: 200,
        has: { name: 'Bibliothèque' },
        answers: { 'content-language': 'fr', link: `<https://library.example/api/fr/>${LINK}` },
      },
      { title: 'POST / is 404', method: 'POST', path: '/en', ...NO_ROUTE },
      {
        title: 'errors above the languages obey Accept-Language',
        path: '/nothing',
        headers: { 'accept-language': 'de, fr;q=0.5' },
        status: 404,
        answers: { 'content-language': 'fr' },
      },
      {
        title: 'errors above the languages are English by default',
        path: '/nothing',
        status: 404,
        answers: { 'content-language': 'en', link: undefined },
      },
    ],
    { publicUrl: 'https://library.example/api/' },
  );
});

describe('pages: content negotiation', () => {
  const HTML = 'text/html; charset=UTF-8';
  const ROOT_LINK = '<https://library.example/api/fr/>; rel="https://api.w.org/"';
  play(
    [
      {
        title: 'answers paths that no route has',
        path: '/fr/event/x/?a=1',
        headers: { accept: 'text/html' },
        status: 200,
        text: '<p>fr /event/x/ 1 true</p>',
        answers: { 'content-type': 'text/html; charset=UTF-8', 'content-language': 'fr' },
      },
      { title: 'does not replace routes', path: '/fr/library/v1/books/1', status: 200, has: { id: 1 } },
      { title: 'answers GET and HEAD only', method: 'POST', path: '/fr/event/x/', ...NO_ROUTE },
      { title: 'answers 404 for an unknown page', path: '/fr/nothing', ...NO_ROUTE },
      { title: 'gets the user', path: '/fr/me', headers: as('ann'), status: 200, text: '<p>7</p>' },
      {
        title: 'is at a language root for browsers',
        path: '/fr/?a=1',
        headers: { accept: 'text/html,*/*;q=0.8' },
        status: 200,
        text: '<p>fr / 1 true</p>',
        answers: { 'content-type': 'text/html; charset=UTF-8', vary: 'Origin, Authorization, Accept-Encoding, Accept', link: ROOT_LINK },
      },
      {
        title: 'is not at a language root for Accept: */*',
        path: '/fr',
        headers: { accept: '*/*' },
        status: 200,
        has: { namespaces: ['library/v1'] },
        answers: { vary: 'Origin, Authorization, Accept-Encoding, Accept', link: ROOT_LINK },
      },
      { title: 'is not at a root for POST', method: 'POST', path: '/fr/', headers: { accept: 'text/html' }, ...NO_ROUTE },
      {
        title: 'is at / for browsers',
        path: '/',
        headers: { accept: 'text/html', 'accept-language': 'fr' },
        status: 200,
        text: '<p>https://library.example/api fr</p>',
        answers: { 'content-type': 'text/html; charset=UTF-8', 'content-language': 'fr', link: ROOT_LINK },
      },
      { title: 'has the deadline of a route', path: '/fr/never', status: 500, code: 'internal_server_error' },
    ],
    {
      publicUrl: 'https://library.example/api',
      limits: { handlerMilliseconds: 200 },
      pages: () => ({
        startPage: ({ address, language }) => reply(`<p>${address} ${language}</p>`, { type: HTML, language }),
        async page({ path, language, query, user, html }) {
          if (path === '/nothing') return undefined;
          if (path === '/never') return new Promise(() => undefined);
          return reply(path === '/me' ? `<p>${user?.id}</p>` : `<p>${language} ${path} ${query['a']} ${html}</p>`, { type: HTML });
        },
      }),
    },
  );
});
