import { Writable } from 'node:stream';
import { expect } from 'chai';
import pino from 'pino';
import { errors } from '../../../lib/errors/errors';
import { type Library, type Received, send, startLibrary, until } from '../library';
import { createBrokenRegistry, FAULTY_HANDLERS, holdRoutes, slow, WRONG_ANSWERS } from './broken-routes';

const { text } = errors.internal();
const BODIES = {
  en: { code: 'internal_server_error', message: text.en, data: { status: 500 } },
  fr: { code: 'internal_server_error', message: text.fr, data: { status: 500 } },
};

/** A log that writes JSON lines into memory. */
const writing = () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: 'info' }, stream);
  return { log, lines, errors: () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50) };
};

/** Checks that an answer is the documented error without internal details, and that one log line reports it. */
const expectBug = (
  { status, headers, json, text: answer }: Received,
  language: 'en' | 'fr',
  errors: readonly { id: string; msg: string }[],
  where = '',
) => {
  expect(status, answer).to.equal(500);
  expect(json).to.deep.equal(BODIES[language]);
  expect(JSON.stringify(headers)).to.not.match(/secret/i);
  expect(headers['content-language']).to.equal(language);
  expect(errors.map(({ id, msg }) => ({ id, msg }))).to.deep.equal([{ id: headers['x-request-id'], msg: `a request failed${where}` }]);
};

describe('routes that fail or answer what they do not declare (500)', () => {
  let library: Library;
  const { log, lines, errors } = writing();
  before(async () => {
    library = await startLibrary({ registry: createBrokenRegistry(), log });
  });
  beforeEach(() => {
    lines.length = 0;
  });
  after(() => library.close(1000));

  for (const [place, name] of Object.keys(FAULTY_HANDLERS).entries()) {
    const method = place % 8 === 0 ? 'POST' : 'GET';
    it(`affects only its own request: ${method} ${name}`, async () => {
      expectBug(await send(library, { method, path: `/fr/broken/v1/${name}` }), 'fr', errors());
      expect(errors()[0]).to.include({ method, route: `/broken/v1/${name}` });
      expect((await send(library, { path: '/en/broken/v1/fine' })).json).to.deep.equal({ ok: true });
    });
  }

  for (const [name, [, , reason]] of Object.entries(WRONG_ANSWERS))
    for (const method of ['GET', 'POST'])
      it(`never answers what its declaration does not allow: ${method} ${name}`, async () => {
        expectBug(await send(library, { method, path: `/fr/broken/v1/${name}` }), 'fr', errors());
        expect(errors()[0].err.message).to.equal(`${method} /broken/v1/${name} answers what its declaration does not allow: ${reason}`);
      });

  it('logs a route that returns an error or a status that is no success', async () => {
    expect(await send(library, { path: '/en/broken/v1/fits-none' })).to.deep.include({
      status: 409,
      json: { code: 'broken-refused', message: 'Refused.', data: { status: 409 } },
    });
    const deleted = await send(library, { method: 'DELETE', path: '/en/broken/v1/fits' });
    expect([deleted.status, deleted.json]).to.deep.equal([410, { gone: true }]);
    expect(errors()).to.deep.equal([]);
  });

  const fitting: readonly [string, string, number, unknown][] = [
    ['GET', '', 200, { things: [{ id: 1, at: '2030-01-02T03:04:05.000Z' }], more: [null] }],
    ['HEAD', '', 200, undefined],
    ['GET', '?_fields=more', 200, { more: [null] }],
    ['GET', '?_envelope&_fields=things.id', 200, { body: { things: [{ id: 1 }] }, status: 200, headers: { Allow: 'GET, POST, DELETE' } }],
    ['POST', '', 201, { id: 1 }],
    [
      'OPTIONS',
      '?_fields=schema.title,schema.required,schema.type',
      200,
      { schema: { title: 'fits', type: 'object', required: ['things'] } },
    ],
    ['OPTIONS', '?_fields=schema.$schema', 200, { schema: { $schema: 'http://json-schema.org/draft-04/schema#' } }],
  ];
  for (const [method, query, status, json] of fitting) {
    it(`answers what fits its declaration: ${method} fits${query}`, async () => {
      const answer = await send(library, { method, path: `/en/broken/v1/fits${query}` });
      expect([answer.status, answer.json]).to.deep.equal([status, json]);
      expect(errors()).to.deep.equal([]);
    });
  }

  it('checks answers before _fields, _envelope and _jsonp', async () => {
    for (const query of ['_fields=name', '_envelope', '_jsonp=call']) {
      const { text: answer } = await send(library, { path: `/en/broken/v1/misfits-inside?${query}` });
      expect(answer).to.include('internal_server_error').and.not.include('secret');
    }
    expect((await send(library, { method: 'HEAD', path: '/en/broken/v1/misfits-inside' })).status).to.equal(500);
    expect(errors()).to.have.length(4);
  });

  const elsewhere: Readonly<Record<string, string>> = {
    'load-throws': ': "load"',
    'load-rejects': ': "load"',
    'not-found-throws': ': "notFound"',
    'permission-throws': ': "permission"',
    'permission-promises': ': "permission"',
    'validate-throws': ': "validate" of the arg "a"',
    'validate-rejects': ': "validate" of the arg "b"',
    'sanitize-throws': ': "sanitize" of the arg "a"',
    'sanitize-rejects': ': "sanitize" of the arg "b"',
    'default-throws': ': "default" of the arg "c"',
    'default-rejects': ': "default" of the arg "c"',
    'header-throws': ': "validate" of the arg "Host"',
    'replay-throws': ': "replay"',
    'replay-misfits': '',
    'misfits-thorny': '',
  };
  for (const [name, where] of Object.entries(elsewhere)) {
    it(`affects only its own request and is logged by name: ${name}`, async () => {
      expectBug(await send(library, { path: `/en/broken/v1/${name}?a=1&b=2` }), 'en', errors(), where);
      expect((await send(library, { path: '/en/broken/v1/fine' })).json).to.deep.equal({ ok: true });
    });
  }

  it('answers the error in the language of the request', async () => {
    const { json } = await send(library, { path: '/en/broken/v1/throws-error?ml_language=fr' });
    expect(json).to.deep.equal(BODIES.fr);
  });

  for (const name of ['answers-undefined', 'answers-function', 'answers-nan', 'answers-status-600', 'answers-cycle']) {
    it(`answers the error within _envelope: ${name}`, async () => {
      const { json } = await send(library, { path: `/en/broken/v1/${name}?_envelope&_fields=a` });
      expect(json).to.deep.include({ body: BODIES.en, status: 500 });
    });
  }

  it('answers no body where the status has none', async () => {
    const answer = await send(library, { path: '/en/broken/v1/empty' });
    expect([answer.status, answer.text]).to.deep.equal([204, '']);
  });
});

describe('routes that do not answer in time (503)', () => {
  let library: Library;
  const { log, lines, errors } = writing();
  before(async () => {
    library = await startLibrary({ registry: createBrokenRegistry(), log, limits: { handlerMilliseconds: 20, concurrent: 1 } });
  });
  beforeEach(() => {
    holdRoutes();
    lines.length = 0;
  });
  after(() => library.close(1000));

  const late = [
    ...['never', 'handle-late', 'handle-fails-late', 'load-late', 'load-fails-late', 'validate-late', 'validate-fails-late'],
    ...['sanitize-late', 'header-late', 'replay-late'],
  ];
  for (const [place, name] of late.entries()) {
    const language = place % 2 === 0 ? 'en' : 'fr';
    it(`answers after the deadline, frees its place and ignores the late answer: ${name} (${language})`, async () => {
      expectBug(await send(library, { path: `/${language}/broken/v1/${name}?a=1` }), language, errors());
      expect(errors()[0].err.message).to.equal(`GET /broken/v1/${name} did not answer within 0.02 s (TIMEOUT_SECONDS)`);
      slow.release();
      await slow.held;
      await new Promise((resolve) => setImmediate(resolve));
      expect(slow.handled).to.equal(0);
      expect((await send(library, { path: '/en/broken/v1/fine' })).json).to.deep.equal({ ok: true });
      expect(errors()).to.have.length(1);
    });
  }

  it('answers other requests meanwhile', async () => {
    const roomy = await startLibrary({ registry: createBrokenRegistry(), limits: { handlerMilliseconds: 60_000 } });
    let isOver = false;
    const hanging = send(roomy, { path: '/en/broken/v1/never' })
      .catch((error) => error.code)
      .finally(() => {
        isOver = true;
      });
    expect((await send(roomy, { path: '/en/broken/v1/fine' })).status).to.equal(200);
    expect(isOver).to.equal(false);
    await roomy.close(1);
    expect(await hanging).to.equal('ECONNRESET');
    await until(() => isOver);
  });
});
