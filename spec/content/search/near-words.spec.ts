import { expect } from 'chai';
import fc from 'fast-check';
import { nearWords } from '../../../lib/content/search/query-words';
import { runs } from '../../support/runs';

/** True if one insertion, deletion, replacement or swap of neighbours turns one word into the other. */
const isNear = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || one === other) return false;
  const from = [...short].findIndex((letter, place) => letter !== long[place]);
  const [first, second] = from < 0 ? ['', long.slice(short.length)] : [short.slice(from), long.slice(from)];
  if (short.length < long.length) return first === second.slice(1);
  return first.slice(1) === second.slice(1) || (first[0] === second[1] && first[1] === second[0] && first.slice(2) === second.slice(2));
};

/** All words over an alphabet up to a length. */
const wordsOf = (letters: readonly string[], longest: number): string[] => {
  let all = [''];
  const found = [...all];
  for (let length = 1; length <= longest; length += 1) {
    all = all.flatMap((word) => letters.map((letter) => `${word}${letter}`));
    found.push(...all);
  }
  return found;
};

describe('nearWords: words with one typing error', () => {
  const [LETTERS, LONGEST] = [['a', 'b', 'z'], 8];
  const all = wordsOf(LETTERS, LONGEST);
  const word = fc.array(fc.constantFrom(...LETTERS), { minLength: 5, maxLength: LONGEST - 1 }).map((letters) => letters.join(''));

  it('lists exactly the words at distance one', () => {
    fc.assert(
      fc.property(word, (word) => {
        const among = nearWords(word).filter((other) => /^[abz]*$/.test(other));
        expect(among.toSorted()).to.deep.equal(all.filter((other) => isNear(word, other)).toSorted());
      }),
      { numRuns: runs(300) },
    );
  });

  it('lists each word once, never the word itself', () => {
    const latin = fc
      .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { minLength: 5, maxLength: 16 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(latin, (word) => {
        const near = nearWords(word);
        expect(new Set(near).size).to.equal(near.length);
        expect(near.filter((other) => !isNear(word, other))).to.deep.equal([]);
      }),
      { numRuns: runs(300) },
    );
  });

  for (const [word, near] of [
    ['москва', 'масква'],
    ['αθηνα', 'αθηννα'],
    ['lantern', 'lantren'],
    ['lantern', 'antern'],
    ['lantern', 'lanternz'],
  ] as const)
    it(`finds ${near} for ${word}`, () => {
      expect(nearWords(word)).to.include(near);
    });

  for (const word of ['', 'fair', 'abc12', '2030s', '日本日本日', 'москvа', 'x'.repeat(25)])
    it(`finds nothing for ${word === '' ? 'the empty word' : word}`, () => {
      expect(nearWords(word)).to.deep.equal([]);
    });
});
