import { expect } from 'chai';
import fc from 'fast-check';
import { collationKey } from '../../../lib/calendar/text/collation-key';
import { LANGUAGES } from '../../../lib/language';
import { runs } from '../../support/runs';

const LETTERS = [...'aAbBcCdDeEéÉèêzZçñÑøłđåÅïÿŸ 0123-\'’.,!«»"()/&²½$€…µαβΩвГабשמאم中日本'];

const orderOf = (one: string, other: string) => Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other)));

describe('collationKey', () => {
  for (const language of LANGUAGES) {
    const { compare } = new Intl.Collator(language);

    it(`orders titles as Intl.Collator does, in ${language}`, () => {
      const titles = [
        ...['œuvre', 'oeuvre', 'Œuvre', 'Étoile', 'étoile', 'etoile', 'Ete', 'été', 'Zèbre', 'zebra', 'L’abc', 'L abc', '10 ans'],
        '2 ans',
      ];
      for (const one of titles)
        for (const other of titles)
          expect(orderOf(collationKey(one, language), collationKey(other, language)), `${one} ${other}`).to.equal(
            Math.sign(compare(one, other)),
          );
    });

    it(`orders random texts as Intl.Collator does, in ${language}`, () => {
      const text = fc.array(fc.constantFrom(...LETTERS), { maxLength: 8 }).map((letters) => letters.join(''));
      fc.assert(
        fc.property(text, text, (one, other) => {
          expect(orderOf(collationKey(one, language), collationKey(other, language))).to.equal(Math.sign(compare(one, other)));
        }),
        { numRuns: runs(20_000) },
      );
    });

    it(`has a bounded length, in ${language}`, () => {
      for (const text of ['é'.repeat(1000), '\u{1f600}'.repeat(1000), `e${'\u0301'.repeat(1000)}`, '\ud800', '', '中'.repeat(1000)])
        expect(Buffer.byteLength(collationKey(text, language))).to.be.below(1200);
    });
  }
});
