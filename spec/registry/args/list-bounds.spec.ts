import { expect } from 'chai';
import { ApiError } from '../../../lib/errors/refusal';
import type { Args } from '../../../lib/registry/args/arg';
import { compileArgs } from '../../../lib/registry/args/compile-args';
import { boundedArg } from '../../../lib/registry/args/list-bounds';
import { openPromises, refused } from '../../support/stage';

const description = { en: 'Numbers', fr: 'Des nombres' };
const numbers = { type: 'array', items: { type: 'integer' }, description } as const;
const many = (length: number) => Array.from({ length }, (_, index) => index + 1);

/** The error codes of invalid values, by name. */
const judge = async (args: Args, body: Readonly<Record<string, unknown>>): Promise<Record<string, string>> => {
  const bounded = Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, boundedArg(arg)]));
  const request = { path: {}, record: undefined, user: undefined, language: 'en' } as const;
  const thrown = await compileArgs(bounded)({ query: {}, body }, request).catch((error: unknown) => error);
  return thrown instanceof ApiError ? Object.fromEntries(Object.entries(thrown.reasons).map(([name, { code }]) => [name, code])) : {};
};
const TOO_MANY = { n: 'rest_too_many_items' };

describe('A list of values', () => {
  const forms: readonly (readonly [title: string, form: (length: number) => unknown])[] = [
    ['as JSON', many],
    ['with commas', (length) => many(length).join(',')],
    ['by index', (length) => Object.fromEntries(many(length).map((one, index) => [index, one]))],
  ];
  for (const [title, form] of forms) {
    it(`has at most 1,000 members ${title}`, async () => {
      expect(await judge({ n: numbers }, { n: form(1000) })).to.deep.equal({});
      expect(await judge({ n: numbers }, { n: form(1001) })).to.deep.equal(TOO_MANY);
    });

    it(`is limited before its validate function is called, ${title}`, async () => {
      let calls = 0;
      const own = {
        ...numbers,
        validate: () => {
          calls += 1;
          return true;
        },
      };
      expect(await judge({ n: own }, { n: form(1001) })).to.deep.equal(TOO_MANY);
      expect(calls).to.equal(0);
      expect(await judge({ n: own }, { n: form(1000) })).to.deep.equal({});
    });
  }

  it('is limited in objects, lists and undeclared values too', async () => {
    const anything = { type: 'object', description } as const;
    const declared = { type: 'object', properties: { deep: numbers }, description } as const;
    for (const arg of [anything, declared, { ...anything, validate: () => true }]) {
      expect(await judge({ n: arg }, { n: { deep: many(1001) } })).to.deep.equal(TOO_MANY);
      expect(await judge({ n: arg }, { n: { deep: many(1000) } })).to.deep.equal({});
    }
    expect(await judge({ n: { type: 'array', items: { type: 'array' }, description } }, { n: [many(1001)] })).to.deep.equal(TOO_MANY);
  });

  it('has the declared limit if there is one', async () => {
    expect(await judge({ n: { ...numbers, maxItems: 3 } }, { n: many(4) })).to.deep.equal(TOO_MANY);
    expect(await judge({ n: { ...numbers, maxItems: 2000 } }, { n: many(2000) })).to.deep.equal({});
    expect(await judge({ n: { ...numbers, maxItems: 2000 } }, { n: many(2001) })).to.deep.equal(TOO_MANY);
    expect(await judge({ n: { ...numbers, minItems: 1500 } }, { n: many(1500) })).to.deep.equal({});
  });

  it('has its limit in its schema, at every depth', () => {
    const rows = boundedArg({ type: 'array', items: { type: 'object', properties: { seats: numbers } }, description });
    expect(rows).to.have.property('maxItems', 1000);
    expect(rows).to.have.nested.property('items.properties.seats.maxItems', 1000);
  });

  it('is not made of a text with many commas', async () => {
    expect(await judge({ n: { type: 'string', description } }, { n: ','.repeat(5000) })).to.deep.equal({});
  });
});

describe('Lists of IDs and slugs have at most 1,000 members', () => {
  const { stage } = openPromises();
  const ids = many(1001)
    .map((id) => id % 10)
    .join(',');

  for (const [path, name] of [
    ['/events', 'include'],
    ['/events', 'categories'],
    ['/events', 'weekdays'],
    ['/events', 'sort'],
    ['/categories', 'slug'],
    ['/suggest', 'kinds'],
  ] as const)
    it(`${name} of ${path} is 400 beyond`, async () => {
      await stage().step({ path: `${path}?q=a&${name}=${ids}`, ...refused(name) });
    });

  it('are 400 in a body too', async () => {
    const dates = { title: 'a', start_date: '2030-05-06', end_date: '2030-05-07' };
    for (const name of ['categories', 'venue'])
      await stage().step({ as: 'editor', method: 'POST', path: '/events', json: { ...dates, [name]: many(1001) }, ...refused(name) });
  });

  it('are maxItems only in the document for args that clients of the CMS know', async () => {
    const { body } = await stage().ask('GET', '/doc');
    const include = body.paths['/events'].get.parameters.find(({ name }: { name: string }) => name === 'include').schema;
    expect(include.$ref ? body.components.schemas[include.$ref.split('/').at(-1)] : include).to.have.property('maxItems', 1000);
    const calendar = await stage().ask('GET', '');
    expect(calendar.body.routes['/cal/events/v1/events'].endpoints[0].args.include).to.not.have.property('maxItems');
  });
});
