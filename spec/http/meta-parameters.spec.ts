import { as } from './library';
import { play } from './scenario';

const path = '/en/library/v1/books';
const SCRIPT = 'application/javascript; charset=UTF-8';

describe('_fields, _envelope, _jsonp, _pretty and their like', () => {
  play([
    { title: 'pick fields', path: `${path}/1?_fields=id,title`, status: 200, is: { id: 1, title: 'Emma' } },
    { title: 'pick fields of lists', path: `${path}?_fields=books.id`, status: 200, is: { books: [{ id: 1 }, { id: 2 }] } },
    { title: 'pick fields by a list', path: `${path}/1?_fields[]=id&_fields[]=slug`, status: 200, is: { id: 1, slug: 'emma' } },
    { title: 'pick nothing', path: `${path}/1?_fields=nope`, status: 200, is: [] },
    { title: 'pick nothing by a list of no names', path: `${path}/1?_fields[]=`, status: 200, is: [] },
    {
      title: 'pick from what OPTIONS answers',
      method: 'OPTIONS',
      path: `${path}?_fields=methods`,
      status: 200,
      is: { methods: ['GET', 'POST'] },
    },
    { title: 'pick everything without a name', path: `${path}/1?_fields=`, status: 200, has: { id: 1, title: 'Emma' } },
    {
      title: 'pick by the body too',
      method: 'PATCH',
      path: `${path}/1`,
      headers: { ...as('ann'), 'content-type': 'application/json' },
      body: '{"_fields":"id"}',
      status: 200,
      is: { id: 1 },
    },
    { title: 'pick nothing from errors', path: `${path}/9?_fields=code`, status: 404, has: { 'data.status': 404 } },
    {
      title: 'wrap an answer',
      path: `${path}/1?_envelope&_fields=id`,
      status: 200,
      is: { body: { id: 1 }, status: 200, headers: { Allow: 'GET' } },
    },
    {
      title: 'wrap a list with its totals as numbers',
      path: `${path}?_envelope=0`,
      status: 200,
      has: { 'headers.X-TEC-Total': 2, 'headers.X-TEC-TotalPages': 1, 'headers.Allow': 'GET' },
      answers: { 'x-tec-total': '2' },
    },
    {
      title: 'wrap a creation',
      method: 'POST',
      path: `${path}?_envelope=1`,
      headers: as('ann'),
      body: { title: 'a' },
      status: 200,
      has: { status: 201, 'body.title': 'a' },
    },
    {
      title: 'wrap an error',
      path: `${path}/9?_envelope=1`,
      status: 200,
      has: { status: 404, 'body.code': 'rest_record_not_found', headers: { Allow: 'GET' } },
    },
    { title: 'wrap what has no route', path: '/en/nothing?_envelope=1', status: 200, has: { status: 404, headers: [] } },
    { title: 'wrap wrong credentials', path: `${path}?_envelope=1`, headers: as('ann', 'wrong'), status: 200, has: { status: 401 } },
    {
      title: 'call back',
      path: `${path}/1?_jsonp=cb&_fields=id`,
      status: 200,
      text: '/**/cb({"id":1})',
      answers: { 'content-type': SCRIPT, 'x-content-type-options': 'nosniff' },
    },
    { title: 'call back into objects', path: `${path}/1?_jsonp=a.b_1&_fields=id`, status: 200, text: '/**/a.b_1({"id":1})' },
    {
      title: 'call back with envelopes',
      path: `${path}/1?_jsonp=cb&_fields=id&_envelope`,
      status: 200,
      text: '/**/cb({"body":{"id":1},"status":200,"headers":{"Allow":"GET"}})',
    },
    { title: 'call back with errors', path: `${path}/9?_jsonp=cb`, status: 404, answers: { 'content-type': SCRIPT } },
    { title: 'call nobody back without a name', path: `${path}/1?_jsonp=&_fields=id`, status: 200, is: { id: 1 } },
    { title: 'call nobody back by 0', path: `${path}/1?_jsonp=0&_fields=id`, status: 200, is: { id: 1 } },
    {
      title: 'call nothing back that is no name',
      path: `${path}/1?_jsonp=a%20b%3C`,
      status: 400,
      code: 'rest_callback_invalid',
      answers: { 'content-type': 'application/json; charset=UTF-8' },
    },
    {
      title: 'wrap no refusal to call back',
      path: `${path}/1?_jsonp=%3C&_envelope`,
      status: 400,
      code: 'rest_callback_invalid',
      has: { body: undefined },
    },
    { title: 'call no list back', path: `${path}/1?_jsonp[]=a`, status: 400, code: 'rest_callback_invalid' },
    {
      title: 'escape what ends a line in scripts',
      path: '/en/library/v1/separators?_jsonp=cb',
      status: 200,
      text: '/**/cb({"text":"a\\u2028b\\u2029c"})',
    },
    { title: 'write prettily', path: `${path}/1?_pretty&_fields=id`, status: 200, text: '{\n    "id": 1\n}' },
    { title: 'do nothing else', path: `${path}/1?_locale=user&_embed&_fields=id&rest_route=/x`, status: 200, is: { id: 1 } },
    {
      title: 'wrap JSON of another kind, which is plain JSON then',
      path: '/en/library/v1/map?_envelope',
      status: 200,
      has: { 'body.type': 'FeatureCollection', status: 200 },
      answers: { 'content-type': 'application/json; charset=UTF-8' },
    },
    {
      title: 'leave JSON of another kind its type',
      path: '/en/library/v1/map?_fields=type',
      status: 200,
      is: { type: 'FeatureCollection' },
      answers: { 'content-type': 'application/geo+json' },
    },
    {
      title: 'leave pages alone',
      path: '/en/library/v1/page?_envelope&_jsonp=cb',
      status: 200,
      text: '<h1>Library</h1>',
      answers: { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': "default-src 'self'" },
    },
  ]);
});

describe('The language of an answer', () => {
  play([
    {
      title: 'is that of the address',
      path: '/fr/library/v1/books',
      status: 200,
      has: { language: 'fr' },
      answers: { 'content-language': 'fr' },
    },
    {
      title: 'is that of the query before it',
      path: '/fr/library/v1/books?ml_language=en',
      status: 200,
      has: { language: 'en' },
      answers: { 'content-language': 'en' },
    },
    {
      title: 'is that of the body before both',
      method: 'PATCH',
      path: '/en/library/v1/books/1?ml_language=en',
      headers: { ...as('ann'), 'content-type': 'application/json' },
      body: '{"ml_language":"fr"}',
      status: 200,
      answers: { 'content-language': 'fr' },
    },
    {
      title: 'leaves links in the prefix of the address',
      path: '/en/library/v1/books?ml_language=fr',
      status: 200,
      answers: {
        link: '<http://books.example/en/>; rel="https://api.w.org/", <http://books.example/en/library/v1/books?page=2>; rel="next"',
      },
      headers: { host: 'books.example' },
    },
    {
      title: 'counts as not sent until validation where it is none',
      path: '/fr/library/v1/books?ml_language=de',
      status: 400,
      code: 'rest_invalid_param',
      answers: { 'content-language': 'fr' },
    },
    {
      title: 'is the language of errors',
      path: '/fr/library/v1/refused',
      status: 403,
      is: { code: 'library-closed', message: 'La bibliothèque est fermée.', data: { status: 403, until: 'Monday' } },
    },
    {
      title: 'is the language of errors before the route',
      path: '/en/nothing?ml_language=fr',
      headers: as('ann', 'x'),
      status: 401,
      answers: { 'content-language': 'fr' },
    },
    { title: 'is that of the record where it has one', path: '/en/library/v1/books/2', status: 200, answers: { 'content-language': 'fr' } },
  ]);
});
