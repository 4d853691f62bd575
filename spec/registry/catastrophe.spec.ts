import { expect } from 'chai';
import { catastrophe } from '../../lib/registry/catastrophe';

const hostile = [
  '(a+)+$',
  '^(a|a)*$',
  '^(a|ab)*$',
  '^([a-z]+)*$',
  '(.*a)*',
  '^(\\d+)*$',
  '^(?:\\w+\\s?)*$',
  '(x+x+)+y',
  '([a-z]|\\w)+x',
  '^(a?){30}$',
  '(?=(a+)+$)a',
  '^(\\s*,\\s*)*$',
];
const harmless = [
  ...['^[a-z0-9]+(?:-[a-z0-9]+)*$', '^\\d{4}-\\d{2}-\\d{2}$', '^(?:a|b)*$', '^(\\d{1,3}\\.){3}\\d{1,3}$', '^https?://[^/]+(/[^/]*)*$'],
  ...[
    '^(publish|private|pending)(,(publish|private|pending))*$',
    '^#(?:[A-Fa-f0-9]{3}){1,2}$',
    '^[\\w.]+@\\w+(\\.\\w+)+$',
    '^(?!x)\\p{L}+(?: \\p{L}+)*$',
  ],
];

describe('catastrophic patterns', () => {
  for (const pattern of hostile) {
    it(`are told by their shape: ${pattern}`, () => {
      expect(catastrophe(pattern)).to.be.a('string');
    });
  }

  for (const pattern of harmless) {
    it(`are not seen in ${pattern}`, () => {
      expect(catastrophe(pattern)).to.equal(undefined);
    });
  }
});
