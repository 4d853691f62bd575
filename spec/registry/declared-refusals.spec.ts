import { expect } from 'chai';
import type { Schema } from '../../lib/registry/args';
import { createRegistry, READABLE } from '../../lib/registry/registry';
import { described, NAMESPACE, type User } from './sample';

const endpoint = { methods: READABLE, permission: 'public', args: {}, handle: () => ({}) } as const;

/** Registers an endpoint as plain JavaScript can. */
const declare = (more: object) => () => createRegistry<User>().registerRoute(NAMESPACE, '/a', { ...endpoint, ...more } as typeof endpoint);

const unfit: readonly [object, RegExp][] = [
  [{ errors: 'rest_forbidden' }, /"errors" is no list: give one of codes, or leave it out\.$/],
  [
    { errors: ['rest_forbiden'] },
    /the code "rest_forbiden" in "errors" is none of the service’s: correct it, or give \{ code, status, description \}/,
  ],
  [{ errors: ['-not-accessible'] }, /the code "-not-accessible" in "errors" is none of the service’s/],
  [{ errors: [{ status: 409 }] }, /"errors" holds what has no code/],
  [
    { errors: [{ code: 'closed', status: 200, description: described('closure') }] },
    /the code "closed" in "errors" has the status 200: give one from 400 to 599\.$/,
  ],
  [
    { errors: [{ code: 'closed', status: 409, description: { en: 'Closed' } }] },
    /the code "closed" in "errors": the description lacks a language: give it in en, fr\.$/,
  ],
  [{ headers: 5 }, /"headers" is no object/],
  [{ headers: { 'X Total': { description: described('total') } } }, /the header "X Total" has no name that can be sent/],
  [{ headers: { 'X-Total': { type: 'integer' } } }, /the header "X-Total": the description lacks a language/],
  [{ headers: { 'X-Total': { typ: 'integer', description: described('total') } } }, /the header "X-Total": the keyword "typ" is unknown/],
  [{ alternatives: ['html'] }, /"alternatives" is no list of content types such as "text\/html": correct "html"\.$/],
  [{ alternatives: 'text/html' }, /"alternatives" is no list of content types such as "text\/html": correct "text\/html"\.$/],
  [{ answers: { type: 'object', title: 'Error' } }, /answers: the title "Error" is that of errors: choose another\.$/],
];

const seat = (more: Schema = {}): Schema => ({ type: 'object', title: 'Seat', properties: { row: { type: 'string' } }, ...more });

describe('What an endpoint declares of its answers', () => {
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
