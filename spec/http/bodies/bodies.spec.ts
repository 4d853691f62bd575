import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { as } from '../library';
import { play, type Scenario } from '../scenario';

const path = '/en/library/v1/books';
const post = (own: Partial<Scenario> & { readonly type?: string }) => ({
  method: 'POST',
  path,
  status: 201,
  ...own,
  headers: { ...as('ann'), ...(own.type === undefined ? {} : { 'content-type': own.type }), ...own.headers },
});
type Own = Parameters<typeof post>[0];
/** A body of a creation, and its parameters. */
const read = (title: string, own: Own, expected: Pick<Scenario, 'is' | 'has'>) => ({ title, ...post(own), ...expected });
const refused = (title: string, own: Own, status: number, code: string) => ({ title, ...post(own), status, code });
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MISSING = { status: 400, code: 'rest_missing_callback_param', has: { 'data.params': ['title'] } } as const;
const UNREAD = { status: 415, code: 'rest_unsupported_media_type' } as const;
const MALFORMED = {
  status: 400,
  code: 'rest_invalid_json',
  has: { 'data.json_error_code': 4, 'data.status': 400 },
  answers: { allow: 'GET, POST' },
} as const;
const MULTIPART = 'multipart/form-data; boundary=B';
const multipart = (...parts: readonly (readonly [disposition: string, content: string])[]): string =>
  [
    ...parts.map(([disposition, content]) => `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`),
    '--B--\r\n',
  ].join('');
const numbered = (length: number, textOf: (at: number) => string) => Array.from({ length }, (_, at) => textOf(at));
/** Writes a title and pairs as a form of each type. */
const forms = (pairs: readonly string[]) => [
  { type: FORM, body: ['title=a', ...pairs].join('&') },
  {
    type: MULTIPART,
    body: multipart(
      TITLE,
      ...pairs.map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return [`name="${name}"`, value] as const;
      }),
    ),
  },
];
const TITLE = ['name="title"', 'Multi'] as const;
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));

describe('request bodies: JSON, forms, multipart', () => {
  play([
    read('JSON is read', { body: { title: 'a', tags: [1, 2] } }, { is: { title: 'a', tags: [1, 2] } }),
    read(
      'application/json with a charset is read',
      { type: 'application/json; charset=utf-8', body: '{"title":"é"}' },
      { has: { title: 'é' } },
    ),
    { title: 'application/*+json is read', ...post({ type: 'application/vnd.api+json', body: '{"title":"a"}' }), has: { title: 'a' } },
    read('urlencoded forms are read', { type: FORM, body: 'title=a+b&tags[]=1&tags[]=2' }, { is: { title: 'a b', tags: [1, 2] } }),
    read('urlencoded forms with raw UTF-8 bytes are read', { type: FORM, body: 'title=été' }, { is: { title: 'été' } }),
    read('multipart/form-data is read', { type: MULTIPART, body: multipart(TITLE) }, { is: { title: 'Multi' } }),
    read(
      'an empty file field is accepted',
      { type: MULTIPART, body: multipart(TITLE, ['name="f"; filename=""', '']) },
      { is: { title: 'Multi' } },
    ),
    {
      title: 'a file is refused',
      ...post({ type: MULTIPART, body: multipart(TITLE, ['name="f[a][]"; filename="a.txt"', 'bytes']) }),
      status: 400,
      code: 'rest_invalid_param',
      has: { 'data.params': { f: 'Files are not accepted here: leave it out.' }, 'data.details': [] },
      answers: { allow: 'GET, POST' },
    },
    {
      title: 'a file is refused after the check of rights',
      ...post({ type: MULTIPART, body: multipart(TITLE, ['name="f"; filename="a.txt"', 'bytes']) }),
      headers: { 'content-type': MULTIPART },
      status: 401,
      code: 'rest_forbidden',
    },
    {
      title: 'a file is refused before missing parameters',
      ...post({ type: MULTIPART, body: multipart(['name="title"; filename="a.txt"', 'bytes']) }),
      status: 400,
      code: 'rest_invalid_param',
      has: { 'data.params.title': 'Files are not accepted here: leave it out.' },
    },
    {
      title: 'a file whose part has no usable name is refused',
      ...post({ type: MULTIPART, body: multipart(TITLE, ["filename*=UTF-8''a.txt", 'bytes'], ['name="<b>"; filename=""', 'bytes']) }),
      status: 400,
      code: 'rest_invalid_param',
      has: { 'data.params': { '…': 'Files are not accepted here: leave it out.' } },
    },
    refused(
      'too many files are refused as too many parameters',
      { type: MULTIPART, body: multipart(...Array.from({ length: 1001 }, (_, i) => [`name="f${i}"; filename="a"`, ''] as const)) },
      400,
      'rest_too_many_parameters',
    ),
    read(
      'the body wins over the query',
      { path: `${path}?title=query&note=n`, body: { title: 'body' } },
      { is: { title: 'body', note: 'n' } },
    ),
    ...['GET', 'HEAD'].flatMap((method) => [
      {
        title: `a JSON body on ${method} is not read`,
        method,
        path: `${path}?page=1`,
        headers: { 'content-type': JSON_TYPE },
        body: '{"page":4,"ml_language":"fr","_fields":"nothing"}',
        status: 200,
        answers: { 'content-language': 'en' },
        ...(method === 'GET' && { has: { 'params.page': 1 } }),
      },
      ...['{', '\ufeff', 'x'.repeat(1_048_577)].map((body) => ({
        title: `a malformed or too long body on ${method} is not checked: ${body.length} characters of ${body[0]}`,
        method,
        path,
        headers: { 'content-type': JSON_TYPE },
        body,
        status: 200,
      })),
      {
        title: `a body of another type on ${method} is not refused`,
        method,
        path,
        headers: { 'content-type': 'image/jpeg' },
        body: 'x',
        status: 200,
      },
    ]),
    {
      title: 'urlencoded forms are read on DELETE',
      method: 'DELETE',
      path: `${path}/1`,
      headers: { ...as('ann'), 'content-type': FORM },
      body: 'ml_language=fr',
      status: 200,
      answers: { 'content-language': 'fr' },
    },
    ...['PUT', 'PATCH'].map((method) => ({
      title: `a body without Content-Type is a form on ${method}`,
      method,
      path: `${path}/1`,
      headers: as('ann'),
      body: 'note=n',
      status: 200,
      has: { 'params.note': 'n' },
    })),
    ...[
      ...['{"title":"a"}', ' \n{"title":"a=b"}', '["a=b"]', '"a=b"', 'garbage', 'a&b'].map((body) => ['PUT', body]),
      ...['PATCH', 'DELETE'].map((method) => [method, '["a=b"]']),
    ].map(([method = '', body = '']) => ({
      title: `a body without Content-Type that is no form is refused with 415 on ${method}: ${JSON.stringify(body)}`,
      method,
      path: `${path}/1`,
      headers: as('ann'),
      body,
      ...UNREAD,
    })),
    ...['PUT', 'PATCH', 'DELETE'].map((method) => ({
      title: `an empty body without Content-Type is taken on ${method}`,
      method,
      path: `${path}/1`,
      headers: as('ann'),
      body: '',
      status: 200,
    })),
    {
      title: 'a compressed body without Content-Type that is no form is refused with 415',
      method: 'PATCH',
      path: `${path}/1`,
      headers: { ...as('ann'), 'content-encoding': 'gzip' },
      body: gzipSync('{"title":"a"}'),
      ...UNREAD,
    },
    {
      title: 'multipart/form-data is read on DELETE',
      method: 'DELETE',
      path: `${path}/1`,
      headers: { ...as('ann'), 'content-type': MULTIPART },
      body: multipart(['name="ml_language"', 'fr']),
      status: 200,
      answers: { 'content-language': 'fr' },
    },
    ...[
      ...['image/jpeg', 'text/plain', 'text/json', 'application/xml', 'application/octet-stream', 'nonsense'].map((type) => ['POST', type]),
      ...['PUT', 'PATCH', 'DELETE'].map((method) => [method, 'image/jpeg']),
    ].map(([method = '', type = '']) => ({
      title: `a body of the type ${type} is refused with 415 on ${method}`,
      method,
      path: method === 'POST' ? path : `${path}/1`,
      headers: { ...as('ann'), 'content-type': type },
      body: '{"title":"a"}',
      ...UNREAD,
    })),
    { title: 'a body without Content-Type is refused with 415 on POST', ...post({ body: '{"title":"a"}' }), ...UNREAD },
    read('an empty body of any type is taken', { type: 'image/jpeg', path: `${path}?title=a`, body: '' }, { has: { title: 'a' } }),
    { title: 'a body that is not of its Content-Type says nothing', ...post({ type: FORM, body: '{"title":"a"}' }), ...MISSING },
    refused(
      'a multipart form that ends in the middle is refused',
      { type: MULTIPART, body: multipart(TITLE, ['name="note"', 'n']).slice(0, -20) },
      400,
      'rest_undecodable_body',
    ),
    ...['[1,2]', '5', '"x"', 'null', ''].map((body) => ({
      title: `JSON that is ${body || 'empty'} is ignored`,
      ...post({ type: JSON_TYPE, body }),
      ...MISSING,
    })),
    { title: 'malformed JSON is refused (rest_invalid_json)', ...post({ type: JSON_TYPE, body: '{"title": ' }), ...MALFORMED },
    {
      title: 'malformed JSON is refused before the check of rights',
      method: 'POST',
      path,
      headers: { 'content-type': JSON_TYPE },
      body: '{',
      ...MALFORMED,
      answers: { allow: 'GET' },
    },
    {
      title: 'malformed JSON to an unknown route is 404',
      method: 'POST',
      path: '/en/nothing',
      headers: { 'content-type': JSON_TYPE },
      body: '{',
      status: 404,
      code: 'rest_no_route',
    },
    read(
      'Content-Encoding gzip is decoded',
      { headers: { 'content-encoding': 'gzip' }, type: JSON_TYPE, body: gzipSync('{"title":"a"}') },
      { is: { title: 'a' } },
    ),
    read(
      'Content-Encoding deflate is decoded',
      { headers: { 'content-encoding': 'deflate' }, type: JSON_TYPE, body: deflateSync('{"title":"a"}') },
      { is: { title: 'a' } },
    ),
    read(
      'Content-Encoding br is decoded',
      { headers: { 'content-encoding': 'br' }, type: FORM, body: brotliCompressSync('title=a') },
      { is: { title: 'a' } },
    ),
    read(
      'Content-Encoding identity is accepted',
      { headers: { 'content-encoding': 'identity' }, body: { title: 'a' } },
      { is: { title: 'a' } },
    ),
    refused(
      'an unknown Content-Encoding is refused (415)',
      { headers: { 'content-encoding': 'zstd' }, body: { title: 'a' } },
      415,
      'rest_unsupported_media_type',
    ),
    refused(
      'a body that does not match its Content-Encoding is refused',
      { headers: { 'content-encoding': 'gzip' }, body: { title: 'a' } },
      400,
      'rest_undecodable_body',
    ),
    refused(
      'a truncated compressed body is refused',
      { headers: { 'content-encoding': 'gzip' }, type: JSON_TYPE, body: gzipSync('{"title":"a"}').subarray(0, 20) },
      400,
      'rest_undecodable_body',
    ),
    refused('a body over the limit is refused (413)', { body: { title: 'x'.repeat(1_048_576) } }, 413, 'rest_content_too_large'),
    { title: 'a body at the limit is accepted', ...post({ type: JSON_TYPE, body: `{"title":"${'x'.repeat(1_048_576 - 12)}"}` }) },
    refused('a body over the limit without Content-Type is refused', { body: 'x'.repeat(1_048_577) }, 413, 'rest_content_too_large'),
    refused(
      'a chunked body over the limit is refused',
      { type: JSON_TYPE, headers: { 'transfer-encoding': 'chunked' }, body: `"${'x'.repeat(1_048_576)}"` },
      413,
      'rest_content_too_large',
    ),
    refused(
      'a body that is over the limit once decompressed is refused',
      { headers: { 'content-encoding': 'gzip' }, type: JSON_TYPE, body: bomb },
      413,
      'rest_content_too_large',
    ),
    refused(
      'too many parameters are refused',
      { type: FORM, body: numbered(1001, (at) => `a${at}=1`).join('&') },
      400,
      'rest_too_many_parameters',
    ),
    refused('too many parts of one parameter are refused', { type: FORM, body: 'a=1&'.repeat(20_001) }, 400, 'rest_too_many_parameters'),
    ...forms(numbered(1000, () => 'tags[]=1')).map((form) => ({
      title: `a list of 1,000 members is one parameter in a form: ${form.type}`,
      ...post(form),
      has: { 'tags.length': 1000 },
    })),
    ...forms(numbered(1001, (at) => `tags[${at}]=1`)).map((form) => ({
      title: `a list of 1,001 members is refused by its name in a form: ${form.type}`,
      ...post(form),
      status: 400,
      code: 'rest_invalid_param',
      has: { 'data.details.tags.code': 'rest_too_many_items' },
    })),
    refused(
      'too many JSON members are refused',
      { body: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`a${at}`, at])) },
      400,
      'rest_too_many_parameters',
    ),
    read(
      'names such as __proto__ are data',
      { type: JSON_TYPE, body: '{"title":"a","__proto__":{"note":"x"},"constructor":1,"meta":{"__proto__":{"b":1}}}' },
      { has: { title: 'a', note: undefined } },
    ),
  ]);
});

describe('query strings', () => {
  play([
    { title: 'parameters are read', path: `${path}?page=2`, status: 200, has: { 'params.page': 2 } },
    { title: 'a list may repeat its name', path: `${path}?tags=1&tags=2`, status: 200, has: { 'params.tags': [1, 2] } },
    { title: 'a list may be comma-separated', path: `${path}?tags=1,2`, status: 200, has: { 'params.tags': [1, 2] } },
    {
      title: 'a list of 1,000 members is one parameter, and may have others beside it',
      path: `${path}?page=2&${'tags=1&'.repeat(1000)}`,
      status: 200,
      has: { 'params.tags.length': 1000, 'params.page': 2 },
    },
    {
      title: 'too many parameters are refused',
      path: `${path}?${numbered(1001, (at) => at.toString(36)).join('&')}`,
      status: 400,
      code: 'rest_too_many_parameters',
      has: { 'data.status': 400 },
    },
    {
      title: 'names such as __proto__ are data',
      path: `${path}?__proto__[page]=9&filter[__proto__][x]=1`,
      status: 200,
      has: { 'params.page': 1 },
    },
  ]);
});
