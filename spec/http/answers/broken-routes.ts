import { ApiError } from '../../../lib/errors/refusal';
import type { Answers } from '../../../lib/registry/answers/reply';
import { reply } from '../../../lib/registry/answers/reply';
import { createRegistry } from '../../../lib/registry/registry';
import type { Reader } from '../library';

const DAY = new Date('2030-01-02T03:04:05Z');
const text = { en: 'Something', fr: 'Quelque chose' };

const cycle = (): unknown => {
  const inside: unknown[] = ['secret'];
  inside.push(inside);
  return inside;
};

const fail = (): never => {
  throw new Error('secret');
};

const refuse = (): never => {
  throw new ApiError('broken-refused', 409, { en: 'Refused.', fr: 'Refusé.' });
};

/** Wraps an object so that every read of a member throws. */
const unreadable = <T extends object>(object: T): T => new Proxy(object, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail });

const unreadableError = Object.defineProperty(new Error('secret'), 'message', { get: fail, enumerable: true });

const thrown = (value: unknown) => () => {
  throw value;
};
const headers = (given: Record<string, string>) => () => reply({ ok: true }, { headers: { 'X-Secret': 'secret', ...given } });
const status = (given: number) => () => reply({ ok: true }, { status: given });

/** Handlers that fail, by the name of their route. */
export const FAULTY_HANDLERS: Readonly<Record<string, () => unknown>> = {
  'throws-error': thrown(new Error('secret')),
  'throws-undefined': thrown(undefined),
  'throws-null': thrown(null),
  'throws-text': thrown('secret'),
  'throws-function': thrown(() => 'secret'),
  'throws-status': thrown(
    Object.assign(new Error('secret'), { status: 404, statusCode: 404, expose: true, headers: { 'X-Secret': 'secret' } }),
  ),
  'throws-getter': thrown({
    get secret() {
      return fail();
    },
  }),
  'throws-thorny-error': thrown(unreadableError),
  'throws-thorny-proxy': thrown(unreadable({})),
  'throws-half-refusal': thrown(Object.create(ApiError.prototype)),
  'throws-refusal-of-no-status': () => {
    throw new ApiError('secret', 42, { en: 'secret', fr: 'secret' });
  },
  'throws-refusal-with-cycle': thrown(new ApiError('secret', 400, { en: 'secret', fr: 'secret' }, { inside: cycle() })),
  'throws-refusal-with-header': thrown(
    new ApiError('secret', 400, { en: 'secret', fr: 'secret' }, {}, {}, { 'Retry-After': 'a\r\nb: secret' }),
  ),
  'rejects-error': () => Promise.reject(new Error('secret')),
  'rejects-undefined': () => Promise.reject(undefined),
  'answers-cycle': cycle,
  'answers-bigint': () => ({ secret: 1n }),
  'answers-thorny-json': () => ({ secret: { toJSON: fail } }),
  'answers-empty-json': () => ({ secret: 'secret', toJSON: () => undefined }),
  'answers-getter': () => ({
    get secret() {
      return fail();
    },
  }),
  'answers-proxy': () => unreadable({ secret: 'secret' }),
  'answers-undefined': () => undefined,
  'answers-function': () => () => 'secret',
  'answers-symbol': () => Symbol('secret'),
  'answers-nan': () => Number.NaN,
  'answers-infinity': () => reply(Number.POSITIVE_INFINITY),
  'answers-thorny-promise': () => ({
    // biome-ignore lint/suspicious/noThenProperty: this is the fault under test.
    get then() {
      return fail();
    },
  }),
  'answers-header-lines': headers({ Location: 'a\r\nSet-Cookie: secret' }),
  'answers-header-name': headers({ 'a secret': 'b' }),
  'answers-header-letters': headers({ 'X-Name': 'été €' }),
  'answers-header-length': headers({ 'Content-Length': '1' }),
  'answers-header-coding': headers({ 'transfer-encoding': 'chunked' }),
  'answers-header-trailer': headers({ Trailer: 'X' }),
  'answers-revision-quoted': () => reply({ ok: true }, { revision: 'secret"1' }),
  'answers-revision-lines': () => reply({ ok: true }, { revision: 'secret\n1' }),
  'answers-revision-empty': () => reply({ ok: true }, { revision: '' }),
  'answers-status-0': status(0),
  'answers-status-100': status(100),
  'answers-status-101': status(101),
  'answers-status-600': status(600),
  'answers-status-999': status(999),
  'answers-status-nan': status(Number.NaN),
  'answers-status-half': status(200.5),
};

const id = { type: 'integer', required: true, description: text } as const;
const record = { type: 'object', properties: { id, name: { type: 'string' }, at: { type: 'string', format: 'date-time' } } } as const;
const recordList = { type: 'object', properties: { things: { type: 'array', items: record, required: true } } } as const;

/** Handlers whose answers violate the declaration, with the message in the log, by the name of their route. */
export const WRONG_ANSWERS: Readonly<Record<string, readonly [answers: Answers, handle: () => unknown, reason: string]>> = {
  'misfits-undefined': [record, () => undefined, 'body must be of the type object, and is nothing'],
  'misfits-inside': [
    recordList,
    () => ({ things: [{ id: 1 }, { id: 2, name: ['secret'] }] }),
    'body.things[1].name must be of the type string, and is a list',
  ],
  'misfits-reply': [record, () => reply({ id: 'secret' }, { status: 201 }), 'body.id must be of the type integer, and is a string'],
};

/** An arg or a header that the broken routes below declare. */
const failing = { type: 'string', description: text } as const;

/** The state that specs and the slow routes share. */
export const slow = { release: (): void => undefined, held: Promise.resolve(), handled: 0 };

/** Holds the slow routes back until `slow.release()`. */
export const holdRoutes = (): void => {
  slow.handled = 0;
  slow.held = new Promise((resolve) => {
    slow.release = resolve;
  });
};

/** A registry with routes that fail in all ways, and one that works. */
export const createBrokenRegistry = () => {
  const registry = createRegistry<Reader>({ everyRoute: { ml_language: { type: 'string', enum: ['en', 'fr'], description: text } } });
  const handle = (): unknown => {
    slow.handled += 1;
    return { ok: true };
  };
  const get = { methods: 'GET', permission: 'public', handle } as const;
  for (const [name, fault] of Object.entries(FAULTY_HANDLERS)) {
    registry.registerRoute(
      'broken/v1',
      `/${name}`,
      { ...get, args: {}, handle: fault },
      { methods: 'POST', permission: 'public', args: {}, handle: fault },
    );
  }
  for (const [name, [answers, handler]] of Object.entries(WRONG_ANSWERS)) {
    registry.registerRoute(
      'broken/v1',
      `/${name}`,
      { ...get, args: {}, answers, handle: handler },
      { methods: 'POST', permission: 'public', args: {}, answers, handle: handler },
    );
  }
  registry.registerRoute(
    'broken/v1',
    '/fits',
    { ...get, args: {}, answers: recordList, handle: () => ({ things: [{ id: 1, at: DAY, more: undefined }], more: [Number.NaN] }) },
    { methods: 'POST', permission: 'public', args: {}, answers: record, handle: () => reply({ id: 1 }, { status: 201 }) },
    { methods: 'DELETE', permission: 'public', args: {}, answers: record, handle: () => reply({ gone: true } as never, { status: 410 }) },
  );
  registry.registerRoute('broken/v1', '/fits-none', { ...get, args: {}, answers: record, handle: refuse });
  // A `toJSON` that throws is a fault of the handler too.
  const thorns = { toJSON: fail } as never;
  registry.registerRoute('broken/v1', '/misfits-thorny', { ...get, args: {}, answers: record, handle: () => ({ id: thorns }) });
  registry.registerRoute('broken/v1', '/fine', { ...get, args: {} });
  registry.registerRoute('broken/v1', '/empty', { ...get, args: {}, handle: () => reply(undefined, { status: 204 }) });

  registry.registerRoute('broken/v1', { path: '/load-throws', load: fail }, { ...get, args: {} });
  registry.registerRoute('broken/v1', { path: '/load-rejects', load: () => Promise.reject(undefined) }, { ...get, args: {} });
  registry.registerRoute('broken/v1', { path: '/not-found-throws', load: () => undefined, notFound: fail }, { ...get, args: {} });
  registry.registerRoute('broken/v1', '/permission-throws', { ...get, args: {}, permission: fail });
  // Plugins in plain JavaScript can return a promise here.
  const later = (): boolean => Promise.reject(new Error('secret')) as never;
  registry.registerRoute('broken/v1', '/permission-promises', { ...get, args: {}, permission: later });
  registry.registerRoute('broken/v1', '/validate-throws', { ...get, args: { a: { ...failing, validate: fail } } });
  registry.registerRoute('broken/v1', '/validate-rejects', {
    ...get,
    args: { a: { ...failing, validate: () => Promise.reject(undefined) }, b: { ...failing, validate: fail } },
  });
  registry.registerRoute('broken/v1', '/sanitize-throws', { ...get, args: { a: { ...failing, sanitize: fail } } });
  registry.registerRoute('broken/v1', '/sanitize-rejects', {
    ...get,
    args: { a: { ...failing, sanitize: () => Promise.reject(undefined) }, b: { ...failing, sanitize: fail } },
  });
  registry.registerRoute('broken/v1', '/default-throws', { ...get, args: { c: { ...failing, default: fail } } });
  registry.registerRoute('broken/v1', '/default-rejects', {
    ...get,
    args: { c: { ...failing, default: () => Promise.reject(new Error('secret')) } },
  });

  // Every request has a Host header.
  const withHeader = (validate: () => true | Promise<true>) => ({ ...get, args: {}, requestHeaders: { Host: { ...failing, validate } } });
  registry.registerRoute('broken/v1', '/header-throws', withHeader(fail));
  registry.registerRoute('broken/v1', '/replay-throws', { ...get, args: {}, replay: fail });
  registry.registerRoute('broken/v1', '/replay-misfits', {
    ...get,
    args: {},
    answers: record,
    handle: refuse,
    replay: () => ({ id: 'secret' }),
  });

  const wait = async () => {
    await slow.held;
    throw new Error('secret');
  };
  const answerLate = async () => {
    await slow.held;
    return 'late';
  };
  const allowLate = async (): Promise<true> => {
    await slow.held;
    return true;
  };
  registry.registerRoute('broken/v1', '/never', { ...get, args: {}, handle: () => new Promise(() => undefined) });
  registry.registerRoute('broken/v1', '/handle-late', { ...get, args: {}, handle: answerLate });
  registry.registerRoute('broken/v1', '/handle-fails-late', { ...get, args: {}, handle: wait });
  registry.registerRoute('broken/v1', { path: '/load-late', load: answerLate }, { ...get, args: {} });
  registry.registerRoute('broken/v1', { path: '/load-fails-late', load: wait }, { ...get, args: {} });
  registry.registerRoute('broken/v1', '/validate-late', { ...get, args: { a: { ...failing, validate: allowLate } } });
  registry.registerRoute('broken/v1', '/validate-fails-late', { ...get, args: { a: { ...failing, validate: wait } } });
  registry.registerRoute('broken/v1', '/header-late', withHeader(allowLate));
  registry.registerRoute('broken/v1', '/replay-late', { ...get, args: {}, replay: answerLate });
  registry.registerRoute('broken/v1', '/sanitize-late', { ...get, args: { a: { ...failing, sanitize: answerLate } } });
  return registry;
};
