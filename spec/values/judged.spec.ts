import { expect } from 'chai';
import { ApiError } from '../../lib/errors';
import { slugList } from '../../lib/values/lists';
import { filledText } from '../../lib/values/texts';
import { judged } from '../../lib/values/value';

const request = { path: {}, record: undefined, user: undefined, language: 'en', params: {} } as const;
const refusal = new ApiError('none', 400, { en: 'None.', fr: 'Aucun.' });

describe('A value that ajv judges', () => {
  const longest = 65_536;

  it('is refused where it is too long for a pattern to be read', () => {
    const { validate } = judged({ schema: { type: 'string', pattern: '^a*$' }, refuse: () => refusal });
    expect(validate('a'.repeat(longest), request, 'a')).to.equal(true);
    expect(() => validate('a'.repeat(longest + 1), request, 'a')).to.throw(refusal);
  });

  it('is refused where one of several is, however long another is', () => {
    const long = 'x'.repeat(longest + 1);
    for (const sent of [[long, '0'], [long, 1], `${long},`, []]) expect(() => slugList.validate(sent, request, 'slug')).to.throw(ApiError);
    expect(slugList.validate([long, 'a'], request, 'slug')).to.equal(true);
  });

  it('is taken where the pattern is about its beginning', () => {
    const { validate } = filledText();
    expect(validate('0'.repeat(longest + 1), request, 'a')).to.equal(true);
    expect(() => validate('0', request, 'a')).to.throw(ApiError);
  });
});
