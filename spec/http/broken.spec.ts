import { Writable } from 'node:stream';
import { expect } from 'chai';
import pino from 'pino';
import { errors } from '../../lib/errors';
import { createBrokenRegistry, hold, MISDEEDS, slow } from './broken-routes';
import { type Library, type Received, send, startLibrary, until } from './library';

const { text } = errors.internal();
const BODIES = {
  en: { code: 'internal_server_error', message: text.en, data: { status: 500 } },
  fr: { code: 'internal_server_error', message: text.fr, data: { status: 500 } },
};

/** What a real log has written, one line an object. */
const writing = () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: 'info' }, stream);
  return { log, told: () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50) };
};

/** Expects the documented error, with nothing of its inside in body or headers, and its one line of log. */
const expectBug = (
  { status, headers, json, text: answer }: Received,
  language: 'en' | 'fr',
  told: readonly { id: string; msg: string }[],
) => {
  expect(status, answer).to.equal(500);
  expect(json).to.deep.equal(BODIES[language]);
  expect(JSON.stringify(headers)).to.not.match(/secret/i);
  expect(headers['content-language']).to.equal(language);
  expect(told.map(({ id, msg }) => ({ id, msg }))).to.deep.equal([{ id: headers['x-request-id'], msg: 'a request failed' }]);
};

describe('A route that goes wrong', () => {
  let library: Library;
  let told: ReturnType<typeof writing>['told'];
  beforeEach(async () => {
    const { log, told: read } = writing();
    told = read;
    library = await startLibrary({ registry: createBrokenRegistry(), log });
  });
  afterEach(() => library.close(1000));

  for (const name of Object.keys(MISDEEDS)) {
    for (const method of ['GET', 'POST']) {
      it(`harms only its own request: ${method} ${name}`, async () => {
        expectBug(await send(library, { method, path: `/fr/broken/v1/${name}` }), 'fr', told());
        expect((await send(library, { path: '/en/broken/v1/fine' })).json).to.deep.equal({ ok: true });
      });
    }
  }

  const elsewhere = [
    'load-throws',
    'load-rejects',
    'not-found-throws',
    'permission-throws',
    'permission-promises',
    'validate-throws',
    'validate-rejects',
    'sanitize-throws',
    'sanitize-rejects',
    'default-throws',
    'default-rejects',
  ];
  for (const name of elsewhere) {
    it(`harms only its own request, before its handler: ${name}`, async () => {
      expectBug(await send(library, { path: `/en/broken/v1/${name}?a=1&b=2` }), 'en', told());
      expect((await send(library, { path: '/en/broken/v1/fine' })).json).to.deep.equal({ ok: true });
    });
  }

  it('answers in the effective language', async () => {
    const { json } = await send(library, { path: '/en/broken/v1/throws-error?ml_language=fr' });
    expect(json).to.deep.equal(BODIES.fr);
  });

  for (const name of ['answers-undefined', 'answers-function', 'answers-nan', 'answers-status-600', 'answers-cycle']) {
    it(`hides behind no envelope: ${name}`, async () => {
      const { json } = await send(library, { path: `/en/broken/v1/${name}?_envelope&_fields=a` });
      expect(json).to.deep.include({ body: BODIES.en, status: 500 });
    });
  }

  it('is answered nothing where its status has no body', async () => {
    const answer = await send(library, { path: '/en/broken/v1/empty' });
    expect([answer.status, answer.text]).to.deep.equal([204, '']);
  });
});

describe('A route that does not answer in time', () => {
  let library: Library;
  let told: ReturnType<typeof writing>['told'];
  beforeEach(async () => {
    hold();
    const { log, told: read } = writing();
    told = read;
    library = await startLibrary({ registry: createBrokenRegistry(), log, limits: { handlerMilliseconds: 20, concurrent: 1 } });
  });
  afterEach(() => library.close(1000));

  const late = [
    'never',
    'handle-late',
    'handle-fails-late',
    'load-late',
    'load-fails-late',
    'validate-late',
    'validate-fails-late',
    'sanitize-late',
  ];
  for (const name of late) {
    for (const language of ['en', 'fr'] as const) {
      it(`is answered for, gives its place to others, and is heard no more: ${name} (${language})`, async () => {
        expectBug(await send(library, { path: `/${language}/broken/v1/${name}?a=1` }), language, told());
        expect(told()[0].err.message).to.equal(`GET /broken/v1/${name} did not answer within 0.02 s (TIMEOUT_SECONDS)`);
        slow.release();
        await slow.held;
        await new Promise((resolve) => setImmediate(resolve));
        expect(slow.handled).to.equal(0);
        expect((await send(library, { path: '/en/broken/v1/fine' })).json).to.deep.equal({ ok: true });
        expect(told()).to.have.length(1);
      });
    }
  }

  it('is one for its own request only: others are answered meanwhile', async () => {
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
