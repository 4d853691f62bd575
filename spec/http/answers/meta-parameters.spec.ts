import { as } from '../library';
import { play } from '../scenario';

const path = '/en/library/v1/books';
const SCRIPT = 'application/javascript; charset=UTF-8';

describe('_fields, _envelope, _jsonp, _pretty and their like', () => {
  play([
    { title: '_fields selects members', path: `${path}/1?_fields=id,title`, status: 200, is: { id: 1, title: 'Emma' } },
    { title: '_fields of unknown members answers an empty list', path: `${path}/1?_fields=nope`, status: 200, is: [] },
    {
      title: '_fields works for OPTIONS',
      method: 'OPTIONS',
      path: `${path}?_fields=methods`,
      status: 200,
      is: { methods: ['GET', 'POST'] },
    },
    {
      title: '_fields may be in the body',
      method: 'PATCH',
      path: `${path}/1`,
      headers: { ...as('ann'), 'content-type': 'application/json' },
      body: '{"_fields":"id"}',
      status: 200,
      is: { id: 1 },
    },
    { title: '_fields does not apply to errors', path: `${path}/9?_fields=code`, status: 404, has: { 'data.status': 404 } },
    {
      title: '_envelope wraps body, status and headers',
      path: `${path}/1?_envelope&_fields=id`,
      status: 200,
      is: { body: { id: 1 }, status: 200, headers: { Allow: 'GET' } },
    },
    {
      title: '_envelope has the totals of a list as numbers',
      path: `${path}?_envelope=0`,
      status: 200,
      has: { 'headers.X-TEC-Total': 2, 'headers.X-TEC-TotalPages': 1, 'headers.Allow': 'GET' },
      answers: { 'x-tec-total': '2' },
    },
    {
      title: '_envelope wraps errors',
      path: `${path}/9?_envelope=1`,
      status: 200,
      has: { status: 404, 'body.code': 'rest_record_not_found', headers: { Allow: 'GET' } },
    },
    { title: '_envelope wraps 404', path: '/en/nothing?_envelope=1', status: 200, has: { status: 404, headers: [] } },
    { title: '_envelope wraps 401', path: `${path}?_envelope=1`, headers: as('ann', 'wrong'), status: 200, has: { status: 401 } },
    {
      title: '_jsonp calls the function',
      path: `${path}/1?_jsonp=cb&_fields=id`,
      status: 200,
      text: '/**/cb({"id":1})',
      answers: { 'content-type': SCRIPT, 'x-content-type-options': 'nosniff' },
    },
    { title: '_jsonp accepts a.b', path: `${path}/1?_jsonp=a.b_1&_fields=id`, status: 200, text: '/**/a.b_1({"id":1})' },
    {
      title: '_jsonp and _envelope combine',
      path: `${path}/1?_jsonp=cb&_fields=id&_envelope`,
      status: 200,
      text: '/**/cb({"body":{"id":1},"status":200,"headers":{"Allow":"GET"}})',
    },
    { title: '_jsonp wraps errors', path: `${path}/9?_jsonp=cb`, status: 404, answers: { 'content-type': SCRIPT } },
    { title: '_jsonp=0 is ignored', path: `${path}/1?_jsonp=0&_fields=id`, status: 200, is: { id: 1 } },
    {
      title: '_jsonp refuses what is no name (400)',
      path: `${path}/1?_jsonp=a%20b%3C`,
      status: 400,
      code: 'rest_callback_invalid',
      answers: { 'content-type': 'application/json; charset=UTF-8' },
    },
    {
      title: '_envelope does not wrap a refused _jsonp',
      path: `${path}/1?_jsonp=%3C&_envelope`,
      status: 400,
      code: 'rest_callback_invalid',
      has: { body: undefined },
    },
    { title: '_jsonp refuses a line end', path: `${path}/1?_jsonp=a%0Ab`, status: 400, code: 'rest_callback_invalid' },
    { title: '_jsonp refuses a list', path: `${path}/1?_jsonp[]=a`, status: 400, code: 'rest_callback_invalid' },
    {
      title: '_jsonp escapes U+2028 and U+2029',
      path: '/en/library/v1/separators?_jsonp=cb',
      status: 200,
      text: '/**/cb({"text":"a\\u2028b\\u2029c"})',
    },
    { title: '_pretty indents JSON', path: `${path}/1?_pretty&_fields=id`, status: 200, text: '{\n    "id": 1\n}' },
    {
      title: 'other meta parameters are ignored',
      path: `${path}/1?_locale=user&_embed&_fields=id&rest_route=/x`,
      status: 200,
      is: { id: 1 },
    },
    {
      title: '_envelope makes application/json of other JSON types',
      path: '/en/library/v1/map?_envelope',
      status: 200,
      has: { 'body.type': 'FeatureCollection', status: 200 },
      answers: { 'content-type': 'application/json; charset=UTF-8' },
    },
    {
      title: '_fields keeps other JSON types',
      path: '/en/library/v1/map?_fields=type',
      status: 200,
      is: { type: 'FeatureCollection' },
      answers: { 'content-type': 'application/geo+json' },
    },
    {
      title: 'meta parameters do not apply to pages',
      path: '/en/library/v1/page?_envelope&_jsonp=cb',
      status: 200,
      text: '<h1>Library</h1>',
      answers: { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': "default-src 'self'" },
    },
  ]);
});

describe('Content-Language and ml_language', () => {
  play([
    {
      title: 'is that of the path',
      path: '/fr/library/v1/books',
      status: 200,
      has: { language: 'fr' },
      answers: { 'content-language': 'fr' },
    },
    {
      title: 'ml_language in the query wins over the path',
      path: '/fr/library/v1/books?ml_language=en',
      status: 200,
      has: { language: 'en' },
      answers: { 'content-language': 'en' },
    },
    {
      title: 'ml_language in the body wins over both',
      method: 'PATCH',
      path: '/en/library/v1/books/1?ml_language=en',
      headers: { ...as('ann'), 'content-type': 'application/json' },
      body: '{"ml_language":"fr"}',
      status: 200,
      answers: { 'content-language': 'fr' },
    },
    {
      title: 'ml_language does not change the prefix of links',
      path: '/en/library/v1/books?ml_language=fr',
      status: 200,
      answers: {
        link: '<http://books.example/en/>; rel="https://api.w.org/", <http://books.example/en/library/v1/books?page=2>; rel="next"',
      },
      headers: { host: 'books.example' },
    },
    {
      title: 'an unknown ml_language is refused in the language of the path',
      path: '/fr/library/v1/books?ml_language=de',
      status: 400,
      code: 'rest_invalid_param',
      answers: { 'content-language': 'fr' },
    },
    {
      title: 'errors before the route are in ml_language',
      path: '/en/nothing?ml_language=fr',
      headers: as('ann', 'x'),
      status: 401,
      answers: { 'content-language': 'fr' },
    },
    { title: 'Content-Language is that of the record', path: '/en/library/v1/books/2', status: 200, answers: { 'content-language': 'fr' } },
  ]);
});
