import { expect } from 'chai';
import { ID, NONE_OR_ID, readId } from '../../../lib/content/values/ids';
import { compileStrictly } from '../../../lib/registry/args/schema-validator';

describe('An ID that is sent', () => {
  const fits = (schema: typeof ID, sent: unknown) => compileStrictly(schema).check(sent)?.length === 0;

  for (const sent of [7, '7', ' 7 ', '70'])
    it(`is ${JSON.stringify(sent)}`, () => {
      expect(readId(sent)).to.equal(Number(sent));
      expect([fits(ID, sent), fits(NONE_OR_ID, sent)]).to.deep.equal([true, true]);
    });
  for (const sent of ['007', '+7', '-7', '7.0', '0', '00', '', 0, 1.5])
    it(`is not ${JSON.stringify(sent)}`, () => {
      expect(readId(sent)).to.equal(undefined);
      expect(fits(ID, sent)).to.equal(false);
    });
});
