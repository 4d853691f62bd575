import { expect } from 'chai';
import { phoneParts } from '../../lib/calendar/phone';

/** Texts with phone numbers, and the number to dial for each. */
const DIALLED: readonly (readonly [string, ...string[]])[] = [
  ['01 23 45 67 89', '0123456789'],
  ['+33 (0)1 23 45 67 89', '+33123456789'],
  ['+33(0)123456789', '+33123456789'],
  ['+33 ( 0 ) 1 23 45 67 89', '+33123456789'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+49-[0]30-123456', '+4930123456'],
  ['(+33) 1 23 45 67 89', '+33123456789'],
  ['0033 (0)1 23 45 67 89', '+33123456789'],
  ['00 44 20 7946 0958', '+442079460958'],
  ['+33 01 23 45 67 89', '+33123456789'],
  // Italian numbers keep their leading zero after the country code.
  ['+39 (0)6 1234 5678', '+390612345678'],
  ['+39 06 1234 5678', '+390612345678'],
  ['01\u00a023\u202f45.67-89', '0123456789'],
  ['(555) 555-1234', '5555551234'],
  ['030/1234567', '0301234567'],
  ['+49 30 / 1234567', '+49301234567'],
  ['112', '112'],
  ['555-1234 ext. 56', '5551234;ext=56'],
  ['01 23 45 67 89 poste 12', '0123456789;ext=12'],
  ['01 23 45 67 89 / 06 12 34 56 78', '0123456789', '0612345678'],
  ['01 23 45 67 89, 06 12 34 56 78', '0123456789', '0612345678'],
  ['01 23 45 67 89 ou 06 12 34 56 78', '0123456789', '0612345678'],
  ['01 23 45 67 89 - 06 12 34 56 78', '0123456789', '0612345678'],
  ['+33 1 23 45 67 89 +33 6 12 34 56 78', '+33123456789', '+33612345678'],
  ['555-1234; 555-5678', '5551234', '5555678'],
  ['01 23 45 67 89/90', '0123456789'],
  // It is unclear where one number ends and the next one begins.
  ['01 23 45 67 89 06 12 34 56 78'],
  ['Box office, in the yard'],
  ['1-800-FLOWERS'],
  ['12'],
  [''],
];

describe('phoneParts', () => {
  for (const [text, ...dialled] of DIALLED)
    it(`dials ${dialled.join(' and ') || 'nothing'} for ${JSON.stringify(text)}, and keeps the text`, () => {
      const parts = phoneParts(text);
      expect(parts.flatMap((part) => part.dialled ?? [])).to.deep.equal(dialled);
      expect(parts.map((part) => part.text).join('')).to.equal(text);
    });

  it('takes time in proportion to the text', () => {
    for (const text of ['1 '.repeat(50_000), '+'.repeat(100_000), '/ '.repeat(50_000), '('.repeat(100_000)])
      expect(phoneParts(text)).to.be.an('array');
  });
});
