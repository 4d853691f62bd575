import { expect } from 'chai';
import { createCatalogue } from '../../../lib/errors/errors';
import { ApiError } from '../../../lib/errors/refusal';
import { errorBody, problemBody } from '../../../lib/http/answers/errors';
import type { HttpOptions } from '../../../lib/http/options';
import { LANGUAGES } from '../../../lib/language';
import { REFUSALS } from '../../errors/refusals';
import { as, type Library, type Reader, send, startLibrary } from '../library';
import { play } from '../scenario';

const PROBLEM = 'application/problem+json';
const JSON_TYPE = 'application/json; charset=UTF-8';
const accept = PROBLEM;
const host = 'library.example';
const catalogue = createCatalogue({ postLikes: new Map(), termLikes: new Map() });
const options: Partial<HttpOptions<Reader>> = { catalogue };
const UUID = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('errors as problem documents (RFC 9457)', () => {
  const liked: readonly (readonly [string | undefined, string])[] = [
    [undefined, JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['application/json', JSON_TYPE],
    ['text/html,application/xhtml+xml,*/*;q=0.8', JSON_TYPE],
    ['text/plain', JSON_TYPE],
    ['', JSON_TYPE],
    ['application/problem+json;q=0', JSON_TYPE],
    ['application/problem+xml', JSON_TYPE],
    ['application/problem+json;q=0.4, application/json;q=0.5', JSON_TYPE],
    ['application/problem+json;q=0.4, */*', JSON_TYPE],
    ['application/json, application/problem+json', JSON_TYPE],
    ['application/problem+json', PROBLEM],
    ['Application/Problem+JSON', PROBLEM],
    ['application/problem+json;q=0.1', PROBLEM],
    ['application/problem+json, application/json', PROBLEM],
    ['application/json;q=0.9, application/problem+json', PROBLEM],
    ['application/problem+json, */*;q=0.1', PROBLEM],
    ['text/html, application/problem+json;q=0.5', PROBLEM],
  ];
  play(
    liked.map(([one, type]) => ({
      title: `are ${type === PROBLEM ? 'sent' : 'not sent'} for Accept: ${one ?? 'nothing'}`,
      path: '/en/nowhere',
      headers: one === undefined ? {} : { accept: one },
      status: 404,
      code: 'rest_no_route',
      has: type === PROBLEM ? { status: 404 } : { 'data.status': 404 },
      answers: { 'content-type': type, vary: 'Origin, Authorization, Accept-Encoding, Accept' },
    })),
    options,
  );

  play(
    [
      {
        title: 'have params and details as members, and the usual headers',
        path: '/fr/library/v1/books?page=x',
        headers: { accept, host },
        status: 400,
        has: {
          type: 'http://library.example/fr/errors/rest_invalid_param',
          title: 'Paramètres non valides',
          status: 400,
          code: 'rest_invalid_param',
          params: { page: '`page` doit être un nombre entier.' },
          'details.page.code': 'rest_invalid_type',
          data: undefined,
          message: undefined,
        },
        answers: { allow: 'GET', 'content-language': 'fr', 'x-robots-tag': 'noindex', etag: undefined },
      },
      {
        title: 'have type about:blank for codes without a page',
        path: '/fr/library/v1/refused',
        headers: { accept },
        status: 403,
        has: { type: 'about:blank', title: 'Forbidden', detail: 'La bibliothèque est fermée.', code: 'library-closed', until: 'Monday' },
      },
      {
        title: 'reveal nothing of a 500',
        path: '/en/library/v1/unwritable',
        headers: { accept },
        status: 500,
        code: 'internal_server_error',
        answers: { 'content-type': PROBLEM },
      },
      {
        title: 'are sent for wrong credentials (401)',
        path: '/en',
        headers: { accept, ...as('ann', 'x') },
        status: 401,
        code: 'incorrect_password',
      },
      {
        title: 'are sent outside of the language roots, by Accept-Language',
        path: '/nowhere',
        headers: { accept, host, 'accept-language': 'fr' },
        status: 404,
        has: { type: 'http://library.example/fr/errors/rest_no_route' },
        answers: { vary: 'Origin, Authorization, Accept-Language, Accept-Encoding, Accept' },
      },
      {
        title: 'have type about:blank for an invalid host',
        path: '/en',
        headers: { accept, host: 'a b' },
        status: 400,
        has: { type: '/en/errors/rest_invalid_host', code: 'rest_invalid_host' },
      },
      {
        title: 'are wrapped by _envelope as application/json',
        path: '/en/library/v1/books/9?_envelope',
        headers: { accept },
        status: 200,
        has: {
          'body.code': 'rest_record_not_found',
          'body.status': 404,
          status: 404,
          'headers.Content-Type': PROBLEM,
          'headers.Allow': 'GET',
        },
        answers: { 'content-type': JSON_TYPE, vary: 'Origin, Authorization, Accept-Encoding, Accept' },
      },
      {
        title: 'are sent for a refused _jsonp',
        path: '/en/library/v1/books?_jsonp=a-b',
        headers: { accept },
        status: 400,
        code: 'rest_callback_invalid',
        answers: { 'content-type': PROBLEM },
      },
      {
        title: 'are not sent for successes',
        path: '/en/library/v1/books/1',
        headers: { accept },
        status: 200,
        has: { id: 1 },
        answers: { 'content-type': JSON_TYPE, vary: 'Origin, Authorization, Accept-Encoding' },
      },
      {
        title: 'answer HEAD without a body',
        method: 'HEAD',
        path: '/en/nowhere',
        headers: { accept },
        status: 404,
        text: '',
        answers: { 'content-type': PROBLEM },
      },
    ],
    options,
  );
});

describe('application/problem+json', () => {
  let library: Library;
  const start = async (own: Partial<HttpOptions<Reader>>) => {
    library = await startLibrary({ ...options, ...own });
  };
  afterEach(() => library.close(1000));

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { json, headers: answered, text } = await send(library, { path, headers: { accept, ...headers } });
    return { problem: json as Record<string, unknown>, headers: answered, text };
  };

  it('answers JSONP where _jsonp asks for it', async () => {
    await start({});
    const { text, headers } = await ask('/en/nowhere?_jsonp=tell');
    expect(headers['content-type']).to.match(/^application\/javascript/);
    const [, message = ''] = /^\/\*\*\/tell\((.*)\)$/.exec(text) ?? [];
    expect(JSON.parse(message)).to.include({ status: 404, code: 'rest_no_route' });
  });

  it('has the request ID as instance', async () => {
    await start({});
    const { problem, headers } = await ask('/en/nowhere');
    expect(problem['instance']).to.equal(`urn:uuid:${headers['x-request-id']}`).and.to.match(UUID);
  });

  it('takes the request ID of a trusted proxy', async () => {
    await start({ trustProxy: 1 });
    expect((await ask('/en/nowhere', { 'x-request-id': 'from-the-proxy' })).problem['instance']).to.equal('#from-the-proxy');
    const id = '0B8D6E0E-7F6C-4B6E-9A52-1C0F4E2D3A4B';
    expect((await ask('/en/nowhere', { 'x-request-id': id })).problem['instance']).to.equal(`urn:uuid:${id.toLowerCase()}`);
  });

  it('has a type at PUBLIC_URL', async () => {
    await start({ publicUrl: 'https://library.example/api/' });
    for (const path of ['/en/nowhere', '/en/library/v1/books?_jsonp=a-b'])
      expect((await ask(path)).problem['type']).to.match(/^https:\/\/library\.example\/api\/en\/errors\/rest_\w+$/);
    expect((await ask('/en', { host: 'a b' })).problem['type']).to.equal('https://library.example/api/en/errors/rest_invalid_host');
  });

  it('has no type where the service has no pages', async () => {
    await start({ catalogue: undefined });
    expect((await ask('/fr/nowhere')).problem).to.deep.include({ type: 'about:blank', title: 'Not Found', code: 'rest_no_route' });
  });
});

describe('problemBody', () => {
  const occurrence = { id: '0b8d6e0e-7f6c-4b6e-9a52-1c0f4e2d3a4b', root: 'https://a.example', catalogue } as const;

  for (const [name, refusals] of Object.entries(REFUSALS)) {
    it(`keeps every member of the error ${name}`, () => {
      for (const refusal of refusals) {
        for (const language of LANGUAGES) {
          const { code, message, data } = errorBody(refusal, language);
          const { type, title, detail, instance, ...rest } = problemBody(refusal, { ...occurrence, language });
          expect([detail, rest]).to.deep.equal([message, { code, ...data }]);
          expect([type, title, instance].every((one) => typeof one === 'string' && one !== '')).to.equal(true);
        }
      }
    });
  }

  it('keeps members with reserved names in a member of their own', () => {
    const text = { en: 'No.', fr: 'Non.' };
    const refusal = new ApiError('own', 409, text, { type: 'a', status: 1, data: [2], detail: null, free: 3 });
    expect(problemBody(refusal, { ...occurrence, language: 'en' })).to.deep.equal({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'No.',
      instance: 'urn:uuid:0b8d6e0e-7f6c-4b6e-9a52-1c0f4e2d3a4b',
      code: 'own',
      free: 3,
      data: { type: 'a', status: 1, data: [2], detail: null },
    });
  });
});
