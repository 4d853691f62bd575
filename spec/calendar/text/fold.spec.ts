import { expect } from 'chai';
import * as fc from 'fast-check';
import { fold, searchTerms } from '../../../lib/calendar/text/fold';
import type { Language } from '../../../lib/language';
import { runs } from '../../support/runs';

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
  ['फ़िल्म \u095e', 'फिल्म फ'],
  ['مـــوسِيقَى', 'موسيقى'],
  ['ᾠδή ᾨΔΉ', 'ωδη ωδη'],
  ['ｶﾞ １２ ٢٠٣٠ ۱ ९', 'ガ 12 2030 1 9'],
  ['Kon\u00adzert\u200b \u200fשלום\u200e ❤\ufe0f', 'konzert שלום ❤'],
];

const TERMS: readonly (readonly [query: string, all: readonly string[], none?: readonly string[], language?: Language])[] = [
  ['NEEDLE', ['needle']],
  ['Needle in', ['needle']],
  ['About 1', ['1']],
  ['jazz night', ['jazz', 'night']],
  ['la fête du jazz', ['fete', 'jazz'], [], 'fr'],
  ['the son', ['the'], [], 'fr'],
  ['la la land', ['la', 'land']],
  ['son of the lighthouse', ['son', 'lighthouse']],
  ['"in title"', ['in title']],
  ['"open phrase', ['open phrase']],
  ['-jazz', [], ['jazz']],
  ['rock -"free jazz"', ['rock'], ['free jazz']],
  ['jazz -the -a', ['jazz'], ['the', 'a']],
  ['jazz - b', ['jazz']],
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

describe('fold', () => {
  for (const [text, folded] of FOLDED)
    it(`makes ${JSON.stringify(text)} ${JSON.stringify(folded)}`, () => expect(fold(text)).to.equal(folded));

  it('folds a text character by character', () => {
    const unusual = '\u3042';
    const text = fc.string({ unit: fc.constantFrom(...'aZ9 \t\u0000ÀÿßÞŒœ‘’“”«»–—…€×÷ſıςΣ') });
    fc.assert(
      fc.property(text, (some) => {
        expect(fold(`${some}${unusual}`)).to.equal(`${fold(`${some}|`).slice(0, -1)}${unusual}`);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        expect(fold(fold(text))).to.equal(fold(text));
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('fold and normalization', () => {
  it('ignores composition and case', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        const folded = fold(text);
        expect(fold(text.normalize('NFC'))).to.equal(folded);
        expect(fold(text.normalize('NFD'))).to.equal(folded);
        expect(fold(text.toLowerCase())).to.equal(folded);
        // The capital form writes the iota subscript as a separate letter.
        if (!text.normalize('NFD').includes('\u0345')) expect(fold(text.toUpperCase())).to.equal(folded);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('searchTerms', () => {
  for (const [query, all, none = [], language = 'en'] of TERMS) {
    const without = none.length > 0 ? ` without ${JSON.stringify(none)}` : '';
    it(`of ${JSON.stringify(query)} are ${JSON.stringify(all)}${without}: ${language}`, () => {
      expect(searchTerms(query, language)).to.deep.equal({ all, none });
    });
  }

  it('are folded and never empty, for any query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const { all, none } = searchTerms(query, 'en');
        for (const term of [...all, ...none]) expect(term).to.equal(fold(term)).and.not.equal('');
      }),
    );
  });
});
