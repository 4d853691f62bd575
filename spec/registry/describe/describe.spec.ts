import { expect } from 'chai';
import type { ArgRequest } from '../../../lib/registry/args/arg';
import { describeNamespace, describeRoot, describeRoute } from '../../../lib/registry/describe';
import { CREATABLE, createRegistry, DELETABLE, READABLE } from '../../../lib/registry/registry';
import { described, everyRoute, id, NAMESPACE, READER, routeOf, tags, title, type User } from '../sample';

let now = '2030-01-02';
const handle = () => 'done';
const registry = createRegistry<User>({ everyRoute });
registry.registerRoute(
  NAMESPACE,
  '/events',
  {
    methods: READABLE,
    args: {
      start_date: { type: 'string', default: ({ language }: ArgRequest) => `${now} ${language}`, description: described('start') },
      per_page: { type: 'integer', default: 10, maximum: 50, validate: () => true, sanitize: () => 1, description: described('page size') },
    },
    permission: 'public',
    handle,
  },
  { methods: CREATABLE, args: { title, tags }, permission: 'edit_events', handle },
);
registry.registerRoute(
  NAMESPACE,
  '/events/{id}',
  { methods: READABLE, args: { id }, permission: 'public', handle },
  {
    methods: DELETABLE,
    args: { id, secret: { type: 'string', default: () => 'x', announced: false, description: described('secret') } },
    permission: 'delete_events',
    handle,
  },
);
registry.registerRoute(NAMESPACE, '/doc', { methods: READABLE, args: {}, permission: 'public', handle });

const FRENCH = { language: 'fr', baseUrl: 'http://127.0.0.1:3000/fr' } as const;
const mlLanguage = { description: 'The language', type: 'string', enum: ['en', 'fr'], required: false };

describe('index and OPTIONS: description of routes and args', () => {
  it('leave out patternText', () => {
    const own = createRegistry<User>();
    const seat = { type: 'string', pattern: '^[A-H]$', patternText: described('seat'), description: described('seat') } as const;
    const answers = { type: 'object', properties: { seat } } as const;
    const args = { seat, seats: { type: 'array', items: seat, description: described('seats') } } as const;
    own.registerRoute(NAMESPACE, '/seats', { methods: READABLE, args, permission: 'public', answers, handle: () => ({ seat: 'A' }) });
    const output = JSON.stringify([describeNamespace(own, NAMESPACE, READER), describeRoute(routeOf(own, '/seats'), READER)]);
    expect(output)
      .to.include('^[A-H]$')
      .and.to.include('draft-04')
      .and.not.to.match(/pattern-?text/i);
  });

  it('show a route as the reference does, with computed defaults', () => {
    now = '2031-05-06';
    expect(describeNamespace(registry, NAMESPACE, READER).routes['/cal/events/v1/events']).to.deep.equal({
      namespace: NAMESPACE,
      methods: ['GET', 'POST'],
      endpoints: [
        {
          methods: ['GET'],
          args: {
            start_date: { default: '2031-05-06 en', description: 'The start', type: 'string', required: false },
            per_page: { default: 10, description: 'The page size', type: 'integer', maximum: 50, required: false },
            ml_language: mlLanguage,
          },
        },
        {
          methods: ['POST'],
          args: {
            title: { description: 'The title', type: 'string', minLength: 1, required: true },
            tags: { default: null, description: 'The tags', type: 'array', items: { type: 'integer' }, maxItems: 1000, required: false },
            ml_language: mlLanguage,
          },
        },
      ],
      _links: { self: [{ href: 'http://127.0.0.1:3000/en/cal/events/v1/events' }] },
    });
    now = '2032-07-08';
    const again = describeNamespace(registry, NAMESPACE, FRENCH).routes['/cal/events/v1/events'];
    expect(again?.endpoints[0]?.args['start_date']).to.include({ default: '2032-07-08 fr', description: 'Le champ start' });
    expect(again?._links).to.deep.equal({ self: [{ href: 'http://127.0.0.1:3000/fr/cal/events/v1/events' }] });
  });

  it('leave out self links of routes with variables, and unannounced args', () => {
    expect(describeRoute(routeOf(registry, '/events/{id}'), READER)).to.deep.equal({
      namespace: NAMESPACE,
      methods: ['GET', 'DELETE'],
      endpoints: [
        { methods: ['GET'], args: { id: { description: 'The ID', type: 'integer', required: true }, ml_language: mlLanguage } },
        { methods: ['DELETE'], args: { id: { description: 'The ID', type: 'integer', required: true }, ml_language: mlLanguage } },
      ],
    });
  });

  it('show the schema of answers in OPTIONS only, as JSON Schema draft 4', () => {
    const answering = createRegistry<User>();
    const number = { type: 'integer', minimum: 0, exclusiveMinimum: true, required: true, description: described('number') } as const;
    const found = () => ({ number: 1 });
    const reading = { methods: READABLE, permission: 'public', handle: found } as const;
    const answers = { type: 'object', title: 'thing', properties: { number } } as const;
    const deleted = { methods: DELETABLE, permission: 'public', args: { id }, answers: { type: 'boolean' }, handle: () => true } as const;
    answering.registerRoute(NAMESPACE, '/things', { ...reading, args: {}, answers });
    answering.registerRoute(NAMESPACE, '/things/{id}', deleted, { ...reading, args: { id } });
    answering.registerRoute(NAMESPACE, '/all/{id}', deleted, { ...reading, args: { id }, answers });
    answering.registerRoute(NAMESPACE, '/none', { ...reading, args: {} });
    const described04 = { $schema: 'http://json-schema.org/draft-04/schema#' };
    const record = {
      ...described04,
      title: 'thing',
      type: 'object',
      properties: { number: { description: 'Le champ number', type: 'integer', minimum: 0, exclusiveMinimum: true } },
      required: ['number'],
    };
    const [, ...routes] = answering.routes.map((route) => describeRoute(route, FRENCH));
    expect(routes.map(({ schema }) => schema)).to.deep.equal([
      record,
      { ...described04, title: 'things', type: 'boolean' },
      record,
      undefined,
    ]);
    expect(Object.keys(routes[0] ?? {})).to.deep.equal(['namespace', 'methods', 'endpoints', 'schema', '_links']);
    expect(Object.keys(routes[3] ?? {})).to.deep.equal(['namespace', 'methods', 'endpoints', '_links']);
    expect(JSON.stringify(describeNamespace(answering, NAMESPACE, FRENCH))).to.not.include('schema');
  });

  it('show empty args as an object, and link a namespace to the root', () => {
    const bare = createRegistry<User>();
    bare.registerRoute(NAMESPACE, '/doc', { methods: READABLE, args: {}, permission: 'public', handle });
    const index = describeNamespace(bare, NAMESPACE, READER);
    expect(index.routes['/cal/events/v1/doc']?.endpoints).to.deep.equal([{ methods: ['GET'], args: {} }]);
    expect(index._links).to.deep.equal({ up: [{ href: 'http://127.0.0.1:3000/en/' }] });
    expect(index.routes['/cal/events/v1']?.endpoints[0]?.args['namespace']).to.include({ default: NAMESPACE, required: false });
  });

  it('show every route in the root index', () => {
    const root = describeRoot(registry, { ...READER, name: 'Calendar', description: 'Events' });
    expect(root).to.include({
      name: 'Calendar',
      description: 'Events',
      url: READER.baseUrl,
      home: READER.baseUrl,
      gmt_offset: 0,
      timezone_string: 'UTC',
      site_logo: 0,
      site_icon: 0,
      site_icon_url: '',
    });
    expect(Object.entries(root.routes).map(([key, route]) => [key, route.namespace])).to.deep.equal([
      ['/', ''],
      ...registry.routes.map(({ key }) => [key, NAMESPACE]),
    ]);
    expect(root.namespaces).to.deep.equal([NAMESPACE]);
    expect(root._links).to.deep.equal({ help: [{ href: 'http://127.0.0.1:3000/en/cal/events/v1/doc' }] });
  });
});
