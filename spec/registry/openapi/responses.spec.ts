import { expect } from 'chai';
import { errors } from '../../../lib/errors/errors';
import { CREATABLE, createRegistry, DELETABLE, EDITABLE, READABLE } from '../../../lib/registry/registry';
import { described, id, NAMESPACE, slug, title, type User } from '../sample';
import { documentOf } from './document';

interface Json {
  readonly [name: string]: Json;
}

const KIND = { kind: 'film', name: { en: 'film', fr: 'film' } };
const film = {
  type: 'object',
  title: 'Film',
  properties: { id: { type: 'integer', required: true }, slug: { type: 'string', required: true } },
} as const;
const shown = {
  type: 'object',
  title: 'Show',
  properties: {
    id: { type: 'integer', required: true },
    film: { anyOf: [film, { type: 'array', maxItems: 0 }], required: true },
    guests: { type: 'array', items: film },
  },
} as const;
const films = {
  type: 'object',
  properties: { films: { type: 'array', items: film, required: true }, next_rest_url: { type: 'string' } },
} as const;
const page = { type: 'integer', default: 1, description: described('page') } as const;
const emma = { id: 1, slug: 'emma' };
const total = { type: 'integer', required: true, description: described('total') } as const;

const registry = createRegistry<User>();
registry.registerRoute(
  NAMESPACE,
  '/films',
  {
    methods: READABLE,
    permission: 'public',
    args: { page },
    answers: films,
    headers: { 'X-Total': total },
    handle: () => ({ films: [emma] }),
  },
  {
    methods: CREATABLE,
    permission: 'edit_events',
    args: { title },
    answers: film,
    errors: ['could-not-create-film', { code: 'cinema-closed', status: 409, description: described('closure') }],
    handle: () => emma,
  },
);
registry.registerRoute(
  NAMESPACE,
  { path: '/films/{id}', load: () => emma, notFound: ({ id: key }) => errors.notFound(KIND, key) },
  { methods: READABLE, permission: 'public', args: { id }, answers: film, errors: ['film-not-accessible'], handle: () => emma },
  { methods: EDITABLE, permission: 'edit_events', args: { id, title }, answers: film, handle: () => emma },
  { methods: DELETABLE, permission: 'edit_events', args: { id }, answers: film, handle: () => emma },
);
registry.registerRoute(
  NAMESPACE,
  { path: '/films/by-slug/{slug}', load: () => emma },
  { methods: READABLE, permission: 'public', args: { slug }, answers: film, handle: () => emma },
);
registry.registerRoute(NAMESPACE, '/shows/{id}', {
  methods: READABLE,
  permission: 'public',
  args: { id },
  answers: shown,
  alternatives: ['text/html; charset=UTF-8'],
  handle: () => ({ id: 1, film: emma }),
});
registry.registerRoute(NAMESPACE, '/echo/{word}', {
  methods: READABLE,
  permission: 'public',
  args: { word: { type: 'string', description: described('word') } },
  handle: () => '',
});

const EXAMPLES = {
  answers: { getFilms: { films: [emma] }, getFilmsById: emma, getShowsById: { odd: true } },
  operations: { getFilms: 'getFilms', getFilmsById: 'getFilmsById', putFilmsById: 'getFilmsById', getShowsById: 'getShowsById' },
  refusals: { 'rest_forbidden 401': { json: { code: 'rest_forbidden' }, problem: { type: 'about:blank' } } },
};
const sentDocument = (more: Parameters<typeof documentOf>[1] = {}, of = registry) =>
  JSON.parse(JSON.stringify(documentOf(of, more))) as Json;
const document = sentDocument();
const operation = (path: string, method: string, from = document): Json => from['paths']?.[path]?.[method] ?? {};
const response = (path: string, method: string, status: number, from = document): Json => {
  const found = operation(path, method, from)['responses']?.[status] ?? {};
  const ref = found['$ref'] as unknown as string | undefined;
  return ref === undefined ? found : (from['components']?.['responses']?.[ref.split('/').at(-1) ?? ''] ?? {});
};
const codes = (path: string, method: string, status: number): unknown => {
  const [, own] = (response(path, method, status)['content']?.['application/json']?.['schema']?.['allOf'] ?? []) as unknown as Json[];
  return own?.['properties']?.['code']?.['enum'];
};

const EVERYWHERE = ['408', '429', '431', '500', '503'];
const BODIES = ['413', '415'];
const HTTP = ['rest_invalid_host', 'rest_too_many_parameters', 'rest_callback_invalid', 'rest_answer_too_large'];
const LOGINS = ['incorrect_password', 'invalid_email', 'invalid_username'];

describe('OpenAPI document: responses', () => {
  const statuses: readonly [string, string, readonly string[]][] = [
    ['/films', 'get', ['200', '304', '400', '401', '403', ...EVERYWHERE]],
    ['/films', 'post', ['200', '201', '400', '401', '403', '408', '409', ...BODIES, ...EVERYWHERE.slice(1), '507']],
    ['/films/{id}', 'get', ['200', '304', '400', '401', '403', '404', ...EVERYWHERE]],
    ['/films/{id}', 'patch', ['200', '400', '401', '403', '404', '408', ...BODIES, ...EVERYWHERE.slice(1), '507']],
    ['/films/{id}', 'delete', ['200', '400', '401', '403', '404', '408', ...BODIES, ...EVERYWHERE.slice(1), '507']],
  ];
  for (const [path, method, expected] of statuses) {
    it(`lists the statuses of ${method.toUpperCase()} ${path}`, () => {
      expect(Object.keys(operation(path, method)['responses'] ?? {})).to.deep.equal(expected);
    });
  }

  const refusals: readonly [string, string, number, readonly string[]][] = [
    ['/films', 'get', 400, ['rest_invalid_param', ...HTTP]],
    ['/films', 'post', 409, ['cinema-closed']],
    ['/films', 'get', 401, LOGINS],
    ['/films', 'post', 401, ['rest_forbidden', ...LOGINS]],
    ['/films', 'post', 413, ['rest_content_too_large']],
    ['/films/{id}', 'get', 403, ['film-not-accessible', 'rest_cookie_invalid_nonce']],
    ['/films/{id}', 'get', 404, ['rest_no_route', 'rest-film-not-found']],
    ['/films/{id}', 'get', 400, ['rest_invalid_param', ...HTTP]],
    ['/films/by-slug/{slug}', 'get', 404, ['rest_no_route', 'rest_record_not_found']],
    ['/echo/{word}', 'get', 404, ['rest_no_route']],
    ['/films', 'get', 503, ['rest_overloaded', 'database_unavailable', 'rest_plugin_timeout']],
  ];
  for (const [path, method, status, expected] of refusals) {
    it(`lists the error codes of ${method.toUpperCase()} ${path} with ${status}`, () => {
      expect(codes(path, method, status)).to.deep.equal(expected);
    });
  }

  it('lists codes of missing and invalid parameters, and declared ones', () => {
    expect(codes('/films', 'post', 400)).to.include.members([
      ...['rest_missing_callback_param', 'rest_invalid_param', 'could-not-create-film', 'rest_invalid_json', 'rest_undecodable_body'],
    ]);
  });

  it('lists a code once, with every declared reason', () => {
    const closing = createRegistry<User>();
    for (const [name, why] of [['a', 'rain'] as const, ['b', 'snow'] as const])
      closing.registerRoute(NAMESPACE, `/closed-${name}/{id}`, {
        methods: READABLE,
        permission: 'public',
        args: { id },
        errors: [
          { code: 'closed', status: 409, description: described(why) },
          { code: 'rest_no_route', status: 404, description: described(why) },
        ],
        handle: () => emma,
      });
    const made = sentDocument({}, closing);
    const found = ['a', 'b'].map((name) => response(`/closed-${name}/{id}`, 'get', 409, made)['description']);
    expect(found.map(String).map((text) => text.split('- ')[1])).to.deep.equal(['`closed`: The rain', '`closed`: The snow']);
    expect(String(response('/closed-a/{id}', 'get', 404, made)['description']).match(/`rest_no_route`/g)).to.have.lengthOf(1);
  });

  it('explains each code in the language of the document', () => {
    const { description } = response('/films', 'post', 413, sentDocument({ language: 'fr' }));
    expect(description).to.match(
      /^Le corps ou l’enregistrement est trop volumineux\. Le code est l’un de ceux-ci :\n\n- `rest_content_too_large`: /,
    );
    expect(response('/films', 'post', 409)['description']).to.match(/- `cinema-closed`: The closure$/);
  });

  it('has errors as JSON and as problem+json', () => {
    expect(Object.keys(response('/films', 'get', 400)['content'] ?? {})).to.deep.equal(['application/json', 'application/problem+json']);
    expect(Object.keys(response('/films', 'get', 431)['content'] ?? {})).to.deep.equal(['application/json']);
  });

  it('lists response headers: common, of reads, Retry-After and declared ones', () => {
    const headersOf = (path: string, method: string, status: number) => Object.keys(response(path, method, status)['headers'] ?? {});
    const every = ['X-Request-Id', 'Content-Language', 'Vary'];
    expect(headersOf('/films', 'get', 200)).to.deep.equal([
      ...every,
      ...['Link', 'Allow', 'ETag', 'Ignored-Params', 'Cache-Control', 'X-Total'],
    ]);
    expect(headersOf('/films', 'post', 200)).to.deep.equal([...every, 'Link', 'Allow', 'Ignored-Params', 'Cache-Control']);
    expect(headersOf('/films', 'post', 201)).to.deep.equal([...every, 'Link', 'Allow', 'Ignored-Params', 'Cache-Control']);
    expect(headersOf('/films', 'get', 304)).to.deep.equal([...every, 'Link', 'Allow', 'Ignored-Params', 'ETag']);
    expect(headersOf('/films', 'get', 503)).to.deep.equal([...every, 'Link', 'Allow', 'Ignored-Params', 'Retry-After']);
    expect(headersOf('/films', 'get', 408)).to.deep.equal([]);
    expect(document['components']?.['headers']?.['X-Total']).to.deep.equal({
      description: 'The total',
      required: true,
      schema: { type: 'integer' },
    });
  });

  it('has the declared answer as schema of the success, without a declaration any', () => {
    const schemaOf = (path: string) => response(path, 'get', 200)['content']?.['application/json']?.['schema'];
    expect(schemaOf('/films')).to.deep.equal({
      type: 'object',
      properties: { films: { type: 'array', items: { $ref: '#/components/schemas/Film' } }, next_rest_url: { type: 'string' } },
      required: ['films'],
    });
    expect(schemaOf('/echo/{word}')).to.deep.equal({});
  });

  it('describes answers in the language of the document, with bounds as in JSON Schema', () => {
    const answers = { type: 'number', minimum: 0, exclusiveMinimum: true, description: described('price') } as const;
    const own = createRegistry<User>();
    own.registerRoute(NAMESPACE, '/price', { methods: READABLE, permission: 'public', args: {}, answers, handle: () => 1 });
    const { content } = response('/price', 'get', 200, sentDocument({ language: 'fr' }, own));
    expect(content?.['application/json']?.['schema']).to.deep.equal({ description: 'Le champ price', type: 'number', exclusiveMinimum: 0 });
  });

  it('refers to titled schemas', () => {
    for (const [path, method, status] of [['/films/{id}', 'get', 200] as const, ['/films', 'post', 201] as const])
      expect(response(path, method, status)['content']?.['application/json']?.['schema']).to.deep.equal({
        $ref: '#/components/schemas/Film',
      });
    expect(document['components']?.['schemas']?.['Show']).to.have.nested.property('properties.guests.items').that.deep.equals({
      $ref: '#/components/schemas/Film',
    });
  });

  it('lists alternative content types', () => {
    expect(response('/shows/{id}', 'get', 200)['content']).to.have.deep.property('text/html', { schema: { type: 'string' } });
  });

  it('has links from created and read records to their operations', () => {
    expect(Object.keys(response('/films', 'post', 201)['links'] ?? {})).to.deep.equal([
      ...['getFilmsById', 'patchFilmsById', 'deleteFilmsById', 'getFilmsBySlug'],
    ]);
    expect(Object.keys(response('/films/{id}', 'put', 200)['links'] ?? {})).to.deep.equal([
      'getFilmsById',
      'deleteFilmsById',
      'getFilmsBySlug',
    ]);
    expect(Object.keys(response('/films/{id}', 'delete', 200)['links'] ?? {})).to.deep.equal([]);
  });

  it('has links from lists to records and the next page', () => {
    const links = response('/films', 'get', 200)['links'] ?? {};
    expect(links['films']).to.deep.include({ operationId: 'getFilmsById', parameters: { id: '$response.body#/films/0/id' } });
    expect(links['next']).to.include({ operationId: 'getFilms' });
    const { film: one, guests } = response('/shows/{id}', 'get', 200)['links'] ?? {};
    expect(one?.['parameters']).to.deep.equal({ id: '$response.body#/film/id' });
    expect(guests?.['parameters']).to.deep.equal({ id: '$response.body#/guests/0/id' });
  });

  it('shows recorded examples that fit the schema', () => {
    const made = sentDocument({ examples: EXAMPLES });
    const shownAt = (path: string, method: string, status: number) =>
      response(path, method, status, made)['content']?.['application/json']?.['examples'];
    const ref = (name: string) => ({ $ref: `#/components/examples/${name}` });
    expect(shownAt('/films/{id}', 'get', 200)).to.deep.equal({ answer: ref('getFilmsById') });
    expect(shownAt('/films/{id}', 'put', 200)).to.deep.equal({ answer: ref('getFilmsById') });
    expect(shownAt('/shows/{id}', 'get', 200)).to.equal(undefined);
    expect(shownAt('/films', 'post', 401)).to.deep.equal({ rest_forbidden: ref('rest_forbidden.401') });
    expect(Object.keys(made['components']?.['examples'] ?? {})).to.have.members([
      ...['getFilms', 'getFilmsById', 'rest_forbidden.401', 'rest_forbidden.401.problem'],
    ]);
  });

  it('are equal in both languages, except texts', () => {
    const bare = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, one) => (['description', 'summary', 'url'].includes(key) && typeof one === 'string' ? '' : one)),
      );
    expect(bare(sentDocument({ language: 'fr' }))).to.deep.equal(bare(document));
  });
});
