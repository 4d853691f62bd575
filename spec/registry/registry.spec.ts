import { expect } from 'chai';
import type { Args } from '../../lib/registry/args/arg';
import { DeclarationError } from '../../lib/registry/declarations/declaration';
import { describeRoute } from '../../lib/registry/describe';
import { perform } from '../../lib/registry/dispatch';
import { createRegistry, DELETABLE, EDITABLE, READABLE } from '../../lib/registry/registry';
import { described, everyRoute, id, NAMESPACE, READER, resolving, routeOf, slug, type User } from './sample';

const handle = () => 'done';
const reading = <const A extends Args>(args: A) => ({ methods: READABLE, args, permission: 'public', handle }) as const;
/** Passes a value without type checks, as plain JavaScript can. */
const untyped = (value: unknown) => value as never;

/** Wrong endpoints of a route, by default of the path `/events`. keywords.spec.ts tests the keywords of args. */
const wrong: readonly (readonly [what: string, endpoints: readonly unknown[], message: RegExp, path?: string, namespace?: string])[] = [
  [
    'a method that the route has',
    [reading({}), reading({})],
    /^Route cal\/events\/v1\/events: the method GET is registered twice: keep one/,
  ],
  ['an unknown method', [{ ...reading({}), methods: 'TRACE' }], /the keyword "methods" is "TRACE": give it READABLE/],
  [
    'an argument supplied by none',
    [reading({ name: { type: 'string', suppliedBy: { arg: 'copi', accepts: { minimum: 1 } }, description: described('name') }, copy: id })],
    /argument "name": the keyword "suppliedBy" names "copi": did you mean "copy"\? Use one of name, copy\./,
  ],
  [
    'a variable that is no argument',
    [reading({})],
    /the variable "id" is not among the args: declare it in every endpoint/,
    '/events/{id}',
  ],
  [
    'a variable of two types',
    [reading({ id }), { ...reading({ id: { type: 'string', description: described('ID') } }), methods: DELETABLE }],
    /the variable "id" has the types "integer" and "string"/,
    '/events/{id}',
  ],
  ['an endpoint without args', [{ methods: READABLE, permission: 'public', handle }], /it lacks "args": give it an object/],
  [
    'an endpoint whose type is none',
    [{ ...reading({}), type: 'calendar' }],
    /the keyword "type" is "calendar": give it a content type such as "text\/calendar; charset=utf-8"/,
  ],
  ['an endpoint without permission', [{ methods: READABLE, args: {}, handle }], /it lacks "permission": give it "public"/],
  ['an endpoint that handles nothing', [{ methods: READABLE, args: {}, permission: 'public' }], /it lacks "handle": give it a function/],
  ['an endpoint that is none', [undefined], /^Route cal\/events\/v1\/events: it is undefined: give it an endpoint/],
  ['a path that is no text', [reading({})], /^Route cal\/events\/v17: the keyword "path" is 7: give it a text/, untyped(7)],
  ['an argument that is none', [reading(untyped({ zip: null }))], /argument "zip": it is null: give it an arg/],
  ['two variables of one name', [reading({ id })], /two variables named "id"/, '/events/{id}/{id}'],
  ['a namespace without a version', [reading({})], /^Namespace "cal\/events" has no version: end it with one/, '/events', 'cal/events'],
  [
    'an argument named __proto__',
    [reading(JSON.parse('{"__proto__":{"description":{"en":"a","fr":"b"}}}'))],
    /argument "__proto__": it cannot have this name: choose another/,
  ],
];

describe('registerRoute', () => {
  for (const [what, endpoints, message, path = '/events', namespace = NAMESPACE] of wrong) {
    it(`refuses ${what}, naming the route and the remedy`, () => {
      const registry = createRegistry<User>();
      expect(() => registry.registerRoute(namespace, path, ...(endpoints as never[]))).to.throw(message);
    });
  }

  it('leaves a route as it was when an addition to it is refused', () => {
    const registry = createRegistry<User>();
    registry.registerRoute(NAMESPACE, '/events', reading({}));
    expect(() => registry.registerRoute(NAMESPACE, '/events', reading({}))).to.throw('registered twice');
    expect(registry.routes.map(({ endpoints }) => endpoints.length)).to.deep.equal([1, 1]);
  });

  const hidden: readonly (readonly [string, string, boolean])[] = [
    ['/events/{id}', '/events/{number}', true],
    ['/events/{slug}', '/events/{id}', true],
    ['/events/{slug}/tags', '/Events/{name}/tags', true],
    ['/events/{id}', '/events/{slug}', false],
    ['/events/{slug}', '/events/next', false],
    ['/events/{slug}/tags', '/events/{slug}/venues', false],
    ['/{slug}/events', '/venues/{slug}', false],
  ];
  for (const [first, second, isHidden] of hidden) {
    it(`${isHidden ? 'refuses' : 'takes'} ${second} beside ${first}`, () => {
      const registry = createRegistry<User>();
      const number = id;
      const args = { id, number, slug, name: slug };
      registry.forPlugin('one').registerRoute(NAMESPACE, first, untyped(reading(args)));
      const add = () => registry.forPlugin('two').registerRoute(NAMESPACE, second, untyped(reading(args)));
      if (isHidden) expect(add).to.throw(DeclarationError, `is one of /cal/events/v1${first} already (first by the plugin one)`);
      else expect(add).not.to.throw();
    });
  }

  it('names the plugin that registers a refused route', () => {
    const registry = createRegistry<User>();
    const [one, two] = [registry.forPlugin('one'), registry.forPlugin('two')];
    one.registerRoute(NAMESPACE, { path: '/venues/{id}', load: () => undefined }, reading({ id }));
    two.registerRoute(NAMESPACE, '/venues/{id}', { ...reading({ id }), methods: DELETABLE });
    expect(two.routes).to.deep.equal(registry.routes);
    expect(registry.routes.map(({ endpoints }) => endpoints.map(({ plugin }) => plugin))).to.deep.equal([['one'], ['one', 'two']]);
    expect(() => one.registerRoute(NAMESPACE, '/venues/{id}', { ...reading({ id }), methods: DELETABLE })).to.throw(
      'Route cal/events/v1/venues/{id}: the method DELETE is registered twice (first by the plugin two): keep one of the endpoints.',
    );
    expect(() => two.registerRoute(NAMESPACE, { path: '/venues/{id}', load: () => undefined })).to.throw('(first by the plugin one)');
    registry.registerRoute(NAMESPACE, '/events', reading({}));
    expect(registry.routes.at(-1)?.endpoints[0]).not.to.have.property('plugin');
  });

  it('does not check answers of trusted routes', async () => {
    const registry = createRegistry<User>();
    const answers = { type: 'object', properties: { id: { type: 'integer', required: true } } } as const;
    const wrong = untyped({ ...reading({}), answers, handle: () => ({ id: 'none' }) });
    registry.trusting('one').registerRoute(NAMESPACE, '/trusted', wrong);
    registry.forPlugin('one').registerRoute(NAMESPACE, '/held', wrong);
    const [trusted, guarded] = [routeOf(registry, '/trusted'), routeOf(registry, '/held')];
    const incoming = { ...READER, method: 'GET', path: {}, query: {}, body: {}, user: undefined, headers: {} } as const;
    expect(await perform(await resolving(trusted, incoming))).to.deep.equal({ id: 'none' });
    expect(await perform(await resolving(guarded, incoming)).catch(String)).to.match(/^Error: GET .* body\.id must be of the type integer/);
    expect(describeRoute(trusted, READER)).to.have.keys('namespace', 'methods', 'endpoints', '_links');
    expect(describeRoute(guarded, READER)).to.include.keys('schema');
    for (const { endpoints } of [trusted, guarded]) expect(endpoints[0]).to.include({ answers, plugin: 'one' });
  });

  it('keeps routes as frozen data, with the namespace’s index first', () => {
    const registry = createRegistry<User>();
    registry.registerRoute(NAMESPACE, '/events/{id}', reading({ id }));
    expect(registry.namespaces).to.deep.equal([NAMESPACE]);
    expect(registry.routes.map(({ key }) => key)).to.deep.equal(['/cal/events/v1', '/cal/events/v1/events/(?P<id>\\d+)']);
    for (const part of [
      registry.routes,
      registry.namespaces,
      ...registry.routes,
      ...registry.routes.flatMap(({ endpoints }) => [endpoints, ...endpoints]),
    ]) {
      expect(part).to.satisfy(Object.isFrozen);
    }
  });

  it('adds endpoints to a path that is registered again, and keeps its load', () => {
    const registry = createRegistry<User>();
    const load = () => ({ name: 'Hall' });
    registry.registerRoute(NAMESPACE, { path: '/venues/{id}', load }, reading({ id }));
    registry.registerRoute(NAMESPACE, '/venues/{id}', { methods: EDITABLE, args: { id }, permission: 'edit_events', handle });
    expect(registry.routes[1]?.endpoints.flatMap(({ methods }) => methods)).to.deep.equal(['GET', 'POST', 'PUT', 'PATCH']);
    expect(registry.routes[1]?.declaredLoad).to.equal(load);
    expect(() => registry.registerRoute(NAMESPACE, { path: '/venues/{id}', load: () => undefined })).to.throw('already has a "load"');
  });

  it('gives every route the args that all routes have', () => {
    const registry = createRegistry<User>({ everyRoute });
    registry.registerRoute(NAMESPACE, '/events/by-slug/{slug}', reading({ slug }));
    expect(registry.routes.map(({ endpoints }) => Object.keys(endpoints[0]?.args ?? {}))).to.deep.equal([
      ['namespace', 'context', 'ml_language'],
      ['slug', 'ml_language'],
    ]);
  });

  it('serves the index of a namespace, and none for an unknown one', async () => {
    const registry = createRegistry<User>();
    registry.registerRoute(NAMESPACE, '/events', reading({}));
    const [index] = registry.routes;
    const request = {
      path: {},
      record: undefined,
      user: undefined,
      headers: {},
      method: 'GET',
      matches: () => true,
      digest: () => '',
      ...READER,
    } as const;
    const routesOf = async (query: Record<string, unknown>) => {
      const params = await index?.endpoints[0]?.validate({ query, body: {} }, request);
      const answer = await index?.endpoints[0]?.handle({ ...request, params: params ?? {} });
      return Object.keys((answer as { body: { routes: object } }).body.routes);
    };
    expect(await routesOf({})).to.deep.equal(['/cal/events/v1', '/cal/events/v1/events']);
    expect(await routesOf({ namespace: NAMESPACE, context: 'bogus' })).to.have.length(2);
    for (const namespace of ['wp/v2', '', ['x'], [NAMESPACE], { $ne: 'x' }, 1, true]) {
      const refused = await routesOf({ namespace }).catch((error: unknown) => error);
      expect(refused, JSON.stringify(namespace)).to.include({ code: 'rest_invalid_namespace', status: 404 });
    }
  });
});
