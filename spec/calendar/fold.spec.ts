import { expect } from 'chai';
import * as fc from 'fast-check';
import { fold, searchTerms } from '../../lib/calendar/fold';

const FOLDED: readonly (readonly [text: string, folded: string])[] = [
  ['  Fête\n du\tVILLAGE ', 'fete du village'],
  ['Fe\u0302te', 'fete'],
  ['Straße Œuvre Ærø Łódź', 'strasse oeuvre aero lodz'],
  ['Ёлка Йод', 'елка йод'],
  ['ΟΔΟΣ Άλφα', 'οδοσ αλφα'],
  ['İstanbul ıI', 'istanbul ii'],
  ['ﬁ Ａ', 'fi a'],
  ['l’été', "l'ete"],
  ['한국어 が हिन्दी', '한국어 が हिन्दी'],
];

const TERMS: readonly (readonly [query: string, all: readonly string[], none?: readonly string[]])[] = [
  ['NEEDLE', ['needle']],
  ['Needle in', ['needle']],
  ['About 1', ['1']],
  ['jazz night', ['jazz', 'night']],
  ['la fête du jazz', ['fete', 'jazz']],
  ['"in title"', ['in title']],
  ['"open phrase', ['open phrase']],
  ['-jazz', [], ['jazz']],
  ['rock -"free jazz"', ['rock'], ['free jazz']],
  ['rock-n-roll', ['rock-n-roll']],
  ['the', ['the']],
  ['%', ['%']],
  ['_', ['_']],
  ["'", ["'"]],
  ['<b>', ['<b>']],
  ['b1 b2 b3 b4 b5 b6 b7 b8 b9 b10', ['b1 b2 b3 b4 b5 b6 b7 b8 b9 b10']],
  [' ', []],
  ['', []],
];

describe('folding for search', () => {
  for (const [text, folded] of FOLDED)
    it(`makes ${JSON.stringify(text)} ${JSON.stringify(folded)}`, () => expect(fold(text)).to.equal(folded));

  it('leaves what is folded as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        expect(fold(fold(text))).to.equal(fold(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('search terms', () => {
  for (const [query, all, none = []] of TERMS) {
    it(`of ${JSON.stringify(query)} are ${JSON.stringify(all)}${none.length > 0 ? ` without ${JSON.stringify(none)}` : ''}`, () => {
      expect(searchTerms(query)).to.deep.equal({ all, none });
    });
  }

  it('are folded and never empty, for any query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const { all, none } = searchTerms(query);
        for (const term of [...all, ...none]) expect(term).to.equal(fold(term)).and.not.equal('');
      }),
    );
  });
});
