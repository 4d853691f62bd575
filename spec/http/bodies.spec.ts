import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { as } from './library';
import { play, type Scenario } from './scenario';

const path = '/en/library/v1/books';
const post = (own: Partial<Scenario> & { readonly type?: string }) => ({
  method: 'POST',
  path,
  status: 201,
  ...own,
  headers: { ...as('ann'), ...(own.type === undefined ? {} : { 'content-type': own.type }), ...own.headers },
});
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MISSING = { status: 400, code: 'rest_missing_callback_param', has: { 'data.params': ['title'] } } as const;
const UNREAD = { status: 415, code: 'rest_unsupported_media_type' } as const;
const malformed = (code: number) => ({
  status: 400,
  code: 'rest_invalid_json',
  has: { 'data.json_error_code': code, 'data.status': 400 },
  answers: { allow: 'GET, POST' },
});
const MULTIPART = 'multipart/form-data; boundary=B';
const multipart = (...parts: readonly (readonly [disposition: string, content: string])[]): string =>
  [...parts.map(([said, content]) => `--B\r\nContent-Disposition: form-data; ${said}\r\n\r\n${content}\r\n`), '--B--\r\n'].join('');
const TITLE = ['name="title"', 'Multi'] as const;
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));

describe('Bodies', () => {
  play([
    { title: 'may be JSON', ...post({ body: { title: 'a', tags: [1, 2] } }), is: { title: 'a', tags: [1, 2] } },
    {
      title: 'may be JSON with a charset',
      ...post({ type: 'application/json; charset=utf-8', body: '{"title":"é"}' }),
      has: { title: 'é' },
    },
    { title: 'may be JSON of another kind', ...post({ type: 'application/vnd.api+json', body: '{"title":"a"}' }), has: { title: 'a' } },
    { title: 'may be forms', ...post({ type: FORM, body: 'title=a+b&tags[]=1&tags[]=2' }), is: { title: 'a b', tags: [1, 2] } },
    { title: 'may be forms with raw bytes', ...post({ type: FORM, body: 'title=été' }), is: { title: 'été' } },
    { title: 'may be multipart forms', ...post({ type: MULTIPART, body: multipart(TITLE) }), is: { title: 'Multi' } },
    {
      title: 'may have a field for files that was left empty',
      ...post({ type: MULTIPART, body: multipart(TITLE, ['name="f"; filename=""', '']) }),
      is: { title: 'Multi' },
    },
    {
      title: 'with a file are refused',
      ...post({ type: MULTIPART, body: multipart(TITLE, ['name="f[a][]"; filename="a.txt"', 'bytes']) }),
      status: 400,
      code: 'rest_invalid_param',
      has: { 'data.params': { f: 'Files are not accepted here: leave it out.' }, 'data.details': [] },
      answers: { allow: 'GET, POST' },
    },
    {
      title: 'with a file are refused by whoever may not write at all first',
      ...post({ type: MULTIPART, body: multipart(TITLE, ['name="f"; filename="a.txt"', 'bytes']) }),
      headers: { 'content-type': MULTIPART },
      status: 401,
      code: 'rest_forbidden',
    },
    {
      title: 'with a file are refused before what is missing is asked for',
      ...post({ type: MULTIPART, body: multipart(['name="title"; filename="a.txt"', 'bytes']) }),
      status: 400,
      code: 'rest_invalid_param',
      has: { 'data.params.title': 'Files are not accepted here: leave it out.' },
    },
    {
      title: 'with a file whose name says nothing are refused',
      ...post({ type: MULTIPART, body: multipart(TITLE, ["filename*=UTF-8''a.txt", 'bytes'], ['name="<b>"; filename=""', 'bytes']) }),
      status: 400,
      code: 'rest_invalid_param',
      has: { 'data.params': { '…': 'Files are not accepted here: leave it out.' } },
    },
    {
      title: 'with too many files are refused like any with too many parameters',
      ...post({ type: MULTIPART, body: multipart(...Array.from({ length: 1001 }, (_, i) => [`name="f${i}"; filename="a"`, ''] as const)) }),
      status: 400,
      code: 'rest_too_many_parameters',
    },
    {
      title: 'win over the query',
      ...post({ path: `${path}?title=query&note=n`, body: { title: 'body' } }),
      is: { title: 'body', note: 'n' },
    },
    { title: 'keep the last of equal members', ...post({ type: JSON_TYPE, body: '{"title":"a","title":"b"}' }), is: { title: 'b' } },
    ...['GET', 'HEAD'].flatMap((method) => [
      {
        title: `are not read on ${method}, whatever they hold`,
        method,
        path: `${path}?page=1`,
        headers: { 'content-type': JSON_TYPE },
        body: '{"page":4,"ml_language":"fr","_fields":"nothing"}',
        status: 200,
        answers: { 'content-language': 'en' },
        ...(method === 'GET' && { has: { 'params.page': 1 } }),
      },
      ...['{', '\ufeff', 'x'.repeat(1_048_577)].map((body) => ({
        title: `are not judged on ${method} either: ${body.length} characters of ${body[0]}`,
        method,
        path,
        headers: { 'content-type': JSON_TYPE },
        body,
        status: 200,
      })),
      {
        title: `of other types are not refused on ${method}`,
        method,
        path,
        headers: { 'content-type': 'image/jpeg' },
        body: 'x',
        status: 200,
      },
    ]),
    {
      title: 'of forms are read on DELETE',
      method: 'DELETE',
      path: `${path}/1`,
      headers: { ...as('ann'), 'content-type': FORM },
      body: 'ml_language=fr',
      status: 200,
      answers: { 'content-language': 'fr' },
    },
    ...['PUT', 'PATCH'].map((method) => ({
      title: `without a type are forms on ${method}`,
      method,
      path: `${path}/1`,
      headers: as('ann'),
      body: 'note=n',
      status: 200,
      has: { 'params.note': 'n' },
    })),
    {
      title: 'of multipart forms are read on DELETE too',
      method: 'DELETE',
      path: `${path}/1`,
      headers: { ...as('ann'), 'content-type': MULTIPART },
      body: multipart(['name="ml_language"', 'fr']),
      status: 200,
      answers: { 'content-language': 'fr' },
    },
    ...['image/jpeg', 'text/plain', 'text/json', 'application/xml', 'application/octet-stream', 'nonsense'].flatMap((type) =>
      ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
        title: `of the type ${type} are refused with 415 on ${method}`,
        method,
        path: method === 'POST' ? path : `${path}/1`,
        headers: { ...as('ann'), 'content-type': type },
        body: '{"title":"a"}',
        ...UNREAD,
      })),
    ),
    { title: 'without a type are refused with 415 on POST', ...post({ body: '{"title":"a"}' }), ...UNREAD },
    {
      title: 'of a type that is not read are no bodies where they are empty',
      ...post({ type: 'image/jpeg', path: `${path}?title=a`, body: '' }),
      has: { title: 'a' },
    },
    { title: 'of another type than they claim say nothing', ...post({ type: FORM, body: '{"title":"a"}' }), ...MISSING },
    ...[
      ['has no boundary', 'multipart/form-data', multipart(TITLE)],
      ['is none', MULTIPART, 'x'],
      ['ends in the middle', MULTIPART, multipart(TITLE, ['name="note"', 'n']).slice(0, -20)],
      ['ends in the middle of a file', MULTIPART, multipart(TITLE, ['name="f"; filename="a.txt"', 'bytes']).slice(0, -12)],
    ].map(([which, type, body]) => ({
      title: `of a multipart form that ${which} are refused`,
      ...post({ type: type as string, body: body as string }),
      status: 400,
      code: 'rest_undecodable_body',
    })),
    ...['[1,2]', '5', '"x"', 'null', ''].map((body) => ({
      title: `of JSON that is ${body || 'empty'} say nothing`,
      ...post({ type: JSON_TYPE, body }),
      ...MISSING,
    })),
    { title: 'must be well-formed JSON', ...post({ type: JSON_TYPE, body: '{"title": ' }), ...malformed(4) },
    { title: 'must have no BOM', ...post({ type: JSON_TYPE, body: '\ufeff{"title":"a"}' }), ...malformed(4) },
    { title: 'must have no lone surrogate', ...post({ type: JSON_TYPE, body: '{"title":"a\\ud800b"}' }), ...malformed(10) },
    { title: 'must be UTF-8', ...post({ type: JSON_TYPE, body: Buffer.from('{"title":"\xff"}', 'latin1') }), ...malformed(5) },
    {
      title: 'must not be nested too deep',
      ...post({ type: JSON_TYPE, body: `{"title":"a","x":${'['.repeat(600)}${']'.repeat(600)}}` }),
      ...malformed(1),
    },
    {
      title: 'are told malformed before rights are asked',
      method: 'POST',
      path,
      headers: { 'content-type': JSON_TYPE },
      body: '{',
      ...malformed(4),
      answers: { allow: 'GET' },
    },
    {
      title: 'are not told malformed where there is no route',
      method: 'POST',
      path: '/en/nothing',
      headers: { 'content-type': JSON_TYPE },
      body: '{',
      status: 404,
      code: 'rest_no_route',
    },
    {
      title: 'may be compressed with gzip',
      ...post({ headers: { 'content-encoding': 'gzip' }, type: JSON_TYPE, body: gzipSync('{"title":"a"}') }),
      is: { title: 'a' },
    },
    {
      title: 'may be compressed with deflate',
      ...post({ headers: { 'content-encoding': 'deflate' }, type: JSON_TYPE, body: deflateSync('{"title":"a"}') }),
      is: { title: 'a' },
    },
    {
      title: 'may be compressed with br',
      ...post({ headers: { 'content-encoding': 'br' }, type: FORM, body: brotliCompressSync('title=a') }),
      is: { title: 'a' },
    },
    {
      title: 'may say that they are not compressed',
      ...post({ headers: { 'content-encoding': 'identity' }, body: { title: 'a' } }),
      is: { title: 'a' },
    },
    {
      title: 'must not be compressed otherwise',
      ...post({ headers: { 'content-encoding': 'zstd' }, body: { title: 'a' } }),
      status: 415,
      code: 'rest_unsupported_media_type',
    },
    {
      title: 'must be compressed as they say',
      ...post({ headers: { 'content-encoding': 'gzip' }, body: { title: 'a' } }),
      status: 400,
      code: 'rest_undecodable_body',
    },
    {
      title: 'must not end too early',
      ...post({ headers: { 'content-encoding': 'gzip' }, type: JSON_TYPE, body: gzipSync('{"title":"a"}').subarray(0, 20) }),
      status: 400,
      code: 'rest_undecodable_body',
    },
    { title: 'must not be too large', ...post({ body: { title: 'x'.repeat(1_048_576) } }), status: 413, code: 'rest_content_too_large' },
    { title: 'may be as large as that', ...post({ type: JSON_TYPE, body: `{"title":"${'x'.repeat(1_048_576 - 12)}"}` }) },
    {
      title: 'must not be too large without a type either',
      ...post({ body: 'x'.repeat(1_048_577) }),
      status: 413,
      code: 'rest_content_too_large',
    },
    {
      title: 'must not be too large in chunks',
      ...post({ type: JSON_TYPE, headers: { 'transfer-encoding': 'chunked' }, body: `"${'x'.repeat(1_048_576)}"` }),
      status: 413,
      code: 'rest_content_too_large',
    },
    {
      title: 'must not become too large',
      ...post({ headers: { 'content-encoding': 'gzip' }, type: JSON_TYPE, body: bomb }),
      status: 413,
      code: 'rest_content_too_large',
    },
    {
      title: 'must not carry too many parameters',
      ...post({ type: FORM, body: 'a=1&'.repeat(1001) }),
      status: 400,
      code: 'rest_too_many_parameters',
    },
    {
      title: 'must not carry too many members',
      ...post({ body: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`a${at}`, at])) }),
      status: 400,
      code: 'rest_too_many_parameters',
    },
    {
      title: 'may hold the names of prototypes',
      ...post({ type: JSON_TYPE, body: '{"title":"a","__proto__":{"note":"x"},"constructor":1,"meta":{"__proto__":{"b":1}}}' }),
      has: { title: 'a', note: undefined },
    },
  ]);
});

describe('A query string', () => {
  play([
    { title: 'is read', path: `${path}?page=2`, status: 200, has: { 'params.page': 2 } },
    { title: 'may repeat the name of a list', path: `${path}?tags=1&tags=2`, status: 200, has: { 'params.tags': [1, 2] } },
    { title: 'may write a list with commas', path: `${path}?tags=1,2`, status: 200, has: { 'params.tags': [1, 2] } },
    { title: 'may write a list with brackets', path: `${path}?tags[]=1&tags[]=2`, status: 200, has: { 'params.tags': [1, 2] } },
    { title: 'means the last of other repeated names', path: `${path}?page=1&page=2`, status: 200, has: { 'params.page': 2 } },
    { title: 'may be invalid UTF-8', path: `${path}?search=%ff%fe`, status: 200, has: { 'params.search': '??' } },
    { title: 'may hold percent signs', path: `${path}?search=%zz`, status: 200, has: { 'params.search': '%zz' } },
    { title: 'has no need of values', path: `${path}?search`, status: 200, has: { 'params.search': '' } },
    {
      title: 'must not carry too many parameters',
      path: `${path}?${'a&'.repeat(1001)}`,
      status: 400,
      code: 'rest_too_many_parameters',
      has: { 'data.status': 400 },
    },
    {
      title: 'may hold the names of prototypes',
      path: `${path}?__proto__[page]=9&filter[__proto__][x]=1`,
      status: 200,
      has: { 'params.page': 1 },
    },
  ]);
});
