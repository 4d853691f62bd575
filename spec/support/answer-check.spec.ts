import { expect } from 'chai';
import { ApiError } from '../../lib/errors/refusal';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { reply } from '../../lib/registry/answers/reply';
import { CREATABLE, READABLE } from '../../lib/registry/registry';
import { takeDifferences } from './answer-check';
import { createDocumentCheck, type Exchanged } from './document-check';
import { type Running, startService } from './service';

const text = { en: 'Anything', fr: 'N’importe quoi' };
const total = { type: 'integer', required: true, description: text } as const;
const answers = { type: 'object', properties: { left: { type: 'integer', required: true } } } as const;

/** Routes whose answers differ from their declarations. The service itself does not prevent this. */
const plugin: Plugin = (registry) => {
  const route = { methods: READABLE, permission: 'public', args: {} } as const;
  registry.registerRoute('odd/v1', '/status', { ...route, handle: () => reply({}, { status: 202 }) });
  registry.registerRoute('odd/v1', '/type', { ...route, handle: () => reply('a', { type: 'text/plain' }) });
  registry.registerRoute('odd/v1', '/header', { ...route, headers: { 'X-Total': total }, handle: () => ({}) });
  registry.registerRoute('odd/v1', '/refusal', {
    ...route,
    handle: () => {
      throw new ApiError('odd', 403, text);
    },
  });
  registry.registerRoute('odd/v1', '/right', { ...route, answers, handle: () => ({ left: 1 }) });
  registry.registerRoute('odd/v1', '/made', { ...route, methods: CREATABLE, answers, handle: () => reply({ left: 1 }, { status: 201 }) });
};

describe('Every answer that specs get', () => {
  let running: Running;
  before(async () => {
    running = await startService({ plugins: [plugin] });
  });
  after(() => running.stop());

  const differencesOf = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string[]> => {
    await running.ask('GET', `//en/odd/v1${path}`, { headers });
    return takeDifferences();
  };

  const wrong: readonly [string, RegExp][] = [
    ['/status', /^GET \/en\/odd\/v1\/status 202: the status 202 is not documented/],
    ['/type', /the type text\/plain is not documented$/],
    ['/header', /the header X-Total is missing$/],
    ['/refusal', /body\/code must be equal to one of the allowed values/],
    ['/refusal?_envelope', /body\/code must be equal to one of the allowed values/],
    ['/refusal?_jsonp=a', /body\/code must be equal to one of the allowed values/],
    ['/status?_fields=a', /the status 202 is not documented/],
  ];
  for (const [path, sentence] of wrong) {
    it(`is found to differ from the document: GET ${path}`, async () => {
      const [difference = '', ...more] = await differencesOf(path);
      expect(difference).to.match(sentence);
      expect(more).to.deep.equal([]);
    });
  }

  it('passes the check if it is right, in any wrapper', async () => {
    for (const path of ['/right', '/right?_envelope', '/right?_jsonp=a', '/right?_fields=none', '/right?_pretty', '/nowhere', ''])
      expect(await differencesOf(path), path).to.deep.equal([]);
    expect(await differencesOf('/right?a=%00', { accept: 'application/problem+json' })).to.deep.equal([]);
  });

  const HEADERS = {
    'x-request-id': 'a',
    'content-language': 'en',
    vary: 'a',
    link: 'a',
    allow: 'GET',
    'content-type': 'application/json; charset=UTF-8',
  };
  const exchanged = (method: string, url: string, status: number, body: unknown, more: Partial<Exchanged['request']> = {}): Exchanged => ({
    request: { method, url, headers: {}, ...more },
    sent: '',
    status,
    headers: method === 'GET' ? { ...HEADERS, etag: '"a"' } : HEADERS,
    text: JSON.stringify(body),
  });
  const missing = { code: 'rest_invalid_json', message: 'a', data: { status: 400 } };
  const judged: readonly [string, Exchanged, RegExp | undefined][] = [
    ['a body that lacks what is required', exchanged('GET', '/en/odd/v1/right', 200, {}), /body must have required property 'left'/],
    ['a body with another type', exchanged('GET', '/fr/ODD/v1/right/', 200, { left: 'a' }), /body\/left must be integer/],
    ['an update that nobody declared', exchanged('PUT', '/en/odd/v1/right', 404, missing), undefined],
    ['a creation that answers 202', exchanged('POST', '/en/odd/v1/made', 202, { left: 1 }), /the status 202 is not documented/],
    ['a creation', exchanged('POST', '/en/odd/v1/made', 201, { left: 1 }), undefined],
    ['a read by POST', exchanged('POST', '/en/odd/v1/right?_method=GET', 200, { left: 'a' }), /body\/left must be integer/],
    ['a path that is named in the query', exchanged('GET', '/en/?rest_route=/odd/v1/right', 200, {}), /required property 'left'/],
    ['the code of a body without one', exchanged('GET', '/en/odd/v1/right', 400, missing), /body\/code must be equal/],
    [
      'the code of a body that should not be there',
      exchanged('GET', '/en/odd/v1/right', 400, missing, { headers: { 'content-length': '1' } }),
      undefined,
    ],
    [
      'a status in the error that is not the answer’s',
      exchanged('POST', '/en/odd/v1/made', 400, { ...missing, data: { status: 401 } }),
      /data\/status must be equal to constant/,
    ],
  ];
  for (const [what, answer, sentence] of judged) {
    it(`is judged by the document: ${what}`, () => {
      const difference = createDocumentCheck(running.service.registry)(answer);
      if (sentence === undefined) expect(difference).to.equal(undefined);
      else expect(difference).to.match(sentence);
    });
  }
});
