import { expect } from 'chai';
import type { Schema } from '../../../lib/registry/args/arg';
import { createRegistry, READABLE } from '../../../lib/registry/registry';
import { described, NAMESPACE, type User } from '../sample';

const endpoint = { methods: READABLE, permission: 'public', args: {}, handle: () => ({}) } as const;

/** Registers an endpoint without type checks, as plain JavaScript can. */
const declare = (more: object) => () => createRegistry<User>().registerRoute(NAMESPACE, '/a', { ...endpoint, ...more } as typeof endpoint);

const unfit: readonly [object, RegExp][] = [
  [{ errors: 'rest_forbidden' }, /the keyword "errors" is "rest_forbidden": give it a list of codes\.$/],
  [
    { errors: ['rest_forbiden'] },
    /in errors\.0: the code "rest_forbiden" is not a code of the service: correct it, or give \{ code, status, description \}/,
  ],
  [{ errors: ['-not-accessible'] }, /in errors\.0: the code "-not-accessible" is not a code of the service/],
  [{ errors: [{ status: 409, description: described('closure') }] }, /in errors\.0: it lacks "code": give it a text\.$/],
  [
    { errors: [{ code: 'closed', status: 200, description: described('closure') }] },
    /in errors\.0: the keyword "status" is 200: give it one from 400 to 599\.$/,
  ],
  [
    { errors: [{ code: 'closed', status: 409, description: { en: 'Closed' } }] },
    /in errors\.0: the keyword "description" is \{"en":"Closed"\}: give it a text in each of en, fr\.$/,
  ],
  [{ headers: 5 }, /the keyword "headers" is 5: give it an object with a schema for each name\.$/],
  [
    { headers: { 'X Total': { description: described('total') } } },
    /header "X Total": it cannot be sent under this name: use letters, digits and hyphens\.$/,
  ],
  [{ headers: { 'X-Total': { type: 'integer' } } }, /header "X-Total": it lacks "description": give it a text in each of en, fr\.$/],
  [{ headers: { 'X-Total': { typ: 'integer', description: described('total') } } }, /header "X-Total": the keyword "typ" is unknown/],
  [{ alternatives: ['html'] }, /in alternatives\.0: it is "html": give it a content type such as "text\/html", or \{ type, answers \}\.$/],
  [{ alternatives: [{ type: 'text/html' }] }, /in alternatives\.0: .*/],
  [{ alternatives: 'text/html' }, /the keyword "alternatives" is "text\/html": give it a list of content types such as "text\/html"\.$/],
  [{ answers: { type: 'object', title: 'Error' } }, /answers: the title "Error" is that of errors: choose another\.$/],
];

const seat = (more: Schema = {}): Schema => ({ type: 'object', title: 'Seat', properties: { row: { type: 'string' } }, ...more });

describe('declared answers and error codes of an endpoint', () => {
  for (const [more, sentence] of unfit) {
    it(`does not start with ${JSON.stringify(more)}`, () => {
      expect(declare(more)).to.throw(sentence);
    });
  }

  it('starts with codes of the service, of any kind and of its own', () => {
    const own = { code: 'closed', status: 409, description: described('closure') };
    expect(declare({ errors: ['rest_forbidden', 'film-not-accessible', own] })).to.not.throw();
  });

  it('has one schema for a title in a namespace, at any depth', () => {
    const registry = createRegistry<User>();
    const answering = (namespace: string, path: string, answers: Schema) => () =>
      registry.registerRoute(namespace, path, { ...endpoint, answers } as typeof endpoint);
    expect(answering(NAMESPACE, '/a', seat())).to.not.throw();
    expect(answering(NAMESPACE, '/b', { type: 'array', items: { ...seat(), description: described('seat') } })).to.not.throw();
    expect(answering('other/v1', '/a', seat({ maxProperties: 1 }))).to.not.throw();
    expect(answering(NAMESPACE, '/c', { type: 'array', items: seat({ maxProperties: 1 }) })).to.throw(
      /Route cal\/events\/v1\/c: answers: the title "Seat" is that of another schema already: give each its own, or the same schema\.$/,
    );
    expect(answering(NAMESPACE, '/d', { title: 'A seat' })).to.not.throw();
    expect(answering(NAMESPACE, '/e', { title: 'A seat', type: 'string' })).to.not.throw();
  });
});
