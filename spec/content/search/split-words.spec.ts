import { expect } from 'chai';
import fc from 'fast-check';
import { isUnspaced, splitWords } from '../../../lib/content/search/words';
import { runs } from '../../support/runs';

describe('splitWords', () => {
  for (const [text, ...words] of [
    ['', ...[]],
    [' …!  – « » ', ...[]],
    ['One, two;three\nfour_five', 'one', 'two', 'three', 'four', 'five'],
    ['Été ÉCOLE e\u0301cole', 'ete', 'ecole', 'ecole'],
    ['Œuvre, straße', 'oeuvre', 'strasse'],
    ["L’été d‘hiver l'école qu’elle jusqu’ici lorsqu’il", 'ete', 'hiver', 'ecole', 'elle', 'ici', 'il'],
    ['aujourd’hui O’Neil rock’n’roll', 'aujourdhui', 'oneil', 'rocknroll'],
    ["the child’s CHILDREN'S James’", 'the', 'child', 'children', 'james'],
    ['after-party c’est-à-dire', 'after', 'party', 'est', 'a', 'dire'],
    ['l’ ’s d’', 'l', 's', 'd'],
    ['3D 1,000 ٣', '3d', '1', '000', '3'],
    ['Κόσμος Мой', 'κοσμοσ', 'мой'],
    ['日本語', '日本', '本語'],
    ['夏 東京abc', '夏', '東京', 'abc'],
    ['one one', 'one', 'one'],
  ] as const)
    it(`finds ${words.join(', ') || 'nothing'} in ${JSON.stringify(text)}`, () => {
      expect(splitWords(text)).to.deep.equal(words);
    });

  it('cuts words that are too long', () => {
    expect(splitWords(`${'x'.repeat(90)} y`)).to.deep.equal(['x'.repeat(40), 'y']);
  });

  it('is idempotent, for any text', () => {
    const text = fc.array(fc.constantFrom(..."aéLdqus'’ -_.,3œßйё日本ー \n"), { maxLength: 30 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(text, (input) => {
        const words = splitWords(input);
        for (const word of words) {
          expect(word).to.match(/^[\p{L}\p{M}\p{N}ー]+$/u);
          expect(splitWords(word)).to.deep.equal([word]);
        }
        expect(splitWords(words.join(' '))).to.deep.equal(words);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('tells which words are not separated by blanks', () => {
    expect(['日本', 'ラー', 'ไทย', 'été', '한국', '3d'].map(isUnspaced)).to.deep.equal([true, true, true, false, false, false]);
  });
});
