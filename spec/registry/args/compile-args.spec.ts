import { expect } from 'chai';
import { invalidParam } from '../../../lib/errors/errors';
import { ApiError } from '../../../lib/errors/refusal';
import type { Arg, ArgRequest, Args } from '../../../lib/registry/args/arg';
import { compileArgs, readAs } from '../../../lib/registry/args/compile-args';
import { described, id, slug, tags, title } from '../sample';

const arg = (declared: Omit<Arg, 'description'>): Arg => ({ ...declared, description: described('field') });

const refused = (code: string) => () => {
  throw new ApiError(code, 400, { en: `No: ${code}.`, fr: `Non : ${code}.` }, { hint: 1 });
};

const page = arg({ type: 'integer', default: 1, validate: (value) => Number(value) > 0 || refused('rest_invalid_param')() });
const per_page = arg({ type: 'integer', default: 10 });
const names = arg({
  type: 'array',
  items: { type: 'integer' },
  default: null,
  validate: () => true,
  sanitize: (value) => [value].flat().join('+'),
});
const late = arg({ type: 'string', validate: async () => refused('rest_late')(), sanitize: async () => 'never' });
const query = arg({ type: 'string', sanitize: async (value, { language }) => `${language}:${value}` });
const since = arg({ type: 'string', default: ({ language }: ArgRequest) => `since ${language}` });
const copy = arg({ type: 'integer' });
const name = arg({ type: 'string', required: true, default: 'x', suppliedBy: { arg: 'copy', accepts: { minimum: 1 } } });
const day = arg({ type: 'string', validate: (value) => readAs(new Date(String(value))), sanitize: () => 'none' });
const secret = arg({ sanitize: refused('rest_secret') });

interface Scenario {
  readonly it: string;
  readonly args: Args;
  readonly editable?: boolean;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  readonly params?: Record<string, unknown>;
  /** The expected error code. The members below name its parameters and reasons. */
  readonly code?: string;
  readonly missing?: readonly string[];
  readonly reasons?: Record<string, string>;
}

const scenarios: readonly Scenario[] = [
  { it: 'coerces what was sent and drops what is unknown', args: { page }, query: { page: '3', unknown: '1' }, params: { page: 3 } },
  { it: 'hands on what `validate` has read', args: { day }, query: { day: '2030-06-01' }, params: { day: new Date('2030-06-01') } },
  { it: 'has a null sanitized, which `validate` does not read', args: { day }, body: { day: null }, params: { day: 'none' } },
  {
    it: 'applies defaults to what was not sent',
    args: { page, per_page, tags, since },
    params: { page: 1, per_page: 10, tags: null, since: 'since fr' },
  },
  {
    it: 'applies the default of a null that the type allows',
    args: { note: arg({ type: ['string', 'null'], default: 'x' }), loose: arg({ default: 7 }) },
    body: { note: null, loose: null },
    params: { note: 'x', loose: 7 },
  },
  {
    it: 'never misses what has a default',
    args: { page: { ...page, required: true }, title },
    query: { title: 'x' },
    params: { page: 1, title: 'x' },
  },
  {
    it: 'misses what has a default on an update, where defaults are not applied',
    args: { page: { ...page, required: true } },
    editable: true,
    code: 'rest_missing_callback_param',
    missing: ['page'],
  },
  {
    it: 'neither misses nor gives its default to what another arg supplies',
    args: { copy, name },
    body: { copy: 3 },
    params: { copy: 3 },
  },
  ...[0, '0', null].map((value) => ({
    it: `misses what another arg supplies where that says ${JSON.stringify(value)}`,
    args: { copy, name: { ...name, default: undefined } },
    body: { copy: value },
    code: 'rest_missing_callback_param',
    missing: ['name'],
  })),
  { it: 'prefers the body to the query', args: { page }, query: { page: '3' }, body: { page: 4 }, params: { page: 4 } },
  {
    it: 'lists only the missing parameters, in their order',
    args: { tags, title, slug },
    query: { tags: 'x' },
    code: 'rest_missing_callback_param',
    missing: ['title', 'slug'],
  },
  { it: 'counts a null as missing', args: { title }, body: { title: null }, code: 'rest_missing_callback_param', missing: ['title'] },
  {
    it: 'asks every validator before any schema',
    args: { page, late, title },
    body: { page: 0, late: 'x', title: 7 },
    code: 'rest_invalid_param',
    reasons: { page: 'rest_invalid_param', late: 'rest_late' },
  },
  {
    it: 'then judges every schema at once',
    args: { page, per_page, title },
    body: { page: 1, per_page: 'x', title: '' },
    code: 'rest_invalid_param',
    reasons: { per_page: 'rest_invalid_type', title: 'rest_too_short' },
  },
  {
    it: 'judges a null by the type, though there is a validator',
    args: { page, title },
    body: { page: null, title: 'x' },
    code: 'rest_invalid_param',
    reasons: { page: 'rest_invalid_type' },
  },
  {
    it: 'leaves a null to the sanitiser where there are both validator and sanitiser',
    args: { late },
    body: { late: null },
    params: { late: 'never' },
  },
  {
    it: 'takes a null where the type allows it',
    args: { note: arg({ type: ['string', 'null'] }) },
    body: { note: null },
    params: { note: null },
  },
  { it: 'does not consult the schema where there is a validator', args: { names }, body: { names: ['a', 3] }, params: { names: 'a+3' } },
  { it: 'coerces what a validator allowed', args: { page }, query: { page: '1e1' }, params: { page: 10 } },
  {
    it: 'hands on as sent what a validator allowed and the type does not fit',
    args: { word: arg({ type: 'integer', validate: () => true }) },
    query: { word: 'x' },
    params: { word: 'x' },
  },
  { it: 'waits for a sanitiser and gives it the request', args: { query }, query: { query: 'jazz' }, params: { query: 'fr:jazz' } },
  {
    it: 'tells a sanitiser’s refusal like any other',
    args: { secret, page },
    query: { secret: 'x' },
    code: 'rest_invalid_param',
    reasons: { secret: 'rest_secret' },
  },
  {
    it: 'drops the path’s names from query and body',
    args: { id, slug, page },
    query: { id: '9', slug: 'x' },
    body: { id: 9, slug: 'y' },
    params: { page: 1 },
  },
  { it: 'applies no default on an update', args: { id, page, tags }, editable: true, params: {} },
  {
    it: 'hands on null for an optional parameter of an update',
    args: { id, page, tags, late },
    editable: true,
    body: { page: null, tags: null, late: null },
    params: { page: null, tags: null, late: null },
  },
  {
    it: 'takes a new slug from the body of an update only',
    args: { slug },
    editable: true,
    query: { slug: 'q' },
    body: { slug: 'new' },
    params: { slug: 'new' },
  },
  { it: 'ignores a slug in the query of an update', args: { slug }, editable: true, query: { slug: 'q' }, params: {} },
  {
    it: 'never takes an ID from the body of an update',
    args: { id, tags },
    editable: true,
    body: { id: 9, tags: '1,2' },
    params: { tags: [1, 2] },
  },
  {
    it: 'is not misled by names that every object has',
    args: { constructor: arg({ type: 'string' }), toString: arg({ type: 'string' }) },
    params: {},
  },
  {
    it: 'takes an argument named like what every object has',
    args: { constructor: arg({ type: 'string' }) },
    query: { constructor: 'x' },
    params: { constructor: 'x' },
  },
  { it: 'drops __proto__', args: { page }, body: JSON.parse('{"__proto__":{"page":7}}'), params: { page: 1 } },
];

const request = { path: {}, record: undefined, user: undefined, language: 'fr' } as const;

describe('compileArgs: args of an endpoint', () => {
  for (const { it: title, args, editable = false, query = {}, body = {}, params, code, missing, reasons } of scenarios) {
    it(title, async () => {
      const validate = compileArgs(args, { editable, pathNames: ['id', 'slug'].filter((name) => name in args && code === undefined) });
      const outcome = await validate({ query, body }, request).catch((error: unknown) => error);
      if (code === undefined) {
        expect(outcome).to.deep.equal(params);
        return;
      }
      expect(outcome).to.be.instanceOf(ApiError).with.property('code', code);
      if (!(outcome instanceof ApiError)) return;
      expect(outcome.data['params']).to.deep.equal(missing);
      expect(Object.fromEntries(Object.entries(outcome.reasons).map(([name, reason]) => [name, reason.code]))).to.deep.equal(reasons ?? {});
    });
  }

  for (const [answer, refused] of [
    [false, true],
    [true, false],
    [undefined, false],
    [null, false],
    [0, false],
    ['', false],
  ] as const) {
    it(`${refused ? 'refuses' : 'takes'} what a validator answers ${JSON.stringify(answer)} for, at once or later`, async () => {
      const untyped = (value: unknown) => value as boolean;
      const validate = compileArgs({
        page: arg({ validate: () => untyped(answer) }),
        size: arg({ validate: async () => untyped(answer) }),
      });
      const outcome = await validate({ query: { page: 1, size: 2 }, body: {} }, request).catch((error: unknown) => error);
      if (!refused) {
        expect(outcome).to.deep.equal({ page: 1, size: 2 });
        return;
      }
      expect(outcome).to.be.instanceOf(ApiError).with.property('code', 'rest_invalid_param');
      expect(Object.values((outcome as ApiError).reasons).map(({ text }) => text)).to.deep.equal([
        { en: '`page` is not valid.', fr: '`page` n’est pas valide.' },
        { en: '`size` is not valid.', fr: '`size` n’est pas valide.' },
      ]);
    });
  }

  it('rethrows what a validator throws that is no refusal', async () => {
    const fault = new TypeError('a fault');
    const validate = compileArgs({
      page: arg({
        validate: () => {
          throw fault;
        },
      }),
    });
    expect(await validate({ query: { page: 1 }, body: {} }, request).catch((error: unknown) => error)).to.equal(fault);
  });

  it('reports invalidParam of a validator for its own parameter', async () => {
    const why = { en: 'Send more.', fr: 'Envoyez plus.' };
    const validate = compileArgs({
      page: arg({
        validate: () => {
          throw invalidParam('page', why);
        },
      }),
    });
    const { reasons } = (await validate({ query: { page: 1 }, body: {} }, request).catch((error: unknown) => error)) as ApiError;
    expect(reasons['page']?.text).to.deep.equal(why);
  });

  it('gives validate the params, path, record, user and language', async () => {
    let received: unknown;
    const validate = compileArgs({
      page: arg({
        validate: (_, given) => {
          received = { ...given, params: { ...given.params } };
          return true;
        },
      }),
      tags,
    });
    await validate({ query: { page: '1', tags: '2' }, body: {} }, { path: { id: 4 }, record: 'record', user: 'user', language: 'en' });
    expect(received).to.deep.equal({ path: { id: 4 }, params: { page: '1', tags: '2' }, record: 'record', user: 'user', language: 'en' });
  });

  it('validates withheld arguments and keeps them from the handler', async () => {
    const validate = compileArgs({ ml_language: arg({ type: 'string', enum: ['en', 'fr'] }) }, { withheld: ['ml_language'] });
    expect(await validate({ query: { ml_language: 'fr' }, body: {} }, request)).to.deep.equal({});
    expect(await validate({ query: { ml_language: 'de' }, body: {} }, request).catch((error: ApiError) => error.code)).to.equal(
      'rest_invalid_param',
    );
  });

  it('gives each request its own copy of a default', async () => {
    const validate = compileArgs({ tags: { ...tags, default: [1] } });
    const first = await validate({ query: {}, body: {} }, request);
    expect(first['tags']).to.deep.equal([1]);
    expect((await validate({ query: {}, body: {} }, request))['tags']).to.not.equal(first['tags']);
  });
});
