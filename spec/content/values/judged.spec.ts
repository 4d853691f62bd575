import { expect } from 'chai';
import { slugList } from '../../../lib/content/values/ids';
import { filledText } from '../../../lib/content/values/texts';
import { checkedArg, convertingArg } from '../../../lib/content/values/value';
import { ApiError } from '../../../lib/errors/refusal';
import { compileArgs } from '../../../lib/registry/args/compile-args';

const request = { path: {}, record: undefined, user: undefined, language: 'en', params: {} } as const;
const refusal = new ApiError('none', 400, { en: 'None.', fr: 'Aucun.' });

describe('A value that ajv validates', () => {
  const longest = 65_536;

  it('is refused if it is too long for its pattern', () => {
    const { validate } = checkedArg({ schema: { type: 'string', pattern: '^a*$' }, refuse: () => refusal });
    expect(validate('a'.repeat(longest), request, 'a')).to.equal(true);
    expect(() => validate('a'.repeat(longest + 1), request, 'a')).to.throw(refusal);
  });

  it('is refused if one value of a list is invalid, even beside a very long one', () => {
    const long = 'x'.repeat(longest + 1);
    for (const sent of [[long, '0'], [long, 1], `${long},`, []]) expect(() => slugList.validate(sent, request, 'slug')).to.throw(ApiError);
    expect(slugList.validate([long, 'a'], request, 'slug')).to.equal(true);
  });

  it('is accepted at any length if the pattern only matches the beginning', () => {
    const { validate } = filledText(longest + 1);
    expect(validate('0'.repeat(longest + 1), request, 'a')).to.equal(true);
    expect(() => validate('0', request, 'a')).to.throw(ApiError);
  });

  it('is read once and passed on as read; null and defaults have their own values', async () => {
    const read: unknown[] = [];
    const length = (sent: unknown): number | undefined => {
      read.push(sent);
      return typeof sent === 'string' ? sent.length : undefined;
    };
    const description = { en: 'A text.', fr: 'Un texte.' };
    const value = convertingArg({ read: length, none: 0, refuse: refusal.text });
    const parse = compileArgs({ a: { type: 'string', ...value, default: 7, description } });
    const parsed = async (query: Record<string, unknown>) => (await parse({ query, body: {} }, request))['a'];
    expect([await parsed({ a: 'four' }), await parsed({ a: null }), await parsed({})]).to.deep.equal([4, 0, 7]);
    expect(await parsed({ a: 4 }).catch((error) => error)).to.have.deep.nested.property('reasons.a.text', refusal.text);
    expect(read).to.deep.equal(['four', 4]);
  });
});
