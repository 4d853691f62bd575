import { expect } from 'chai';
import { errors } from '../../lib/errors/errors';
import { ApiError } from '../../lib/errors/refusal';
import { isReply, reply, withContentType } from '../../lib/registry/answers/reply';
import type { Method } from '../../lib/registry/args/arg';
import { allowedMethods, perform } from '../../lib/registry/dispatch';
import { createRegistry, DELETABLE, EDITABLE, READABLE } from '../../lib/registry/registry';
import { described, id, NAMESPACE, READER, resolving, routeOf, type SentRequest, tags, title, type User, userWith } from './sample';

const loads: unknown[] = [];
const registry = createRegistry<User>();
registry.registerRoute(
  NAMESPACE,
  {
    path: '/events/{id}',
    load: async ({ path }) => {
      loads.push(path.id);
      return path.id === 4 ? { author: 7 } : undefined;
    },
    notFound: (path) => new ApiError('rest-event-not-found', 404, { en: `No event ${path.id}.`, fr: `Pas d’évènement ${path.id}.` }),
  },
  { methods: READABLE, args: { id }, permission: 'public', handle: ({ path, record }) => [path, record] },
  { methods: DELETABLE, args: { id }, permission: 'delete_events', handle: () => 'deleted' },
  {
    methods: EDITABLE,
    args: { id, title, tags },
    permission: ({ user, record }) => record !== undefined && user?.id === record.author,
    handle: ({ params }) => params,
  },
);
registry.registerRoute(
  NAMESPACE,
  {
    path: '/moved/{id}',
    load: ({ path }): { readonly author: number } | undefined => (path.id === 4 ? { author: 7 } : undefined),
    async otherwise({ path, user, language, baseUrl, method, sent }) {
      if (path.id === 6) throw new ApiError('rest-moved', 410, { en: `${method} ${baseUrl}`, fr: language });
      return path.id === 5 && sent.query['far'] === '1' ? { author: user?.id ?? 0 } : undefined;
    },
  },
  { methods: READABLE, args: { id }, permission: 'public', handle: ({ record }) => record },
  {
    methods: EDITABLE,
    args: { id },
    permission: ({ record }) => record === undefined || record.author === 8,
    handle: ({ record }) => record,
  },
);
registry.registerRoute(NAMESPACE, '/years/{year}', {
  methods: READABLE,
  args: { year: { type: 'integer', minimum: 1, description: described('year') } },
  permission: 'public',
  handle: ({ path }) => path.year,
});

registry.registerRoute(NAMESPACE, '/cards/{id}', {
  methods: READABLE,
  args: { id },
  permission: 'public',
  answers: { type: 'object', properties: { name: { type: 'string', required: true } } },
  alternatives: ['text/html'],
  handle: ({ path }): never => reply('<p>', { type: path.id === 1 ? 'Text/HTML; charset=utf-8' : 'text/plain' }) as never,
});

const methods: Method[] = [];
registry.registerRoute(
  NAMESPACE,
  '/counted',
  { methods: READABLE, args: {}, permission: ({ method }) => methods.push(method) > 0, handle: () => 'read' },
  {
    methods: EDITABLE,
    args: {},
    permission: ({ method }) => {
      methods.push(method);
      throw new Error('a bug');
    },
    handle: () => 'changed',
  },
);

const incoming = (method: Method, path: Record<string, string>, more: Partial<SentRequest> = {}): SentRequest => ({
  ...{ method, path, query: {}, body: {}, user: undefined, headers: {}, ...READER },
  ...more,
});

const visiting = (...given: Parameters<typeof incoming>) => resolving(routeOf(registry, '/events/{id}'), incoming(...given));
const answer = async (visit: ReturnType<typeof visiting>) => perform(await visit).catch((error: ApiError) => [error.status, error.code]);

const owner = userWith();
const editor = { ...userWith('edit_events', 'delete_events'), id: 8 };

const answers: readonly [string, Method, string, User | undefined, Record<string, unknown>, unknown][] = [
  ['reads what the path addresses', 'GET', '4', undefined, {}, [{ id: 4 }, { author: 7 }]],
  ['tells what is not there in the kind’s words', 'GET', '5', undefined, {}, [404, 'rest-event-not-found']],
  ['refuses the anonymous before anything else', 'PATCH', '5', undefined, { title: 3 }, [401, 'rest_forbidden']],
  ['refuses a user before validation', 'PATCH', '4', editor, { title: 3 }, [403, 'rest_forbidden']],
  ['asks for a capability', 'DELETE', '4', editor, {}, 'deleted'],
  ['refuses who lacks the capability', 'DELETE', '4', owner, {}, [403, 'rest_forbidden']],
  ['tells that a record is not there to those whom the capability lets in', 'DELETE', '5', editor, {}, [404, 'rest-event-not-found']],
  ['validates last', 'PUT', '4', owner, { title: 3 }, [400, 'rest_invalid_param']],
  ['hands on what was sent, and nothing else', 'POST', '4', owner, { title: 'Jazz' }, { title: 'Jazz' }],
];

const instead: readonly [string, Method, string, User | undefined, Record<string, unknown>, unknown][] = [
  ['is not asked for what is there', 'GET', '4', undefined, { far: '1' }, { author: 7 }],
  ['answers a record, by what was sent', 'GET', '5', owner, { far: '1' }, { author: 7 }],
  ['answers none', 'GET', '5', owner, {}, [404, 'rest_record_not_found']],
  ['refuses in its own words', 'GET', '6', undefined, {}, [410, 'rest-moved']],
  ['lets be written what may be written', 'PATCH', '5', editor, { far: '1' }, { author: 8 }],
  ['lets nobody write who may not', 'PATCH', '5', owner, { far: '1' }, [403, 'rest_forbidden']],
  ['tells nothing to whom the record is refused', 'PATCH', '4', owner, {}, [403, 'rest_forbidden']],
];

describe('perform: otherwise, for a path without a record', () => {
  for (const [what, method, number, user, query, expected] of instead)
    it(what, async () => {
      const visit = resolving(routeOf(registry, '/moved/{id}'), incoming(method, { id: number }, { user, query }));
      expect(await answer(visit)).to.deep.equal(expected);
    });
  it('is called after the permission check, without effect on Allow', async () => {
    const visit = await resolving(routeOf(registry, '/moved/{id}'), incoming('GET', { id: '5' }, { user: owner, query: { far: '1' } }));
    expect(allowedMethods(visit)).to.deep.equal(['GET', 'POST', 'PUT', 'PATCH']);
    expect(visit.record).to.equal(undefined);
  });
  it('is not called for a path that does not match', async () => {
    const visit = resolving(routeOf(registry, '/moved/{id}'), incoming('GET', { id: 'six' }));
    expect(await answer(visit)).to.deep.equal([404, 'rest_record_not_found']);
  });
});

describe('perform', () => {
  for (const [what, method, number, user, body, expected] of answers) {
    it(what, async () => {
      expect(await answer(visiting(method, { id: number }, { user, body }))).to.deep.equal(expected);
    });
  }

  it('loads its record once', async () => {
    loads.length = 0;
    const visit = await visiting('GET', { id: '4' });
    allowedMethods(visit);
    await perform(visit);
    expect(loads).to.deep.equal([4]);
  });

  it('asks each permission once for each method', async () => {
    methods.length = 0;
    const failed: unknown[] = [];
    const visit = await resolving(routeOf(registry, '/counted'), incoming('GET', {}));
    expect(allowedMethods(visit, (endpoint, thrown) => failed.push([endpoint.methods, String(thrown)]))).to.deep.equal(['GET']);
    expect(failed).to.deep.equal([[['POST', 'PUT', 'PATCH'], 'Error: a bug']]);
    expect(await perform(visit)).to.equal('read');
    expect(methods).to.deep.equal(['GET', 'POST', 'PUT', 'PATCH']);
  });

  it('throws the error of its own permission', async () => {
    const visit = await resolving(routeOf(registry, '/counted'), incoming('PUT', {}));
    expect(await perform(visit).catch(String)).to.equal('Error: a bug');
  });

  it('may have a declared content type with any parameters, and no other', async () => {
    const shown = (number: string) =>
      resolving(routeOf(registry, '/cards/{id}'), incoming('GET', { id: number })).then((visit) => perform(visit));
    expect(await shown('1')).to.have.property('body', '<p>');
    const refused = await shown('2').catch((error: Error) => error.message);
    expect(refused).to.match(/answers what its declaration does not allow/);
  });

  it('names the methods that the user may use, in the order of the endpoints', async () => {
    const of = async (user: User | undefined, number = '4') => allowedMethods(await visiting('GET', { id: number }, { user }));
    expect(await of(undefined)).to.deep.equal(['GET']);
    expect(await of(owner)).to.deep.equal(['GET', 'POST', 'PUT', 'PATCH']);
    expect(await of({ ...editor, id: 7 })).to.deep.equal(['GET', 'DELETE', 'POST', 'PUT', 'PATCH']);
    expect(await of(editor, '5')).to.deep.equal(['GET', 'DELETE']);
  });

  it('has no route for a method that no endpoint has', async () => {
    const visit = await resolving(routeOf(registry, '/years/{year}'), incoming('DELETE', { year: '4' }));
    expect(await perform(visit).catch((error: ApiError) => error.code)).to.equal(errors.noRoute().code);
  });

  it('finds nothing where a variable does not have the declared form', async () => {
    const visit = await resolving(routeOf(registry, '/years/{year}'), incoming('GET', { year: '0' }));
    expect(await perform(visit).catch((error: ApiError) => error.status)).to.equal(404);
  });
});

describe('reply', () => {
  it('is distinguished from a body that looks like one', () => {
    const made = reply({ id: 4 }, { status: 201, language: 'fr' });
    expect(made).to.deep.equal({ body: { id: 4 }, status: 201, headers: {}, language: 'fr' });
    expect([made, { ...made }, null, 'reply'].map(isReply)).to.deep.equal([true, false, false, false]);
  });

  it('has the requested content type', () => {
    expect(reply('a,b', { type: 'text/csv', headers: { Link: '<x>' } }).headers).to.deep.equal({ Link: '<x>', 'Content-Type': 'text/csv' });
  });

  const typed: readonly (readonly [string, unknown, object | RegExp])[] = [
    ['gives a text the declared type', 'a,b', { status: 200, headers: { 'Content-Type': 'text/csv' }, body: 'a,b' }],
    [
      'keeps the rest of an answer',
      reply('é', { status: 201, language: 'fr' }),
      { status: 201, language: 'fr', headers: { 'Content-Type': 'text/csv' }, body: 'é' },
    ],
    ['leaves a redirection alone', reply({ moved: true }, { status: 301 }), { status: 301, headers: {}, body: { moved: true } }],
    ['refuses an object', { a: 1 }, /neither text nor a Buffer, and text\/csv is declared/],
    ['refuses another type', reply('<a>', { type: 'text/html' }), /of the type text\/html, and text\/csv is declared/],
  ];
  for (const [what, answered, expected] of typed) {
    it(`of an endpoint that declares its type ${what}`, () => {
      if (expected instanceof RegExp) expect(() => withContentType(answered, 'text/csv')).to.throw(expected);
      else expect({ ...withContentType(answered, 'text/csv') }).to.deep.equal(expected);
    });
  }
});
