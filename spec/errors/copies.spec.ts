import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from 'chai';
import { ApiError, refusedAt } from '../../lib/errors/refusal';
import type { Plugin } from '../../lib/program/plugins/plugin';
import type { reply } from '../../lib/registry/answers/reply';
import { CREATABLE } from '../../lib/registry/registry';
import { openPromises } from '../support/stage';

/** Loads a module a second time, as happens if a plugin bundles its own copy of the package. */
const secondCopy = <Exports>(name: string): Exports => {
  const file = path.join(__dirname, `../../lib/${name}.js`);
  const module = { exports: {} as Exports };
  new Function('module', 'exports', 'require', readFileSync(file, 'utf8'))(module, module.exports, createRequire(file));
  return module.exports;
};

const { ApiError: Other } = secondCopy<{ readonly ApiError: typeof ApiError }>('errors/refusal');
const { reply: otherReply } = secondCopy<{ readonly reply: typeof reply }>('registry/answers/reply');
const closed = { en: 'The club is closed.', fr: 'Le club est fermé.' };

/** An error of the second copy with a status that the class would reject. */
const odd = new Other('club-closed', 403, closed);
Object.assign(odd, { status: 200 });

const plugin: Plugin = (registry) => {
  const thrower = (thrown: () => unknown) => ({
    methods: 'GET' as const,
    permission: 'public' as const,
    args: {},
    errors: [{ code: 'club-closed', status: 403, description: closed }],
    handle: () => {
      throw thrown();
    },
  });
  for (const [path, thrown] of Object.entries({
    '/other-copy': () => new Other('club-closed', 403, closed, { until: 5 }, {}, { 'Retry-After': '9' }),
    '/odd-status': () => odd,
    '/english': () => new ApiError('club-closed', 403, { en: closed.en } as never),
    '/french': () => new ApiError('club-closed', 403, { en: '', fr: closed.fr }),
    '/plain': () => new ApiError('club-closed', 403, 'Closed.' as never),
    '/silent': () => new ApiError('club-closed', 403, undefined as never),
  }))
    registry.registerRoute('club/v1', path, thrower(thrown));
  registry.registerRoute('club/v1', '/reply', {
    methods: CREATABLE,
    permission: 'public',
    args: {},
    handle: () => otherReply({ a: 1 }, { status: 201, headers: { 'X-Seats': '5' } }),
  });
  registry.registerRoute('club/v1', '/arg', {
    methods: CREATABLE,
    permission: 'public',
    args: {
      seat: {
        type: 'string',
        description: closed,
        validate: (_: unknown) => {
          throw new Other('seat-taken', 400, { en: 'Taken.' } as never);
        },
      },
    },
    handle: ({ params }) => params,
  });
};

describe('ApiError', () => {
  it('recognises one of a second copy of the package by its brand', () => {
    const error = new Other('club-closed', 403, closed);
    expect(Other).to.not.equal(ApiError);
    expect(error).to.be.an.instanceOf(ApiError);
    expect(new ApiError('club-closed', 403, closed)).to.be.an.instanceOf(Other);
  });

  it('is not confused with other errors and objects', () => {
    for (const value of [new Error('a'), Object.create(null), { code: 'a', status: 400, text: closed }, null, undefined, 'a', 5])
      expect(value).to.not.be.an.instanceOf(ApiError);
  });

  it('accepts only statuses of errors', () => {
    for (const status of [400, 599]) expect(new ApiError('a', status, closed).status).to.equal(status);
    for (const status of [200, 302, 399, 600, 404.5, Number.NaN, '404' as never])
      expect(() => new ApiError('a', status, closed)).to.throw(RangeError, 'The status of an ApiError is an integer from 400 to 599');
  });

  it('tells classes that extend it apart', () => {
    class Closed extends ApiError {}
    expect(new Closed('club-closed', 403, closed))
      .to.be.an.instanceOf(Closed)
      .and.an.instanceOf(ApiError);
    expect(new ApiError('club-closed', 403, closed)).to.not.be.an.instanceOf(Closed);
  });

  it('has a text in every language, if need be that of another one', () => {
    expect(new ApiError('club-closed', 403, { fr: closed.fr } as never).text).to.deep.equal({ en: closed.fr, fr: closed.fr });
    expect(refusedAt({ en: 'Seat 1:', fr: 'Place 1 :' }, new ApiError('a', 400, { en: 'Taken.' } as never)).text.fr).to.equal(
      'Place 1 : Taken.',
    );
  });
});

describe('What a plugin throws and answers', () => {
  const { stage } = openPromises({}, [plugin]);
  const at = (language: 'en' | 'fr', place: string) => `//${language}/club/v1/${place}`;

  for (const language of ['en', 'fr'] as const) {
    it(`is an error of the service if it is an ApiError of a second copy, in ${language}`, async () => {
      await stage().step({
        path: at(language, 'other-copy'),
        status: 403,
        code: 'club-closed',
        has: { message: closed[language], 'data.until': 5 },
        answers: { 'retry-after': '9' },
      });
      const seat = { method: 'POST', path: at(language, 'arg'), json: { seat: 'a' }, status: 400, code: 'rest_invalid_param' };
      await stage().step({ ...seat, has: { 'data.params.seat': 'Taken.', 'data.details.seat.code': 'seat-taken' } });
    });

    it(`is 500 if its status is not one of errors, in ${language}`, async () => {
      await stage().step({ path: at(language, 'odd-status'), status: 500, code: 'internal_server_error' });
    });

    it(`is a reply if it is one of a second copy, in ${language}`, async () => {
      const { body } = await stage().step({ method: 'POST', path: at(language, 'reply'), status: 201, answers: { 'x-seats': '5' } });
      expect(body).to.deep.equal({ a: 1 });
    });

    it(`shows its message in the only language that it has, in ${language}`, async () => {
      for (const [place, message] of [
        ['english', closed.en],
        ['french', closed.fr],
        ['plain', 'Closed.'],
        ['silent', 'club-closed'],
      ] as const)
        await stage().step({ path: at(language, place), status: 403, code: 'club-closed', has: { message } });
    });
  }
});
