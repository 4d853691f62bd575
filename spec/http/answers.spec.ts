import { connect } from 'node:net';
import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../lib/language';
import type { Step } from '../support/scenario';
import { event, KINDS, openPromises, refused, TERM_LIKE } from '../support/stage';

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=B' };

/** A multipart form. Each part has a `Content-Disposition` and content. */
const form = (...parts: readonly (readonly [disposition: string, content: string])[]): Pick<Step, 'raw' | 'headers'> => ({
  headers: MULTIPART,
  raw: [
    ...parts.map(([disposition, content]) => `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`),
    '--B--\r\n',
  ].join(''),
});

const picture = (name: string) => [`name="${name}"; filename="a.png"\r\nContent-Type: image/png`, '\x89PNG'] as const;

describe('answers: files, namespaces and callbacks', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('multipart files are refused by the name of their part (400)', () => {
    for (const { plural, name, make } of KINDS) {
      promise(
        `on creating and on updating: ${plural}`,
        { one: make(`Filed ${plural}`) },
        { as: 'editor', method: 'POST', path: `/${plural}`, ...form([`name="${name}"`, 'New'], picture('image')), ...refused('image') },
        { as: 'editor', method: 'POST', path: `/${plural}`, ...form(picture(name)), ...refused(name) },
        ...['POST', 'PUT', 'PATCH'].map(
          (method): Step => ({
            as: 'editor',
            method,
            path: `/${plural}/{one}`,
            ...form(['name="description"', 'Lost'], picture('a[]'), picture('b.c')),
            ...refused('a', 'b_c'),
          }),
        ),
        { path: `/${plural}/{one}`, status: 200, hides: /Lost/ },
        { as: 'editor', method: 'POST', path: `/${plural}/{one}?_method=DELETE`, ...form(picture('f')), ...refused('f') },
        { as: 'editor', method: 'POST', path: `/${plural}?_method=GET`, ...form(picture('f')), ...refused('f') },
      );
      promise(
        `users without the right to write get that error first: ${plural}`,
        { one: make(`Guarded ${plural}`) },
        { method: 'POST', path: `/${plural}`, ...form(picture('f')), status: 401, code: 'rest_forbidden' },
        { method: 'PATCH', path: `/${plural}/{one}`, ...form(picture('f')), status: 401, code: 'rest_forbidden' },
        { as: 'editor', method: 'PATCH', path: `/${plural}/987654`, ...form(picture('f')), status: 404 },
      );
    }
    promise(
      'on addresses that read, by a POST that stands for a GET',
      { one: event('Read') },
      ...['', '/doc', '/events/{one}', '/events.ics', '/events/{one}.ics'].map(
        (path): Step => ({ method: 'POST', path: `${path}?_method=GET`, ...form(picture('f')), ...refused('f') }),
      ),
    );
    inBoth(
      'in the language of the request',
      {},
      { as: 'editor', method: 'POST', path: '/tags', ...form(['name="name"', 'x'], picture('f')), ...refused('f') },
      { en: /Files are not accepted here/, fr: /Les fichiers ne sont pas acceptés ici/ },
    );
    for (const { plural, name } of TERM_LIKE)
      promise(
        `an empty file field is ignored: ${plural}`,
        {},
        {
          as: 'editor',
          method: 'POST',
          path: `/${plural}`,
          ...form([`name="${name}"`, `Unfilled ${plural}`], ['name="f"; filename=""\r\nContent-Type: application/octet-stream', '']),
          status: 201,
        },
      );
  });

  describe('GET /en/?namespace: unknown namespaces (404)', () => {
    for (const [title, query] of [
      ['an unknown one', 'namespace=none'],
      ['none at all', 'namespace='],
      ['one of another case', 'namespace=CAL/events/v1'],
      ['one with slashes around', 'namespace=/cal/events/v1/'],
      ['a list', 'namespace[]=cal/events/v1'],
      ['an operator', 'namespace[$ne]=x&context[=1'],
      ['an object', 'namespace[toString]=x'],
    ] as const)
      inBoth(
        title,
        {},
        { path: `?${query}`, status: 404, code: 'rest_invalid_namespace', has: { 'data.status': 404 } },
        { en: /There is no such namespace/, fr: /Cet espace de noms n’existe pas/ },
      );
    promise(
      'an existing one is described, as at its own address',
      {},
      { path: '?namespace=cal/events/v1', status: 200, has: { namespace: 'cal/events/v1' } },
      { path: '', status: 200, has: { namespace: 'cal/events/v1' } },
    );
    promise(
      'only the index has it in the document',
      {},
      {
        path: '/doc',
        says: /rest_invalid_namespace/,
        has: { 'paths./.get.responses.404': { $ref: '#/components/responses/NotFoundRestInvalidNamespace' } },
      },
    );
  });

  describe('_jsonp with an invalid callback, and unknown methods', () => {
    for (const name of ['a-b', 'alert(1)', '%3Cscript%3E', 'a%0Ab'])
      promise(
        `an invalid callback is refused in JSON: ${name}`,
        {},
        {
          path: `/events?_jsonp=${name}`,
          status: 400,
          code: 'rest_callback_invalid',
          has: { 'data.status': 400 },
          answers: { 'content-type': 'application/json; charset=UTF-8' },
        },
        {
          path: `/events?_jsonp=${name}&_envelope`,
          headers: { accept: 'application/problem+json' },
          status: 400,
          has: { status: 400, code: 'rest_callback_invalid' },
          answers: { 'content-type': 'application/problem+json' },
        },
      );

    /** Sends bytes that an HTTP client would refuse to send. */
    const raw = (
      line: string,
      language: Language,
      accept: string,
    ): Promise<{ status: number; type: string; body: Record<string, unknown> }> =>
      new Promise((resolve) => {
        const chunks: Buffer[] = [];
        const head = `${line.replace('~', `/${language}/cal/events/v1/events`)} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`;
        const socket = connect(Number(new URL(stage().address).port), '127.0.0.1', () => socket.write(head));
        socket.on('data', (chunk) => chunks.push(chunk));
        socket.on('close', () => {
          const text = Buffer.concat(chunks).toString();
          const [, status, type = ''] = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\nContent-Type: (.*?)\r\n/.exec(text) ?? [];
          resolve({ status: Number(status), type, body: JSON.parse(text.slice(text.indexOf('{'))) });
        });
      });

    for (const [line, status, code, says] of [
      ['TRACE ~', 405, 'rest_method_not_allowed', { en: /answered nowhere/, fr: /de réponse nulle part/ }],
      ['FOO ~', 404, 'rest_no_route', { en: /No route matches/, fr: /Aucune route/ }],
      ['PROPFIND ~', 404, 'rest_no_route', { en: /No route matches/, fr: /Aucune route/ }],
      ['CONNECT ~', 404, 'rest_no_route', { en: /No route matches/, fr: /Aucune route/ }],
    ] as const)
      it(`${line} is refused in the language of the path, in the form of Accept`, async () => {
        for (const language of LANGUAGES) {
          const plain = await raw(line, language, '*/*');
          expect(plain).to.deep.include({ status, type: 'application/json; charset=UTF-8' });
          expect(plain.body).to.have.all.keys('code', 'message', 'data');
          expect(plain.body).to.deep.include({ code, data: { status } });
          expect(plain.body['message']).to.match(says[language]);
          const problem = await raw(line, language, 'application/problem+json');
          expect(problem).to.deep.include({ status, type: 'application/problem+json' });
          expect(problem.body).to.include({ status, code, detail: plain.body['message'] });
          expect(problem.body['type']).to.match(new RegExp(`/${language}/errors/${code}$`));
        }
      });
  });
});
