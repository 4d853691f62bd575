import { expect } from 'chai';
import { CREATABLE, createRegistry, EDITABLE, READABLE } from '../../../lib/registry/registry';
import { described, everyRoute, id, NAMESPACE, slug, tags, title, type User } from '../sample';
import { documentOf } from './document';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
    readonly explode?: boolean;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<string, { readonly schema: { readonly properties: object; readonly required?: string[] } }>;
  };
  readonly security: readonly object[];
}

const handle = () => 'done';
const registry = createRegistry<User>({ everyRoute });
registry.registerRoute(
  NAMESPACE,
  '/events',
  {
    methods: READABLE,
    args: {
      tags,
      price: { type: 'number', minimum: 0, exclusiveMinimum: true, description: described('price') },
      offset: { type: 'integer', announced: false, description: described('offset') },
    },
    permission: 'public',
    handle,
  },
  { methods: CREATABLE, args: { title, tags }, permission: 'edit_events', handle },
);
registry.registerRoute(NAMESPACE, '/events/{id}', { methods: EDITABLE, args: { id, tags }, permission: 'edit_events', handle });
registry.registerRoute(NAMESPACE, '/events/by-slug/{slug}', { methods: EDITABLE, args: { slug, tags }, permission: 'edit_events', handle });

const documentIn = (language: 'en' | 'fr') => documentOf(registry, { language });
const paths = documentIn('en')['paths'] as Record<string, Record<string, Operation>>;
const namesIn = (operation: Operation | undefined, place: string) =>
  operation?.parameters.filter((one) => one.in === place).map(({ name }) => name);
const bodyOf = (operation: Operation | undefined) => operation?.requestBody?.content['application/json']?.schema;

describe('toOpenApi', () => {
  it('is of version 3.1, served below the language root', () => {
    expect(documentIn('en')).to.include({ openapi: '3.1.0' });
    expect(documentIn('en')['servers']).to.deep.equal([{ url: 'http://127.0.0.1:3000/en/cal/events/v1' }]);
    expect(Object.keys(paths)).to.deep.equal(['/', '/events', '/events/{id}', '/events/by-slug/{slug}']);
  });

  it('puts each arg into path, query or body, and leaves out unannounced ones', () => {
    expect(namesIn(paths['/events']?.['get'], 'query')).to.deep.equal(['tags', 'price', 'ml_language']);
    expect(namesIn(paths['/events/{id}']?.['put'], 'path')).to.deep.equal(['id']);
    expect(namesIn(paths['/events/{id}']?.['put'], 'query')).to.deep.equal(['ml_language']);
    expect(Object.keys(bodyOf(paths['/events/{id}']?.['patch'])?.properties ?? {})).to.deep.equal(['tags']);
    expect(Object.keys(bodyOf(paths['/events/by-slug/{slug}']?.['post'])?.properties ?? {})).to.deep.equal(['slug', 'tags']);
  });

  it('requires a body only where something in it is required, in three content types', () => {
    expect(paths['/events']?.['post']?.requestBody?.required).to.equal(true);
    expect(bodyOf(paths['/events']?.['post'])?.required).to.deep.equal(['title']);
    expect(bodyOf(paths['/events']?.['post'])).to.include({ type: 'object' });
    expect(paths['/events/by-slug/{slug}']?.['post']?.requestBody?.required).to.equal(false);
    expect(bodyOf(paths['/events/by-slug/{slug}']?.['post'])).not.to.have.property('type');
    expect(Object.keys(paths['/events']?.['post']?.requestBody?.content ?? {})).to.have.lengthOf(3);
  });

  it('writes bounds as JSON Schema does, and lists with commas', () => {
    const [list, price] = paths['/events']?.['get']?.parameters ?? [];
    expect(price?.schema).to.deep.equal({ type: 'number', exclusiveMinimum: 0 });
    expect(list).to.include({ explode: false });
  });

  it('names each operation once, alike in both languages', () => {
    const idsIn = (language: 'en' | 'fr') =>
      Object.values(documentIn(language)['paths'] as typeof paths).flatMap((one) =>
        Object.values(one).map(({ operationId }) => operationId),
      );
    expect(idsIn('en')).to.deep.equal([
      ...['getIndex', 'getEvents', 'postEvents'],
      ...['postEventsById', 'putEventsById', 'patchEventsById', 'postEventsBySlug', 'putEventsBySlug', 'patchEventsBySlug'],
    ]);
    expect(idsIn('fr')).to.deep.equal(idsIn('en'));
  });

  it('numbers operation IDs that would be equal', () => {
    const alike = createRegistry<User>();
    for (const path of ['/a/b', '/a-b', '/a-b-2', '/a_b'])
      alike.registerRoute(NAMESPACE, path, { methods: READABLE, args: {}, permission: 'public', handle });
    const made = documentOf(alike)['paths'] as typeof paths;
    expect(Object.values(made).map((one) => one['get']?.operationId)).to.deep.equal(['getIndex', 'getAB', 'getAB2', 'getAB22', 'getAB3']);
  });

  it('requires or allows credentials (security)', () => {
    expect(paths['/events']?.['get']?.security).to.deep.equal([{}, { basic: [] }]);
    expect(paths['/events']?.['post']?.security).to.deep.equal([{ basic: [] }]);
  });

  it('has neither dangling nor unused references', () => {
    const made = documentIn('fr');
    const text = JSON.stringify(made);
    const targets = [...text.matchAll(/"\$ref":"#\/components\/(\w+\/[\w.-]+)"/g)].map((match) => match[1]);
    const { securitySchemes: _, ...components } = made['components'] as Record<string, object>;
    const defined = Object.entries(components).flatMap(([section, all]) => Object.keys(all).map((name) => `${section}/${name}`));
    expect([...new Set(targets)].sort()).to.deep.equal(defined.sort());
  });
});
